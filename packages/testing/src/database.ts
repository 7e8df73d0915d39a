import { randomUUID } from "node:crypto";
import { Redis } from "ioredis";
import type { Db } from "mongodb";
import { MongoClient } from "mongodb";
import { test as base, inject } from "vitest";
import type {} from "./global-setup.ts";

/** A MongoDB database of this test file alone; `uri` names it as its default database, so `client.db()` is `db`. */
export type TestMongo = { readonly uri: string; readonly name: string; readonly client: MongoClient; readonly db: Db };

/** A Redis database of this test file alone, empty at its start. Publish and subscribe are shared by all databases of a server. */
export type TestRedis = { readonly url: string; readonly database: number; readonly client: Redis };

/**
 * Vitest's `test` with `mongo` and `redis`, opened when a test asks for them and removed after its file. For files of the project
 * `service`, whose global setup runs the servers.
 */
export const test = base
	.extend("mongo", { scope: "file" }, async ({}, { onCleanup }): Promise<TestMongo> => {
		const mongo = await openTestMongo(inject("mongoUri"));
		onCleanup(mongo.close);
		return mongo;
	})
	.extend("redis", { scope: "file" }, async ({}, { onCleanup }): Promise<TestRedis> => {
		const redis = await openTestRedis(inject("redisUrl"));
		onCleanup(redis.close);
		return redis;
	});

/** Makes a database with a name of its own; `close` drops it. For set-ups that fixtures do not fit. */
async function openTestMongo(serverUri: string): Promise<TestMongo & { readonly close: () => Promise<void> }> {
	const name = `test_${randomUUID().replaceAll("-", "").slice(0, 20)}`;
	// Several hosts, as a replica set has, are no valid URL.
	const at = serverUri.replace(/^(mongodb(?:\+srv)?:\/\/[^/?]+)(?:\/[^?]*)?/, `$1/${name}`);
	// The event loop of a test also does what other processes do elsewhere, so a connection may be made later than a request waits for one.
	const uri = `${at}${at.includes("?") ? "&" : "?"}waitQueueTimeoutMS=30000`;
	const client = await new MongoClient(uri, { serverSelectionTimeoutMS: 5_000 }).connect();
	const db = client.db(name);
	const close = async () => {
		await db.dropDatabase();
		await client.close();
	};
	return { uri, name, client, db, close };
}

/** Takes the next free database number of the server; `close` empties it. */
async function openTestRedis(serverUrl: string): Promise<TestRedis & { readonly close: () => Promise<void> }> {
	const root = new Redis(serverUrl, { maxRetriesPerRequest: 3 });
	const [ticket, settings] = await Promise.all([root.incr("webhand:test:databases"), root.config("GET", "databases")]).finally(() =>
		root.quit(),
	);
	const count = Number((settings as readonly string[])[1] ?? 16);
	const database = 1 + (ticket % (count - 1));
	const address = new URL(serverUrl);
	address.pathname = `/${database}`;
	const client = new Redis(address.href, { maxRetriesPerRequest: 3 });
	await client.flushdb();
	const close = async () => {
		await client.flushdb();
		await client.quit();
	};
	return { url: address.href, database, client, close };
}
