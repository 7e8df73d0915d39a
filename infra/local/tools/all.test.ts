import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import pins from "../pins.json" with { type: "json" };
import type { FakeMachine } from "../test/fixture/machine.ts";
import { fakeMachine } from "../test/fixture/machine.ts";
import type { Need } from "./all.mjs";
import { getTools } from "./all.mjs";
import type { Step } from "./steps.mjs";

const quiet: Step = (_what, work) => work();

/** A machine with packages and both servers; sandbox and browser are up to the test. */
function machineWithServers(differences: Parameters<typeof fakeMachine>[0] = {}): FakeMachine {
	const machine = fakeMachine(differences);
	mkdirSync(machine.runtime);
	writeFileSync(join(machine.root, "package.json"), "{}");
	machine.script("pnpm", "/bin/mkdir -p node_modules; echo x > node_modules/.modules.yaml");
	machine.script("mongod", "echo 'db version v7.0.1'");
	machine.script("redis-server", "echo 'Redis server v=7.2.0'");
	return machine;
}

function toolsOf(machine: FakeMachine, needs: readonly Need[]) {
	const chain = {
		node: machine.script("fake-node", "exit 1"),
		pnpm: join(String(machine.env["PATH"]), "pnpm"),
		version: "",
		env: machine.env,
	};
	return getTools({ machine, pins, step: quiet }, chain, new Set(needs));
}

const everything = ["packages", "servers", "sandbox", "browser"] as const;
const count = (machine: FakeMachine, program: string) => machine.calls().filter((call) => call.startsWith(`${program} `)).length;

test("what was found is written down for everyone who runs later", async () => {
	const machine = machineWithServers();
	for (const name of ["bwrap", "git"]) machine.script(name, "");
	machine.script("chromium", "echo probe-42");
	await toolsOf(machine, everything);
	const bin = String(machine.env["PATH"]);
	expect(JSON.parse(readFileSync(join(machine.runtime, "tools.json"), "utf8"))).toMatchObject({
		env: {
			MONGOD_BIN: join(bin, "mongod"),
			REDIS_SERVER_BIN: join(bin, "redis-server"),
			BWRAP_BIN: join(bin, "bwrap"),
			GIT_BIN: join(bin, "git"),
			CHROMIUM_BIN: join(bin, "chromium"),
		},
		unavailable: {},
	});
});

test("a second time nothing is installed and the browser is not opened again", async () => {
	const machine = machineWithServers();
	for (const name of ["bwrap", "git", "apt-get"]) machine.script(name, "");
	machine.script("chromium", "echo probe-42");
	await toolsOf(machine, everything);
	await toolsOf(machine, everything);
	expect([count(machine, "pnpm"), count(machine, "chromium"), count(machine, "apt-get"), count(machine, "bwrap")]).toEqual([1, 1, 0, 2]);
});

test("everything that is missing on a bare Debian is installed by one call of apt", async () => {
	const machine = machineWithServers();
	const bin = String(machine.env["PATH"]);
	const make = ["bwrap", "git", "chromium"].map(
		(name) => `printf '#!/bin/sh\\necho probe-42\\n' > '${bin}/${name}'; /bin/chmod 755 '${bin}/${name}'`,
	);
	machine.script("apt-get", `[ "$1" = update ] && exit 0\n${make.join("\n")}`);
	const tools = await toolsOf(machine, everything);
	expect(machine.calls().filter((call) => call.startsWith("apt-get install"))).toEqual([expect.stringMatching(/bubblewrap git chromium$/)]);
	expect(tools.unavailable).toEqual({});
	expect(tools.env["CHROMIUM_BIN"]).toBe(join(bin, "chromium"));
});

test("without sandbox and browser the rest goes on, and what is missing has a reason and a command", async () => {
	const machine = machineWithServers({ isRoot: false });
	const tools = await toolsOf(machine, everything);
	expect(Object.keys(tools.env).sort()).toEqual(["MONGOD_BIN", "REDIS_SERVER_BIN"]);
	expect(tools.unavailable).toEqual({
		sandbox: {
			reason: expect.stringContaining("not installed"),
			install: "sudo apt-get install -y --no-install-recommends bubblewrap git",
		},
		browser: { reason: expect.stringContaining("only root"), install: "sudo apt-get install -y --no-install-recommends chromium" },
	});
});

test("a command that needs only packages looks for nothing else and forgets nothing", async () => {
	const machine = machineWithServers();
	for (const name of ["bwrap", "git"]) machine.script(name, "");
	machine.script("chromium", "echo probe-42");
	const before = await toolsOf(machine, everything);
	const calls = machine.calls().length;
	expect(await toolsOf(machine, ["packages"])).toEqual(before);
	expect(machine.calls()).toHaveLength(calls);
});

test("external servers are taken as they are", async () => {
	const machine = machineWithServers();
	const own = { ...machine, env: { ...machine.env, MONGODB_URI: "mongodb://db.example/?replicaSet=rs0" } };
	const chain = { node: machine.node, pnpm: join(String(machine.env["PATH"]), "pnpm"), version: "", env: machine.env };
	const tools = await getTools({ machine: own, pins, step: quiet }, chain, new Set(["packages", "servers"]));
	expect(tools.env["MONGOD_BIN"]).toBeUndefined();
	expect(count(machine, "mongod")).toBe(0);
});
