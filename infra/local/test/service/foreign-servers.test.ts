import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type {} from "@webhand/testing/global-setup";
import { freePort, startProcess, waitForPort } from "@webhand/testing/processes";
import { MongoClient } from "mongodb";
import { expect, inject, test, vi } from "vitest";
import { startedWith } from "../fixture/processes.ts";
import { createTestStack, programs, readyOf, startStack } from "../fixture/running-stack.ts";

// A whole stack starts in each of these tests, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000 });

const testStack = createTestStack();

test("external servers are used as they are and go on running", async () => {
	const env = { MONGODB_URI: inject("mongoUri"), REDIS_URL: inject("redisUrl") };
	const stack = await startStack(testStack, [], { env });
	const ready = await readyOf(testStack);
	expect(Object.keys(ready.pids)).not.toContain("mongod");
	expect(Object.keys(ready.pids)).not.toContain("redis");
	expect([ready.mongoUrl, ready.redisUrl]).toEqual([env.MONGODB_URI, env.REDIS_URL]);
	const { environment } = startedWith(ready.pids["auth"] ?? 0);
	expect(environment).toContain(`/webhand_auth?replicaSet=rs0`);
	await stack.stop();
	const client = await new MongoClient(env.MONGODB_URI).connect();
	expect((await client.db("admin").command({ ping: 1 }))["ok"]).toBe(1);
	await client.close();
});

test("a MongoDB without a replica set is refused with the reason", async () => {
	const folder = mkdtempSync(join(tmpdir(), "webhand-alone-"));
	const port = await freePort();
	const alone = await startProcess({
		name: "mongod",
		command: programs.MONGOD_BIN,
		args: ["--dbpath", folder, "--bind_ip", "127.0.0.1", "--port", String(port), "--nounixsocket", "--wiredTigerCacheSizeGB", "0.25"],
	});
	try {
		await waitForPort(port);
		const stack = await startStack(testStack, [], { env: { MONGODB_URI: `mongodb://127.0.0.1:${port}/`, REDIS_URL: inject("redisUrl") } });
		expect((await stack.ended).code).toBe(3);
		expect(stack.output()).toContain("MONGODB_URI leads to a server without a replica set");
	} finally {
		await alone.stop();
		rmSync(folder, { recursive: true, force: true });
	}
});

test("an address that nobody understands is refused with a sentence, and its password is not repeated", async () => {
	for (const address of ["localhost:27017", "mongodb://me:hidden-word@127.0.0.1:1/?nonsense=1"]) {
		const stack = await startStack(testStack, [], { env: { MONGODB_URI: address, REDIS_URL: inject("redisUrl") } });
		expect((await stack.ended).code, address).toBe(3);
		expect(stack.output()).toContain("MONGODB_URI is ");
		expect(stack.output()).not.toContain("hidden-word");
	}
});
