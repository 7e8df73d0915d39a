import { randomUUID } from "node:crypto";
import { join } from "node:path";
import { createLogger } from "@webhand/service-kit/logs";
import { migrateOnce } from "@webhand/service-kit/mongo/migrations";
import { long } from "@webhand/testing/long";
import { startProcess } from "@webhand/testing/processes";
import type { Db } from "mongodb";
import { expect } from "vitest";
import { sessionMigrations } from "../src/chats/sessions/store/migrations.ts";
import { settings, test } from "./agent.ts";

const log = createLogger({ service: "agent-api", level: "silent", target: { write: () => undefined } });

/** How chats of earlier versions look, and what becomes of them. */
const kinds = [
	[
		{ url: "https://www.shop.example/a", title: "Tea" },
		{ domain: "shop.example", title: "shop.example: Tea", isRenamed: false },
	],
	[
		{ url: "https://shop.example/", title: "shop.example: Tea" },
		{ domain: "shop.example", title: "shop.example: Tea", isRenamed: false },
	],
	[
		{ url: "https://shop.example/", title: "Mine", domain: null, isRenamed: true },
		{ domain: "shop.example", title: "Mine", isRenamed: true },
	],
	[{ url: "http://localhost:3000/x" }, { domain: "localhost", title: "localhost", isRenamed: false }],
	[
		{ url: "about:blank", title: "Open a shop", domain: null },
		{ domain: null, title: "Open a shop" },
	],
	[{ url: "", title: "An agent's chat" }, { title: "An agent's chat" }],
	[
		{ url: "https://other.example/", title: "Kept", domain: "kept.example", isRenamed: false },
		{ domain: "kept.example", title: "Kept", isRenamed: false },
	],
] as const;

async function fill(db: Db, count: number): Promise<void> {
	const at = new Date("2026-01-01");
	const common = { tenantId: "ten_1", status: "completed", createdAt: at, updatedAt: at, messageCount: 1, lastEventSeq: 1 };
	const ids = Array.from({ length: count }, () => randomUUID());
	await db
		.collection("sessions")
		.insertMany(
			ids.map((id, index) => ({ _id: id as never, ...common, userId: `usr_${index % 3}`, ...kinds[index % kinds.length]?.[0], index })),
		);
}

const contents = (db: Db) => db.collection("sessions").find().sort({ _id: 1 }).toArray();

test(
	"10,000 chats without a domain get one, and a server killed twice on the way leaves the same as one that was not",
	long,
	async ({ mongo, redis, onTestFinished }) => {
		const name = `${mongo.name}_killed`;
		const killed = mongo.client.db(name);
		onTestFinished(() => killed.dropDatabase().then(() => undefined));
		await fill(mongo.db, 10_000);
		await mongo.db
			.collection("sessions")
			.aggregate([{ $out: { db: name, coll: "sessions" } }])
			.toArray();

		await migrateOnce(mongo.db, sessionMigrations, { log });
		const whole = await contents(mongo.db);
		for (const { index, domain, title, isRenamed, updatedAt } of whole) {
			expect({ domain, title, isRenamed }).toEqual({ isRenamed: undefined, domain: undefined, ...kinds[index % kinds.length]?.[1] });
			expect(updatedAt).toEqual(new Date("2026-01-01"));
		}
		const urls = { mongo: mongo.uri.replace(mongo.name, name), redis: redis.url, auth: "http://127.0.0.1:9" };
		for (const strike of [1, 2]) {
			const server = await startProcess({
				name: "agent-api",
				command: process.execPath,
				args: ["--conditions=@webhand/source", join(import.meta.dirname, "../src/main.ts")],
				env: settings(urls, { FAILPOINTS: "migrate.chats=kill" }),
			});
			expect((await server.ended).signal, server.output()).toBe("SIGKILL");
			const done = await killed.collection("sessions").countDocuments({ domain: "localhost" });
			expect(done, `after strike ${strike}`).toBeGreaterThan((strike - 1) * 70);
			expect(done).toBeLessThan(1_000);
			// The lock of the dead falls free by itself; nobody waits here for its ten seconds to pass.
			await killed.collection("locks").updateOne({}, { $set: { until: new Date(0) } });
		}
		await migrateOnce(killed, sessionMigrations, { log });
		expect(await contents(killed)).toEqual(whole);

		await killed.collection("migrations").deleteMany({});
		await migrateOnce(killed, sessionMigrations, { log });
		expect(await contents(killed)).toEqual(whole);
	},
);
