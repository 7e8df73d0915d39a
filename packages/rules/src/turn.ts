import type { Action } from "@webhand/contracts/action/grammar";
import type { ActualState } from "@webhand/contracts/agent/interact";
import type { Expectation, FailureCategory, PlanStep, Verification } from "@webhand/contracts/agent/task";
import type { ToolResult } from "@webhand/contracts/tools/agent-events";
import type { PageView } from "@webhand/page/parse/view";

/** A step of this task that was sent to the client, with its verdict once that is known. */
export type PastStep = {
	readonly stepIndex: number;
	readonly thought: string;
	readonly parsed: Action;
	readonly targetName?: string;
	readonly isEngineWait?: true;
	readonly verification?: Verification;
	/** What a tool of the server host gave back; of the newest of them only. */
	readonly result?: ToolResult;
};

/** What of a turn of the engine this decider reads; the types of the engine are assignable to these. */
export type Turn = {
	readonly query: string;
	readonly now: Date;
	readonly page: PageView;
	readonly plan: unknown;
	readonly history: readonly PastStep[];
	readonly report: {
		readonly status?: "success" | "failure" | "pending";
		readonly error?: { readonly code: string; readonly message: string };
		readonly actual?: ActualState;
	};
	readonly notes: readonly string[];
	readonly forbidden: readonly { readonly action: string; readonly reason: string; readonly code: "denied" | "refused" | "failed" }[];
	readonly batch?: number;
	/** The tools of the server host that this task may use; absent where it has none. */
	readonly serverTools?: readonly unknown[];
	readonly state: unknown;
};

/** One more fill of a batch, with what it is meant to do. */
export type Fill = { readonly action: Action; readonly expect?: Expectation };

/** What a turn comes to, as the engine takes it; `state` comes back with the next turn, ≤ 8 KB of JSON. */
export type Decision = {
	readonly thought: string;
	readonly action: Action;
	readonly expect?: Expectation;
	readonly more?: readonly Fill[];
	readonly plan?: readonly Pick<PlanStep, "description" | "toolType" | "reasoning" | "expectedOutcome">[];
	readonly doneSteps?: readonly number[];
	readonly missingInformation?: readonly string[];
	readonly failure?: { readonly category: FailureCategory; readonly message: string; readonly answer?: string };
	readonly state?: unknown;
	readonly decidedBy: "rules";
	/** The rules cannot go on by themselves; a model may, where there is one. */
	readonly canHandOver?: true;
};

/** The newest step but for the engine's own waits: the verdict stands on that step. */
export function lastStep(history: readonly PastStep[]): PastStep | undefined {
	return history.findLast(({ isEngineWait }) => isEngineWait !== true) ?? history.at(-1);
}
