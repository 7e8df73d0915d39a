import { rm } from "node:fs/promises";
import { MongoClient, MongoServerError } from "mongodb";
import { findProgram } from "./binaries.ts";
import { makeDatabaseFolder } from "./data-folder.ts";
import { poll } from "./poll.ts";
import type { TestProcess } from "./processes.ts";
import { freePort, startProcess, waitForPort } from "./processes.ts";

/** A database server for one test. `url` names 127.0.0.1 and no credentials; `restart` starts it again on the same port and data. */
export type TestServer = {
	readonly url: string;
	readonly port: number;
	readonly process: () => TestProcess;
	readonly restart: () => Promise<void>;
	readonly stop: () => Promise<void>;
};

/**
 * Starts a real mongod: a replica set of one node, writable when this resolves, with 256 MB of cache and its data in a folder of its own.
 *
 * @param port absent: a free one
 * @throws Error when there is no mongod or it is not writable within a minute
 */
export async function startMongod(port?: number): Promise<TestServer> {
	const dataPath = makeDatabaseFolder();
	const listen = port ?? (await freePort());
	const server = await startServer(
		{ name: "mongod", port: listen, dataPath },
		[
			["--dbpath", dataPath, "--port", String(listen), "--bind_ip", "127.0.0.1", "--replSet", "rs0"],
			["--wiredTigerCacheSizeGB", "0.25", "--oplogSize", "64", "--nounixsocket", "--quiet"],
			["--setParameter", "diagnosticDataCollectionEnabled=false", "--setParameter", "shutdownTimeoutMillisForSignaledShutdown=100"],
		].flat(),
	);
	const client = new MongoClient(`mongodb://127.0.0.1:${server.port}/?directConnection=true`);
	const initiate = async () => {
		const admin = client.db("admin");
		try {
			await admin.command({ replSetInitiate: { _id: "rs0", members: [{ _id: 0, host: `127.0.0.1:${server.port}` }] } });
		} catch (error) {
			if (!(error instanceof MongoServerError && error.codeName === "AlreadyInitialized")) throw error;
		}
		await poll(async () => (await admin.command({ hello: 1 }))["isWritablePrimary"] === true);
	};
	await initiate().finally(() => client.close());
	return { ...server, url: `mongodb://127.0.0.1:${server.port}/?replicaSet=rs0` };
}

/**
 * Starts a real redis-server without persistence, that evicts nothing. It has 1,024 databases, one per test file.
 *
 * @param port absent: a free one
 * @throws Error when there is no redis-server or it does not listen within 15 s
 */
export async function startRedis(port?: number): Promise<TestServer> {
	const dataPath = makeDatabaseFolder();
	const listen = port ?? (await freePort());
	const server = await startServer(
		{ name: "redis-server", port: listen, dataPath },
		[
			["--port", String(listen), "--bind", "127.0.0.1", "--dir", dataPath, "--save", "", "--appendonly", "no"],
			["--databases", "1024", "--maxmemory-policy", "noeviction"],
		].flat(),
	);
	return { ...server, url: `redis://127.0.0.1:${server.port}` };
}

type Wanted = { readonly name: "mongod" | "redis-server"; readonly port: number; readonly dataPath: string };

async function startServer({ name, port, dataPath }: Wanted, args: readonly string[]): Promise<Omit<TestServer, "url">> {
	const start = async () => {
		const started = await startProcess({ name, command: findProgram(name), args });
		const early = started.ended.then(() => Promise.reject(new Error(`${name} ended:\n${started.output()}`)));
		await Promise.race([waitForPort(port), early]);
		return started;
	};
	let running = await start();
	return {
		port,
		process: () => running,
		restart: async () => {
			await running.kill();
			running = await start();
		},
		stop: async () => {
			await running.stop();
			await rm(dataPath, { recursive: true, force: true });
		},
	};
}
