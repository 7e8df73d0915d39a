import { ApiError } from "@webhand/client/api-error";
import type { CallInput } from "@webhand/client/call";
import { call } from "@webhand/client/call";
import type { ErrorCode } from "@webhand/contracts/errors";
import { statusByCode } from "@webhand/contracts/errors";
import type { SessionId } from "@webhand/contracts/ids";
import type { ReplyOf, Route } from "@webhand/contracts/routes";
import { runnerStatusRoute } from "@webhand/contracts/tools/availability";
import { searchText } from "@webhand/contracts/tools/search";
import { AppError } from "@webhand/service-kit/errors";
import type { Identity } from "@webhand/service-kit/guard";
import { proxyHeader } from "@webhand/service-kit/http/forwarded";
import { createPlaces } from "@webhand/service-kit/shares/places";
import { fetchFrom } from "@webhand/service-kit/tracing/onward";
import { Agent, fetch as fetchWithAgent } from "undici";
import type { z } from "zod";
import { defined } from "../shared/defined.ts";
import { unavailable } from "./unavailable.ts";

/**
 * For whom the runner is called: with their own token, from their address. `grant` comes with a change; `signal` ends the wait, and a change
 * that was sent may still happen.
 */
export type RunnerCaller = {
	/** Null for what the service itself sends. */
	readonly identity: Pick<Identity, "token" | "tenantId" | "userId"> | null;
	readonly requestId: string;
	readonly ip: string;
	readonly sessionId?: SessionId | undefined;
	readonly grant?: string | undefined;
	readonly signal?: AbortSignal;
};

type Part<R extends Route, Name extends "params" | "query" | "body"> = R extends { readonly [Key in Name]: infer Schema extends z.ZodType }
	? { readonly [Key in Name]: z.output<Schema> }
	: { readonly [Key in Name]?: undefined };

/** The parsed parts of a request to the runner; all that the route has. */
export type RunnerInput<R extends Route> = Part<R, "params"> & Part<R, "query"> & Part<R, "body">;

/**
 * Calls one route of tool-runner. A read is repeated once when the connection fails, a change never.
 *
 * @throws AppError of the runner; TOOL_RUNNER_UNAVAILABLE without a good reply, with `details.isSent` false when the runner certainly did nothing
 */
export type AskRunner = <R extends Route>(caller: RunnerCaller, route: R, input: RunnerInput<R>) => Promise<ReplyOf<R>>;

/** Calls a route of the runner as one caller. */
export type Ask = <R extends Route>(route: R, input: RunnerInput<R>) => Promise<ReplyOf<R>>;

/** The runner, until it is closed. */
export type Runner = { readonly ask: AskRunner; readonly close: () => Promise<void> };

const limitMs = 30_000;
const connections = 128;
const mostWaiting = 200;

/** Opens the connections to tool-runner. @param url its origin @param proxySecret lets it believe whose address a call is from */
export function openRunner(url: string, proxySecret?: string): Runner {
	const connect = { timeout: 1_000 };
	const calls = new Agent({ connections, connect });
	const places = createPlaces({ places: connections, mostWaiting });
	// A call never waits behind what is held open; how much that may be is counted where it comes in.
	const held = new Agent({ connect });
	// The types of undici and of the platform differ, the functions do not.
	const fetchBy = (dispatcher: Agent) =>
		fetchFrom("tool-runner", ((input: string, init: object) =>
			fetchWithAgent(input, { ...init, dispatcher })) as unknown as typeof globalThis.fetch);
	const [fetchCall, fetchHeld] = [fetchBy(calls), fetchBy(held)];
	const ask: AskRunner = async (caller, route, input) => {
		const headers = {
			"x-request-id": caller.requestId,
			"x-forwarded-for": caller.ip,
			...defined({ [proxyHeader]: proxySecret, "webhand-session": caller.sessionId, "webhand-grant": caller.grant }),
		};
		// The limit is for the reply; the events of a stream come after it for as long as they like.
		const limit = new AbortController();
		const timer = setTimeout(() => limit.abort(new DOMException("The runner took too long", "TimeoutError")), limitMs);
		const until = AbortSignal.any([limit.signal, ...(caller.signal === undefined ? [] : [caller.signal])]);
		// The status is the same for everybody: it waits behind nobody's calls.
		const isHeld = route.produces === "event-stream" || route.waits === true || route.path === runnerStatusRoute.path;
		const api = { baseUrl: new URL(url).origin, token: () => caller.identity?.token ?? null, fetch: isHeld ? fetchHeld : fetchCall };
		const once = () => call(api, route, { ...input, headers, signal: until } as unknown as CallInput<typeof route>);
		const isRead = route.method === "GET" || route.path === searchText.runnerRoute.path;
		let release = () => {};
		try {
			if (!isHeld && caller.identity !== null) release = await places.enter(caller.identity, until).catch(unsent);
			return await once().catch((cause: unknown) => {
				if (isRead && isConnectionError(cause)) return once();
				throw cause;
			});
		} catch (cause) {
			caller.signal?.throwIfAborted();
			throw cause instanceof AppError ? cause : refusalOf(cause);
		} finally {
			release();
			clearTimeout(timer);
		}
	};
	// Whoever waited has left: a stream that nobody reads any more would hold up the end.
	return { ask, close: async () => void (await Promise.all([calls.destroy(), held.destroy()])) };
}

const isConnectionError = (cause: unknown) => cause instanceof ApiError && cause.code === "NETWORK";

/** Codes of connections that were never made. */
const unmade = new Set(["ECONNREFUSED", "ENOTFOUND", "EAI_AGAIN", "EHOSTUNREACH", "ENETUNREACH", "UND_ERR_CONNECT_TIMEOUT"]);

/** What a runner says that closes, or that is of another version. */
const notOurs: ReadonlySet<string> = new Set(["SERVICE_UNAVAILABLE", "NOT_FOUND", "METHOD_NOT_ALLOWED"]);

/** The runner's refusal as ours; a runner that closes or answers with something else is one that does not answer. */
function refusalOf(cause: unknown): AppError {
	if (cause instanceof ApiError && isKnown(cause.code) && !notOurs.has(cause.code)) {
		const { code, message, details, retryAfterMs } = cause;
		const retryAfterSeconds = retryAfterMs === undefined ? undefined : Math.ceil(retryAfterMs / 1_000);
		return new AppError(code, message, { cause, ...defined({ details, retryAfterSeconds }) });
	}
	const isSent = !(cause instanceof ApiError && (notOurs.has(cause.code) || wasNeverMade(cause)));
	return unavailable(isSent, cause);
}

/** There was no place for the call: too many of its caller wait, or the time was over. */
function unsent(cause: unknown): never {
	throw cause instanceof AppError ? cause : unavailable(false, cause);
}

const isKnown = (code: string): code is ErrorCode => Object.hasOwn(statusByCode, code);

function wasNeverMade(error: Error): boolean {
	for (let found: unknown = error; found instanceof Error; found = found.cause)
		if ("code" in found && typeof found.code === "string" && unmade.has(found.code)) return true;
	return false;
}
