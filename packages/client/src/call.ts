import { ErrorBody } from "@webhand/contracts/errors";
import type { BodyOf, FileNameOf, ParamsOf, QueryOf, ReplyOf, Route } from "@webhand/contracts/routes";
import { mediaTypes } from "@webhand/contracts/routes";
import { ApiError } from "./api-error.ts";
import { readEvents } from "./event-stream.ts";

/** Smallest body in bytes that is compressed, if its route allows it. */
const gzipFromBytes = 8_192;

/**
 * A server and its caller. `baseUrl` is an origin without a trailing slash; `token`, an access token or an API key, is asked for before each
 * call that is not `public`, and null sends none; tests and proxies may replace `fetch`.
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
	Given<"body", BodyOf<R>> & {
		/** File parts of a `multipart` body. */
		readonly files?: readonly { readonly name: FileNameOf<R>; readonly file: File }[];
		readonly headers?: Readonly<Record<string, string>>;
		readonly signal?: AbortSignal;
	};

/** A route without required input can be called without any. */
export type CallArguments<R extends Route> = Record<never, never> extends CallInput<R> ? [input?: CallInput<R>] : [input: CallInput<R>];

type LooseInput = {
	readonly params?: unknown;
	readonly query?: unknown;
	readonly body?: unknown;
	readonly files?: readonly { readonly name: string; readonly file: File }[];
	readonly headers?: Readonly<Record<string, string>>;
	readonly signal?: AbortSignal;
};

/**
 * Calls one route: bearer token, no cookies, no redirects, bodies and replies as the route says, gzip of JSON from 8 kB if the route reads it.
 *
 * @returns the parsed reply without unknown keys; undefined for a route without a reply; the text of `html` and `csv`; for an `event-stream` its events
 * as they come, where iterating throws as below and leaving the loop closes the connection
 * @throws {ApiError} if the call fails; the reason of `signal` if it is aborted
 */
export async function call<R extends Route>(api: Api, route: R, ...[input]: CallArguments<R>): Promise<ReplyOf<R>> {
	const given: LooseInput = input ?? {};
	const response = await send(api, route, given);
	const { produces = "json", reply } = route;
	const badReply = (cause?: unknown) =>
		new ApiError(
			{
				status: response.status,
				code: "BAD_REPLY",
				message: `The answer of ${route.method} ${route.path} is not of this version's contract`,
				requestId: response.headers.get("x-request-id") ?? undefined,
			},
			{ cause },
		);
	const isOfType = response.headers.get("content-type")?.startsWith(mediaTypes[produces]) === true;
	if (response.ok && produces === "event-stream" && reply !== undefined) {
		if (!isOfType || response.body === null) throw badReply();
		const broken = { badReply, unanswered: (cause: unknown) => unanswered(cause, given.signal) };
		return readEvents(response.body, reply, broken) as ReplyOf<R>;
	}
	const text = await readText(response, given.signal);
	if (!response.ok) throw refusalOf(response, text);
	if (produces === "html" || produces === "csv") {
		if (!isOfType) throw badReply();
		return text as ReplyOf<R>;
	}
	if (reply === undefined) return undefined as ReplyOf<R>;
	const parsed = reply.safeParse(parseJson(text));
	if (parsed.success) return parsed.data as ReplyOf<R>;
	throw badReply();
}

async function send(api: Api, route: Route, input: LooseInput): Promise<Response> {
	const headers = new Headers(input.headers);
	const { produces = "json" } = route;
	// It can be the id of a trace (W3C Trace Context §3.2.2.3): one number finds the request in error messages, logs and traces.
	if (!headers.has("x-request-id")) headers.set("x-request-id", crypto.randomUUID().replaceAll("-", ""));
	// Refusals are JSON on every route.
	headers.set("accept", produces === "json" ? mediaTypes.json : `${mediaTypes[produces]}, ${mediaTypes.json}`);
	const token = route.public === true ? null : await api.token();
	if (token !== null) headers.set("authorization", `Bearer ${token}`);
	const body = await encode(route, input);
	// `fetch` itself names the type of a form, with the boundary of its parts.
	if (typeof body === "string" || body instanceof Uint8Array) headers.set("content-type", mediaTypes.json);
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

/** The body in the route's first format; `multipart` where there are files. */
async function encode(
	route: Route,
	{ body, files = [] }: LooseInput,
): Promise<FormData | URLSearchParams | string | Uint8Array<ArrayBuffer> | undefined> {
	if (route.body === undefined && route.files === undefined) return undefined;
	const format = files.length > 0 ? "multipart" : (route.consumes?.[0] ?? "json");
	if (format === "json") return compress(JSON.stringify(body), route.gzip === true);
	const fields = Object.entries(body ?? {}).flatMap(([name, value]) =>
		[value].flat().flatMap((part): [string, string][] => (part === undefined ? [] : [[name, String(part)]])),
	);
	if (format === "form") return new URLSearchParams(fields);
	const form = new FormData();
	for (const [name, value] of fields) form.append(name, value);
	for (const { name, file } of files) form.append(name, file);
	return form;
}

async function compress(text: string, mayCompress: boolean): Promise<string | Uint8Array<ArrayBuffer>> {
	if (!mayCompress || text.length < gzipFromBytes) return text;
	const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("gzip"));
	return new Uint8Array(await new Response(stream).arrayBuffer());
}

function urlOf(baseUrl: string, route: Route, input: LooseInput): string {
	const params = new Map(Object.entries(input.params ?? {}));
	const path = route.path.replaceAll(/:(\w+)/g, (_, name: string) => encodeURIComponent(String(params.get(name))));
	const query = new URLSearchParams(
		Object.entries(input.query ?? {}).flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, String(value)]])),
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
