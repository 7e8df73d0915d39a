import { extractDomain } from "@webhand/page/site";
import { failpoint } from "@webhand/service-kit/failpoints";
import type { Migration } from "@webhand/service-kit/mongo/migrations";
import type { StoredSession } from "./map.ts";
import { prefixedTitle } from "./policy.ts";

type Database = Parameters<Migration["run"]>[0];

const batchSize = 500;

/** Indexes and changes of stored chats, oldest first. */
export const sessionMigrations: readonly Migration[] = [
	{
		id: "2026-01-sessions-indexes",
		run: async (db) => {
			await db
				.collection("sessions")
				.createIndexes([
					{ key: { tenantId: 1, userId: 1, updatedAt: -1 } },
					{ key: { tenantId: 1, userId: 1, domain: 1, status: 1, updatedAt: -1 } },
				]);
		},
	},
	{
		id: "2026-11-sessions-retention",
		run: async (db) => {
			await db.collection("sessions").createIndex({ expireAt: 1 }, { expireAfterSeconds: 0 });
		},
	},
	{
		id: "2026-11-sessions-list",
		run: async (db) => {
			const sessions = db.collection("sessions");
			// The id decides between chats of the same moment, so that a page never ends inside a tie.
			await sessions.createIndex({ tenantId: 1, userId: 1, updatedAt: -1, _id: -1 });
			const shorter = "tenantId_1_userId_1_updatedAt_-1";
			if (await sessions.indexExists(shorter)) await sessions.dropIndex(shorter);
			await db.collection("messages").createIndex({ tenantId: 1, userId: 1 });
		},
	},
	{ id: "2026-11-sessions-domains", run: setDomains },
	{ id: "2026-11-messages-users", run: setUsers },
];

/** Chats of earlier versions get the domain of their address, and its prefix in a title that nobody chose. */
async function setDomains(db: Database): Promise<void> {
	const sessions = db.collection<StoredSession>("sessions");
	const withoutDomain = { domain: null, url: { $type: "string", $ne: "" } } as const;
	await inBatches(db, withoutDomain, async (rows) => {
		const writes = rows.flatMap(({ _id, url, title = "", isRenamed }) => {
			const domain = extractDomain(url);
			if (domain === null) return [];
			const $set = { domain, isRenamed: isRenamed === true, ...(isRenamed === true ? {} : { title: prefixedTitle(domain, title) }) };
			return [{ updateOne: { filter: { _id, domain: null }, update: { $set } } }];
		});
		if (writes.length > 0) await sessions.bulkWrite(writes, { ordered: false });
	});
}

/** Messages of earlier versions get the user of their chat, which the search needs. */
async function setUsers(db: Database): Promise<void> {
	const messages = db.collection("messages");
	await inBatches(db, {}, async (rows) => {
		const writes = rows.map(({ _id: sessionId, tenantId, userId }) => ({
			updateMany: { filter: { tenantId, sessionId, userId: { $exists: false } }, update: { $set: { userId } } },
		}));
		await messages.bulkWrite(writes, { ordered: false });
	});
}

/** Goes through chats by id. What a batch did is no longer found or not written again, so a killed run is simply repeated. */
async function inBatches(db: Database, filter: object, work: (rows: readonly StoredSession[]) => Promise<void>): Promise<void> {
	const sessions = db.collection<StoredSession>("sessions");
	for (let after: string | undefined; ; ) {
		const isAfter = after === undefined ? {} : { _id: { $gt: after } };
		const rows = await sessions.find({ $and: [filter, isAfter] } as object, { sort: { _id: 1 }, limit: batchSize, batchSize }).toArray();
		if (rows.length > 0) await work(rows);
		if (rows.length < batchSize) return;
		after = rows.at(-1)?._id;
		await failpoint("migrate.chats");
	}
}
