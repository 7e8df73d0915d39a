import { getHeapStatistics } from "node:v8";
import underPressure from "@fastify/under-pressure";
import { isApiKey } from "@webhand/contracts/auth/api-keys";
import type { Route } from "@webhand/contracts/routes";
import type { FastifyBaseLogger, FastifyInstance } from "fastify";
import { fastify, LogController } from "fastify";
import { serializerCompiler } from "fastify-type-provider-zod";
import { notForRunners, requireRunnerRight, requireScope, scopesFor } from "./access.ts";
import type { Base } from "./base.ts";
import { AppError, OwnError } from "./errors.ts";
import type { Guard } from "./guard.ts";
import { bearerToken } from "./guard.ts";
import { readBodies } from "./http/body.ts";
import { letGoWhenStopping } from "./http/closing.ts";
import { answerCors } from "./http/cors.ts";
import { serveDocs } from "./http/docs.ts";
import { answerErrors, answerUnreadable, sendFailure } from "./http/failures.ts";
import { followRequests } from "./http/follow.ts";
import { dropUnproven } from "./http/forwarded.ts";
import { refuseUnclearHeaders } from "./http/headers.ts";
import type { ReadinessCheck } from "./http/health.ts";
import { serveHealth } from "./http/health.ts";
import { createHoldOpen, heldOpenOfUser } from "./http/held-open.ts";
import { refuseOtherHosts } from "./http/hosts.ts";
import { refuseKeysInAddresses } from "./http/keys-in-addresses.ts";
import type { CountAddress, CountRequest, LimitGroup } from "./http/limits.ts";
import { createAddressCounter, createRequestCounter } from "./http/limits.ts";
import { recordRequests } from "./http/record.ts";
import type { KeyQuestion } from "./identity/key-exchange.ts";
import type { AnswerLarge } from "./large-bodies/hand-over.ts";
import type { ActForRun } from "./routes.ts";
import { defaultBodyLimit } from "./routes.ts";
import { newRequestId, readTraceparent } from "./tracing/traceparent.ts";

/** What a service adds to its base. `checks` join MongoDB, Redis and the key set in `/readyz`. */
export type ServiceOptions = {
	readonly guard: Guard;
	readonly limits?: readonly LimitGroup[];
	readonly checks?: Readonly<Record<string, ReadinessCheck>>;
	/** Requests go on when their sign-in ends: in auth a request may end its own sign-in and reply with the next one. */
	readonly outlivesSignIn?: true;
	/** How many streams and waiting requests a user holds open at this process; 20 by default. */
	readonly heldOpenOfUser?: number;
	/** Answers requests with large bodies; absent: this event loop does. */
	readonly answerLarge?: AnswerLarge;
	/** Requests come from the main thread of the service, which counted them against the limits. */
	readonly isThread?: true;
	/** In whose place a runner makes a request that names its run; absent: such routes refuse runners. */
	readonly actForRun?: ActForRun;
};

const maximumUrlLength = 8_192;

/**
 * Makes the Fastify app of a service with everything but its routes: request ids, log line, metrics, CORS, overload check, guard,
 * request limits, bodies, the one error body, `/healthz`, `/readyz`, `/metrics`, `/openapi.json`, `/docs`. Every route needs a token
 * unless its contract says `public`. Nothing listens yet.
 */
export async function createService(base: Base, options: ServiceOptions): Promise<FastifyInstance> {
	const { config, log, metrics, mongo, redis, stopping } = base;
	const app = fastify({
		loggerInstance: log as FastifyBaseLogger,
		logController: new LogController({ disableRequestLogging: true, requestIdLogLabel: "requestId" }),
		genReqId: ({ headers }) => requestIdFrom(headers["x-request-id"], headers["traceparent"]),
		trustProxy: config.TRUSTED_PROXIES.length > 0 ? config.TRUSTED_PROXIES : false,
		bodyLimit: defaultBodyLimit,
		requestTimeout: 30_000,
		// refuseUnclearHeaders refuses a request without Host with our error body.
		http: { requireHostHeader: false, headersTimeout: 10_000, connectionsCheckingInterval: 2_000, maxHeaderSize: 16_384 },
		routerOptions: { maxParamLength: 256 },
		clientErrorHandler: answerUnreadable,
		frameworkErrors: sendFailure,
		// Fastify's own 503 of a closing server has neither our error body nor Retry-After.
		return503OnClosing: false,
	}) as FastifyInstance;
	// addRoute validates all parts itself, to list every wrong field at once; the schemas here are documentation.
	app.setValidatorCompiler(() => (value) => ({ value }));
	app.setSerializerCompiler(serializerCompiler);
	app.decorateRequest("identity", null);
	app.decorateRequest("whenSignedOut", null);
	app.decorate("answerLarge", options.answerLarge ?? null);
	app.decorate("actForRun", options.actForRun ?? refuseRunner);
	app.decorate("holdOpen", createHoldOpen(options.heldOpenOfUser ?? heldOpenOfUser));

	app.addHook("onRequest", async ({ raw }) => dropUnproven(raw.headers, config.PROXY_SECRET));
	followRequests(app, { tracing: base.tracing, isThread: options.isThread === true });
	recordRequests(app, metrics);
	letGoWhenStopping(app, stopping);
	answerErrors(app);
	await answerCors(app, config);
	refuseUnclearHeaders(app);
	refuseKeysInAddresses(app);
	refuseOtherHosts(app, config);
	await refuseWhenOverloaded(app, base);
	guardRoutes(app, options, {
		count: createRequestCounter({ service: base.name, groups: options.limits ?? [], redis, log, metrics }),
		countAddress: createAddressCounter({ perMinute: config.ADDRESS_REQUESTS_PER_MINUTE, metrics }),
	});
	readBodies(app, { leavesLarge: options.answerLarge !== undefined });
	await serveDocs(app, base.name);
	serveHealth(app, {
		mongo: { isVital: true, check: () => mongo.ping() },
		redis: { isVital: false, check: () => redis.ping() },
		keys: { isVital: true, check: () => options.guard.isReady() },
		running: { isVital: true, check: () => !stopping.aborted },
		...options.checks,
	});
	app.addHook("onRoute", ({ url, config }) => {
		if (config?.contract === undefined) throw new OwnError(`${url} has no contract: declare it in packages/contracts and use addRoute`);
	});
	return app;
}

const refuseRunner: ActForRun = async () => {
	throw notForRunners();
};

/** A client's own id, else that of its trace, else a new one. */
function requestIdFrom(own: unknown, traceparent: unknown): string {
	if (typeof own === "string" && /^[A-Za-z0-9._-]{8,128}$/.test(own)) return own;
	return readTraceparent(traceparent)?.traceId ?? newRequestId();
}

function guardRoutes(
	app: FastifyInstance,
	{ guard, outlivesSignIn, isThread }: Pick<ServiceOptions, "guard" | "outlivesSignIn" | "isThread">,
	{ count, countAddress }: { readonly count: CountRequest; readonly countAddress: CountAddress },
): void {
	const byToken = async (token: string, counted: Route | undefined) => {
		const claims = await guard.claimsOf(token);
		// Side by side: one round trip to Redis. A request that turns out to be revoked has counted, which harms nobody.
		const counting = counted === undefined ? undefined : count(counted, claims);
		return { identity: await guard.confirm(claims, token), counting };
	};
	const byKey = async (question: KeyQuestion, counted: Route | undefined) => {
		const identity = await guard.identifyKey(question);
		const { userId: sub, tenantId: tid } = identity;
		return { identity, counting: counted === undefined ? undefined : count(counted, { sub, tid }) };
	};
	app.addHook("onRequest", async (request) => {
		if ((request.raw.url ?? "").length > maximumUrlLength) throw new AppError("VALIDATION_ERROR", "The URL is longer than 8 KB");
		const { contract, isOpen } = request.routeOptions.config;
		// The route `*` of @fastify/cors takes OPTIONS of unknown paths and finds nothing there.
		if (request.is404 || request.routeOptions.url === "*" || isOpen === true || contract?.public === true) return;
		const counted = isThread === true ? undefined : contract;
		if (counted !== undefined) await countAddress(counted, request.ip);
		const token = bearerToken(request.raw.rawHeaders);
		const isKey = isApiKey(token);
		if (isKey) scopesFor(contract ?? {});
		const { identity, counting } = await (isKey ? byKey({ key: token, address: request.ip }, counted) : byToken(token, counted));
		request.identity = identity;
		if (outlivesSignIn !== true) request.whenSignedOut = (listener) => guard.whenEnded(identity.sid, listener);
		requireScope(contract ?? {}, identity);
		requireRunnerRight(contract ?? {}, identity);
		(await counting)?.(identity.limits);
	});
}

async function refuseWhenOverloaded(app: FastifyInstance, { config, metrics }: Base): Promise<void> {
	await app.register(underPressure, {
		maxEventLoopDelay: config.MAX_EVENT_LOOP_DELAY_MS,
		maxHeapUsedBytes: Math.floor(0.85 * getHeapStatistics().heap_size_limit),
		pressureHandler: async (request) => {
			if (request.routeOptions.config.isOpen !== true) throw new AppError("SERVICE_UNAVAILABLE", "The service is overloaded");
		},
	});
	metrics.gauge(
		"webhand_event_loop_delay_seconds",
		"Mean delay of the event loop in the last second",
		() => app.memoryUsage().eventLoopDelay / 1_000,
	);
}
