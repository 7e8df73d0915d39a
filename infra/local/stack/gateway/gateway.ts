import { AsyncLocalStorage } from "node:async_hooks";
import { randomUUID } from "node:crypto";
import type { ServerResponse } from "node:http";
import type { Socket } from "node:net";
import httpProxy from "@fastify/http-proxy";
import type { ServiceName } from "@webhand/contracts/routes";
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { fastify, LogController } from "fastify";
import type { Dispatcher } from "undici";
import { Agent } from "undici";
import { sendExtensionFile } from "./extension-files.ts";
import { answerUnreadable, flawOf, nothingHere, refusalOf, refuse, wrongPath } from "./refusals.ts";
import { routeOf } from "./routes.ts";
import { takeUpgrades } from "./sockets.ts";

/** Base addresses by service, one for each replica; a service that is not named is not reachable. */
export type Upstreams = Readonly<Partial<Record<ServiceName, readonly string[]>>>;

/**
 * `proxySecret` lets services believe whose address a request is from. `extensionFiles`: the folder with the extension for policy-managed browsers.
 * `silent` is for tests.
 */
export type GatewayOptions = {
	readonly upstreams: Upstreams;
	readonly proxySecret?: string;
	readonly extensionFiles?: string;
	readonly logLevel?: "info" | "warn" | "silent";
	readonly noReplyAfterMs?: number;
};

const largestHeadersBytes = 16_384;
/** As the services take it, so that one request has one id everywhere. */
const requestIdPattern = /^[A-Za-z0-9._-]{8,128}$/;

/**
 * The one public door: sends each prefix of the route table to its service, replicas in turn, and answers 404 to everything else. Bodies,
 * SSE and WebSocket frames pass unbuffered; a client that leaves ends the call behind it.
 */
export function buildGateway(options: GatewayOptions): FastifyInstance {
	const replies = new WeakMap<Socket, ServerResponse>();
	const app = fastify({
		logger: { level: options.logLevel ?? "warn", base: { service: "gateway" }, formatters: { level: (label) => ({ level: label }) } },
		logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
		genReqId: ({ headers }) => {
			const given = headers["x-request-id"];
			return typeof given === "string" && requestIdPattern.test(given) ? given : randomUUID();
		},
		// Node answers a missing Host without a body; `flawOf` does it with one.
		http: { headersTimeout: 10_000, maxHeaderSize: largestHeadersBytes, requireHostHeader: false },
		requestTimeout: 60_000,
		forceCloseConnections: true,
		clientErrorHandler: (error, socket) => answerUnreadable(error, socket, replies.get(socket)),
		frameworkErrors: (_error, request: FastifyRequest, reply: FastifyReply) => refuse(request, reply, wrongPath),
	});
	// Without a listener Node answers 417 with no body.
	app.server.on("checkExpectation", (request, response) => app.routing(request, response));
	const upgrades = takeUpgrades(app);
	const { proxySecret } = options;
	const noReplyAfterMs = options.noReplyAfterMs ?? 60_000;
	const nextOf = createTurns(options.upstreams);
	const callers = new AsyncLocalStorage<AbortSignal>();
	// The plugin passes no signal on, so who the call is for stands in the context it is made in. Its types are those of another undici.
	const cancelled = ((call: Dispatcher.RequestOptions, callback: Answered) =>
		agent.request({ ...call, signal: callers.getStore() ?? null }, callback)) as never;
	const agent = new Agent({ headersTimeout: noReplyAfterMs, bodyTimeout: 0, connections: null, pipelining: 1 });

	app.addHook("onRequest", (request, reply, done) => {
		const { raw } = request;
		replies.set(raw.socket, reply.raw);
		if (options.extensionFiles !== undefined && sendExtensionFile(options.extensionFiles, request, reply)) return;
		const route = routeOf(raw.url ?? "");
		const isUpgrade = raw.headers.upgrade !== undefined;
		const isReachable = route !== undefined && options.upstreams[route.service] !== undefined;
		const isTaken = isReachable && (!isUpgrade || (route.isWebSocket && raw.method === "GET"));
		const refusal = flawOf(raw) ?? (isTaken ? undefined : nothingHere);
		if (refusal !== undefined) return refuse(request, reply, refusal);
		if (upgrades.isUpgrade(raw)) {
			const onError = (error: Error) => refuse(request, reply, refusalOf(error));
			return upgrades.pass(reply, { upstream: nextOf(raw.url ?? ""), headers: forwarded(request, proxySecret), noReplyAfterMs, onError });
		}
		const left = new AbortController();
		reply.raw.once("close", () => {
			if (!reply.raw.writableFinished) left.abort();
		});
		callers.run(left.signal, done);
	});
	app.addHook("onClose", () => agent.destroy());
	app.setErrorHandler((error: FastifyError, request, reply) => {
		const refusal = refusalOf(error);
		if (refusal.code === "INTERNAL_ERROR") request.log.error({ err: error }, "a request could not be passed on");
		refuse(request, reply, refusal);
	});
	app.setNotFoundHandler((request, reply) => refuse(request, reply, nothingHere));

	app.register(httpProxy, {
		upstream: "",
		prefix: "/",
		rewritePrefix: "/",
		httpMethods: ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"],
		disableRequestLogging: true,
		undici: { request: cancelled },
		replyOptions: {
			getUpstream: (request) => nextOf(request.raw.url ?? ""),
			rewriteRequestHeaders: (request, headers) => ({ ...passable(headers), ...forwarded(request, proxySecret) }),
			// Whether the caller's connection stays open is between the caller and the gateway.
			rewriteHeaders: (headers) => Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.includes(name))),
			// The plugin would repeat a GET that got 503 ten times; the caller has the Retry-After and decides.
			retryDelay: () => null,
			onError: (reply, { error }) => {
				if (reply.raw.destroyed) return;
				reply.log.warn({ err: error }, "no answer from the service");
				refuse(reply.request, reply, refusalOf(error));
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
type Caller = {
	readonly id: string;
	readonly raw: {
		readonly headers: { readonly host?: string | undefined };
		readonly socket: { readonly remoteAddress?: string | undefined };
	};
};
type Headers = Readonly<Record<string, unknown>>;

/** Headers of one connection, most of which undici refuses to send. Node has answered the `Expect` by now. */
const ofConnection = ["connection", "expect", "keep-alive", "upgrade"];
/** What a client says about its own way here is not believed. */
const ofTheWay = /^(?:x-forwarded-.*|forwarded|x-real-ip|webhand-proxy)$/;

function passable(headers: Headers) {
	return Object.fromEntries(Object.entries(headers).filter(([name]) => !ofConnection.includes(name) && !ofTheWay.test(name))) as Record<
		string,
		string
	>;
}

function forwarded(request: Caller, proxySecret: string | undefined) {
	return {
		...(proxySecret === undefined ? {} : { "webhand-proxy": proxySecret }),
		...(request.raw.headers.host === undefined ? {} : { "x-forwarded-host": request.raw.headers.host }),
		"x-forwarded-for": request.raw.socket.remoteAddress ?? "127.0.0.1",
		"x-forwarded-proto": "http",
		"x-request-id": request.id,
	};
}
