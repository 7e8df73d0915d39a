import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { poll } from "@webhand/testing/poll";
import { expect, test, vi } from "vitest";
import { isGone, processesOf } from "../fixture/processes.ts";
import { createTestStack, readyOf, startStack } from "../fixture/running-stack.ts";

// A whole stack starts in each of these tests, on a machine that may be busy. The other ways to end are in ../faults.
vi.setConfig({ testTimeout: 60_000 });

const testStack = createTestStack();
const hasLeft = (name: string) => existsSync(join(testStack.data, name));
const readSecrets = () => readFileSync(join(testStack.data, "secrets.json"), "utf8");

test("SIGTERM is an orderly stop: code 0, nothing left", async () => {
	const stack = await startStack(testStack);
	const { pids } = await readyOf(testStack);
	process.kill(stack.pid, "SIGTERM");
	expect(await stack.ended).toEqual({ code: 0, signal: null });
	expect(processesOf(testStack.data)).toEqual([]);
	await poll(() => Object.values(pids).every(isGone));
	expect([hasLeft("ready.json"), hasLeft("lock")]).toEqual([false, false]);
	expect(stack.output()).not.toContain("ended unasked");
});

test("secrets and accounts outlive restarts, and nothing outlives a killed supervisor", async () => {
	const secrets = readSecrets();
	const stack = await startStack(testStack);
	const { pids, member } = await readyOf(testStack);
	expect(readSecrets()).toBe(secrets);
	expect(JSON.parse(secrets).memberPassword).toBe(member.password);
	await stack.kill();
	await poll(() => Object.values(pids).every(isGone));
	expect(processesOf(testStack.data)).toEqual([]);
	expect(hasLeft("lock")).toBe(true);
});

test("a child that keeps crashing ends the stack with 1 at the fourth time within a minute", async () => {
	const stack = await startStack(testStack);
	const { services } = await readyOf(testStack);
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
	expect(processesOf(testStack.data)).toEqual([]);
});
