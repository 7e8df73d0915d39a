import type { TenantId } from "@webhand/contracts/ids";
import type { Db } from "mongodb";
import type { ChainName } from "../row.ts";

/** A signed end of a chain; `jws` holds the same and is what counts. It expires with its row. */
export type StoredAnchor = ChainName & { readonly seq: number; readonly at: Date; readonly expireAt: Date; readonly jws: string };

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
