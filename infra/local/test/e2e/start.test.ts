import { existsSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProcess } from "@webhand/testing/processes";
import { startProcess } from "@webhand/testing/processes";
import { afterAll, afterEach, expect, inject, test } from "vitest";
import { checkout } from "../fixture/copy.ts";
import { processesOf } from "../fixture/processes.ts";
import { readyOf } from "../fixture/running-stack.ts";

declare module "vitest" {
	export interface ProvidedContext {
		/** Of the stack that all journeys share; the set-up of this project gives it. */
		ready: { readonly extensionDir: string };
	}
}

// `npm start -- --exit` as a person types it, in this checkout, on real services and a real browser. What ends with 2, 3 or 4 never gets
// that far: bootstrap.test.ts and stack.test.ts have it. A whole demo runs in each of these.
const demoLimitMs = 120_000;

const data = mkdtempSync(join(tmpdir(), "webhand start-"));
const running: TestProcess[] = [];

afterEach(async () => {
	for (const started of running.splice(0)) await started.stop(30_000);
});
afterAll(() => rmSync(data, { recursive: true, force: true }));

/** With the extension that all journeys use: building it anew would take it away from under their browsers. Without a display. */
async function start(settings: Readonly<Record<string, string>> = {}): Promise<TestProcess> {
	const started = await startProcess({
		...{ name: "npm start", command: "npm", args: ["start", "--", "--exit", "--port", "0", "--data", data], cwd: checkout },
		env: { HOME: process.env["HOME"] ?? data, EXTENSION_DIR: inject("ready").extensionDir, ...settings },
	});
	running.push(started);
	return started;
}

function expectNothingLeft(): void {
	expect(processesOf(data)).toEqual([]);
	expect(["lock", "ready.json"].filter((name) => existsSync(join(data, name)))).toEqual([]);
}

test("npm start -- --exit carries the demo task out before one's eyes and ends with 0", { timeout: demoLimitMs }, async () => {
	const npm = await start();
	expect((await npm.ended).code, npm.output()).toBe(0);
	const steps = npm.output().match(/^ {2}step \d+ · .+ · \w+\(.*\).* · ✓ .+$/gm) ?? [];
	expect(steps.length, npm.output()).toBeGreaterThanOrEqual(5);
	expect(npm.output()).toMatch(/completed after [\d.]+ s · answer: 32\.40 €\nThe demo task succeeded\./);
	expectNothingLeft();
});

test("a demo task that cannot be done ends with 1 and the reason", { timeout: demoLimitMs }, async () => {
	const npm = await start({ MAX_STEPS: "2" });
	expect((await npm.ended).code, npm.output()).toBe(1);
	expect(npm.output()).toMatch(/The demo task failed: .*step/);
	expectNothingLeft();
});

test("a service that dies under --exit ends everything with 1, its browser too", { timeout: demoLimitMs }, async () => {
	const npm = await start();
	await npm.printed(/Demo task: /, 60_000);
	const { pids } = await readyOf({ data });
	process.kill(pids["agent-api"] ?? 0, "SIGKILL");
	expect((await npm.ended).code, npm.output()).toBe(1);
	expect(npm.output()).toContain("agent-api ended with SIGKILL: nothing is started again under --exit");
	expectNothingLeft();
});
