// The packages of the workspace: node_modules as pnpm-lock.yaml says.
import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { Missing, run } from "./run.mjs";

/** @typedef {import("./machine.mjs").Machine} Machine */
/** @typedef {import("./toolchain.mjs").Toolchain} Toolchain */

const groups = ["apps", "packages", "infra"];

/**
 * Whether `node_modules` is what the lockfile and the manifests asked for when pnpm last ran through.
 *
 * @param {Machine} machine
 * @returns {boolean}
 */
export function find(machine) {
	const manifests = listManifests(machine);
	const present = manifests.every((path) => existsSync(join(machine.root, path, "node_modules")) || !hasDependencies(machine, path));
	return (
		present &&
		existsSync(join(machine.root, "node_modules", ".modules.yaml")) &&
		readText(stampOf(machine)) === fingerprint(machine, manifests)
	);
}

/**
 * @param {Machine} machine @param {Toolchain} toolchain
 * @throws {Missing} the lockfile does not fit the manifests, or the registry does not answer
 */
export async function get(machine, toolchain) {
	const modules = join(machine.root, "node_modules");
	// `npm install` leaves a tree that pnpm would not touch.
	if (existsSync(modules) && !existsSync(join(modules, ".modules.yaml"))) rmSync(modules, { recursive: true, force: true });
	// The lockfile came with the checkout and pins each package's content; asking the registry about it again needs the network and 2 s.
	const outcome = await run(toolchain.pnpm, ["install", "--frozen-lockfile", "--prefer-offline", "--trust-lockfile"], {
		env: toolchain.env,
		cwd: machine.root,
		limitMs: 300_000,
	});
	if (!outcome.ok) {
		const said = `${outcome.output}\n${outcome.errors}`;
		if (said.includes("OUTDATED_LOCKFILE")) {
			throw new Missing("pnpm-lock.yaml does not fit the package.json files: run `npm run pnpm -- install` and commit pnpm-lock.yaml.");
		}
		throw new Missing(`pnpm install failed: ${/ERR_PNPM\S*.*/.exec(said)?.[0] ?? outcome.reason}`);
	}
	const stamp = stampOf(machine);
	writeFileSync(`${stamp}.partial`, fingerprint(machine, listManifests(machine)));
	renameSync(`${stamp}.partial`, stamp);
}

/** @param {Machine} machine */
const stampOf = (machine) => join(machine.runtime, "packages.sha256");

/** @param {Machine} machine @returns {string[]} folders with a package.json, relative to the root */
function listManifests(machine) {
	const nested = groups.flatMap((group) =>
		existsSync(join(machine.root, group)) ? readdirSync(join(machine.root, group)).map((name) => join(group, name)) : [],
	);
	return ["", ...nested].filter((path) => existsSync(join(machine.root, path, "package.json")));
}

/** @param {Machine} machine @param {string} path */
function hasDependencies(machine, path) {
	return /"(dev|optional)?[dD]ependencies"/.test(readText(join(machine.root, path, "package.json")));
}

/** @param {Machine} machine @param {readonly string[]} manifests */
function fingerprint(machine, manifests) {
	const hash = createHash("sha256");
	for (const path of ["pnpm-lock.yaml", "pnpm-workspace.yaml", ...manifests.map((folder) => join(folder, "package.json"))]) {
		hash.update(`${path}\n${readText(join(machine.root, path))}\n`);
	}
	return hash.digest("hex");
}

/** @param {string} path */
function readText(path) {
	try {
		return readFileSync(path, "utf8");
	} catch {
		return "";
	}
}
