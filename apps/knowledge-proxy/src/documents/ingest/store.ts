import type { DocumentFailure, DocumentFormat, DocumentId, DocumentStage } from "@webhand/contracts/knowledge/documents";
import { failpoint } from "@webhand/service-kit/failpoints";
import type { Mongo } from "@webhand/service-kit/mongo";
import { inTransaction, isDuplicateKey } from "@webhand/service-kit/mongo";
import { withLock } from "@webhand/service-kit/mongo/locks";
import type { Collection } from "mongodb";
import { MongoServerError } from "mongodb";
import type { Scope } from "../../scope.ts";
import type { VersionStore } from "../../versions/store.ts";
import type { ActiveVersion, ChunkRow, DocumentRow, FileId, PendingVersion } from "../rows.ts";

/** A document with the version that is to be read, and the lease under which this process reads it. */
export type Job = { readonly row: DocumentRow; readonly pending: PendingVersion; readonly by: string };

/** The work on documents that are `processing`. Each write holds only while the lease does; a false answer says that it does not. */
export type IngestStore = {
	/** Tenants with a document that nobody reads; by chance, so that none is always first. */
	readonly waiting: () => Promise<readonly Scope[]>;
	/** Takes up the oldest free document of a tenant; null where another process has them all. */
	readonly claim: (tenantId: Scope, lease: { readonly by: string; readonly leaseMs: number }) => Promise<Job | null>;
	readonly renew: (job: Job, leaseMs: number) => Promise<boolean>;
	readonly enter: (job: Job, stage: DocumentStage) => Promise<boolean>;
	/** Keeps what was fetched, so that another process reads the same bytes. */
	readonly keepFetched: (
		job: Job,
		fetched: { readonly file: FileId; readonly bytes: number; readonly format: DocumentFormat },
	) => Promise<boolean>;
	/** Writes chunks of the pending version; the same again changes nothing. */
	readonly writeChunks: (rows: readonly ChunkRow[]) => Promise<void>;
	/** Makes the pending version the searched one, in one transaction with the scope's version. */
	readonly switchTo: (
		job: Job,
		next: { readonly active: ActiveVersion; readonly title?: string; readonly at: Date },
	) => Promise<"ready" | "lost" | "too many chunks">;
	/** Ends the pending version; an older one is searched on. */
	readonly fail: (job: Job, reason: DocumentFailure, at: Date) => Promise<boolean>;
	/** Gives the document back to whoever takes it up next, in `afterMs`. */
	readonly release: (job: Job, options: { readonly afterMs: number; readonly isTried: boolean }) => Promise<void>;
	/** Removes the chunks of all versions but the searched and the pending one. */
	readonly removeOldChunks: (scope: Scope, id: DocumentId) => Promise<void>;
	/** Removes chunks that belong to no version of a document; counts them. */
	readonly sweepChunks: () => Promise<number>;
	/** Those of these files that no document waits for. */
	readonly unused: (files: readonly FileId[]) => Promise<readonly FileId[]>;
	/** Does `work` on one replica at a time. */
	readonly alone: (work: () => Promise<void>) => Promise<void>;
};

const mostTried = 5;
/** MongoDB keeps the rows of a replica that was killed within a transaction for up to a minute; the others need not wait. */
const blockedMs = 500;

function nullWhenBlocked(cause: unknown): null {
	if (cause instanceof MongoServerError && cause.codeName === "MaxTimeMSExpired") return null;
	throw cause;
}

// The index alone answers the sweep.
const chunkKey = { tenantId: 1, domain: 1, documentId: 1, version: 1, n: 1 } as const;

type Group = {
	readonly _id: { readonly tenantId: Scope; readonly domain: string; readonly documentId: DocumentId; readonly version: number };
};

export function createIngestStore(mongo: Pick<Mongo, "client" | "db">, versions: VersionStore): IngestStore {
	const documents: Collection<DocumentRow> = mongo.db.collection("documents");
	const chunks: Collection<ChunkRow> = mongo.db.collection("chunks");
	const leased = ({ row, pending, by }: Job) => ({
		tenantId: row.tenantId,
		_id: row._id,
		"pending.version": pending.version,
		"pending.lease.by": by,
	});
	const until = (ms: number) => ({ $add: ["$$NOW", ms] });
	const isLive = { $gt: ["$pending.lease.until", "$$NOW"] };
	const isFree = { status: "processing" as const, $expr: { $not: isLive } };
	const update = async (job: Job, change: object | object[]) => (await documents.updateOne(leased(job), change)).matchedCount > 0;
	const versionsOf = (row: Pick<DocumentRow, "active" | "pending">) =>
		[row.active?.version, row.pending?.version].filter((version) => version !== undefined);
	return {
		waiting: async () => {
			const tenants = await documents
				.aggregate<{ _id: Scope }>([
					{ $match: isFree },
					{ $group: { _id: "$tenantId" } },
					{ $set: { chance: { $rand: {} } } },
					{ $sort: { chance: 1 } },
				])
				.toArray();
			return tenants.map(({ _id }) => _id);
		},
		claim: async (tenantId, { by, leaseMs }) => {
			const oldest = documents
				.find({ ...isFree, tenantId }, { projection: { _id: 1 } })
				.sort({ updatedAt: 1 })
				.limit(mostTried);
			for await (const { _id } of oldest) {
				const row = await documents
					.findOneAndUpdate(
						{ _id, ...isFree },
						[{ $set: { "pending.lease": { by, until: until(leaseMs) }, "pending.attempts": { $add: ["$pending.attempts", 1] } } }],
						{ returnDocument: "after", maxTimeMS: blockedMs },
					)
					.catch(nullWhenBlocked);
				if (row?.pending !== undefined) return { row, pending: row.pending, by };
			}
			return null;
		},
		renew: (job, leaseMs) => update(job, [{ $set: { "pending.lease.until": until(leaseMs) } }]),
		enter: (job, stage) => update(job, { $set: { "pending.stage": stage } }),
		keepFetched: (job, { file, bytes, format }) =>
			update(job, { $set: { format, "pending.file": file, "pending.bytes": bytes, "pending.stage": "reading" } }),
		writeChunks: async (rows) => {
			if (rows.length === 0) return;
			await chunks.bulkWrite(
				rows.map((row) => ({ replaceOne: { filter: { _id: row._id }, replacement: row, upsert: true } })),
				{ ordered: false },
			);
		},
		switchTo: async (job, { active, title, at }) => {
			const { row, pending } = job;
			const attempt = (named: { readonly title?: string }) =>
				inTransaction(mongo, async (session) => {
					// All switches of a scope write its version, so two of them never count at the same time.
					await versions.change(row.tenantId, session);
					const [others] = await documents
						.aggregate<{ chunks: number }>(
							[
								{ $match: { tenantId: row.tenantId, _id: { $ne: row._id } } },
								{ $group: { _id: null, chunks: { $sum: "$active.chunks" } } },
							],
							{ session },
						)
						.toArray();
					if ((others?.chunks ?? 0) + active.chunks > pending.mostChunks) return "too many chunks" as const;
					// A title that was given meanwhile stays.
					const current = await documents.findOne(leased(job), { session, projection: { pending: 1 } });
					const newTitle = current?.pending?.takesTitle === true ? named : {};
					const set = { active, ...newTitle, status: "ready" as const, updatedAt: at };
					const { matchedCount } = await documents.updateOne(leased(job), { $set: set, $unset: { pending: "", error: "" } }, { session });
					await failpoint("ingest.switching");
					return matchedCount > 0 ? ("ready" as const) : ("lost" as const);
				});
			try {
				return await attempt(title === undefined ? {} : { title });
			} catch (cause) {
				// Another document has this title and the same address.
				if (title !== undefined && isDuplicateKey(cause)) return await attempt({});
				throw cause;
			}
		},
		fail: (job, error, at) => update(job, { $set: { status: "failed", error, updatedAt: at }, $unset: { pending: "" } }),
		release: async (job, { afterMs, isTried }) => {
			const attempts = isTried ? job.pending.attempts : job.pending.attempts - 1;
			await update(job, [
				{ $set: { "pending.attempts": attempts, "pending.stage": "waiting", "pending.lease": { by: "", until: until(afterMs) } } },
			]);
		},
		removeOldChunks: async (scope, id) => {
			const row = await documents.findOne({ tenantId: scope, _id: id });
			await chunks.deleteMany({ tenantId: scope, documentId: id, version: { $nin: row === null ? [] : versionsOf(row) } });
		},
		sweepChunks: async () => {
			let removed = 0;
			const key = { tenantId: "$tenantId", domain: "$domain", documentId: "$documentId", version: "$version" };
			// Versions only grow, so one that no document has now will never be searched.
			for await (const { _id: group } of chunks.aggregate<Group>([{ $group: { _id: key } }], { hint: chunkKey })) {
				const row = await documents.findOne({ tenantId: group.tenantId, _id: group.documentId });
				if (row !== null && versionsOf(row).includes(group.version)) continue;
				removed += (await chunks.deleteMany(group)).deletedCount;
			}
			return removed;
		},
		unused: async (files) => {
			const rows = await documents.find({ status: "processing", "pending.file": { $in: [...files] } }).toArray();
			const used = new Set(rows.map(({ pending }) => pending?.file));
			return files.filter((file) => !used.has(file));
		},
		alone: (work) => withLock(mongo.db, { name: "documents:sweep", holdMs: 30_000 }, work),
	};
}
