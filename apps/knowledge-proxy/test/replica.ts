import type { TestMongo, TestRedis } from "@webhand/testing/database";
import type { TestIdentity } from "@webhand/testing/tokens";
import { buildApp } from "../src/app.ts";
import { readKnowledgeConfig } from "../src/config.ts";
import type { Choices } from "../src/deps.ts";
import { openDeps } from "../src/deps.ts";

/** What a replica stands on, and settings beside the usual ones. */
export type ReplicaOptions = {
	readonly mongo: TestMongo;
	readonly redis: TestRedis;
	readonly identity: TestIdentity;
	readonly settings?: Readonly<Record<string, string>>;
	readonly choices?: Choices;
};

/** Starts the whole service on a free port. */
export async function startReplica({ mongo, redis, identity, settings = {}, choices = {} }: ReplicaOptions) {
	const config = readKnowledgeConfig({
		PORT: "0",
		MONGODB_URI: mongo.uri,
		REDIS_URL: redis.url,
		MAX_EVENT_LOOP_DELAY_MS: "0",
		LOG_LEVEL: "silent",
		AUTH_URL: identity.url,
		TOKEN_ISSUER: identity.issuer,
		...settings,
	});
	const deps = await openDeps(config, new AbortController().signal, choices);
	const app = await buildApp(deps);
	const url = await app.listen({ host: "127.0.0.1", port: 0 });
	const close = async () => {
		await app.close();
		await deps.close();
	};
	return { url, close };
}

/** Sends a request as one signed-in user; a body makes it JSON. */
export function callerOf(url: string, headers: Readonly<Record<string, string>>) {
	return async (method: string, path: string, body?: unknown) => {
		const json = body === undefined ? {} : { "content-type": "application/json" };
		const init = { method, headers: { ...headers, ...json }, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
		const reply = await fetch(`${url}${path}`, init);
		const text = await reply.text();
		return {
			status: reply.status,
			requestId: reply.headers.get("x-request-id"),
			text,
			json: text === "" ? null : (JSON.parse(text) as unknown),
		};
	};
}
