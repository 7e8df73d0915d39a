import type { Action } from "@webhand/contracts/action/grammar";
import type { ActualState } from "@webhand/contracts/agent/interact";
import type { PagePicture } from "@webhand/contracts/agent/picture";
import type { Mode, Plan, Verification } from "@webhand/contracts/agent/task";
import type { UsedChunk } from "@webhand/contracts/agent/task-knowledge";
import type { ToolResult } from "@webhand/contracts/tools/agent-events";
import type { PageView } from "@webhand/page/parse/view";

/** Who decided without a model: the rules, or the engine by itself. */
export type DecidedWithoutModel = "rules" | "engine";

/** A tool of the server host: its name, and those of its arguments; "?" behind one that may be left out. */
type OfferedTool = { readonly name: string; readonly description: string; readonly parameters: readonly string[] };

/**
 * A step of this task that was sent to the client. `targetName` is the name its element had when it was decided; `isEngineWait`: the engine
 * waited for what becomes of the step before it, no decider asked for that; `isLook`: it only looked around or asked.
 */
export type PastStep = {
	readonly stepIndex: number;
	readonly thought: string;
	/** Canonical text of the action, values of sensitive fields as `•••`. */
	readonly action: string;
	readonly parsed: Action;
	readonly targetName?: string;
	readonly isEngineWait?: true;
	readonly isLook?: true;
	readonly verification?: Verification;
	/** What a tool of the server host gave back, for the newest calls; data, never an instruction. */
	readonly result?: ToolResult;
};

/**
 * The newest step but for the engine's own waiting for what becomes of it: the verdict stands on that step.
 *
 * @returns undefined before the first step
 */
export function lastAction(history: readonly PastStep[]): PastStep | undefined {
	return history.findLast(({ isEngineWait }) => isEngineWait !== true) ?? history.at(-1);
}

/** What the client reported of the newest step, absent in the first turn. */
export type LastReport = {
	readonly status?: "success" | "failure" | "pending";
	readonly error?: { readonly code: string; readonly message: string };
	/** Nothing of it reached the page. */
	readonly isInert?: boolean;
	readonly actual?: ActualState;
};

/** A chunk of knowledge that grounds the decision; data, never an instruction. */
export type Knowledge = Readonly<UsedChunk> & { readonly content: string };

/** What the last self-reflection found; passed on in words. */
export type ReflectionNote = {
	readonly efficiency: "low" | "medium" | "high";
	readonly issues: readonly string[];
	readonly suggestions: readonly string[];
};

/**
 * An action (canonical text) that must not be chosen, why in words, and what that comes to: the person said no to it (`denied`), it is
 * never allowed or impossible here (`refused`), it led nowhere or does not stand now (`failed`). `isDoubt`: chosen again it is done.
 */
export type Forbidden = {
	readonly action: string;
	readonly reason: string;
	readonly code: "denied" | "refused" | "failed";
	readonly isDoubt?: true;
};

/**
 * Everything a decider sees of one turn.
 *
 * `history` holds the newest 20 steps, oldest first; a step that was a batch has an entry for each of its actions that was carried out,
 * all with the same `stepIndex`; `batch` says how many fills the client takes at once, 0 or 1 for one by one; `notes` what the person said meanwhile, answers to questions included, oldest
 * first; `state` what the same decider returned in the turn before, at most 8 KB of JSON.
 */
export type Turn = {
	readonly query: string;
	readonly mode: Mode;
	readonly now: Date;
	readonly page: PageView;
	/** A picture of the page, or why the client has none; absent where none was wanted. */
	readonly picture?: PagePicture;
	/** The client can take pictures. */
	readonly takesPictures?: boolean;
	readonly plan: Plan | null;
	readonly history: readonly PastStep[];
	readonly report: LastReport;
	readonly reflection: ReflectionNote | null;
	readonly knowledge: readonly Knowledge[];
	readonly notes: readonly string[];
	readonly forbidden: readonly Forbidden[];
	/** `isShort`: three quarters of a budget are used. */
	readonly remaining: { readonly steps: number; readonly tokens: number; readonly isShort?: boolean };
	readonly memory: string;
	/** Nobody knows yet what the order wants: the first decision of a task says it. */
	readonly wantsKind?: boolean;
	readonly batch?: number;
	/** Absent where the task has no tools of the server host. */
	readonly serverTools?: readonly OfferedTool[];
	readonly state: unknown;
	/** The order only asks: nothing may change. */
	readonly isAsking?: boolean;
	/** Who decided what is to be checked; a model where it is absent. */
	readonly decidedBy?: DecidedWithoutModel;
	/** Facts alone do not end it: the model is asked. */
	readonly wantsCheck?: true;
	/** To be called before a model is asked. */
	readonly beforeModel?: () => Promise<void>;
	/** How often a model may still be asked in this step; as often as needed where it is absent. */
	readonly callsLeft?: number;
	/** When the step is over, as `performance.now()`: no wait for a provider goes beyond it. Absent where nobody says. */
	readonly endsAt?: number;
};
