import { Socket } from "node:net";
import type { ErrorCode, FieldProblem } from "@webhand/contracts/errors";
import { ErrorBody, statusByCode } from "@webhand/contracts/errors";
import type { FileNameOf, ReplyOf, Route } from "@webhand/contracts/routes";
import { commonErrors, gatewayPrefixes, mediaTypes } from "@webhand/contracts/routes";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { z } from "zod";
import type { Identity } from "./guard.ts";
import { unauthorized } from "./guard.ts";
import { filesOf } from "./http/body.ts";
import type { CsvRow } from "./http/csv.ts";
import { csvStream } from "./http/csv.ts";
import { eventStream } from "./http/event-stream.ts";
import type { HoldOpen } from "./http/held-open.ts";
import type { UploadedFile } from "./http/multipart.ts";
import { fieldProblems, invalid } from "./http/replies.ts";
import type { AnswerLarge } from "./large-bodies/hand-over.ts";
import { handOver, LargeBody } from "./large-bodies/hand-over.ts";
import { wrongWords } from "./wrong-words.ts";

declare module "fastify" {
	interface FastifyContextConfig {
		/** The contract behind a route that `addRoute` registered. */
		contract?: Route;
		/** A route of the kit itself that needs no token: health, metrics, documentation. */
		isOpen?: boolean;
	}
	interface FastifyInstance {
		/** Counts streams and requests that wait. */
		holdOpen: HoldOpen;
		/** Answers requests with large bodies; `null` where this event loop reads them. */
		answerLarge: AnswerLarge | null;
		/** Gives a runner the identity of the owner of the run that it does. */
		actForRun: ActForRun;
	}
	interface FastifyRequest {
		/** Who calls; `null` on a public route. */
		identity: Identity | null;
		/** Calls the listener once when the sign-in of the request ends; the result removes the listener. `null` where no sign-in counts. */
		whenSignedOut: ((listener: () => void) => () => void) | null;
	}
}

type Parsed<Schema> = Schema extends z.ZodType ? z.output<Schema> : undefined;
type Part<R extends Route, Name extends "params" | "query" | "headers" | "body"> = R extends { readonly [Key in Name]: infer Schema }
	? Parsed<Schema>
	: undefined;

/**
 * One request of a route, parsed by its contract. `identity` is there unless the route is `public`. `signal` ends when the client leaves or
 * its sign-in ends, that of an `event-stream` also when the service closes. `files` are those of a `multipart` body, in order.
 * `reply` is for headers (`Idempotency-Replayed`), streams and stored bytes; a handler that sent by itself returns nothing.
 */
export type Call<R extends Route> = {
	readonly params: Part<R, "params">;
	readonly query: Part<R, "query">;
	readonly headers: Part<R, "headers">;
	readonly body: Part<R, "body">;
	readonly files: readonly UploadedFile<FileNameOf<R>>[];
	readonly identity: R extends { readonly public: true } ? null : Identity;
	readonly requestId: string;
	readonly signal: AbortSignal;
	readonly request: FastifyRequest;
	readonly reply: FastifyReply;
};

/** What a request names, parsed by the contract of its route. */
export type RequestParts = Readonly<Record<"params" | "query" | "headers" | "body", unknown>>;

/**
 * The owner of the run that a runner's request names, for exactly that run.
 *
 * @throws AppError FORBIDDEN where the request names no run, or another than the runner does
 */
export type ActForRun = (identity: Identity, parts: RequestParts) => Promise<Identity>;

type AnswerOf<R extends Route> = R extends { readonly produces: "csv" } ? AsyncIterable<CsvRow> : ReplyOf<R>;

/**
 * Answers a call with the contract's reply, or with nothing where it has none; an `event-stream` with the events and `csv` with the rows as
 * they come.
 */
export type Handler<R extends Route> = (call: Call<R>) => Promise<AnswerOf<R> | undefined> | AnswerOf<R> | undefined;

/** A connection with events on which nothing moves for so long has a client that stopped reading; comments move it every 15 s. */
const stalledMs = 60_000;

/** Body limit of a route whose contract names none, in bytes. */
export const defaultBodyLimit = 65_536;

/**
 * Puts a contract's route on a service that `createService` made: guard, limits, body cap, validation of all parts at once, a reply
 * checked against its schema, and the documentation.
 */
export function addRoute<const R extends Route>(app: FastifyInstance, route: R, handler: Handler<R>): void {
	const closing = new AbortController();
	// An open stream would delay the shutdown until its limit.
	if (route.produces === "event-stream") app.addHook("preClose", async () => closing.abort());
	app.route({
		method: route.method,
		url: route.path,
		bodyLimit: route.bodyLimit ?? defaultBodyLimit,
		config: { contract: route },
		schema: documentationOf(route),
		handler: async (request, reply) => {
			const { left, signedOut } = departureOf(request, reply);
			const { body, id: requestId } = request;
			if (app.answerLarge !== null && body instanceof LargeBody)
				return await Promise.race([handOver(app.answerLarge, { request, body, reply, signal: left }), signedOut]);
			const parts = parseParts(route, request);
			if (route.public !== true && request.identity === null) throw unauthorized();
			const identity = await actorOf(app, { route, caller: request.identity, parts });
			if (identity !== null && (route.produces === "event-stream" || route.waits === true)) holdWhileOpen(app, identity, reply);
			reply.code(route.status ?? 200);
			const signal = route.produces === "event-stream" ? AbortSignal.any([closing.signal, left]) : left;
			const call = { ...parts, files: filesOf(request), identity, requestId, signal, request, reply };
			// A handler that began runs to its end, but its answer is dropped.
			const answer: unknown = await Promise.race([handler(call as unknown as Call<R>), signedOut]);
			if (reply.sent) return reply;
			if (route.produces !== undefined && route.produces !== "json") reply.type(`${mediaTypes[route.produces]}; charset=utf-8`);
			if (route.produces === "event-stream" && reply.raw.socket instanceof Socket) reply.raw.setTimeout(stalledMs);
			if (route.produces === "event-stream" && route.reply !== undefined)
				return reply.send(eventStream(answer as AsyncIterable<unknown>, { schema: route.reply, signal }));
			if (route.produces === "csv") return reply.send(csvStream(answer as AsyncIterable<CsvRow>));
			return answer ?? reply.send();
		},
	});
}

/** Who a request acts for: its caller, or the owner of the run that a runner does. */
async function actorOf(
	app: FastifyInstance,
	{ route, caller, parts }: { readonly route: Route; readonly caller: Identity | null; readonly parts: RequestParts },
): Promise<Identity | null> {
	return caller?.runner !== undefined && route.runners === "its_run" ? await app.actForRun(caller, parts) : caller;
}

/**
 * `left` ends when the client leaves or its sign-in ends; `signedOut` rejects with the latter. Fastify's own `request.signal` listens to the
 * request, which closes once its body was read.
 */
function departureOf(
	{ whenSignedOut }: FastifyRequest,
	{ raw }: FastifyReply,
): { readonly left: AbortSignal; readonly signedOut: Promise<never> } {
	const left = new AbortController();
	const signedOut = Promise.withResolvers<never>();
	signedOut.promise.catch(() => undefined);
	const stopListening = whenSignedOut?.(() => {
		left.abort();
		signedOut.reject(unauthorized());
	});
	const leave = () => {
		stopListening?.();
		if (!raw.writableFinished) left.abort();
	};
	if (raw.closed) leave();
	else raw.once("close", leave);
	return { left: left.signal, signedOut: signedOut.promise };
}

function holdWhileOpen({ holdOpen }: FastifyInstance, identity: Identity, { raw }: FastifyReply): void {
	const release = holdOpen(identity);
	if (raw.closed) release();
	else for (const event of ["finish", "close"]) raw.once(event, release);
}

/** All parts are parsed before anything is refused, so a client learns of every wrong field at once. */
function parseParts(route: Route, request: FastifyRequest) {
	const problems: FieldProblem[] = [];
	const parse = (schema: z.ZodType | undefined, value: unknown): unknown => {
		if (schema === undefined) return undefined;
		const result = schema.safeParse(value, { error: wrongWords });
		if (result.success) return result.data;
		problems.push(...fieldProblems(result.error.issues));
		return undefined;
	};
	const parts = {
		params: parse(route.params, request.params),
		query: parse(route.query, request.query),
		headers: parse(route.headers, request.headers),
		body: parse(route.body, request.body),
	};
	if (problems.length > 0) throw invalid("The request is not valid", problems);
	return parts;
}

/** A reply without a body is documented too; a route that writes its own reply has none in its contract. */
function successOf({ status = 200, reply, produces = "json" }: Route): Readonly<Record<string, unknown>> {
	if (produces !== "json") return { [status]: { content: { [mediaTypes[produces]]: { schema: reply ?? z.string() } } } };
	if (reply !== undefined) return { [status]: reply };
	return status === 204 ? { 204: z.null().describe("Done; there is nothing to say") } : {};
}

/** The body with its files, as the documentation shows it. */
function bodyWithFiles({ body, files }: Route): z.ZodType | undefined {
	if (files === undefined) return body;
	const file = z.string().meta({ format: "binary", description: "Only as multipart/form-data" }).optional();
	const parts = z.object(Object.fromEntries(files.map((name) => [name, file])));
	return body === undefined ? parts : z.intersection(body, parts);
}

/** Internal routes of a service with a public door are nobody else's business; those of another service are all that it has. */
const isBehindGateway = (name: Route["service"]) => gatewayPrefixes.some(({ service }) => service === name);

/** A sign-in, or a key with one of the scopes. */
const securityOf = ({ keys = [] }: Route) => [{ bearer: [] }, ...keys.map((scope) => ({ apiKey: [scope] }))];

function documentationOf(route: Route) {
	const codes: readonly ErrorCode[] = [...new Set<ErrorCode>([...(route.errors ?? []), ...commonErrors])];
	const { params, query, headers, consumes } = route;
	const body = bodyWithFiles(route);
	// Headers over 16 KB, and a body too large or in another format, are refused before the route is asked.
	const unread = [431, ...(body === undefined ? [] : [413, 415])];
	const errors = Object.fromEntries([...codes.map((code) => statusByCode[code]), ...unread].map((status) => [status, ErrorBody]));
	return {
		hide: route.internal === true && isBehindGateway(route.service),
		summary: route.summary,
		tags: [route.service],
		...(route.public === true ? {} : { security: securityOf(route) }),
		...(params === undefined ? {} : { params }),
		...(query === undefined ? {} : { querystring: query }),
		...(headers === undefined ? {} : { headers }),
		...(body === undefined ? {} : { body }),
		...(consumes === undefined ? {} : { consumes: consumes.map((format) => mediaTypes[format]) }),
		response: { ...errors, ...successOf(route) },
	};
}
