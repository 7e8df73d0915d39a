import { once } from "node:events";
import { mkdtemp, rm } from "node:fs/promises";
import { Agent, get } from "node:http";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { findProgram } from "@webhand/testing/binaries";
import { failpointsIn } from "@webhand/testing/failpoints";
import type { TestProcess } from "@webhand/testing/processes";
import { freePort, startProcess, waitForPort } from "@webhand/testing/processes";
import { expect } from "vitest";
import { createLogger } from "../src/logs.ts";
import { migrateOnce } from "../src/mongo/migrations.ts";
import { test } from "./fixture.ts";
import { migrations } from "./migrations.ts";

const log = createLogger({ service: "test", level: "silent" });
const main = fileURLToPath(new URL("main.ts", import.meta.url));

function startMain(env: Readonly<Record<string, string>>, ...args: readonly string[]): Promise<TestProcess> {
	return startProcess({
		name: "service",
		command: process.execPath,
		args: ["--conditions=@webhand/source", main, ...args],
		env: { DRAIN_SECONDS: "0", ...env },
	});
}

async function urlOf(service: TestProcess): Promise<string> {
	const [, url = ""] = await service.printed(/listening at (http:[^"]+)/);
	return url;
}

test("a service that is asked to stop finishes what it is doing, closes and ends well", async ({ mongo, redis }) => {
	const service = await startMain({ MONGODB_URI: mongo.uri, REDIS_URL: redis.url });
	const url = await urlOf(service);
	const slow = fetch(`${url}/slow`);
	await service.printed(/working/);
	const ending = service.stop();
	expect([(await slow).status, await (await slow).text()]).toEqual([200, '{"n":1}']);
	expect(await ending).toEqual({ code: 0, signal: null });
	expect(service.output()).toMatch(/"msg":"closed".*\n.*"msg":"stopped"/);
	await expect(fetch(url)).rejects.toThrow();
});

test("a connection that says nothing does not hold up its end", async ({ mongo, redis, onTestFinished }) => {
	const service = await startMain({ MONGODB_URI: mongo.uri, REDIS_URL: redis.url });
	const socket = connect(Number(new URL(await urlOf(service)).port), "127.0.0.1");
	onTestFinished(() => void socket.destroy());
	await once(socket, "connect");
	const closed = once(socket.resume(), "close");
	// Whoever waits for the connection is ended after 25 s with 1.
	expect(await service.stop(60_000)).toEqual({ code: 0, signal: null });
	await closed;
});

test("the kept-alive connection of a stream that has ended does not hold up its end", async ({ mongo, redis, onTestFinished }) => {
	const service = await startMain({ MONGODB_URI: mongo.uri, REDIS_URL: redis.url });
	const agent = new Agent({ keepAlive: true });
	onTestFinished(() => agent.destroy());
	const [stream] = await once(get(`${await urlOf(service)}/stream`, { agent }), "response");
	await once(stream, "data");
	const read = once(stream.resume(), "end");
	expect(await service.stop(60_000)).toEqual({ code: 0, signal: null });
	await read;
});

test("a second signal ends it at once", async ({ mongo, redis }) => {
	const service = await startMain({ MONGODB_URI: mongo.uri, REDIS_URL: redis.url, DRAIN_SECONDS: "20" });
	await urlOf(service);
	process.kill(service.pid, "SIGTERM");
	await service.printed(/draining/);
	process.kill(service.pid, "SIGTERM");
	expect((await service.ended).code).toBe(1);
});

test("an error that nobody caught ends it with code 1 and a fatal line", async ({ mongo, redis }) => {
	const service = await startMain({ MONGODB_URI: mongo.uri, REDIS_URL: redis.url });
	const url = await urlOf(service);
	await fetch(`${url}/crash`).catch(() => undefined);
	expect((await service.ended).code).toBe(1);
	expect(service.output()).toMatch(/"level":"fatal".*main\.ts:\d+:\d+.*"msg":"crashed"/);
});

test("a wrong setting ends it with code 78 and a list without a stack", async () => {
	const service = await startMain({ MONGODB_URI: "nowhere", PORT: "-1" });
	expect((await service.ended).code).toBe(78);
	expect(service.output()).toMatch(/^Cannot start\. 3 settings are wrong:\n {2}/);
	expect(service.output()).not.toContain("    at ");
});

test("a MongoDB without a replica set is a wrong setting too", async ({ redis }) => {
	const [port, folder] = [await freePort(), await mkdtemp(join(tmpdir(), "webhand-alone-"))];
	const alone = await startProcess({
		name: "mongod",
		command: findProgram("mongod"),
		args: ["--dbpath", folder, "--port", String(port), "--bind_ip", "127.0.0.1", "--nounixsocket"],
	});
	try {
		await waitForPort(port);
		const service = await startMain({ MONGODB_URI: `mongodb://127.0.0.1:${port}`, REDIS_URL: redis.url });
		expect((await service.ended).code).toBe(78);
		expect(service.output()).toContain("MONGODB_URI leads to a server without a replica set");
	} finally {
		await alone.stop();
		await rm(folder, { recursive: true });
	}
});

test("a service that is killed while it changes its database is followed by one that ends the change, once for ever", async ({
	mongo,
	redis,
	onTestFinished,
}) => {
	const name = `${mongo.name}_killed`;
	const [db, uri] = [mongo.client.db(name), mongo.uri.replace(mongo.name, name)];
	onTestFinished(() => db.dropDatabase().then(() => undefined));
	const things = db.collection<{ _id: string }>("things");
	await things.insertMany([{ _id: "kettle" }, { _id: "cup" }]);
	const dying = await startMain({ MONGODB_URI: uri, REDIS_URL: redis.url, FAILPOINTS: "migrate.batch=kill" });
	expect((await dying.ended).signal).toBe("SIGKILL");
	expect(await db.collection("migrations").countDocuments()).toBe(0);

	// The lock of the dead falls free by itself; nobody waits here for its ten seconds to pass.
	await db.collection("locks").updateOne({}, { $set: { until: new Date(0) } });
	const next = await startMain({ MONGODB_URI: uri, REDIS_URL: redis.url });
	await urlOf(next);
	await next.stop();
	const changed = [
		{ _id: "kettle", colour: "grey", size: 1, changes: 2 },
		{ _id: "cup", colour: "grey", size: 1, changes: 2 },
	];
	const noted = () => db.collection("migrations").find().sort({ _id: 1 }).toArray();
	expect([await things.find().toArray(), (await noted()).map(({ _id }) => _id)]).toEqual([changed, ["001-colour", "002-size"]]);

	const before = await noted();
	await migrateOnce(db, migrations, { log });
	expect([await things.find().toArray(), await noted()]).toEqual([changed, before]);
});

test("a service that is asked to migrate changes its database, listens nowhere and ends well", async ({ mongo, redis, onTestFinished }) => {
	const name = `${mongo.name}_migrated`;
	const [db, uri] = [mongo.client.db(name), mongo.uri.replace(mongo.name, name)];
	onTestFinished(() => db.dropDatabase().then(() => undefined));
	await db.collection<{ _id: string }>("things").insertOne({ _id: "kettle" });
	const migrating = () => startMain({ MONGODB_URI: uri, REDIS_URL: redis.url }, "migrate");
	// Two jobs at once, as after a retry: one works, the other waits for its lock.
	const jobs = await Promise.all([migrating(), migrating()]);
	for (const job of jobs) {
		expect(await job.ended).toEqual({ code: 0, signal: null });
		expect(job.output()).toContain("the database is migrated");
		expect(job.output()).not.toContain("listening");
	}
	expect(await db.collection("things").find().toArray()).toEqual([{ _id: "kettle", colour: "grey", size: 1, changes: 2 }]);
});

test("each failpoint of the kit has its test above", async () => {
	expect(await failpointsIn(join(import.meta.dirname, "../src"))).toEqual(["migrate.batch"]);
});
