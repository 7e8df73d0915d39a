import type { Action } from "@webhand/contracts/action/grammar";
import type { RiskClass } from "@webhand/contracts/agent/step-labels";
import type { Expectation, Verification } from "@webhand/contracts/agent/task";
import type { Target } from "@webhand/contracts/routine/target";
import type { PageView } from "@webhand/page/parse/view";

/** One action of a stored step: masked as it is stored, so a secret is `•••`. `target`: its control, described on the page before. */
export type DoneAction = {
	readonly parsed: Action;
	readonly expect: Expectation;
	/** The decider gave `expect`, and it did not hold before. */
	readonly isExplicit: boolean;
	readonly verification?: Verification | undefined;
	readonly target?: Target | undefined;
	/** Where a drag ends on another control. */
	readonly to?: Target | undefined;
	readonly targetName?: string | undefined;
};

/**
 * A stored step of a task. `by` the engine are its waits. Of a batch, `more` holds the further actions. `outcome` is the gate's: a step that
 * asked, refused or handed over did nothing in the page; what was approved comes as a step of its own (`approved`).
 */
export type DoneStep = DoneAction & {
	readonly stepIndex: number;
	readonly by: "decider" | "engine" | "approval";
	readonly class: RiskClass;
	readonly outcome: string;
	readonly more?: readonly DoneAction[] | undefined;
	/** The page before; `role` and `states` are those of the control of the step's own action. */
	readonly before: {
		readonly url: string;
		readonly title: string;
		readonly role?: string | undefined;
		readonly states?: readonly string[] | undefined;
	} | null;
	/** The page before as it was read, where it was kept: checks are proposed from the pages after a commit. */
	readonly page?: PageView | undefined;
};

/** A task that ended well, with its order as it may be shown and all its steps in order. */
export type DoneTask = { readonly query: string; readonly steps: readonly DoneStep[] };
