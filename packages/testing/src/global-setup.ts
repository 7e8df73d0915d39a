import type { TestProject } from "vitest/node";
import { startMongod, startRedis } from "./servers.ts";

declare module "vitest" {
	interface ProvidedContext {
		/** MongoDB of this run: a replica set. */
		mongoUri: string;
		/** Redis of this run, without a database number. */
		redisUrl: string;
	}
}

let stopAll: readonly (() => Promise<void>)[] = [];

/**
 * Starts one MongoDB and one Redis for the whole run and tells every test file their addresses; `MONGODB_URI` and `REDIS_URL` name
 * servers to use instead.
 */
export async function setup(project: TestProject): Promise<void> {
	const given = { mongo: process.env["MONGODB_URI"], redis: process.env["REDIS_URL"] };
	const [mongo, redis] = await Promise.all([given.mongo ? undefined : startMongod(), given.redis ? undefined : startRedis()]);
	stopAll = [mongo, redis].flatMap((server) => (server === undefined ? [] : [server.stop]));
	project.provide("mongoUri", given.mongo ?? mongo?.url ?? "");
	project.provide("redisUrl", given.redis ?? redis?.url ?? "");
}

/** Ends what `setup` started, and nothing else. */
export async function teardown(): Promise<void> {
	await Promise.all(stopAll.map((stop) => stop()));
}
