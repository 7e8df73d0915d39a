import { existsSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import type { FakeMachine } from "../test/fixture/machine.ts";
import { fakeMachine } from "../test/fixture/machine.ts";
import { find, get } from "./packages.mjs";
import type { Toolchain } from "./toolchain.mjs";

function checkout(pnpm: string): { readonly machine: FakeMachine; readonly toolchain: Toolchain } {
	const machine = fakeMachine();
	mkdirSync(join(machine.root, "apps", "auth"), { recursive: true });
	mkdirSync(machine.runtime);
	writeFileSync(join(machine.root, "package.json"), '{ "devDependencies": {} }');
	writeFileSync(join(machine.root, "apps", "auth", "package.json"), '{ "dependencies": {} }');
	writeFileSync(join(machine.root, "pnpm-lock.yaml"), "lockfileVersion: 1");
	return { machine, toolchain: { node: machine.node, pnpm: machine.script("pnpm", pnpm), version: "", env: machine.env } };
}

const install = "/bin/mkdir -p node_modules apps/auth/node_modules; echo x > node_modules/.modules.yaml";

test("packages are installed from the lockfile once, and again only when lockfile or manifests change", async () => {
	const { machine, toolchain } = checkout(install);
	expect(find(machine)).toBe(false);
	await get(machine, toolchain);
	expect(machine.calls()).toEqual(["pnpm install --frozen-lockfile --prefer-offline --trust-lockfile"]);
	expect(find(machine)).toBe(true);
	writeFileSync(join(machine.root, "apps", "auth", "package.json"), '{ "dependencies": { "zod": "catalog:" } }');
	expect(find(machine)).toBe(false);
	await get(machine, toolchain);
	expect(find(machine)).toBe(true);
	writeFileSync(join(machine.root, "pnpm-lock.yaml"), "lockfileVersion: 2");
	expect(find(machine)).toBe(false);
});

test("a habitual npm install does no harm", async () => {
	const { machine, toolchain } = checkout(install);
	mkdirSync(join(machine.root, "node_modules", "left-by-npm"), { recursive: true });
	await get(machine, toolchain);
	expect(existsSync(join(machine.root, "node_modules", "left-by-npm"))).toBe(false);
	expect(find(machine)).toBe(true);
});

test("a lockfile that does not fit names the command that repairs it", async () => {
	const { machine, toolchain } = checkout("echo 'ERR_PNPM_OUTDATED_LOCKFILE  Cannot install' ; exit 1");
	await expect(get(machine, toolchain)).rejects.toThrow("run `npm run pnpm -- install` and commit pnpm-lock.yaml");
});

test("a registry that does not answer is reported in pnpm's own words", async () => {
	const { machine, toolchain } = checkout("echo 'ERR_PNPM_META_FETCH_FAIL  GET https://registry: ENOTFOUND'; exit 1");
	await expect(get(machine, toolchain)).rejects.toThrow("ERR_PNPM_META_FETCH_FAIL  GET https://registry: ENOTFOUND");
	expect(find(machine)).toBe(false);
});
