import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import type { TestProcess } from "@webhand/testing/processes";
import { MongoClient } from "mongodb";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import type { Ready } from "../../stack/data/ready.ts";
import { readSecrets } from "../../stack/data/secrets.ts";
import { databases } from "../../stack/servers/mongo-users.ts";
import { adminUri, mongoUri } from "../../stack/servers/mongod.ts";
import { startedWith } from "../fixture/processes.ts";
import { createTestStack, readyOf, startStack } from "../fixture/running-stack.ts";

// A whole stack starts in each of these tests, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000 });

const testStack = createTestStack();
let stack: TestProcess;
let ready: Ready;

beforeAll(async () => {
	stack = await startStack(testStack, ["--replicas", "2"], { keep: true });
	ready = await readyOf(testStack);
});

afterAll(async () => {
	await stack.stop();
});

const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);

test("ready.json says where everything is and who may sign in, for its owner only, and each address answers", async () => {
	expect(modeOf(join(testStack.data, "ready.json"))).toBe("600");
	expect(modeOf(testStack.data)).toBe("700");
	for (const url of [...Object.values(ready.services), ready.demoUrl]) expect((await fetch(url)).status, url).toBe(200);
	expect((await fetch(ready.url)).status).toBe(200);
	expect((await fetch(`${ready.url}/unknown`)).status).toBe(404);
	expect((await fetch(`${ready.url}/api/agent/x`)).status).toBe(200);
	expect([ready.operator.email, ready.admin.email, ready.member.email]).toEqual([
		"operator@webhand.local",
		"admin@webhand.local",
		"member@webhand.local",
	]);
	expect(ready.extensionDir).toBe(join(testStack.root, "apps", "extension", ".output", "chrome-mv3"));
	for (const [name, pid] of Object.entries(ready.pids)) expect(startedWith(pid).commandLine, name).not.toBe("");
	expect(Object.keys(ready.pids)).toEqual(
		expect.arrayContaining(["supervisor", "mongod", "redis", "auth", "auth-2", "agent-api-2", "tool-runner", "gateway", "demo-site"]),
	);
});

test("no service's password opens another one's database", async () => {
	const secrets = readSecrets(testStack.data);
	const port = Number(new URL(ready.mongoUrl).port);
	const { name, password } = databases.auth;
	const client = new MongoClient(mongoUri(port, { name, password: secrets[password], database: name }));
	try {
		await client
			.db(name)
			.collection("things")
			.insertOne({ mine: true }, { writeConcern: { w: "majority" } });
		for (const other of [databases["agent-api"].name, databases["knowledge-proxy"].name, databases["tool-runner"].name, "admin"]) {
			await expect(client.db(other).collection("things").findOne(), other).rejects.toThrow(/not authorized/);
		}
	} finally {
		await client.close();
	}
	const nobody = new MongoClient(`mongodb://127.0.0.1:${port}/?directConnection=true`);
	await expect(nobody.db(name).collection("things").findOne()).rejects.toThrow(/requires authentication/);
	await nobody.close();
});

test("who acts on the host adds to its audit and can neither change nor remove a row of it", async () => {
	const { name, password } = databases["tool-runner"];
	const port = Number(new URL(ready.mongoUrl).port);
	const client = new MongoClient(mongoUri(port, { name, password: readSecrets(testStack.data)[password], database: name }));
	const [audit, executions] = [client.db().collection("audit"), client.db().collection("executions")];
	try {
		await audit.createIndex({ at: 1 });
		await audit.insertOne({ seq: 1 });
		expect(await audit.findOne()).toMatchObject({ seq: 1 });
		for (const forbidden of [
			() => audit.updateOne({ seq: 1 }, { $set: { seq: 2 } }),
			() => audit.deleteOne({ seq: 1 }),
			() => audit.drop(),
			() => audit.rename("old"),
			() => client.db().dropDatabase(),
		])
			await expect(forbidden()).rejects.toThrow(/not authorized/);
		await executions.insertOne({ state: "queued" });
		await executions.updateOne({ state: "queued" }, { $set: { state: "starting" } });
		await executions.deleteOne({ state: "starting" });
	} finally {
		await client.close();
	}
});

test("no secret stands in a log, on a command line, or in the environment of a program that it is not for", () => {
	const secrets = Object.entries(readSecrets(testStack.data));
	const found = (text: string) => secrets.filter(([, value]) => text.includes(value)).map(([name]) => name);
	for (const log of readdirSync(join(testStack.data, "logs")))
		expect(found(readFileSync(join(testStack.data, "logs", log), "utf8")), log).toEqual([]);
	expect(found(stack.output())).toEqual([]);
	const own: Readonly<Record<string, readonly string[]>> = {
		auth: ["adminPassword", "keyEncryptionKey", "memberPassword", "mongoAuthPassword", "operatorPassword", "proxySecret", "redisPassword"],
		"agent-api": ["grantKey", "mongoAgentPassword", "proxySecret", "pusherKey", "pusherSecret", "redisPassword", "settingsKey"],
		"knowledge-proxy": ["mongoKnowledgePassword", "proxySecret", "redisPassword"],
		"tool-runner": ["auditKey", "mcpSecretsKey", "mongoToolsPassword", "proxySecret", "redisPassword"],
		gateway: ["proxySecret"],
	};
	for (const [name, pid] of Object.entries(ready.pids)) {
		const { environment, commandLine } = startedWith(pid);
		expect(found(commandLine), name).toEqual([]);
		expect(found(environment).sort(), name).toEqual(own[name.replace(/-2$/, "")] ?? []);
	}
});

test("every child that is killed is missed loudly and comes back where it was, with everything that was acknowledged", async () => {
	const secrets = readSecrets(testStack.data);
	const client = new MongoClient(adminUri(Number(new URL(ready.mongoUrl).port), secrets), { retryReads: true });
	await client
		.db("kept")
		.collection("rows")
		.insertOne({ kept: 1 }, { writeConcern: { w: "majority", journal: true } });
	const names = Object.keys(ready.pids).filter((name) => name !== "supervisor" && name !== "reaper");
	for (const name of names) process.kill(ready.pids[name] ?? 0, "SIGKILL");
	for (const name of names) await stack.printed(new RegExp(`${name} ended unasked with SIGKILL after \\d+\\.\\d s\\. Its last lines:`));
	await expect
		.poll(async () => {
			const now = await readyOf(testStack);
			return names.filter((name) => now.pids[name] === undefined || now.pids[name] === ready.pids[name]);
		})
		.toEqual([]);
	for (const url of [...Object.values(ready.services), ready.demoUrl, `${ready.url}/api/agent/x`]) {
		await expect
			.poll(() =>
				fetch(url).then(
					(reply) => reply.status,
					() => 0,
				),
			)
			.toBe(200);
	}
	await expect
		.poll(() =>
			client
				.db("kept")
				.collection("rows")
				.countDocuments({ kept: 1 })
				.catch(() => 0),
		)
		.toBe(1);
	await client.close();
	const journal = readFileSync(join(testStack.data, "logs", "supervisor.log"), "utf8")
		.trim()
		.split("\n")
		.map((line) => JSON.parse(line));
	for (const name of names) {
		const events = journal.filter((entry) => entry.name === name).map((entry) => entry.event);
		expect(events, name).toEqual(["start", "end", "start"]);
	}
	ready = await readyOf(testStack);
});

test("a second start on the folder names the running one, ends with 4 and disturbs nothing", async () => {
	const second = await startStack(testStack);
	expect((await second.ended).code).toBe(4);
	expect(second.output()).toContain(`A stack runs on ${testStack.data} already: ${ready.url}`);
	expect(await readyOf(testStack)).toEqual(ready);
});

test("a taken gateway port ends with 4, names both options and leaves no data folder behind", async () => {
	const other = createTestStack();
	const second = await startStack(other, ["--port", new URL(ready.url).port]);
	expect((await second.ended).code).toBe(4);
	expect(second.output()).toMatch(/--port.*--data/);
	expect(existsSync(other.data)).toBe(false);
});
