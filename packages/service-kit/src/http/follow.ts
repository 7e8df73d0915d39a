import type { FastifyInstance, FastifyRequest } from "fastify";
import type { Tracing } from "../tracing/ports.ts";
import type { Active, SpanFacts } from "../tracing/span.ts";
import { runAs } from "../tracing/span.ts";

const serving = new WeakMap<FastifyRequest, Active>();

/**
 * Lets whatever a request sets going know its id and its trace: lines of the log, calls of other services, commands to the databases.
 *
 * @param options.isThread the request was handed over by the main thread, which serves it
 */
export function followRequests(app: FastifyInstance, options: { readonly tracing: Tracing | undefined; readonly isThread: boolean }): void {
	app.addHook("onRequest", (request, reply, done) => {
		const span = begin(request, options);
		// A client that leaves ends it, too; by then a request that was answered has ended it with its facts.
		if (span !== undefined) reply.raw.once("close", () => setImmediate(span.end));
		const active: Active = { requestId: request.id, ...(span === undefined ? {} : { span }) };
		serving.set(request, active);
		runAs(active, done);
	});
	// The body arrives in the context of its connection.
	app.addHook("preValidation", (request, _reply, done) => runAs(serving.get(request) ?? { requestId: request.id }, done));
}

/** Ends the span of a request that was answered. `failure`: what it failed with, where that was our fault. */
export function endSpanOf(request: FastifyRequest, facts: SpanFacts, failure?: unknown): void {
	const { span } = serving.get(request) ?? {};
	span?.add(facts);
	span?.end(failure);
}

/** The trace that a request belongs to, while traces are on. */
export function traceIdOfRequest(request: FastifyRequest): string | undefined {
	return serving.get(request)?.span?.traceId;
}

function begin(request: FastifyRequest, { tracing, isThread }: { readonly tracing: Tracing | undefined; readonly isThread: boolean }) {
	const { url: route = "unknown", config } = request.routeOptions;
	if (tracing === undefined || config.isOpen === true || request.method === "OPTIONS") return undefined;
	const { contract } = config;
	const waits = contract?.waits === true || contract?.produces === "event-stream";
	const facts = { "http.request.method": request.method, "http.route": route, ...(waits ? { "webhand.waits": true } : {}) };
	const { traceparent } = request.headers;
	return tracing.begin(
		`${request.method} ${route}`,
		{ kind: isThread ? "internal" : "server", facts },
		{ traceparent, requestId: request.id },
	);
}
