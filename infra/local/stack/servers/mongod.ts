import { randomBytes } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Db } from "mongodb";
import { MongoClient, MongoServerError } from "mongodb";
import { makePrivateFolder, writeFileWhole } from "../data/files.ts";
import type { Secrets } from "../data/secrets.ts";
import { StackError } from "../errors.ts";
import type { ChildSpec } from "../processes/child.ts";
import { notableOfMongod } from "../processes/notable.ts";
import { ensureUsers } from "./mongo-users.ts";

const admin = "webhand_admin";
const readyWithinMs = 60_000;

/** mongod with a data folder, a key file and the replica set `rs0` of one node. */
export function mongodSpec(options: {
	readonly program: string;
	readonly data: string;
	readonly port: number;
}): Omit<ChildSpec, "env" | "cwd"> {
	const keyFile = join(options.data, "mongo.key");
	makePrivateFolder(join(options.data, "mongo"));
	if (!existsSync(keyFile)) writeFileWhole(keyFile, randomBytes(384).toString("base64"));
	return {
		name: "mongod",
		command: options.program,
		args: [
			["--dbpath", join(options.data, "mongo"), "--bind_ip", "127.0.0.1", "--port", String(options.port), "--nounixsocket"],
			["--replSet", "rs0", "--keyFile", keyFile, "--wiredTigerCacheSizeGB", "0.25", "--oplogSize", "128"],
			// A set of one node has nobody to hand over to, so a stop need not wait for that.
			["--setParameter", "shutdownTimeoutMillisForSignaledShutdown=100", "--setParameter", "diagnosticDataCollectionEnabled=false"],
		].flat(),
		show: notableOfMongod,
	};
}

/** The address as one user sees it. */
export function mongoUri(port: number, user: { readonly name: string; readonly password: string; readonly database?: string }): string {
	return `mongodb://${user.name}:${user.password}@127.0.0.1:${port}/${user.database ?? ""}?replicaSet=rs0&authSource=admin`;
}

/** The address that `ready.json` names: the administrator's. */
export function adminUri(port: number, secrets: Secrets): string {
	return mongoUri(port, { name: admin, password: secrets.mongoAdminPassword });
}

/**
 * Makes the server ready: initiates the set, the administrator (by the localhost exception) and one user a service. Each part is done only
 * when it is missing, so a first start that broke off is completed by the next one. A set with another port in its configuration gets the new one.
 *
 * @throws StackError when it is not a writable primary within 60 s
 */
export async function prepareMongod(port: number, secrets: Secrets, signal: AbortSignal): Promise<void> {
	const deadline = AbortSignal.any([signal, AbortSignal.timeout(readyWithinMs)]);
	const direct = { directConnection: true, serverSelectionTimeoutMS: 1_000, connectTimeoutMS: 1_000 } as const;
	const address = `mongodb://127.0.0.1:${port}/`;
	const asAdmin = { ...direct, auth: { username: admin, password: secrets.mongoAdminPassword }, authSource: "admin" };
	const open = async (options: object, use: (db: Db) => Promise<void>) => {
		const client = new MongoClient(address, options);
		await use(client.db("admin")).finally(() => client.close());
	};
	try {
		await until(deadline, () => open(direct, (db) => initiate(db, port)));
		const isNew = await until(deadline, () => isRefused(() => open(asAdmin, async (db) => void (await db.command({ ping: 1 })))));
		if (isNew) {
			await until(deadline, () => open(direct, (db) => untilWritable(db, deadline)));
			await open(direct, async (db) => void (await db.command({ createUser: admin, pwd: secrets.mongoAdminPassword, roles: ["root"] })));
		}
		await open(asAdmin, async (db) => {
			await moveTo(db, port);
			await untilWritable(db, deadline);
			await ensureUsers(db, secrets);
		});
	} catch (cause) {
		if (signal.aborted) throw cause;
		throw new StackError(`MongoDB did not become ready: ${cause instanceof Error ? cause.message : cause}`, { cause });
	}
}

/** @throws StackError with exit code 3: transactions and change streams need a replica set */
export async function checkForeignMongo(uri: string): Promise<void> {
	const client = foreignClient(uri);
	try {
		const hello = await client.db("admin").command({ hello: 1 });
		if (hello["setName"] === undefined && hello["msg"] !== "isdbgrid") {
			throw new StackError(
				"MONGODB_URI leads to a server without a replica set, which transactions need. Start mongod with --replSet and initiate the set.",
				{ exitCode: 3 },
			);
		}
	} catch (cause) {
		if (cause instanceof StackError) throw cause;
		throw new StackError(`MONGODB_URI does not answer: ${cause instanceof Error ? cause.message : cause}`, { exitCode: 3, cause });
	} finally {
		await client.close();
	}
}

/** The driver's message about an address may contain its password, so it stays in the cause. */
function foreignClient(uri: string): MongoClient {
	try {
		return new MongoClient(uri, { serverSelectionTimeoutMS: 5_000 });
	} catch (cause) {
		throw new StackError("MONGODB_URI is an address that the MongoDB driver does not take: look at its options.", { exitCode: 3, cause });
	}
}

async function initiate(db: Db, port: number): Promise<void> {
	const hello = await db.command({ hello: 1 });
	if (hello["setName"] !== undefined || hello["isreplicaset"] !== true) return;
	try {
		await db.command({ replSetInitiate: { _id: "rs0", members: [{ _id: 0, host: `127.0.0.1:${port}` }] } });
	} catch (cause) {
		// With users there is no localhost exception any more, so a set that is loading its configuration refuses.
		if (!(cause instanceof MongoServerError && ["AlreadyInitialized", "Unauthorized"].includes(cause.codeName ?? ""))) throw cause;
	}
}

/** @returns true when the server knows no such user */
async function isRefused(attempt: () => Promise<void>): Promise<boolean> {
	try {
		await attempt();
		return false;
	} catch (cause) {
		if (cause instanceof MongoServerError && cause.codeName === "AuthenticationFailed") return true;
		throw cause;
	}
}

async function moveTo(db: Db, port: number): Promise<void> {
	const { config } = await db.command({ replSetGetConfig: 1 });
	const host = `127.0.0.1:${port}`;
	if (config.members[0].host === host) return;
	await db.command({ replSetReconfig: { ...config, version: config.version + 1, members: [{ ...config.members[0], host }] }, force: true });
}

async function untilWritable(db: Db, signal: AbortSignal): Promise<void> {
	while ((await db.command({ hello: 1 }))["isWritablePrimary"] !== true) await pause(20, undefined, { signal });
}

async function until<Value>(signal: AbortSignal, attempt: () => Promise<Value>): Promise<Value> {
	for (;;) {
		try {
			return await attempt();
		} catch (cause) {
			if (signal.aborted) throw cause;
			await pause(30);
		}
	}
}
