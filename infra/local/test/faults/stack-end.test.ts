import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { poll } from "@webhand/testing/poll";
import { startProcess } from "@webhand/testing/processes";
import { expect, test } from "vitest";
import { isGone, processesOf } from "../fixture/processes.ts";
import { createTestStack, programs, readyOf, startStack } from "../fixture/running-stack.ts";

// One folder for all, so that each test but the first also starts over what the one before left.
const testStack = createTestStack();
const hasLeft = (name: string) => existsSync(join(testStack.data, name));

test.for(["SIGINT", "SIGHUP"] as const)("%s is an orderly stop", async (signal) => {
	const stack = await startStack(testStack);
	await readyOf(testStack);
	process.kill(stack.pid, signal);
	expect(await stack.ended).toEqual({ code: 0, signal: null });
	expect(processesOf(testStack.data)).toEqual([]);
	expect([hasLeft("ready.json"), hasLeft("lock")]).toEqual([false, false]);
});

test("a start over a killed stack cleans up what even the reaper could not", async () => {
	const stack = await startStack(testStack);
	const { pids } = await readyOf(testStack);
	process.kill(pids["reaper"] ?? 0, "SIGKILL");
	await poll(() => isGone(pids["reaper"] ?? 0));
	await stack.kill();
	expect(isGone(pids["mongod"] ?? 0)).toBe(false);
	const next = await startStack(testStack);
	const after = await readyOf(testStack);
	expect(after.pids["supervisor"]).toBe(next.pid);
	for (const [name, pid] of Object.entries(pids)) expect(isGone(pid), name).toBe(true);
});

test("the stack stops when the one who started it is gone", async () => {
	const parent = await startProcess({
		name: "parent",
		command: process.execPath,
		args: [
			"--input-type=module",
			"-e",
			parentScript,
			process.execPath,
			join(import.meta.dirname, "..", "fixture", "stack.ts"),
			testStack.root,
		],
		env: programs,
	});
	const { pids } = await readyOf(testStack);
	await parent.kill();
	await poll(() => Object.values(pids).every(isGone));
	expect([hasLeft("ready.json"), hasLeft("lock")]).toEqual([false, false]);
});

const parentScript = `
import { spawn } from "node:child_process";
const [node, script, root] = process.argv.slice(1);
spawn(node, ["--conditions=@webhand/source", script, root, "--no-browser", "--port", "0"], { stdio: "ignore", detached: true });
setInterval(() => {}, 1_000);
`;

test("a service that finds a wrong setting ends the stack at once", async () => {
	const stack = await startStack(testStack);
	const { services } = await readyOf(testStack);
	await fetch(`${services.auth}/?exit=78`).catch(() => undefined);
	expect((await stack.ended).code).toBe(1);
	expect(stack.output()).toContain("auth ended with code 78: a setting is wrong");
});

test("a second Ctrl-C does not wait for a service that will not stop", async () => {
	const stack = await startStack(testStack);
	const { services, pids } = await readyOf(testStack);
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
	const stack = await startStack(testStack, ["--dev"]);
	const { services, pids } = await readyOf(testStack);
	const source = join(testStack.root, "apps", "auth", "src", "main.ts");
	writeFileSync(source, `${readFileSync(source, "utf8")}// changed\n`);
	await stack.printed(/auth: Restarting/);
	await poll(() =>
		fetch(services.auth).then(
			(reply) => reply.ok,
			() => false,
		),
	);
	expect((await readyOf(testStack)).pids["auth"]).toBe(pids["auth"]);
	expect(stack.output()).not.toContain("ended unasked");
});

test("a stack whose browser does not open was never ready, and ends with 1", async () => {
	const seen = join(testStack.root, "seen");
	const put = (path: string, script: string) => {
		mkdirSync(dirname(join(testStack.root, path)), { recursive: true });
		writeFileSync(join(testStack.root, path), `#!/bin/sh\n${script}\n`, { mode: 0o755 });
		return join(testStack.root, path);
	};
	put("node_modules/.bin/turbo", "exit 0");
	const browser = put("browser", `ls "${testStack.data}" > "${seen}"; exit 7`);
	const stack = await startStack(testStack, ["--no-demo"], { browser: true, env: { CHROMIUM_BIN: browser } });
	expect((await stack.ended).code).toBe(1);
	expect(readFileSync(seen, "utf8").split("\n")).toContain("lock");
	expect(readFileSync(seen, "utf8").split("\n")).not.toContain("ready.json");
	expect(stack.output()).not.toContain("Webhand is ready");
});
