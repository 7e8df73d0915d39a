import type { ErrorCode } from "@webhand/contracts/errors";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { AppError } from "../errors.ts";
import { LargeBody } from "../large-bodies/hand-over.ts";
import type { Metrics } from "../metrics.ts";
import type { SpanFacts } from "../tracing/span.ts";
import { endSpanOf, traceIdOfRequest } from "./follow.ts";

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
		const failure = failures.get(request);
		endSpanOf(request, spanFactsOf(request, { status: reply.statusCode, code: failure?.code }), ourFault(reply.statusCode, failure));
		if (request.body instanceof LargeBody && !request.body.isUnanswered) return;
		const route = request.routeOptions.url ?? "unknown";
		requests.inc({ route, method: request.method, status: String(reply.statusCode) });
		seconds.observe({ route }, reply.elapsedTime / 1_000);
		if (request.routeOptions.config.isOpen === true) return;
		const traceId = traceIdOfRequest(request);
		const line = {
			...(traceId === undefined ? {} : { traceId }),
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

/** A refusal that the caller may cause is no error of ours. */
function ourFault(status: number, failure: Failure | undefined): unknown {
	return status < 500 ? undefined : (failure?.error ?? new AppError(failure?.code ?? "INTERNAL_ERROR", "failed"));
}

/** Of the facts of a request its span gets ids, never a text. */
function spanFactsOf(
	{ identity, facts }: FastifyRequest,
	answered: { readonly status: number; readonly code: ErrorCode | undefined },
): SpanFacts {
	const { taskId, stepIndex } = facts ?? {};
	return {
		"http.response.status_code": answered.status,
		...(answered.code === undefined ? {} : { "error.type": answered.code }),
		...(identity === null ? {} : { "webhand.tenant_id": identity.tenantId, "webhand.user_id": identity.userId }),
		...(typeof taskId === "string" ? { "webhand.task_id": taskId } : {}),
		...(typeof stepIndex === "number" ? { "webhand.step_index": stepIndex } : {}),
	};
}
