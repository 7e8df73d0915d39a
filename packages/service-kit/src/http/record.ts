import type { ErrorCode } from "@webhand/contracts/errors";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { LargeBody } from "../large-bodies/hand-over.ts";
import type { Metrics } from "../metrics.ts";

declare module "fastify" {
	interface FastifyRequest {
		/** Facts that join the request's log line, such as `{ taskId, stepIndex }`; never bodies, texts or secrets. */
		facts: Record<string, string | number | boolean>;
	}
}

type Failure = { readonly code: ErrorCode; readonly error: unknown };
const failures = new WeakMap<FastifyRequest, Failure>();

/** Remembers why a request failed, for its one log line; `error` only where the log needs its stack. */
export function noteFailure(request: FastifyRequest, failure: Failure): void {
	failures.set(request, failure);
}

/** One log line and one measurement per request, the request id and the common headers on every reply. */
export function recordRequests(app: FastifyInstance, metrics: Metrics): void {
	const requests = metrics.counter("webhand_http_requests_total", "Requests answered", ["route", "method", "status"]);
	const seconds = metrics.seconds("webhand_http_seconds", "Time until a reply was sent", ["route"]);
	app.decorateRequest("facts");
	app.addHook("onRequest", async (request, reply) => {
		request.facts = {};
		reply.header("x-request-id", request.id).header("x-content-type-options", "nosniff");
		if (request.routeOptions.config.isOpen !== true) reply.header("cache-control", "no-store");
	});
	app.addHook("onResponse", async (request, reply) => {
		if (request.body instanceof LargeBody && !request.body.isUnanswered) return;
		const route = request.routeOptions.url ?? "unknown";
		requests.inc({ route, method: request.method, status: String(reply.statusCode) });
		seconds.observe({ route }, reply.elapsedTime / 1_000);
		if (request.routeOptions.config.isOpen === true) return;
		const failure = failures.get(request);
		const line = {
			...(request.identity === null ? {} : { tenantId: request.identity.tenantId, userId: request.identity.userId }),
			...request.facts,
			method: request.method,
			route,
			status: reply.statusCode,
			ms: Math.round(reply.elapsedTime * 10) / 10,
			...(failure === undefined ? {} : { code: failure.code }),
			...(failure?.error === undefined ? {} : { err: failure.error }),
		};
		if (reply.statusCode >= 500) request.log.error(line, "request failed");
		else request.log.info(line, "request");
	});
	app.get("/metrics", { config: { isOpen: true }, schema: { hide: true } }, async (_request, reply) => {
		const { contentType, body } = await metrics.text();
		return reply.type(contentType).send(body);
	});
}
