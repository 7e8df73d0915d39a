import type { Action } from "@webhand/contracts/action/grammar";
import type { NextAction } from "@webhand/contracts/agent/interact";
import type { OrderKind } from "@webhand/contracts/agent/step-labels";
import type { Expectation, FailureCategory, PlanStep } from "@webhand/contracts/agent/task";
import type { InputValues } from "@webhand/contracts/routine/words";
import type { Spent } from "../shared/task.ts";
import type { DecidedWithoutModel, Knowledge, Turn } from "./turn.ts";

/** What one or more model calls used. `lostCalls` of the calls never came to an answer, though they were paid for. */
export type Usage = Spent & { readonly lostCalls?: number };

/** A plan step as a decider proposes it; the engine numbers it. */
export type PlanDraft = Pick<PlanStep, "description" | "toolType" | "reasoning" | "expectedOutcome">;

/** A step of a routine's own program. */
export type RoutineStepRef = { readonly id: string; readonly values: InputValues };

/** One more fill of a batch, with what it is meant to do. */
export type Fill = { readonly action: Action; readonly expect?: Expectation };

/**
 * The next action with what it is meant to do.
 *
 * `more` are ordinary fills to be done right after a fill, where `turn.batch` allows it: the engine takes the first few that need no
 * asking and stand in the same form, and reports each in the next turn's history. `plan` is given with the first decision and when it is made anew; `doneSteps` are 0-based indices of plan steps that this turn found
 * done; `state` goes back to the same decider in the next turn (≤ 8 KB of JSON); `failure` belongs to a `fail` action.
 */
export type Decision = {
	readonly thought: string;
	readonly action: Action;
	readonly expect?: Expectation;
	/** A wait for a change that nobody can name, and that the decider itself bounds. */
	readonly isBounded?: true;
	readonly more?: readonly Fill[];
	readonly plan?: readonly PlanDraft[];
	readonly doneSteps?: readonly number[];
	readonly memory?: string;
	/** Of the whole order; a model says it where the turn asks for it. */
	readonly kind?: OrderKind;
	readonly reasoning?: NonNullable<NextAction["reasoning"]>;
	readonly missingInformation?: readonly string[];
	/** `answer`: what was found out before. */
	readonly failure?: { readonly category: FailureCategory; readonly message: string; readonly answer?: string };
	readonly state?: unknown;
	readonly usage?: Usage;
	/** Absent where a model decided. */
	readonly decidedBy?: DecidedWithoutModel;
	/** The rules cannot go on by themselves; a model may, where there is one. */
	readonly canHandOver?: true;
	/** There is a plan and no action yet: the action is `wait(0)`, and the task goes on planning. */
	readonly isPlanOnly?: boolean;
	/** Decided without a plan, which comes with the next decision. */
	readonly isUnplanned?: boolean;
	/** The next page is wanted with a picture. */
	readonly wantsPicture?: boolean;
	/** The model had no room for the whole page. */
	readonly isPageShortened?: boolean;
	/** Of a handoff: a routine waits for a sign-in, which a login that its person bound to it may answer. */
	readonly signsIn?: true;
	/** The step of a routine that the action is, with the values that it sees; absent for a step of a routine that is called. */
	readonly routineStep?: RoutineStepRef;
	/** What a routine recorded of the action, be it of one that is called: whether it commits. Absent for what no routine recorded. */
	readonly recorded?: { readonly commits: boolean };
	/** The chunks of knowledge that stood in a prompt; absent where there was no prompt, or none in it. */
	readonly usedKnowledge?: readonly Knowledge[];
};

/** A verdict on observations alone, for what facts do not settle. */
export type Judgement = {
	readonly verdict: "success" | "failure";
	readonly confidence: number;
	readonly reason: string;
	readonly usage?: Usage;
};

/** Whether a proposed `finish` is justified on the fresh page. */
export type Completion = {
	readonly verdict: "complete" | "continue" | "impossible";
	readonly evidence: string;
	readonly missing: readonly string[];
	readonly usage?: Usage;
};

/** What a model said, and the tools that it wants called. */
export type Said = { readonly text: string; readonly calls: readonly SaidCall[]; readonly usage: Usage };

/** What a small call found out about a model. */
export type ModelFound = {
	/** `tags` of the prompt, the arguments of a `tool`, or JSON that its provider holds to a `schema`. */
	readonly answersIn: "tags" | "tool" | "schema";
	/** Absent where it is not said to see. */
	readonly readsPictures?: boolean;
	/** Its server cut a prompt before. */
	readonly isContextCut?: true;
};

/** A model that calls tools. `contextTokens`: its context window. */
export type Conversation = {
	readonly contextTokens: number;
	/** @throws AppError INTERNAL_ERROR with `{ reason, retryable }` */
	readonly ask: (asking: Asking, signal: AbortSignal) => Promise<Said>;
};

/**
 * Who decides. Plan and decision share one call. Every call ends with its signal; trouble with a provider is an `AppError`
 * `INTERNAL_ERROR` whose details are `{ reason, retryable }`, and stores nothing.
 */
export type Decider = {
	/** `rules`, or the provider's name, for logs and metrics. */
	readonly name: string;
	/** The model's name at its provider, for the usage. */
	readonly model?: string;
	/** It calls `beforeModel` of a turn by itself, and only where a model is asked. */
	readonly noticesModel?: true;
	/** Asks the model with tools, for server-run tasks; absent where there is no model. */
	readonly conversation?: Conversation;
	/** Asks for a word or two, to see whether and how the model answers; absent where there is no model. */
	ping?(signal: AbortSignal): Promise<ModelFound>;
	/** How long a usual step takes, measured; undefined where that is not known, absent where there is no model. */
	stepMs?(signal: AbortSignal): Promise<number | undefined>;
	/** @param tell gets pieces of the thought while it is being written, where the model's provider has them */
	decide(turn: Turn, signal: AbortSignal, onChunk?: (piece: string) => void): Promise<Decision>;
	judge(
		step: Pick<Turn, "endsAt" | "decidedBy"> & {
			readonly action: string;
			readonly expect: Expectation;
			readonly observations: readonly string[];
		},
		signal: AbortSignal,
	): Promise<Judgement>;
	complete(turn: Turn, answer: string | undefined, signal: AbortSignal): Promise<Completion>;
};

/** A tool that a model is told of. `parameters`: JSON Schema of its arguments. */
export type ToolSpec = { readonly name: string; readonly description: string; readonly parameters: Readonly<Record<string, unknown>> };

/** A tool call as a model wrote it; `arguments` may be broken JSON. */
export type SaidCall = { readonly name: string; readonly arguments: string };

/** A call in a prompt, with the id that its result names. */
export type PastCall = SaidCall & { readonly id: string };

/** A JPEG in base64 that goes with a message, and the words beside it; both are left out for a model that takes no pictures. */
export type PictureMessage = { readonly jpeg: string; readonly note: string };

/** One message of a conversation with tools. */
export type ConversationMessage =
	| { readonly role: "system" | "user"; readonly content: string; readonly picture?: PictureMessage }
	| { readonly role: "assistant"; readonly content: string; readonly calls?: readonly PastCall[] }
	| { readonly role: "tool"; readonly content: string; readonly callId: string };

/** One call of a model with tools. */
type Asking = {
	readonly messages: readonly ConversationMessage[];
	readonly tools: readonly ToolSpec[];
	/** Gets the text while it is written. */
	readonly onText?: (piece: string) => void;
};
