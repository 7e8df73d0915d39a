import { defineRoute } from "@webhand/contracts/routes";
import { test as base } from "@webhand/testing/database";
import type { TestIdentity } from "@webhand/testing/tokens";
import { startIdentity } from "@webhand/testing/tokens";
import { afterAll, beforeAll, describe, expect } from "vitest";
import { z } from "zod";
import { openBase } from "../src/base.ts";
import { baseSettings, portSetting, readConfig } from "../src/config.ts";
import { openGuard } from "../src/guard.ts";
import { createLogger } from "../src/logs.ts";
import { createMetrics } from "../src/metrics.ts";
import { addRoute } from "../src/routes.ts";
import { createService } from "../src/service.ts";

const echo = defineRoute({
	service: "agent-api",
	method: "POST",
	path: "/api/v1/echo/:id",
	summary: "Says the same again",
	params: z.object({ id: z.uuid() }),
	query: z.object({ times: z.coerce.number().int().min(1).default(1) }),
	body: z.strictObject({ text: z.string().min(1).max(20), nested: z.strictObject({ n: z.number() }).optional() }),
	reply: z.object({ text: z.string(), tenantId: z.string() }),
});
const open = { ...echo, path: "/api/v1/open", public: true, params: z.object({}), gzip: true, bodyLimit: 1_000 } as const;

let identity: TestIdentity;
beforeAll(async () => {
	identity = await startIdentity();
});
afterAll(() => identity.close());

const test = base.extend("app", { scope: "file" }, async ({ mongo, redis }, { onCleanup }) => {
	const config = readConfig(z.object({ ...baseSettings, PORT: portSetting(0) }), {
		MONGODB_URI: mongo.uri,
		REDIS_URL: redis.url,
		AUTH_URL: identity.url,
		TOKEN_ISSUER: identity.issuer,
		LOG_LEVEL: "info",
		EXTENSION_IDS: "abcdefghijklmnopabcdefghijklmnop",
	});
	const lines: string[] = [];
	const services = await openBase({
		name: "agent-api",
		config,
		database: "unused",
		migrations: [],
		stopping: new AbortController().signal,
		log: createLogger({ service: "agent-api", level: "info", target: { write: (line) => lines.push(line) } }),
		metrics: createMetrics({ processDefaults: false }),
	});
	const guard = openGuard({ authUrl: identity.url, issuer: identity.issuer, ...services });
	const app = await createService(services, { guard });
	addRoute(app, echo, async ({ body, identity }) => ({ text: body.text, tenantId: identity.tenantId }));
	addRoute(app, open, async ({ body }) => ({ text: body.text, tenantId: "none" }));
	const url = await app.listen({ port: 0 });
	onCleanup(async () => {
		await app.close();
		guard.close();
		await services.close();
	});
	return { url, lines };
});

const id = "7f2c6d0e-6c6f-4b8e-9d0a-3f1f5f1d8a11";
const json = { "content-type": "application/json" };

describe("smoke", () => {
	test("a signed-in caller gets an answer", async ({ app, redis }) => {
		const { headers, tenantId } = await identity.signIn(redis.client);
		const reply = await fetch(`${app.url}/api/v1/echo/${id}`, { method: "POST", headers: { ...headers, ...json }, body: '{"text":"hi"}' });
		expect([reply.status, await reply.json()]).toEqual([200, { text: "hi", tenantId }]);
	});
});
