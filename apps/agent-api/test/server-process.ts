import { join } from "node:path";
import { startModelServer } from "@webhand/testing/model-server/server";
import type { TestProcess } from "@webhand/testing/processes";
import { freePort, startProcess, waitForHttp } from "@webhand/testing/processes";
import { startRedis } from "@webhand/testing/servers";
import type { SignedIn } from "@webhand/testing/tokens";
import { startIdentity } from "@webhand/testing/tokens";
import { Redis } from "ioredis";
import { onTestFinished } from "vitest";
import { settings } from "./agent.ts";

/** A server in a process of its own. */
export type ServerProcess = { readonly url: string; readonly process: TestProcess };

/** Addresses of what a server needs. */
export type ServerUrls = { readonly mongo: string; readonly redis: string; readonly auth: string; readonly model: string };

/** Starts a server with a scripted model and short leases, ready when this resolves. @param more settings beside the usual ones of tests */
export async function startServer(urls: ServerUrls, more: Readonly<Record<string, string>> = {}): Promise<ServerProcess> {
	const port = await freePort();
	const env = settings(urls, {
		PORT: String(port),
		LEASE_MS: "1000",
		DRAIN_SECONDS: "0",
		MODEL_PROVIDER: "openai-compatible",
		MODEL_NAME: "scripted",
		MODEL_RULES_FIRST: "false",
		MODEL_BASE_URL: urls.model,
		...more,
	});
	const process_ = await startProcess({
		name: "agent-api",
		command: process.execPath,
		args: ["--conditions=@webhand/source", join(import.meta.dirname, "../src/main.ts")],
		env,
	});
	await waitForHttp(`http://127.0.0.1:${port}/readyz`, { limitMs: 60_000 }).catch(async (cause: unknown) => {
		await process_.kill();
		throw new Error(`The server did not start:\n${process_.output()}`, { cause });
	});
	return { url: `http://127.0.0.1:${port}`, process: process_ };
}

/** The last three log lines of requests that failed with 500, for the message of a failed test. */
export function failuresOf(servers: readonly ServerProcess[]): string {
	const lines = servers.flatMap((server) =>
		server.process
			.output()
			.split("\n")
			.filter((line) => line.includes('"status":500')),
	);
	return lines
		.slice(-3)
		.map((line) => line.slice(0, 3_000))
		.join("\n");
}

/** What servers need beside MongoDB, with a Redis of their own, and a signed-in user. `close` stops all of it. */
export async function openDependencies() {
	const [redisServer, identity, model] = await Promise.all([
		startRedis(),
		startIdentity(),
		startModelServer({ script: () => ({ kind: "text", text: "<Thought>I press it</Thought><Action>click(7)</Action>" }) }),
	]);
	const redis = new Redis(redisServer.url, { retryStrategy: () => 50, maxRetriesPerRequest: null });
	redis.on("error", () => undefined);
	const user: SignedIn = await identity.signIn(redis);
	const close = async () => {
		redis.disconnect();
		await Promise.all([redisServer.stop(), identity.close(), model.close()]);
	};
	return { redisServer, redis, user, auth: identity.url, model: model.url, close };
}

/** A list of what a test has to close, closed in reverse order when the test ends. */
export function toClose(): (() => Promise<unknown>)[] {
	const closing: (() => Promise<unknown>)[] = [];
	onTestFinished(async () => {
		for (const close of closing.reverse()) await close();
	});
	return closing;
}
