import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { poll } from "@webhand/testing/poll";
import { startProcess } from "@webhand/testing/processes";
import { expect, test, vi } from "vitest";
import { isGone, processesOf } from "../fixture/processes.ts";
import { programs, readyOf, startStack, temporaryHouse } from "../fixture/running-stack.ts";

// A whole stack starts in each of these, on a machine that may be busy; what must be quick is measured by itself.
vi.setConfig({ testTimeout: 60_000 });

// One folder for all, so that each test but the first is also a start over what the one before left.
const house = temporaryHouse();
const hasLeft = (name: string) => existsSync(join(house.data, name));

for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) {
	test(`${signal} is an orderly stop: code 0, at most 3 seconds, nothing left`, async () => {
		const stack = await startStack(house);
		const { pids } = await readyOf(house);
		const beganMs = performance.now();
		process.kill(stack.pid, signal);
		expect(await stack.ended).toEqual({ code: 0, signal: null });
		expect(performance.now() - beganMs).toBeLessThan(3_000);
		expect(processesOf(house.data)).toEqual([]);
		await poll(() => Object.values(pids).every(isGone));
		expect([hasLeft("ready.json"), hasLeft("lock")]).toEqual([false, false]);
		expect(stack.output()).not.toContain("ended unasked");
	});
}

test("secrets and accounts outlive restarts", async () => {
	const secrets = readFileSync(join(house.data, "secrets.json"), "utf8");
	await startStack(house);
	const { member } = await readyOf(house);
	expect(readFileSync(join(house.data, "secrets.json"), "utf8")).toBe(secrets);
	expect(JSON.parse(secrets).memberPassword).toBe(member.password);
});

test("however the supervisor dies, nothing runs five seconds later", async () => {
	const stack = await startStack(house);
	const { pids } = await readyOf(house);
	await stack.kill();
	await poll(() => Object.values(pids).every(isGone), { limitMs: 5_000 });
	expect(processesOf(house.data)).toEqual([]);
	expect(hasLeft("lock")).toBe(true);
});

test("a start over a killed stack cleans up what even the reaper could not", async () => {
	const stack = await startStack(house);
	const { pids } = await readyOf(house);
	process.kill(pids["reaper"] ?? 0, "SIGKILL");
	await poll(() => isGone(pids["reaper"] ?? 0));
	await stack.kill();
	expect(isGone(pids["mongod"] ?? 0)).toBe(false);
	const next = await startStack(house);
	const after = await readyOf(house);
	expect(after.pids["supervisor"]).toBe(next.pid);
	for (const [name, pid] of Object.entries(pids)) expect(isGone(pid), name).toBe(true);
});

test.for([
	["of a process that is gone", "2147483646\n1\n"],
	["of another process that got its number", `${process.pid}\n1\n`],
	["that was never written", ""],
])("a lock %s holds nobody up", async ([, lock = ""]) => {
	writeFileSync(join(house.data, "lock"), lock);
	await startStack(house);
	await readyOf(house);
});

test("the stack stops when the one who started it is gone", async () => {
	const parent = await startProcess({
		name: "parent",
		command: process.execPath,
		args: ["--input-type=module", "-e", parentScript, process.execPath, join(import.meta.dirname, "..", "fixture", "stack.ts"), house.root],
		env: programs,
	});
	const { pids } = await readyOf(house);
	await parent.kill();
	await poll(() => Object.values(pids).every(isGone), { limitMs: 5_000 });
	expect([hasLeft("ready.json"), hasLeft("lock")]).toEqual([false, false]);
});

const parentScript = `
import { spawn } from "node:child_process";
const [node, script, root] = process.argv.slice(1);
spawn(node, ["--conditions=@webhand/source", script, root, "--no-browser", "--port", "0"], { stdio: "ignore", detached: true });
setInterval(() => {}, 1_000);
`;

test("a child that keeps crashing ends the stack with 1 at the fourth time within a minute", async () => {
	const stack = await startStack(house);
	const { services } = await readyOf(house);
	for (let crash = 1; crash <= 4; crash += 1) {
		await poll(() =>
			fetch(services.toolRunner).then(
				(reply) => reply.ok,
				() => false,
			),
		);
		await fetch(`${services.toolRunner}/?exit=9`).catch(() => undefined);
		await stack.printed(new RegExp(`(tool-runner ended unasked with code 9[^]*){${crash}}`));
	}
	expect((await stack.ended).code).toBe(1);
	expect(stack.output()).toContain("tool-runner ended with code 9: it ended 4 times in 60 s");
	expect(processesOf(house.data)).toEqual([]);
});

test("a service that finds a wrong setting ends the stack at once", async () => {
	const stack = await startStack(house);
	const { services } = await readyOf(house);
	await fetch(`${services.auth}/?exit=78`).catch(() => undefined);
	expect((await stack.ended).code).toBe(1);
	expect(stack.output()).toContain("auth ended with code 78: a setting is wrong");
});

test("a second Ctrl-C does not wait for a service that will not stop", async () => {
	const stack = await startStack(house);
	const { services, pids } = await readyOf(house);
	await fetch(`${services.agentApi}/?stuck`);
	process.kill(stack.pid, "SIGINT");
	await poll(() => isGone(pids["gateway"] ?? 0));
	expect(stack.isRunning()).toBe(true);
	process.kill(stack.pid, "SIGINT");
	expect((await stack.ended).code).toBe(130);
	await poll(() => Object.values(pids).every(isGone));
	expect([hasLeft("ready.json"), hasLeft("lock")]).toEqual([false, false]);
});

test("in dev mode a service restarts when its source changes, and a line says so", async () => {
	const stack = await startStack(house, ["--dev"]);
	const { services, pids } = await readyOf(house);
	const source = join(house.root, "apps", "auth", "src", "main.ts");
	writeFileSync(source, `${readFileSync(source, "utf8")}// changed\n`);
	await stack.printed(/auth: Restarting/);
	await poll(() =>
		fetch(services.auth).then(
			(reply) => reply.ok,
			() => false,
		),
	);
	expect((await readyOf(house)).pids["auth"]).toBe(pids["auth"]);
	expect(stack.output()).not.toContain("ended unasked");
});

test("a stack whose browser does not open was never ready, and ends with 1", async () => {
	const seen = join(house.root, "seen");
	const put = (path: string, script: string) => {
		mkdirSync(dirname(join(house.root, path)), { recursive: true });
		writeFileSync(join(house.root, path), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
		return join(house.root, path);
	};
	put("node_modules/.bin/turbo", "exit 0");
	const browser = put("browser", `ls "${house.data}" > "${seen}"; exit 7`);
	const stack = await startStack(house, ["--no-demo"], { browser: true, env: { CHROMIUM_BIN: browser } });
	expect((await stack.ended).code).toBe(1);
	expect(readFileSync(seen, "utf8").split("\n")).toContain("lock");
	expect(readFileSync(seen, "utf8").split("\n")).not.toContain("ready.json");
	expect(stack.output()).not.toContain("Webhand is ready");
});
