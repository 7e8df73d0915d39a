import type { ExtractionQuery } from "@webhand/contracts/knowledge/extraction";
import { ExtractionReply, extraction } from "@webhand/contracts/knowledge/extraction";
import { OwnError } from "@webhand/service-kit/errors";
import type { Response } from "undici";
import { Agent, fetch } from "undici";

/** How a question ended; `open`: it was not asked. */
export type ExtractionOutcome = "ok" | "timeout" | "unreachable" | "invalid" | "open";

/** Why there is no reply. The message holds nothing that the service sent. */
export class ExtractionFailure extends OwnError {
	override readonly name = "ExtractionFailure";
	readonly outcome: Exclude<ExtractionOutcome, "ok">;

	constructor(message: string, options: { readonly outcome: Exclude<ExtractionOutcome, "ok">; readonly cause?: unknown }) {
		super(message, { cause: options.cause });
		this.outcome = options.outcome;
	}
}

/** The external extraction service. */
export type Extraction = {
	/** @throws ExtractionFailure */
	readonly ask: (query: ExtractionQuery, about: { readonly signal: AbortSignal; readonly requestId: string }) => Promise<ExtractionReply>;
	readonly close: () => Promise<void>;
};

/** `url` is the address that `extraction.path` is put behind; times in ms, `callMs` with the retry and the body. */
export type ExtractionOptions = { readonly url: string; readonly key: string; readonly connectMs: number; readonly callMs: number };

const mostConnections = 16;
const mostBytes = 1_000_000;

/** Opens up to 16 connections to the service, when they are needed. Redirects are failures: the key is for this address alone. */
export function createExtraction({ url, key, connectMs, callMs }: ExtractionOptions): Extraction {
	const agent = new Agent({ connections: mostConnections, connect: { timeout: connectMs } });
	const address = new URL(url);
	address.pathname = `${address.pathname.replace(/\/+$/, "")}${extraction.path}`;

	const send = (query: ExtractionQuery, requestId: string, signal: AbortSignal) => {
		const target = new URL(address);
		for (const [name, value] of Object.entries(query)) target.searchParams.set(name, String(value));
		const headers = { authorization: `Bearer ${key}`, accept: "application/json", "x-request-id": requestId };
		return fetch(target, { headers, signal, redirect: "manual", dispatcher: agent });
	};
	return {
		ask: async (query, { signal, requestId }) => {
			const ending = AbortSignal.any([signal, AbortSignal.timeout(callMs)]);
			try {
				const response = await send(query, requestId, ending).catch((cause: unknown) => {
					if (ending.aborted || !isConnectFailure(cause)) throw cause;
					return send(query, requestId, ending);
				});
				return await replyOf(response);
			} catch (cause) {
				if (cause instanceof ExtractionFailure) throw cause;
				if (ending.aborted) throw new ExtractionFailure("The extraction service did not answer in time", { outcome: "timeout", cause });
				throw new ExtractionFailure("The connection to the extraction service failed", { outcome: "unreachable", cause });
			}
		},
		close: () => agent.destroy(),
	};
}

async function replyOf(response: Response): Promise<ExtractionReply> {
	const problem = problemOf(response);
	if (problem !== null) {
		await response.body?.cancel();
		throw new ExtractionFailure(problem, { outcome: "invalid" });
	}
	const text = await textOf(response);
	const reply = ExtractionReply.safeParse(parsed(text));
	if (reply.success) return reply.data;
	const place = reply.error.issues[0]?.path.map(String).join(".") ?? "";
	throw new ExtractionFailure(`The extraction service's reply is wrong${place === "" ? "" : ` at ${place}`}`, { outcome: "invalid" });
}

function problemOf({ status, headers }: Response): string | null {
	if (status !== 200) return `The extraction service answered with status ${status}`;
	if (!/^application\/json\s*(;|$)/i.test(headers.get("content-type") ?? "")) return "The extraction service's reply is not JSON";
	return null;
}

/** Counts bytes after decompression, so that a small reply cannot unfold into a large one. */
async function textOf({ body }: Response): Promise<string> {
	const decoder = new TextDecoder("utf-8", { fatal: true });
	let bytes = 0;
	let text = "";
	try {
		for await (const piece of body ?? []) {
			bytes += piece.byteLength;
			if (bytes > mostBytes)
				throw new ExtractionFailure(`The extraction service's reply is larger than ${mostBytes} bytes`, { outcome: "invalid" });
			text += decoder.decode(piece, { stream: true });
		}
		return text + decoder.decode();
	} catch (cause) {
		if (isTextFault(cause)) throw new ExtractionFailure("The extraction service's reply is not UTF-8", { outcome: "invalid", cause });
		throw cause;
	}
}

function parsed(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch (cause) {
		throw new ExtractionFailure("The extraction service's reply is not JSON", { outcome: "invalid", cause });
	}
}

function isTextFault(cause: unknown): boolean {
	return cause instanceof TypeError && "code" in cause && cause.code === "ERR_ENCODING_INVALID_ENCODED_DATA";
}

const connectFailures: ReadonlySet<unknown> = new Set(
	"ECONNREFUSED EHOSTUNREACH ENETUNREACH ENOTFOUND EAI_AGAIN ETIMEDOUT UND_ERR_CONNECT_TIMEOUT".split(" "),
);

/** True when no connection came about, so that the service has seen nothing. */
function isConnectFailure(failure: unknown): boolean {
	const cause = failure instanceof Error ? failure.cause : undefined;
	return cause instanceof Error && "code" in cause && connectFailures.has(cause.code);
}
