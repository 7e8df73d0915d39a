import { ApiError } from "@webhand/client/api-error";
import type { Api, CallArguments } from "@webhand/client/call";
import { call } from "@webhand/client/call";
import type { ReplyOf, Route } from "@webhand/contracts/routes";
import { WebhandError } from "./errors.ts";

/** A Webhand server and the key to it. */
export type Server = Api;

/** Calls a route. @throws WebhandError */
export async function ask<R extends Route>(server: Server, route: R, ...input: CallArguments<R>): Promise<ReplyOf<R>> {
	try {
		return await call(server, route, ...input);
	} catch (cause) {
		throw asWebhandError(cause, server);
	}
}

/** An error of the HTTP client in the terms of this package; anything else, as an abort, stays what it is. @throws never */
export function asWebhandError(cause: unknown, { baseUrl }: Pick<Server, "baseUrl">): unknown {
	if (!(cause instanceof ApiError)) return cause;
	const facts = { cause, serverCode: cause.code, requestId: cause.requestId, details: cause.details };
	if (cause.code === "NETWORK") return new WebhandError(unreachable(baseUrl, faultOf(cause.cause)), { code: "server_away", ...facts });
	if (cause.status === 401)
		return new WebhandError(`${baseUrl} does not take this key: ${cause.message}`, { code: "not_signed_in", ...facts });
	if (cause.status === 403) return new WebhandError(`This key may not do that: ${cause.message}`, { code: "forbidden", ...facts });
	if (cause.status >= 502 || cause.code === "SERVICE_UNAVAILABLE")
		return new WebhandError(`${baseUrl} cannot work at the moment: ${cause.message}`, { code: "server_away", ...facts });
	return new WebhandError(cause.message, { code: "refused", ...facts });
}

function unreachable(baseUrl: string, fault: string | undefined): string {
	const why = fault === undefined ? "" : ` (${fault})`;
	if (fault !== undefined && /SELF_SIGNED|SIGNATURE|ISSUER/.test(fault))
		return `The certificate of ${baseUrl} is not trusted${why}. An authority of your own: NODE_EXTRA_CA_CERTS=FILE`;
	return `${baseUrl} does not answer${why}. Is the address right, and is it up? Behind a proxy: NODE_USE_ENV_PROXY=1 beside HTTPS_PROXY`;
}

/** What Node says of a connection, in a cause below the error of `fetch`: a code such as ECONNREFUSED, or else words. */
function faultOf(error: unknown): string | undefined {
	if (!(error instanceof Error)) return undefined;
	const code = "code" in error && typeof error.code === "string" && error.code !== "" ? error.code : undefined;
	return code ?? faultOf(error.cause) ?? (error.cause === undefined ? error.message : undefined);
}

const tries = 6;
const firstPauseMs = 500;
const longestPauseMs = 10_000;
/** The server counts requests by the minute, so one wait of that length is enough. */
const mostRateWaitMs = 90_000;

/**
 * Calls again while the server is away or busy, with growing pauses, and after a 429 when the server says. Only for a request that may be
 * repeated: with an `Idempotency-Key`, or one that changes nothing.
 *
 * @throws WebhandError of the last try; the reason of `signal`
 */
export async function askAgain<Reply>(once: () => Promise<Reply>, signal?: AbortSignal): Promise<Reply> {
	let waitedMs = 0;
	for (let attempt = 1; ; attempt += 1) {
		try {
			return await once();
		} catch (error) {
			const pauseMs = error instanceof WebhandError ? pauseBefore(error, { attempt, waitedMs }) : null;
			if (pauseMs === null) throw error;
			await pause(pauseMs, signal);
			waitedMs += pauseMs;
		}
	}
}

const endLimitMs = 10_000;

/**
 * Tells the server that something ends, again while it is away or busy.
 *
 * @param once gets a signal that ends one try
 * @returns why the server has not heard it; undefined where it has, or where the thing was over already
 */
export async function tellEnd(once: (signal: AbortSignal) => Promise<unknown>): Promise<WebhandError | undefined> {
	try {
		await askAgain(() => once(AbortSignal.timeout(endLimitMs)));
		return undefined;
	} catch (cause) {
		if (!(cause instanceof WebhandError)) return new WebhandError("The server does not answer", { code: "server_away", cause });
		return cause.serverCode === "RUN_ENDED" ? undefined : cause;
	}
}

/** Throws what the server has not heard; nothing where there are no words of it. @throws WebhandError server_away */
export function throwUnheard(words: string | undefined): void {
	if (words !== undefined) throw new WebhandError(words, { code: "server_away" });
}

/** Calls before, and the sum of the pauses between them. */
type Tried = { readonly attempt: number; readonly waitedMs: number };

/** How long to wait before the same request goes out again; null for never. A model that thinks is waited for as long as it takes. */
export function pauseBefore({ serverCode, code, cause, details }: WebhandError, { attempt, waitedMs }: Tried): number | null {
	const asked = cause instanceof ApiError ? cause.retryAfterMs : undefined;
	if (serverCode === "TASK_BUSY" && details?.["reason"] === "model_thinking") return asked ?? firstPauseMs;
	const growing = firstPauseMs * 2 ** (attempt - 1);
	if (serverCode === "RATE_LIMIT") {
		const pauseMs = Math.max(firstPauseMs, asked ?? Math.min(longestPauseMs, growing));
		return waitedMs + pauseMs > mostRateWaitMs ? null : pauseMs;
	}
	const isPassing = code === "server_away" || serverCode === "TASK_BUSY";
	if (!isPassing || attempt >= tries) return null;
	return Math.min(longestPauseMs, asked ?? growing);
}

/** Waits. @throws the reason of `signal` */
export async function pause(ms: number, signal?: AbortSignal): Promise<void> {
	signal?.throwIfAborted();
	await new Promise<void>((resolve, reject) => {
		const timer = setTimeout(() => {
			signal?.removeEventListener("abort", stop);
			resolve();
		}, ms);
		const stop = () => {
			clearTimeout(timer);
			reject(signal?.reason);
		};
		signal?.addEventListener("abort", stop, { once: true });
	});
}
