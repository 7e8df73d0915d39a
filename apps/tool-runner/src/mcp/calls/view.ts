import { hash } from "node:crypto";
import type { McpCall } from "@webhand/contracts/tools/mcp";
import canonicalize from "canonicalize";
import type { CallRow } from "./store.ts";

const final: ReadonlySet<McpCall["state"]> = new Set([
	...(["exited", "cancelled", "timed_out", "output_limit", "memory_limit", "disk_limit"] as const),
	...(["refused", "expired_in_queue", "failed", "outcome_unknown"] as const),
]);

/** True once nothing more happens to a call. @throws never */
export function isOver(state: McpCall["state"]): boolean {
	return final.has(state);
}

/** What an id stands for: the tool, its arguments and its time, not the version of the tool. @throws TypeError for what JSON does not have */
export function hashOfBody(asked: { readonly name: string; readonly arguments: unknown; readonly timeoutMs: number }): string {
	return hash("sha256", canonicalize({ name: asked.name, arguments: asked.arguments, timeoutMs: asked.timeoutMs }) ?? "");
}

/** A call as its caller sees it. @throws never */
export function callView({
	_id: id,
	state,
	data,
	error,
	createdAt,
	finishedAt,
}: Pick<CallRow, "_id" | "state" | "data" | "error" | "createdAt" | "finishedAt">): McpCall {
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
