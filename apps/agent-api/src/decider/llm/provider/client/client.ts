import type { AIMessageChunk, BaseMessage } from "@langchain/core/messages";
import type { Runnable } from "@langchain/core/runnables";
import type { ToolSpec } from "../../../port.ts";
import type { Effort } from "../../settings.ts";

/**
 * What one call carries beside its messages; absent parts are not sent. `mustCall`: the answer has to be a tool call. `isCached`: the
 * provider is asked to keep the prompt for the next call.
 */
export type CallParameters = {
	readonly maxTokens?: number;
	readonly temperature?: number;
	readonly effort?: Effort;
	/** JSON Schema of an answer that is one JSON object, and its name. */
	readonly json?: { readonly name: string; readonly schema: Readonly<Record<string, unknown>> };
	readonly tools?: readonly ToolSpec[];
	readonly mustCall?: boolean;
	readonly isCached?: boolean;
};

/** A client for one call. */
export type Client = Pick<Runnable<BaseMessage[], AIMessageChunk>, "invoke" | "stream">;

/** Makes clients of one model at one provider. `signal`: the end of the call, for clients that do not pass it on. */
export type OpenClient = (parameters: CallParameters, signal: AbortSignal) => Client;

/** Servers without keys ignore it; the clients require one. */
export const noKey = "none";

/** A tool in the form that all clients take. */
export const toFunction = ({ name, description, parameters }: ToolSpec) => ({
	type: "function" as const,
	function: { name, description, parameters: { ...parameters } },
});
