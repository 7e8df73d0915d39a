// This computer as data, so that every branch can be tested on any computer.
import { readFileSync } from "node:fs";
import { delimiter, join } from "node:path";

/**
 * @typedef {object} Machine
 * @property {string} root the checkout
 * @property {string} runtime where everything that is fetched goes
 * @property {string} system where the system's own folders begin: "/"
 * @property {NodeJS.Platform} platform
 * @property {string} arch as `process.arch`
 * @property {boolean} glibc Linux with glibc, not musl
 * @property {boolean} apt Debian or Ubuntu
 * @property {boolean} isRoot runs as root
 * @property {string} node path of the Node we run on
 * @property {string} nodeVersion without the "v"
 * @property {NodeJS.ProcessEnv} env
 */

/**
 * @param {string} root
 * @param {NodeJS.ProcessEnv} env
 * @returns {Machine}
 */
export function readMachine(root, env) {
	const runtime = join(root, ".runtime");
	return {
		root,
		runtime,
		system: "/",
		platform: process.platform,
		arch: process.arch,
		glibc: process.platform === "linux" && hasGlibc(),
		apt: process.platform === "linux" && /^ID(_LIKE)?=.*\b(debian|ubuntu)\b/m.test(readText("/etc/os-release")),
		isRoot: process.getuid?.() === 0,
		node: process.execPath,
		nodeVersion: process.versions.node,
		env,
	};
}

function hasGlibc() {
	const report = /** @type {{ header?: { glibcVersionRuntime?: string } }} */ (process.report.getReport());
	return report.header?.glibcVersionRuntime !== undefined;
}

/** @param {string} path */
function readText(path) {
	try {
		return readFileSync(path, "utf8");
	} catch {
		return "";
	}
}

/**
 * The environment of every child: the toolchain first on PATH, and caches inside the checkout instead of the home folder.
 *
 * @param {Machine} machine
 * @param {readonly string[]} folders put before everything else on PATH, first one first
 * @returns {NodeJS.ProcessEnv}
 */
export function childEnvironment(machine, folders) {
	const pathName = Object.keys(machine.env).find((name) => name.toUpperCase() === "PATH") ?? "PATH";
	return {
		...machine.env,
		[pathName]: [...folders, machine.env[pathName]].filter(Boolean).join(delimiter),
		XDG_CACHE_HOME: join(machine.runtime, "cache"),
		XDG_STATE_HOME: join(machine.runtime, "state"),
		PLAYWRIGHT_BROWSERS_PATH: join(machine.runtime, "browsers"),
		TURBO_TELEMETRY_DISABLED: "1",
		DO_NOT_TRACK: "1",
	};
}

/**
 * Whether version `a` is at least `b`; both as `major.minor.patch`, missing parts count as 0.
 *
 * @param {string} a @param {string} b
 */
export function isAtLeast(a, b) {
	const [left, right] = [a, b].map((version) => version.split(".").map(Number));
	for (let index = 0; index < 3; index += 1) {
		const difference = (left?.[index] ?? 0) - (right?.[index] ?? 0);
		if (difference !== 0) return difference > 0;
	}
	return true;
}
