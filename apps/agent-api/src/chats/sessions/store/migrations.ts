import { extractDomain } from "@webhand/page/site";
import { failpoint } from "@webhand/service-kit/failpoints";
import type { Migration } from "@webhand/service-kit/mongo/migrations";
import type { StoredSession } from "../map.ts";
import { prefixedTitle } from "../policy.ts";

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
			await db
				.collection("task_texts")
				.createIndexes([{ key: { tenantId: 1, userId: 1 } }, { key: { expireAt: 1 }, expireAfterSeconds: 0 }]);
		},
	},
	{ id: "2026-11-sessions-domains", run: setDomains },
];

/**
 * Chats of earlier versions get the domain of their address, and its prefix in a title that nobody chose. Chats that have one are no longer
 * found, so a killed run is simply repeated.
 */
async function setDomains(db: Database): Promise<void> {
	const sessions = db.collection<StoredSession>("sessions");
	for (let after = "" as StoredSession["_id"]; ; ) {
		const found = { _id: { $gt: after }, domain: null, url: { $type: "string", $ne: "" } } as const;
		const rows = await sessions.find(found, { sort: { _id: 1 }, limit: batchSize, batchSize }).toArray();
		const writes = rows.flatMap((row) => {
			const $set = changeOf(row);
			return $set === null ? [] : [{ updateOne: { filter: { _id: row._id, domain: null }, update: { $set } } }];
		});
		if (writes.length > 0) await sessions.bulkWrite(writes, { ordered: false });
		const last = rows.at(-1);
		if (last === undefined || rows.length < batchSize) return;
		after = last._id;
		await failpoint("migrate.chats");
	}
}

/** Null for an address without a domain. */
function changeOf({ url, title = "", isRenamed }: StoredSession): Partial<StoredSession> | null {
	const domain = extractDomain(url);
	if (domain === null) return null;
	return isRenamed === true ? { domain } : { domain, isRenamed: false, title: prefixedTitle(domain, title) };
}
