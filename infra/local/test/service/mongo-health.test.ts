import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProgram } from "@webhand/testing/binaries";
import { poll } from "@webhand/testing/poll";
import { freePort, startProcess, waitForPort } from "@webhand/testing/processes";
import type { Db } from "mongodb";
import { MongoClient } from "mongodb";
import { test as base, expect } from "vitest";
import { readText } from "../fixture/copy.ts";

const passwords = {
	MONGO_ADMIN_PASSWORD: "admin-secret",
	MONGO_AUTH_PASSWORD: "auth-secret",
	MONGO_AGENT_PASSWORD: "agent-secret",
	MONGO_KNOWLEDGE_PASSWORD: "knowledge-secret",
	MONGO_TOOLS_PASSWORD: "tools-secret",
};

const test = base.extend("mongod", async ({ task: _task }, { onCleanup }) => {
	const data = await mkdtemp(join(tmpdir(), "webhand-compose-"));
	const port = await freePort();
	// The container's own script, with this computer's program, port and folder in the place of the image's.
	const script = readText("infra/docker/mongo.sh")
		.replace("exec mongod", `exec ${findProgram("mongod")} --port ${port} --nounixsocket`)
		.replaceAll("/tmp/replica.key", join(data, "replica.key"))
		.replace("/data/db", data);
	const env = { MONGO_REPLICA_KEY: randomBytes(32).toString("hex"), MONGO_CACHE_GB: "0.25" };
	const server = await startProcess({ name: "mongod", command: "/bin/sh", args: ["-c", script], env });
	onCleanup(async () => {
		await server.kill();
		await rm(data, { recursive: true });
	});
	await waitForPort(port);
	return { port, check: () => runHealthCheck(port) };
});

/** Runs mongo-health.js as mongosh would: `db` speaks to the server, `quit` ends with a code. */
async function runHealthCheck(port: number): Promise<number> {
	const clients: MongoClient[] = [];
	const connect = async (userinfo: string) => {
		const client = await new MongoClient(`mongodb://${userinfo}127.0.0.1:${port}/?directConnection=true`, {
			serverSelectionTimeoutMS: 2_000,
		}).connect();
		clients.push(client);
		return client;
	};
	let client = await connect("");
	const db = {
		getSiblingDB: (name: string) => ({
			runCommand: (command: Parameters<Db["command"]>[0]) => client.db(name).command(command),
			auth: async (user: string, password: string) => {
				const signedIn = await connect(`${user}:${password}@`);
				await signedIn.db(name).command({ connectionStatus: 1 });
				client = signedIn;
				return { ok: 1 };
			},
		}),
	};
	const env = { ...passwords, MONGO_HOST: `127.0.0.1:${port}` };
	const AsyncFunction = (async () => undefined).constructor as new (
		...args: readonly string[]
	) => (...values: readonly unknown[]) => Promise<void>;
	const script = new AsyncFunction("db", "quit", "process", readText("infra/docker/mongo-health.js"));
	let code = -1;
	const quit = (wanted: number) => {
		code = wanted;
	};
	await script(db, quit, { env }).finally(() => Promise.all(clients.map((each) => each.close())));
	return code;
}

// A first start of mongod, its election included, on a machine that may be busy.
const limitMs = 40_000;

test("the database of docker compose becomes a primary with one user a service, and stays as it is", { timeout: limitMs }, async ({
	mongod,
}) => {
	expect(await mongod.check()).toBe(1);
	await poll(async () => (await mongod.check()) === 0, { everyMs: 200 });
	expect(await mongod.check()).toBe(0);

	const open = (user: string, password: string) =>
		new MongoClient(`mongodb://${user}:${password}@127.0.0.1:${mongod.port}/?replicaSet=rs0&authSource=admin`);
	const agent = open("webhand_agent", passwords.MONGO_AGENT_PASSWORD);
	await agent.db("webhand_agent").collection("tasks").insertOne({ title: "own" });
	await expect(agent.db("webhand_auth").collection("users").findOne()).rejects.toThrow(/not authorized/);
	await agent.close();

	const runner = open("webhand_tools", passwords.MONGO_TOOLS_PASSWORD);
	const audit = runner.db("webhand_tools").collection("audit");
	await audit.insertOne({ seq: 1 });
	await expect(audit.deleteOne({ seq: 1 })).rejects.toThrow(/not authorized/);
	await runner
		.db("webhand_tools")
		.collection("executions")
		.updateOne({ state: "queued" }, { $set: { state: "starting" } });
	// A role of an earlier version knows fewer collections, and nobody has more rights than are named.
	const admin = open("webhand_admin", passwords.MONGO_ADMIN_PASSWORD);
	const rights = { role: "webhand_tools_runner", db: "admin" };
	const roleOf = async () => (await admin.db("admin").command({ rolesInfo: rights, showPrivileges: true }))["roles"][0];
	const { privileges } = await roleOf();
	const earlier = privileges.filter((privilege: { resource: { collection: string } }) => privilege.resource.collection !== "executions");
	await admin.db("admin").command({ updateRole: rights.role, privileges: earlier });
	const look = () => runner.db("webhand_tools").collection("executions").findOne();
	await expect(look()).rejects.toThrow(/not authorized/);
	expect(await mongod.check()).toBe(0);
	expect(await look()).toBeNull();
	expect((await roleOf()).privileges).toEqual(privileges);
	// One that is as it should be is not written.
	const writes = async () => (await admin.db("admin").command({ serverStatus: 1 }))["metrics"].commands.updateRole.total;
	const before = await writes();
	expect(await mongod.check()).toBe(0);
	expect(await writes()).toBe(before);
	await Promise.all([admin.close(), runner.close()]);

	const stranger = open("webhand_agent", "guessed");
	await expect(stranger.db("webhand_agent").collection("tasks").findOne()).rejects.toThrow(/Authentication failed/);
	await stranger.close();
});
