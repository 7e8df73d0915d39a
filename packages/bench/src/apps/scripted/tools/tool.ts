import type { ChatRequest, ModelReply } from "@webhand/testing/model-server/reply";
import type { Decision, Screen } from "../moves.ts";

/**
 * How a tool speaks with a model. `read` turns its prompt into what a person sees; `write` says a decision as the tool wants it. Neither
 * decides anything.
 */
export type Tool = {
	/** The page in a prompt; undefined where the prompt asks for no step, and `other` answers. */
	readonly read: (prompt: string) => Screen | undefined;
	/** The tool says that it did not carry the last move out. */
	readonly isUndone: (prompt: string) => boolean;
	readonly write: (decision: Decision) => ModelReply;
	/** Answers a prompt that asks for no step. `isDone`: the moves are made and the page refuses nothing. */
	readonly other: (request: ChatRequest, isDone: boolean) => ModelReply;
};

/** A reply of text. */
export const say = (text: string): ModelReply => ({ kind: "text", text });
