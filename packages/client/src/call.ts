import { ErrorBody } from "@webhand/contracts/errors";
import type { BodyOf, ParamsOf, QueryOf, ReplyOf, Route } from "@webhand/contracts/routes";
import { ApiError } from "./api-error.ts";

/** Smallest body in bytes that is compressed, if its route allows it. */
const gzipFromBytes = 8_192;

/**
 * A server and its caller. `baseUrl` is an origin without a trailing slash; `token` is called before each call that is not `public`, and
 * null sends none; tests and proxies may replace `fetch`.
 */
export type Api = {
	readonly baseUrl: string;
	readonly token: () => string | null | Promise<string | null>;
	readonly fetch?: typeof globalThis.fetch;
};

type Given<K extends string, T> = [T] extends [undefined] ? { readonly [key in K]?: undefined } : { readonly [key in K]: T };

/** The input of a route: it requires exactly the params, query and body that the route has. */
export type CallInput<R extends Route> = Given<"params", ParamsOf<R>> &
	Given<"query", QueryOf<R>> &
	Given<"body", BodyOf<R>> & { readonly headers?: Readonly<Record<string, string>>; readonly signal?: AbortSignal };

/** A route without required input can be called without any. */
export type CallArguments<R extends Route> = Record<never, never> extends CallInput<R> ? [input?: CallInput<R>] : [input: CallInput<R>];

type LooseInput = {
	readonly params?: unknown;
	readonly query?: unknown;
	readonly body?: unknown;
	readonly headers?: Readonly<Record<string, string>>;
	readonly signal?: AbortSignal;
};

/**
 * Calls one route: bearer token, no cookies, no redirects, JSON in both directions, gzip from 8 kB if the route reads it.
 *
 * @returns the parsed reply without unknown keys; undefined for a route without a reply
 * @throws {ApiError} if the call fails; the reason of `signal` if it is aborted
 */
export async function call<R extends Route>(api: Api, route: R, ...[input]: CallArguments<R>): Promise<ReplyOf<R>> {
	const given: LooseInput = input ?? {};
	const response = await send(api, route, given);
	const text = await readText(response, given.signal);
	if (!response.ok) throw refusalOf(response, text);
	if (route.reply === undefined) return undefined as ReplyOf<R>;
	const parsed = route.reply.safeParse(parseJson(text));
	if (parsed.success) return parsed.data as ReplyOf<R>;
	throw new ApiError({
		status: response.status,
		code: "BAD_REPLY",
		message: `The answer of ${route.method} ${route.path} is not of this version's contract`,
		requestId: response.headers.get("x-request-id") ?? undefined,
	});
}

async function send(api: Api, route: Route, input: LooseInput): Promise<Response> {
	const headers = new Headers(input.headers);
	headers.set("accept", "application/json");
	const token = route.public === true ? null : await api.token();
	if (token !== null) headers.set("authorization", `Bearer ${token}`);
	const body = route.body === undefined ? undefined : await encode(JSON.stringify(input.body), route.gzip === true);
	if (body !== undefined) headers.set("content-type", "application/json");
	if (body instanceof Uint8Array) headers.set("content-encoding", "gzip");
	try {
		return await (api.fetch ?? globalThis.fetch)(urlOf(api.baseUrl, route, input), {
			method: route.method,
			headers,
			credentials: "omit",
			redirect: "error",
			cache: "no-store",
			...(body === undefined ? {} : { body }),
			...(input.signal === undefined ? {} : { signal: input.signal }),
		});
	} catch (cause) {
		throw unanswered(cause, input.signal);
	}
}

async function readText(response: Response, signal: AbortSignal | undefined): Promise<string> {
	try {
		return await response.text();
	} catch (cause) {
		throw unanswered(cause, signal);
	}
}

/** Passes the caller's abort on; any other error is a network error. */
function unanswered(cause: unknown, signal: AbortSignal | undefined): unknown {
	if (signal?.aborted === true) return signal.reason;
	return new ApiError({ status: 0, code: "NETWORK", message: "The server could not be reached." }, { cause });
}

async function encode(text: string, mayCompress: boolean): Promise<string | Uint8Array<ArrayBuffer>> {
	if (!mayCompress || text.length < gzipFromBytes) return text;
	const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
	return new Uint8Array(await new Response(stream).arrayBuffer());
}

function urlOf(baseUrl: string, route: Route, input: LooseInput): string {
	const params = new Map(Object.entries(input.params ?? {}));
	const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params.get(name))));
	const query = new URLSearchParams(
		Object.entries(input.query ?? {}).flatMap(([name, value]) => (value === undefined ? [] : [[name, String(value)]])),
	);
	return query.size === 0 ? `${baseUrl}${path}` : `${baseUrl}${path}?${query}`;
}

function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

function refusalOf(response: Response, text: string): ApiError {
	const retryAfterMs = retryAfterOf(response.headers.get("retry-after"));
	const body = ErrorBody.safeParse(parseJson(text));
	if (body.success) return new ApiError({ status: response.status, ...body.data.error, requestId: body.data.requestId, retryAfterMs });
	return new ApiError({
		status: response.status,
		code: "BAD_REPLY",
		message: `The server answered ${response.status} without a reason.`,
		requestId: response.headers.get("x-request-id") ?? undefined,
		retryAfterMs,
	});
}

/** `Retry-After` in milliseconds. Our services write seconds; dates (RFC 9110 §10.2.3) from proxies are ignored. */
function retryAfterOf(header: string | null): number | undefined {
	return header !== null && /^\d+$/.test(header) ? Number(header) * 1_000 : undefined;
}
