import { defineRoute } from "@webhand/contracts/routes";
import { test as base } from "@webhand/testing/database";
import type { SignedIn, SignInWish, TestIdentity } from "@webhand/testing/tokens";
import { startIdentity } from "@webhand/testing/tokens";
import type { FastifyInstance } from "fastify";
import type { Redis } from "ioredis";
import { z } from "zod";
import type { Base } from "../src/base.ts";
import { openBase } from "../src/base.ts";
import { baseSettings, portSetting, readConfig } from "../src/config.ts";
import type { Guard } from "../src/guard.ts";
import { openGuard } from "../src/guard.ts";
import type { LimitGroup } from "../src/http/limits.ts";
import type { AnswerLarge } from "../src/large-bodies/hand-over.ts";
import { createLogger } from "../src/logs.ts";
import { createMetrics } from "../src/metrics.ts";
import { createService } from "../src/service.ts";

export const extensionId = "abcdefghijklmnopabcdefghijklmnop";

const shared = { service: "agent-api", summary: "A route of a test" } as const;

/** A guarded route with all three parts. */
export const echoRoute = defineRoute({
	...shared,
	method: "POST",
	path: "/api/v1/echo/:id",
	params: z.object({ id: z.uuid() }),
	query: z.strictObject({ times: z.coerce.number().int().min(1).default(1) }),
	body: z.strictObject({ text: z.string().min(1).max(20), inner: z.strictObject({ n: z.number() }).optional() }),
	reply: z.object({ text: z.string(), tenantId: z.string(), roles: z.array(z.string()) }),
});
/** A guarded route without any part. */
export const whoRoute = defineRoute({
	...shared,
	method: "GET",
	path: "/api/v1/who",
	reply: z.object({ userId: z.string(), roles: z.array(z.string()) }),
});
/** A guarded route whose handler waits, and one with a stream. */
export const waitRoute = defineRoute({ ...shared, method: "GET", path: "/api/v1/wait", reply: z.object({ n: z.number() }) });
export const followRoute = defineRoute({ ...waitRoute, path: "/api/v1/follow", produces: "event-stream" });
/** A public route that unpacks gzip, 1,000 bytes at most. */
export const packedRoute = defineRoute({
	...shared,
	method: "POST",
	path: "/agent/run/packed",
	public: true,
	gzip: true,
	bodyLimit: 1_000,
	body: z.strictObject({ text: z.string() }),
	reply: z.object({ length: z.number() }),
});
/** A public route whose handler each test brings along. */
export const openRoute = defineRoute({ ...shared, method: "GET", path: "/api/v1/open", public: true, reply: z.object({ n: z.number() }) });

/** A running service with the kit's own parts and whatever routes a test gives it. */
export type TestService = {
	readonly url: string;
	readonly base: Base;
	readonly guard: Guard;
	readonly logged: () => string;
	readonly call: (method: string, path: string, options?: CallOptions) => Promise<Response>;
	readonly close: () => Promise<void>;
};

export type CallOptions = {
	readonly token?: string;
	readonly body?: string | Uint8Array<ArrayBuffer>;
	readonly headers?: Readonly<Record<string, string>>;
};

export type ServiceWish = {
	readonly mongoUri: string;
	readonly redisUrl: string;
	readonly auth: Pick<TestIdentity, "url" | "issuer">;
	readonly addRoutes: (app: FastifyInstance, base: Base) => void;
	readonly limits?: readonly LimitGroup[];
	readonly answerLarge?: AnswerLarge;
	readonly settings?: Readonly<Record<string, string>>;
	readonly stopping?: AbortSignal;
	readonly now?: () => number;
};

/** Starts a service inside this process, listening on a free port. */
export async function startService(wish: ServiceWish): Promise<TestService> {
	const lines: string[] = [];
	const config = readConfig(z.object({ ...baseSettings, PORT: portSetting(0) }), {
		// A busy machine must not make the service refuse requests.
		MAX_EVENT_LOOP_DELAY_MS: "0",
		MONGODB_URI: wish.mongoUri,
		REDIS_URL: wish.redisUrl,
		AUTH_URL: wish.auth.url,
		TOKEN_ISSUER: wish.auth.issuer,
		EXTENSION_IDS: extensionId,
		...wish.settings,
	});
	const services = await openBase({
		name: "agent-api",
		config,
		database: "unused",
		migrations: [],
		stopping: wish.stopping ?? new AbortController().signal,
		log: createLogger({ service: "agent-api", level: "info", target: { write: (line) => lines.push(line) } }),
		metrics: createMetrics({ processDefaults: false }),
	});
	const now = wish.now === undefined ? {} : { now: wish.now };
	const guard = openGuard({ ...services, authUrl: config.AUTH_URL, issuer: config.TOKEN_ISSUER, ...now });
	const { limits, answerLarge } = wish;
	const app = await createService(services, {
		guard,
		...(limits === undefined ? {} : { limits }),
		...(answerLarge === undefined ? {} : { answerLarge }),
	});
	wish.addRoutes(app, services);
	const url = await app.listen({ host: "127.0.0.1", port: 0 });
	return {
		url,
		base: services,
		guard,
		logged: () => lines.join(""),
		call: (method, path, { token, body, headers = {} } = {}) =>
			fetch(new URL(path, url), {
				method,
				headers: {
					...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
					...(body === undefined ? {} : { "content-type": "application/json" }),
					...headers,
				},
				...(body === undefined ? {} : { body }),
			}),
		close: async () => {
			await app.close();
			guard.close();
			await services.close();
		},
	};
}

/** A fake auth whose sign-ins are copied to one Redis. */
export type FakeAuth = Omit<TestIdentity, "signIn"> & { readonly signIn: (wish?: SignInWish) => Promise<SignedIn> };

export async function startFakeAuth(redis: Redis): Promise<FakeAuth> {
	const identity = await startIdentity();
	return { ...identity, signIn: (wish) => identity.signIn(redis, wish) };
}

/** `auth` signs tokens and answers for sign-ins; each test file has its own. */
export const test = base.extend("auth", { scope: "file" }, async ({ redis }, { onCleanup }) => {
	const auth = await startFakeAuth(redis.client);
	onCleanup(auth.close);
	return auth;
});

/** The error body of a refused call. */
export type Refusal = {
	readonly success: false;
	readonly requestId: string;
	readonly error: {
		readonly code: string;
		readonly message: string;
		readonly details?: { readonly fields?: readonly { readonly field: string; readonly message: string }[] };
	};
};

export async function refusalOf(reply: Response): Promise<Refusal> {
	return (await reply.json()) as Refusal;
}
