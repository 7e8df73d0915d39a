import { once } from "node:events";
import type { AddressInfo } from "node:net";
import { connect, createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import type { Db } from "mongodb";
import { describe, expect } from "vitest";
import { SettingError } from "../src/errors.ts";
import { createLogger } from "../src/logs.ts";
import { createMetrics } from "../src/metrics.ts";
import { withLock } from "../src/mongo/locks.ts";
import { migrateOnce } from "../src/mongo/migrations.ts";
import type { Mongo } from "../src/mongo.ts";
import { inTransaction, isDuplicateKey, openMongo, updateInOrder, withPatience } from "../src/mongo.ts";
import { test as base } from "./fixture.ts";

const log = createLogger({ service: "test", level: "silent" });
const nothing = () => undefined;
const silent = { debug: nothing, info: nothing, warn: nothing, error: nothing, fatal: nothing };

const test = base.extend("opened", { scope: "file" }, async ({ mongo }, { onCleanup }): Promise<Mongo> => {
	const opened = await openMongo({ uri: mongo.uri, database: "unused", log, metrics: createMetrics({ processDefaults: false }) });
	onCleanup(opened.close);
	return opened;
});

describe("opening", () => {
	test("the database in the address counts before the service's own", async ({ opened, mongo }) => {
		expect(opened.db.databaseName).toBe(mongo.name);
	});

	test("a limit that the address names counts before our own", async ({ mongo, onTestFinished }) => {
		const uri = `${mongo.uri}&MaxPoolSize=7`;
		const opened = await openMongo({ uri, database: "unused", log, metrics: createMetrics({ processDefaults: false }) });
		onTestFinished(opened.close);
		expect(opened.client.options).toMatchObject({ maxPoolSize: 7, socketTimeoutMS: 3_000, appName: "webhand" });
	});

	test("a server that never answers is given up in time", async () => {
		const opening = openMongo({
			uri: "mongodb://127.0.0.1:1/?serverSelectionTimeoutMS=50",
			database: "x",
			log,
			metrics: createMetrics({ processDefaults: false }),
			giveUpAfterMs: 300,
		});
		await expect(opening).rejects.toThrow(/ECONNREFUSED/);
	});

	test("a server that comes up later is found", async ({ mongo, onTestFinished }) => {
		const { hostname, port: real } = new URL(mongo.uri);
		const pipe = createServer((client) => {
			const server = connect(Number(real), hostname);
			for (const socket of [client, server]) socket.on("error", () => undefined);
			client.pipe(server).pipe(client);
		});
		await once(pipe.listen(0, "127.0.0.1"), "listening");
		const { port } = pipe.address() as AddressInfo;
		await new Promise((resolve) => pipe.close(resolve));
		const failed = Promise.withResolvers<void>();

		const address = new URL(mongo.uri);
		address.port = String(port);
		address.searchParams.delete("replicaSet");
		address.searchParams.set("directConnection", "true");
		const opening = openMongo({
			uri: address.href,
			database: "x",
			metrics: createMetrics({ processDefaults: false }),
			log: { ...silent, warn: () => failed.resolve() },
		});
		await failed.promise;
		await once(pipe.listen(port, "127.0.0.1"), "listening");
		const opened = await opening;
		onTestFinished(() => opened.close().then(() => void pipe.close()));
		await opened.ping();
	});

	test("an address that the driver refuses is a wrong setting, reported without its password", async () => {
		const opening = openMongo({
			uri: "mongodb://user:hunter2@127.0.0.1/?bogus=hunter2",
			database: "x",
			log,
			metrics: createMetrics({ processDefaults: false }),
		});
		await expect(opening).rejects.toThrow(SettingError);
		await expect(opening).rejects.not.toThrow(/hunter2/);
	});
});

describe("a lock", () => {
	test("one holder at a time, and everybody in the end", async ({ opened }) => {
		let inside = 0;
		let most = 0;
		const work = async () => {
			most = Math.max(most, ++inside);
			await pause(10);
			inside--;
		};
		await Promise.all(Array.from({ length: 5 }, () => withLock(opened.db, { name: "one", holdMs: 10_000 }, work)));
		expect([most, await opened.db.collection("locks").countDocuments({ _id: "one" as never })]).toEqual([1, 0]);
	});

	test("a holder that died is succeeded once its time is over", async ({ opened }) => {
		await opened.db
			.collection<{ _id: string }>("locks")
			.insertOne({ _id: "dead", holder: "nobody", until: new Date(Date.now() + 200) } as { _id: string });
		const started = performance.now();
		await withLock(opened.db, { name: "dead", holdMs: 10_000 }, async () => undefined);
		expect(performance.now() - started).toBeGreaterThan(100);
	});

	test("a holder that is at work for long keeps it", async ({ opened }) => {
		const row = () => opened.db.collection<{ _id: string; holder: string; until: Date }>("locks").findOne({ _id: "long" });
		await withLock(opened.db, { name: "long", holdMs: 900 }, async () => {
			const taken = await row();
			await expect.poll(async () => Number((await row())?.until)).toBeGreaterThan(Number(taken?.until));
			expect((await row())?.holder).toBe(taken?.holder);
		});
		expect(await row()).toBeNull();
	});

	test("a waiting process can stop waiting", async ({ opened }) => {
		await withLock(opened.db, { name: "held", holdMs: 10_000 }, async () => {
			const waiting = withLock(opened.db, { name: "held", holdMs: 10_000, signal: AbortSignal.timeout(100) }, async () => undefined);
			await expect(waiting).rejects.toThrow(/timeout/);
		});
	});
});

describe("migrations", () => {
	test("instances that start together run each one once, in order", async ({ opened }) => {
		const ran: string[] = [];
		const migrations = ["001-a", "002-b"].map((id) => ({ id, run: async () => void ran.push(id) }));
		await Promise.all(Array.from({ length: 4 }, () => migrateOnce(opened.db, migrations, { log })));
		expect(ran).toEqual(["001-a", "002-b"]);
	});

	test("one that fails runs again at the next start, those before it do not", async ({ opened }) => {
		const ran: string[] = [];
		let isBroken = true;
		const migrations = [
			{ id: "101-fine", run: async () => void ran.push("101") },
			{
				id: "102-broken",
				run: async () => {
					if (isBroken) throw new Error("the disk is full");
					ran.push("102");
				},
			},
		];
		await expect(migrateOnce(opened.db, migrations, { log })).rejects.toThrow("the disk is full");
		isBroken = false;
		await migrateOnce(opened.db, migrations, { log });
		expect(ran).toEqual(["101", "102"]);
	});

	// An index of many rows takes longer to build than a request waits.
	test("one may take longer than a request, and its client is closed behind it", async ({ opened, mongo }) => {
		await opened.db.collection("slow").insertOne({ text: "one" });
		const counts: number[] = [];
		let used: Db | undefined;
		const run = async (db: Db) => {
			used = db;
			counts.push((await db.collection("slow").find({ $where: "sleep(3500) || true" }).toArray()).length);
		};
		const patiently = (work: (db: Db) => Promise<void>) => withPatience({ uri: mongo.uri, database: "unused" }, work);
		await migrateOnce(opened.db, [{ id: "201-slow", run }], { log, patiently });
		expect(counts).toEqual([1]);
		expect(used?.databaseName).toBe(mongo.name);
		await expect(used?.command({ ping: 1 })).rejects.toThrow();
		// It is recorded, so it runs no more.
		await migrateOnce(opened.db, [{ id: "201-slow", run }], { log, patiently });
		expect(counts).toEqual([1]);
	});
});

describe("a transaction", () => {
	test("all of it is written or nothing", async ({ opened }) => {
		const things = opened.db.collection<{ _id: string }>("things");
		const failing = inTransaction(opened, async (session) => {
			await things.insertOne({ _id: "a" }, { session });
			throw new Error("no");
		});
		await expect(failing).rejects.toThrow("no");
		expect(await things.countDocuments()).toBe(0);
		const twice = inTransaction(opened, async (session) => {
			await things.insertMany([{ _id: "b" }, { _id: "c" }], { session });
			await things.insertOne({ _id: "b" }, { session });
		});
		await expect(twice).rejects.toSatisfy(isDuplicateKey);
		expect(await things.countDocuments()).toBe(0);
	});

	test("writers of one document take turns, and no write is lost", async ({ opened }) => {
		const counters = opened.db.collection<{ _id: string; n: number }>("counters");
		await counters.insertOne({ _id: "n", n: 0 });
		const add = () =>
			inTransaction(opened, async (session) => {
				const { n } = (await counters.findOne({ _id: "n" }, { session })) ?? { n: Number.NaN };
				await counters.updateOne({ _id: "n" }, { $set: { n: n + 1 } }, { session });
			});
		await Promise.all(Array.from({ length: 10 }, add));
		expect((await counters.findOne({ _id: "n" }))?.n).toBe(10);
	});

	test("updates that go as one command are all carried out, or none, and the first that fails says why", async ({ opened }) => {
		const collection = "ordered";
		const rows = opened.db.collection<{ _id: string; n: number }>(collection);
		const put = (id: string, n: number) => ({ q: { _id: id, n: -1 }, u: { n }, upsert: true });
		const send = (...updates: readonly ReturnType<typeof put>[]) =>
			inTransaction(opened, (session) => updateInOrder(opened.db, { collection, updates, session }));
		await send(put("a", 1), put("b", 2));
		await expect(send(put("c", 3), put("a", 4), put("d", 5))).rejects.toSatisfy(isDuplicateKey);
		expect(await rows.find().sort({ _id: 1 }).toArray()).toEqual([
			{ _id: "a", n: 1 },
			{ _id: "b", n: 2 },
		]);
		const add = { q: { _id: "a" }, u: { $inc: { n: 1 } } };
		const race = () => inTransaction(opened, (session) => updateInOrder(opened.db, { collection, updates: [add, add], session }));
		await Promise.all(Array.from({ length: 8 }, race));
		expect((await rows.findOne({ _id: "a" }))?.n).toBe(17);
	});
});

describe("the measured handle", () => {
	test("reads as the driver's own does, whichever way its cursors are used", async ({ opened }) => {
		const rows = opened.db.collection<{ _id: number }>("read");
		await rows.insertMany([{ _id: 1 }, { _id: 2 }, { _id: 3 }]);
		const all = async (cursor: AsyncIterable<{ _id: number }>) => {
			const ids: number[] = [];
			for await (const { _id } of cursor) ids.push(_id);
			return ids;
		};
		const find = () => rows.find().sort({ _id: 1 }).batchSize(2);
		expect(await all(find())).toEqual([1, 2, 3]);
		expect(await all(find().stream())).toEqual([1, 2, 3]);
		expect(await all(rows.aggregate<{ _id: number }>([{ $sort: { _id: 1 } }]))).toEqual([1, 2, 3]);
		const cursor = find().clone();
		expect([await cursor.next(), await cursor.hasNext(), await cursor.tryNext()]).toEqual([{ _id: 1 }, true, { _id: 2 }]);
		await cursor.close();
		expect(await rows.listIndexes().toArray()).toHaveLength(1);
		await opened.client.withSession(async (session) => expect(await rows.find({}, { session }).toArray()).toHaveLength(3));
		await expect(rows.find({ $no: 1 }).toArray()).rejects.toThrow(/unknown top level operator/);
	});
});
