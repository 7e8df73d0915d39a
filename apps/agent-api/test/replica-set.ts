import { rm } from "node:fs/promises";
import { findProgram } from "@webhand/testing/binaries";
import { makeDatabaseFolder } from "@webhand/testing/data-folder";
import { poll } from "@webhand/testing/poll";
import type { TestProcess } from "@webhand/testing/processes";
import { freePort, startProcess, waitForPort } from "@webhand/testing/processes";
import { MongoClient } from "mongodb";

/** A replica set of three. `client` knows all of them. */
export type ReplicaSet = { readonly url: string; readonly client: MongoClient; readonly close: () => Promise<void> };

/** Starts three mongods as one set, with a primary when this resolves. */
export async function startReplicaSet(): Promise<ReplicaSet> {
	const ports = await Promise.all([freePort(), freePort(), freePort()]);
	const folders = ports.map(makeDatabaseFolder);
	const started: TestProcess[] = await Promise.all(
		ports.map((port, index) =>
			startProcess({
				name: "mongod",
				command: findProgram("mongod"),
				args: [
					["--dbpath", folders[index] ?? "", "--port", String(port), "--bind_ip", "127.0.0.1", "--replSet", "three"],
					["--wiredTigerCacheSizeGB", "0.25", "--oplogSize", "64", "--nounixsocket", "--quiet"],
				].flat(),
			}),
		),
	);
	await Promise.all(ports.map((port) => waitForPort(port)));
	const hosts = ports.map((port) => `127.0.0.1:${port}`);
	const first = new MongoClient(`mongodb://${hosts[0]}/?directConnection=true`);
	const members = hosts.map((host, _id) => ({ _id, host }));
	const settings = { electionTimeoutMillis: 1_000, heartbeatIntervalMillis: 300 };
	await first.db("admin").command({ replSetInitiate: { _id: "three", settings, members } });
	await first.close();
	const url = `mongodb://${hosts.join(",")}/set?replicaSet=three`;
	const client = await new MongoClient(url, { serverSelectionTimeoutMS: 30_000 }).connect();
	await poll(async () => (await client.db("admin").command({ hello: 1 }))["isWritablePrimary"] === true);
	const close = async () => {
		await client.close();
		await Promise.all(started.map((child) => child.kill()));
		await Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true })));
	};
	return { url, client, close };
}
