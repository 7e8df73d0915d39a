import { Redis } from "ioredis";
import { MongoClient } from "mongodb";
import { expect, test } from "vitest";
import { poll } from "../src/poll.ts";
import { startProcess, waitForHttp } from "../src/processes.ts";
import { startMongod, startRedis } from "../src/servers.ts";

const webServer = `
	const server = require("node:http").createServer((request, response) => response.end("ok"));
	server.listen(0, "127.0.0.1", () => console.log("listening on " + server.address().port));
	process.on("SIGTERM", () => { console.log("bye"); process.exit(7); });
`;

test("a process prints, answers, freezes, thaws and stops", async () => {
	const child = await startProcess({ name: "web", command: process.execPath, args: ["-e", webServer] });
	const [, port] = await child.printed(/listening on (\d+)/);
	await waitForHttp(`http://127.0.0.1:${port}/`);
	child.freeze();
	await expect(fetch(`http://127.0.0.1:${port}/`, { signal: AbortSignal.timeout(200) })).rejects.toThrow();
	child.thaw();
	await waitForHttp(`http://127.0.0.1:${port}/`);
	expect(await child.stop()).toEqual({ code: 7, signal: null });
	expect(child.output()).toContain("bye");
	expect(child.isRunning()).toBe(false);
});

test("a process that ends before it prints is reported with its output", async () => {
	const child = await startProcess({
		name: "broken",
		command: process.execPath,
		args: ["-e", "console.error('no port left'); process.exit(3)"],
	});
	await expect(child.printed(/listening/)).rejects.toThrow("no port left");
});

test("a process does not outlive a test run that is killed", async () => {
	const script = `
		import { startProcess } from ${JSON.stringify(new URL("../src/processes.ts", import.meta.url).href)};
		const child = await startProcess({ name: "long", command: process.execPath, args: ["-e", "setInterval(() => {}, 1000)"] });
		console.log("child " + child.pid);
	`;
	const args = ["--conditions=@webhand/source", "--input-type=module", "-e", script];
	const run = await startProcess({ name: "run", command: process.execPath, args });
	const [, pid] = await run.printed(/child (\d+)/);
	await run.kill();
	await poll(() => !isAlive(Number(pid)));
});

test("a mongod that is killed comes back with what it acknowledged", { timeout: 40_000 }, async () => {
	const mongod = await startMongod();
	const client = await new MongoClient(mongod.url).connect();
	try {
		await client
			.db("fault")
			.collection("rows")
			.insertOne({ row: 1 }, { writeConcern: { w: "majority", j: true } });
		await mongod.restart();
		await poll(async () => (await client.db("fault").collection("rows").countDocuments()) === 1);
	} finally {
		await client.close();
		await mongod.stop();
	}
	expect(mongod.process().isRunning()).toBe(false);
});

test("a Redis of one test evicts nothing", async () => {
	const server = await startRedis();
	const client = new Redis(server.url);
	try {
		expect(await client.config("GET", "maxmemory-policy")).toEqual(["maxmemory-policy", "noeviction"]);
	} finally {
		await client.quit();
		await server.stop();
	}
});

function isAlive(pid: number): boolean {
	try {
		process.kill(pid, 0);
		return true;
	} catch {
		return false;
	}
}
