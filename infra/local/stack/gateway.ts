import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import httpProxy from "@fastify/http-proxy";
import type { ErrorCode } from "@webhand/contracts/errors";
import { statusByCode } from "@webhand/contracts/errors";
import type { ServiceName } from "@webhand/contracts/routes";
import type { FastifyInstance, FastifyRequest } from "fastify";
import { fastify, LogController } from "fastify";
import type { Dispatcher } from "undici";
import { Agent } from "undici";
import { routeOf } from "./gateway-routes.ts";

/** Base addresses by service, one for each replica; a service that is not named is not reachable. */
export type Upstreams = Readonly<Partial<Record<ServiceName, readonly string[]>>>;

/** `silent` is for tests. */
export type GatewayOptions = {
	readonly upstreams: Upstreams;
	readonly logLevel?: "info" | "warn" | "silent";
	readonly noReplyAfterMs?: number;
};

const largestMessageBytes = 1024 * 1024;
const requestIdPattern = /^[A-Za-z0-9._-]{1,64}$/;

/**
 * The one public door: sends each prefix of the route table to its service, replicas in turn, and answers 404 to everything else. Bodies,
 * SSE and WebSocket frames pass unbuffered; a client that leaves ends the call behind it.
 */
export function buildGateway(options: GatewayOptions): FastifyInstance {
	const app = fastify({
		logger: { level: options.logLevel ?? "warn", base: { service: "gateway" }, formatters: { level: (label) => ({ level: label }) } },
		logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
		genReqId: ({ headers }) => {
			const given = headers["x-request-id"];
			return typeof given === "string" && requestIdPattern.test(given) ? given : randomUUID();
		},
		http: { headersTimeout: 10_000 },
		requestTimeout: 60_000,
		forceCloseConnections: true,
	});
	const nextOf = createTurns(options.upstreams);
	const callers = new AsyncLocalStorage<AbortSignal>();
	// The plugin passes no signal on, so who the call is for stands in the context it is made in. Its types are those of another undici.
	const cancelled = ((call: Dispatcher.RequestOptions, callback: Answered) =>
		agent.request({ ...call, signal: callers.getStore() ?? null }, callback)) as never;
	const agent = new Agent({ headersTimeout: options.noReplyAfterMs ?? 60_000, bodyTimeout: 0, connections: null, pipelining: 1 });

	app.addHook("onRequest", (request, reply, done) => {
		const route = routeOf(request.raw.url ?? "");
		const isUpgrade = request.headers.upgrade !== undefined;
		if (route === undefined || options.upstreams[route.service] === undefined || (isUpgrade && !route.isWebSocket)) {
			void refuse(request, reply, { code: "NOT_FOUND", message: "There is nothing here" });
			return;
		}
		const left = new AbortController();
		reply.raw.once("close", () => {
			if (!reply.raw.writableFinished) left.abort();
		});
		callers.run(left.signal, done);
	});
	app.addHook("onClose", () => agent.destroy());
	app.setErrorHandler((error, request, reply) => {
		request.log.warn({ err: error }, "a request could not be passed on");
		return refuse(request, reply, { code: "SERVICE_UNAVAILABLE", message: "The service does not answer, try again" });
	});
	app.setNotFoundHandler((request, reply) => refuse(request, reply, { code: "NOT_FOUND", message: "There is nothing here" }));

	app.register(httpProxy, {
		upstream: "",
		prefix: "/",
		rewritePrefix: "/",
		httpMethods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
		websocket: true,
		disableRequestLogging: true,
		wsServerOptions: { maxPayload: largestMessageBytes },
		wsClientOptions: {
			maxPayload: largestMessageBytes,
			rewriteRequestHeaders: (headers: Headers, request: FastifyRequest) => ({ ...headers, ...socketHeaders(request) }),
		},
		undici: { request: cancelled },
		replyOptions: {
			getUpstream: (request) => nextOf(request.raw.url ?? ""),
			rewriteRequestHeaders: (request, headers) => ({ ...withoutForwarded(headers), ...forwarded(request) }),
			// The plugin would repeat a GET that got 503 ten times; the caller has the Retry-After and decides.
			retryDelay: () => null,
			onError: (reply, { error }) => {
				if (reply.raw.destroyed) return;
				reply.log.warn({ err: error }, "no answer from the service");
				void refuse(reply.request, reply, { code: "SERVICE_UNAVAILABLE", message: "The service does not answer, try again" });
			},
		},
	});
	return app;
}

/** Replicas take turns, each service counted for itself. */
function createTurns(upstreams: Upstreams): (url: string) => string {
	const turns = new Map<ServiceName, number>();
	return (url) => {
		const service = routeOf(url)?.service;
		const replicas = service === undefined ? undefined : upstreams[service];
		if (service === undefined || replicas === undefined) throw new Error(`nobody answers ${url}`);
		const turn = turns.get(service) ?? 0;
		turns.set(service, turn + 1);
		return replicas[turn % replicas.length] ?? "";
	};
}

type Answered = (error: Error | null, answer: Dispatcher.ResponseData) => void;
type Caller = { readonly id: string; readonly raw: { readonly socket: { readonly remoteAddress?: string | undefined } } };
/** Fastify's reply, of which the plugin has a type of its own. */
type Refusal = {
	readonly header: (name: string, value: string) => { readonly code: (status: number) => { readonly send: (body: unknown) => unknown } };
};
type Headers = Readonly<Record<string, unknown>>;

/** What a client says about its own way here is not believed. */
function withoutForwarded(headers: Headers) {
	return Object.fromEntries(
		Object.entries(headers).filter(([name]) => !name.startsWith("x-forwarded-") && name !== "forwarded" && name !== "x-real-ip"),
	) as Record<string, string>;
}

function forwarded(request: Caller) {
	return {
		"x-forwarded-for": request.raw.socket.remoteAddress ?? "127.0.0.1",
		"x-forwarded-proto": "http",
		"x-request-id": request.id,
	};
}

function socketHeaders(request: FastifyRequest) {
	const kept = (["origin", "user-agent", "cookie", "authorization"] as const).flatMap((name) => {
		const value = request.headers[name];
		return value === undefined ? [] : [[name, value] as const];
	});
	return { ...Object.fromEntries(kept), ...forwarded(request) };
}

function refuse(request: Caller, reply: Refusal, error: { readonly code: ErrorCode; readonly message: string }) {
	const status = statusByCode[error.code];
	if (status === 503) reply.header("retry-after", "1");
	return reply.header("x-request-id", request.id).code(status).send({ success: false, error, requestId: request.id });
}
