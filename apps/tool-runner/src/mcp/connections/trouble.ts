import { ProtocolError, SdkError, SdkErrorCode, SdkHttpError } from "@modelcontextprotocol/client";
import { AppError, OwnError } from "@webhand/service-kit/errors";
import { brokenRule } from "@webhand/service-kit/web/guarded-fetch";
import type { WatchLimit } from "../../sandbox/watch.ts";
import { lostReply } from "./http.ts";
import { Backlog } from "./stdio.ts";

/** A server that cannot be used. Clients hear the reason; `output`, its program's last words, is for operators alone. */
export class ServerDown extends AppError {
	readonly output: string;

	constructor(server: string, { reason, output, cause }: { readonly reason: string; readonly output: string; readonly cause: unknown }) {
		super("MCP_SERVER_DOWN", `The MCP server ${server} cannot be used: ${reason}`, {
			details: { server, reason },
			retryAfterSeconds: 10,
			cause,
		});
		this.output = output;
	}
}

/** A list of tools that cannot be taken. */
export class ListRefused extends OwnError {
	override readonly name = "ListRefused";
}

/** What a failure of a call means: it was cancelled, took too long, was answered with an error, or nobody knows. */
export type Trouble = {
	readonly state: "cancelled" | "timed_out" | "exited" | "failed" | "outcome_unknown" | WatchLimit;
	readonly code: string;
	readonly message: string;
};

const textLength = 500;

/** What we did meanwhile: ended the call, or its program for a limit. */
export type Ended = { readonly isCancelled: boolean; readonly limit: WatchLimit | undefined };

/** What the failure of a call means for its state. @throws never */
export function troubleOf(cause: unknown, { isCancelled, limit }: Ended): Trouble {
	if (isCancelled) return { state: "cancelled", code: "CANCELLED", message: "The call was cancelled" };
	if (limit !== undefined) return { state: limit, code: limit.toUpperCase(), message: limitTexts[limit] };
	if (cause instanceof AppError) return { state: "failed", code: cause.code, message: cause.message.slice(0, textLength) };
	if (cause instanceof Backlog)
		return { state: "failed", code: "SERVER_BUSY", message: "The server does not read what it is sent. Try again" };
	const unknown = {
		state: "outcome_unknown",
		code: "CONNECTION_LOST",
		message: "The connection was lost: the tool may have done its work",
	} as const;
	if (cause instanceof ProtocolError && cause.message.includes(lostReply)) return unknown;
	if (cause instanceof ProtocolError) return { state: "exited", code: "TOOL_FAILED", message: cause.message.slice(0, textLength) };
	if (cause instanceof SdkHttpError && cause.status >= 400 && cause.status < 500)
		return { state: "failed", code: "SERVER_REFUSED", message: `The server refused the call with ${cause.status}` };
	if (cause instanceof SdkError && cause.code === SdkErrorCode.RequestTimeout)
		return { state: "timed_out", code: "TIMED_OUT", message: "The tool said nothing for too long, or took more than 15 minutes" };
	if (cause instanceof SdkError && answered.has(cause.code))
		return { state: "exited", code: "RESULT_INVALID", message: "The server answered with something that is no result" };
	return unknown;
}

const limitTexts: Readonly<Record<WatchLimit, string>> = {
	memory_limit: "The program of the server took too much memory and was ended: the tool may have done its work",
	disk_limit:
		"The disk, or the room of your organization on it, is full, so the program of the server was ended: the tool may have done its work",
};

const answered: ReadonlySet<string> = new Set([
	SdkErrorCode.InvalidResult,
	SdkErrorCode.UnsupportedResultType,
	SdkErrorCode.InputRequiredRoundsExceeded,
]);

/** Why a server cannot be reached, or its tools cannot be taken, for an operator. @throws never */
export function downReason(cause: unknown): string {
	if (cause instanceof AppError || cause instanceof ListRefused) return cause.message;
	if (brokenRule(cause) !== undefined) return "Its address may not be reached: it is not public, or not https";
	if (cause instanceof SdkHttpError) return `It answers with HTTP status ${cause.status}`;
	if (cause instanceof SdkError && cause.code === SdkErrorCode.ListPaginationExceeded) return "Its list of tools has no end";
	if (cause instanceof SdkError && answered.has(cause.code)) return "It answers, and its list of tools cannot be read";
	if (cause instanceof SdkError && cause.code === SdkErrorCode.RequestTimeout) return "It does not answer";
	if (cause instanceof SdkError && cause.code === SdkErrorCode.ConnectionClosed) return "Its program ends at once";
	return "It cannot be reached";
}
