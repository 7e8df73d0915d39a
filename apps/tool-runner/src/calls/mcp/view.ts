import { isOver } from "@webhand/contracts/tools/executions";
import type { McpCall } from "@webhand/contracts/tools/mcp";
import type { StoredToolCall } from "./store.ts";

/** A call as its caller sees it. @throws never */
export function callView({
	_id: id,
	state,
	data,
	error,
	createdAt,
	finishedAt,
}: Pick<StoredToolCall, "_id" | "state" | "data" | "error" | "createdAt" | "finishedAt">): McpCall {
	return {
		id,
		state,
		ok: state === "exited" && error === null && data?.isError === false,
		...(data === null ? {} : { data }),
		...(error === null ? {} : { error }),
		streaming: !isOver(state),
		durationMs: finishedAt === null ? null : Math.max(0, finishedAt.getTime() - createdAt.getTime()),
	};
}

const resultLimit = 4_194_304;

type Given = {
	readonly content?: unknown;
	readonly structuredContent?: unknown;
	readonly isError?: unknown;
};

/** The result of a tool for its caller, links in it as they are; null when it is larger than 4 MiB. @throws never */
export function resultOf({ content, structuredContent, isError }: Given): NonNullable<McpCall["data"]> | null {
	const parts = Array.isArray(content)
		? content.filter((part): part is Record<string, unknown> => typeof part === "object" && part !== null)
		: [];
	const structured =
		typeof structuredContent !== "object" || structuredContent === null || Array.isArray(structuredContent)
			? undefined
			: { ...structuredContent };
	const data = { content: parts, ...(structured === undefined ? {} : { structuredContent: structured }), isError: isError === true };
	return Buffer.byteLength(JSON.stringify(data)) > resultLimit ? null : data;
}

/** What the audit says of an end. */
export function outcomeOf({ state, error, data }: Pick<StoredToolCall, "state" | "error" | "data">): string {
	if (state === "outcome_unknown") return "unknown";
	if (state === "cancelled") return "cancelled";
	if (error !== null) return `error:${error.code}`;
	return data?.isError === true ? "error:TOOL_FAILED" : "ok";
}
