// Every tool a command needs: found, else got, then tried. Steps run side by side where they can.
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { createApt } from "./apt.mjs";
import * as chromium from "./chromium.mjs";
import { findPip } from "./extract-wheel.mjs";
import * as helm from "./helm.mjs";
import * as mongod from "./mongod.mjs";
import * as packages from "./packages.mjs";
import * as redis from "./redis.mjs";
import { Missing } from "./run.mjs";
import * as sandbox from "./sandbox.mjs";
import * as toolchain from "./toolchain.mjs";

/** @typedef {import("./machine.mjs").Machine} Machine */
/** @typedef {import("./toolchain.mjs").Toolchain} Toolchain */
/** @typedef {import("./sandbox.mjs").Unavailable} Unavailable */
/** @typedef {import("./server.mjs").Program} Program */
/** @typedef {"packages" | "servers" | "sandbox" | "browser" | "helm"} Need */
/** @typedef {{ machine: Machine, pins: typeof import("../pins.json"), step: import("./steps.mjs").Step }} Deps */

/**
 * @typedef {object} Tools `.runtime/tools.json`: what was found, for everyone who runs later
 * @property {Record<string, string>} env MONGOD_BIN, REDIS_SERVER_BIN, BWRAP_BIN, GIT_BIN, CHROMIUM_BIN, HELM_BIN; absent when not found
 * @property {Record<string, Unavailable>} unavailable by part: `sandbox`, `browser`, `helm`
 * @property {string} triedBrowser identity of the browser that passed its probe
 */

/** @param {Deps} deps @returns {Promise<Toolchain>} */
export function getToolchain({ machine, pins, step }) {
	return step(
		"Node 24 and pnpm",
		async () => {
			if (toolchain.find(machine, pins) === undefined) await toolchain.get(machine, pins);
			const found = toolchain.find(machine, pins);
			if (found === undefined) throw new Missing("Node and pnpm were installed by npm, but are not where they should be");
			return { ...found, version: await toolchain.probe(machine, found) };
		},
		({ version }) => version,
	);
}

/**
 * @param {Deps} deps @param {Toolchain} chain
 * @param {ReadonlySet<Need>} needs
 * @returns {Promise<Tools>} also written to `.runtime/tools.json`
 * @throws {Missing} something without which nothing runs: packages, MongoDB, Redis
 */
export async function getTools(deps, chain, needs) {
	const { machine } = deps;
	const before = readTools(machine);
	const ask = createApt(machine, ["pip", "sandbox", "browser"]);
	const installed = getPackages(deps, chain);
	const means = { ...deps, ask, toolchain: installed, pip: createPip(machine, ask) };
	/** @type {Tools} */
	const tools = { env: { ...before.env }, unavailable: { ...before.unavailable }, triedBrowser: before.triedBrowser };
	/** @type {Promise<unknown>[]} */
	const work = [installed, getServers(means, tools, needs.has("servers"))];
	if (needs.has("sandbox")) work.push(getSandbox(means, tools));
	else work.push(ask("sandbox", []));
	if (needs.has("browser")) work.push(getBrowser(means, tools));
	else work.push(ask("browser", []));
	if (needs.has("helm")) work.push(getHelm(means, tools));
	await Promise.all(work);
	writeTools(machine, tools);
	return tools;
}

/** @typedef {Deps & { ask: import("./apt.mjs").Ask, toolchain: Promise<Toolchain>, pip: () => Promise<string[] | undefined> }} Means */

/** @param {Deps} deps @param {Toolchain} chain @returns {Promise<Toolchain>} */
async function getPackages({ machine, step }, chain) {
	await step("packages", async () => {
		if (packages.find(machine)) return "as in pnpm-lock.yaml";
		await packages.get(machine, chain);
		return "installed as in pnpm-lock.yaml";
	});
	return chain;
}

/**
 * pip is looked for once, at its first use.
 *
 * @param {Machine} machine @param {import("./apt.mjs").Ask} ask
 */
function createPip(machine, ask) {
	/** @type {Promise<string[] | undefined> | undefined} */
	let pip;
	return () => {
		pip ??= findPip(machine).then(async (found) => {
			if (found !== undefined) return found;
			await ask("pip", ["python3-pip"]);
			return findPip(machine);
		});
		return pip;
	};
}

/** @param {Means} means @param {Tools} tools @param {boolean} needed */
async function getServers(means, tools, needed) {
	const { machine, step, ask } = means;
	const { MONGODB_URI: mongoUri, REDIS_URL: redisUrl } = machine.env;
	if (!needed) return void (await ask("pip", []));
	const findMongod = mongoUri ? undefined : mongod.find(machine, ask);
	const findRedis = redisUrl ? undefined : redis.find(machine);
	// pip is needed only to fetch a server, and apt waits for that decision.
	const decided = Promise.all([mongoUri || findMongod, redisUrl || findRedis]).then(async (servers) => {
		if (servers.every(Boolean) || (await findPip(machine)) !== undefined) await ask("pip", []);
	});
	/** @param {string} name @param {string} variable @param {() => Promise<Program>} get */
	const remember = async (name, variable, get) => {
		const { file } = await step(name, get, ({ version, file: path }) => `${version}, ${path}`);
		tools.env[variable] = file;
	};
	await Promise.all([
		decided,
		mongoUri
			? step("MongoDB", async () => "the one of MONGODB_URI")
			: remember("MongoDB", "MONGOD_BIN", async () => (await findMongod) ?? mongod.get(machine, means)),
		redisUrl
			? step("Redis", async () => `the one of REDIS_URL${warningOf(await redis.probeUrl(redisUrl))}`)
			: remember("Redis", "REDIS_SERVER_BIN", async () => (await findRedis) ?? redis.get(machine, means)),
	]);
}

/** @param {string} warning */
const warningOf = (warning) => warning && `; warning: ${warning}`;

/** @param {Means} means @param {Tools} tools */
async function getSandbox({ machine, step, ask }, tools) {
	await step(
		"bubblewrap and git",
		async () => {
			const found = await sandbox.get(machine, ask);
			const unavailable = await sandbox.probe(machine, found);
			setOrDelete(tools.env, "BWRAP_BIN", unavailable ? undefined : found.bwrap);
			setOrDelete(tools.env, "GIT_BIN", found.git);
			setOrDelete(tools.unavailable, "sandbox", unavailable);
			return unavailable;
		},
		(unavailable) => (unavailable ? `unavailable: ${unavailable.reason}` : "sandbox opens"),
	);
}

/** @param {Means} means @param {Tools} tools */
async function getBrowser(means, tools) {
	const { machine, step, ask } = means;
	await step(
		"Chromium",
		async () => {
			const found = (await firstThatWorks(machine, tools)) ?? (await chromium.get(machine, means));
			await ask("browser", []);
			const file = "file" in found ? found.file : undefined;
			setOrDelete(tools.env, "CHROMIUM_BIN", file);
			setOrDelete(tools.unavailable, "browser", "file" in found ? undefined : found);
			tools.triedBrowser = file === undefined ? "" : chromium.identity(file);
			return found;
		},
		(found) => ("file" in found ? found.file : `unavailable: ${found.reason}`),
	);
}

/** @param {Means} means @param {Tools} tools */
async function getHelm({ machine, pins, step }, tools) {
	await step(
		"Helm",
		async () => {
			const found = (await helm.find(machine)) ?? (await helm.get(machine, pins.go.helm));
			setOrDelete(tools.env, "HELM_BIN", "file" in found ? found.file : undefined);
			setOrDelete(tools.unavailable, "helm", "file" in found ? undefined : found);
			return found;
		},
		(found) => ("file" in found ? `${found.version}, ${found.file}` : `unavailable: ${found.reason}`),
	);
}

/** @param {Machine} machine @param {Tools} tools */
async function firstThatWorks(machine, tools) {
	for (const file of chromium.find(machine)) {
		const isTried = tools.triedBrowser !== "" && chromium.identity(file) === tools.triedBrowser;
		if (isTried || (await chromium.probe(machine, file)) === "") return { file };
	}
	return undefined;
}

/** @template Value @param {Record<string, Value>} record @param {string} name @param {Value | undefined} value */
function setOrDelete(record, name, value) {
	if (value === undefined) delete record[name];
	else record[name] = value;
}

/** @param {Machine} machine @returns {Tools} */
function readTools(machine) {
	const path = join(machine.runtime, "tools.json");
	const empty = { env: {}, unavailable: {}, triedBrowser: "" };
	if (!existsSync(path)) return empty;
	try {
		return { ...empty, ...JSON.parse(readFileSync(path, "utf8")) };
	} catch {
		return empty;
	}
}

/** @param {Machine} machine @param {Tools} tools */
function writeTools(machine, tools) {
	const path = join(machine.runtime, "tools.json");
	mkdirSync(machine.runtime, { recursive: true });
	writeFileSync(`${path}.${process.pid}`, `${JSON.stringify(tools, null, "\t")}\n`);
	renameSync(`${path}.${process.pid}`, path);
}
