import type { TenantId } from "@webhand/contracts/ids";
import { requestLimit } from "@webhand/service-kit/mongo";
import type { Db } from "mongodb";
import { MongoBulkWriteError } from "mongodb";
import { createList, indexList } from "../store.ts";
import type { AuditRow, ChainHead, ChainName } from "./chain.ts";

/** What came of an insert: the first `placed` rows are safe; `taken` says why the next one was refused. */
export type Placed = { readonly placed: number; readonly taken?: "place" | "id" | "grant" };

/** Rows of the audit: inserted and read, never changed. */
export type ChainStore = ReturnType<typeof createChainStore>;

/** Until when intents were compared with their outcomes. */
type Sweep = { readonly _id: "intents"; readonly until: Date };

const headFields = { _id: 0, seq: 1, hash: 1, expireAt: 1 } as const;
/** Names of unique indexes, as MongoDB says them. */
const taken: Readonly<Record<string, Placed["taken"]>> = { _id_: "id", "grant-once": "grant", "place-once": "place" };

export async function indexChains(db: Db): Promise<void> {
	await db.collection("audit").createIndexes([
		{ key: { tenantId: 1, chain: 1, seq: 1 }, unique: true, name: "place-once" },
		{ key: { grantJti: 1 }, unique: true, sparse: true, name: "grant-once" },
		{ key: { at: 1 }, partialFilterExpression: { kind: "intent" }, name: "intents" },
		{ key: { expireAt: 1 }, expireAfterSeconds: 0 },
	]);
	await indexList(db, "audit", [["userId"], ["sessionId"], ["chain"]]);
}

export function createChainStore(db: Db) {
	const audit = db.collection<AuditRow>("audit");
	const sweeps = db.collection<Sweep>("audit_sweeps");
	return {
		/** The last row of a chain. */
		head: ({ tenantId, chain }: ChainName): Promise<ChainHead | null> =>
			audit.findOne({ tenantId, chain }, { sort: { seq: -1 }, projection: headFields, ...requestLimit }),

		/** Inserts rows of one chain in their order; they are safe (majority, journaled) once it returns. */
		insert: async (rows: readonly AuditRow[]): Promise<Placed> => {
			try {
				await audit.insertMany(
					rows.map((row) => ({ ...row })),
					{ ordered: true, ...requestLimit },
				);
				return { placed: rows.length };
			} catch (cause) {
				const refusal = refusalIn(cause);
				if (refusal === undefined) throw cause;
				return refusal;
			}
		},

		/** Rows of the tenant that match, newest first. */
		page: createList(audit, { part: "host", outcomes: { ok: "ok", failed: { $nin: ["ok", null] } } }),

		tenants: (): Promise<readonly TenantId[]> => audit.distinct("tenantId"),
		/** Names of the chains of a tenant. */
		chains: (tenantId: TenantId): Promise<readonly ChainName["chain"][]> => audit.distinct("chain", { tenantId }),

		/** The rows of a chain from its beginning, a few hundred at a time. */
		rows: ({ tenantId, chain }: ChainName): AsyncIterable<AuditRow> =>
			audit.find({ tenantId, chain }, { sort: { seq: 1 }, batchSize: 200 }),

		/** Where the row stands that was written behind the row with this hash. Reads the chain, so only for one that is broken. */
		seqBehind: async ({ tenantId, chain }: ChainName, prevHash: string): Promise<number | undefined> =>
			(await audit.findOne({ tenantId, chain, prevHash }, { projection: { _id: 0, seq: 1 } }))?.seq,

		/** Intents of a span of time, without the later end, but for some actions. */
		intents: (from: Date, until: Date, without: readonly string[]): AsyncIterable<AuditRow> =>
			audit.find({ kind: "intent", action: { $nin: [...without] }, at: { $gte: from, $lt: until } }, { sort: { at: 1 }, batchSize: 100 }),

		/** Which of these ids are there. */
		existing: async (ids: readonly string[]): Promise<ReadonlySet<string>> => {
			const rows = await audit.find({ _id: { $in: [...ids] } }, { projection: { _id: 1 } }).toArray();
			return new Set(rows.map(({ _id }) => _id));
		},

		/** The rows of these ids, of any chain. */
		found: (ids: readonly string[]): Promise<readonly AuditRow[]> => audit.find({ _id: { $in: [...ids] } }, requestLimit).toArray(),

		sweptUntil: async (): Promise<Date | undefined> => (await sweeps.findOne({ _id: "intents" }))?.until,
		setSweptUntil: async (until: Date): Promise<void> => {
			await sweeps.updateOne({ _id: "intents" }, { $max: { until } }, { upsert: true });
		},
	};
}

/** What an insert that met a unique index did; undefined for any other failure. */
function refusalIn(cause: unknown): Placed | undefined {
	if (!(cause instanceof MongoBulkWriteError) || cause.result.getWriteConcernError() !== undefined) return undefined;
	const [first] = [cause.writeErrors].flat();
	const name = /index: (\S+) dup key/.exec(first?.errmsg ?? "")?.[1] ?? "";
	const why = taken[name];
	return first?.code === 11_000 && why !== undefined ? { placed: first.index, taken: why } : undefined;
}

/** A signed end of a chain; `jws` holds the same and is what counts. It expires with its row. */
type StoredAnchor = ChainName & { readonly seq: number; readonly at: Date; readonly expireAt: Date; readonly jws: string };

/** Anchors: inserted and read, never changed. */
export type AnchorStore = ReturnType<typeof createAnchorStore>;

export async function indexAnchors(db: Db): Promise<void> {
	await db
		.collection("audit_anchors")
		.createIndexes([{ key: { tenantId: 1, chain: 1, seq: 1 } }, { key: { expireAt: 1 }, expireAfterSeconds: 0 }]);
}

export function createAnchorStore(db: Db) {
	const anchors = db.collection<StoredAnchor>("audit_anchors");
	return {
		insert: async (added: readonly StoredAnchor[]): Promise<void> => {
			await anchors.insertMany(added.map((anchor) => ({ ...anchor })));
		},
		/** The highest place of a chain that is anchored; 0 for none. */
		lastSeq: async ({ tenantId, chain }: ChainName): Promise<number> =>
			(await anchors.findOne({ tenantId, chain }, { sort: { seq: -1 }, projection: { _id: 0, seq: 1 } }))?.seq ?? 0,
		/** The anchors of a chain from its beginning. */
		of: ({ tenantId, chain }: ChainName): AsyncIterable<StoredAnchor> =>
			anchors.find({ tenantId, chain }, { sort: { seq: 1 }, batchSize: 200 }),
		/** Chains of a tenant that have an anchor: rows of one that is gone are missed. */
		chains: async (tenantId: TenantId): Promise<readonly ChainName["chain"][]> => await anchors.distinct("chain", { tenantId }),
		tenants: async (): Promise<readonly TenantId[]> => await anchors.distinct("tenantId"),
	};
}
