import { isDuplicateKey, requestLimit } from "@webhand/service-kit/mongo";
import type { Collection, Db } from "mongodb";
import { Binary } from "mongodb";
import type { Scope } from "../../scope.ts";

type VectorRow = { tenantId: Scope; model: string; hash: string; vector: Binary };
type HeadRow = { tenantId: Scope; kind: "head"; version: string };

/** A vector of a content. */
export type ContentVector = { readonly hash: string; readonly vector: Float32Array };

/** Vectors of chunks' contents, by scope, model and content hash. */
export type VectorStore = {
	/** Every scope that ever had a document or a domain, with the version of its knowledge. */
	readonly scopes: () => Promise<readonly { readonly scope: Scope; readonly version: string }[]>;
	/** Those of the hashes that have a vector. */
	readonly known: (scope: Scope, model: string, hashes: readonly string[]) => Promise<ReadonlySet<string>>;
	readonly vectorsOf: (scope: Scope, model: string, hashes: readonly string[]) => Promise<readonly ContentVector[]>;
	/** Adding one again changes nothing. */
	readonly add: (scope: Scope, model: string, vectors: readonly ContentVector[]) => Promise<void>;
	/** Removes the vectors of other models and of other contents. */
	readonly keepOnly: (scope: Scope, model: string, hashes: readonly string[]) => Promise<void>;
};

/** One vector per content of a scope. */
export async function indexVectors(db: Db): Promise<void> {
	await db.collection("vectors").createIndex({ tenantId: 1, model: 1, hash: 1 }, { unique: true });
}

export function createVectorStore(db: Db): VectorStore {
	const vectors: Collection<VectorRow> = db.collection("vectors");
	const heads: Collection<HeadRow> = db.collection("allowed_domains");
	return {
		scopes: async () => {
			const rows = await heads.find({ kind: "head" }, { projection: { _id: 0, tenantId: 1, version: 1 } }).toArray();
			return rows.map(({ tenantId, version }) => ({ scope: tenantId, version }));
		},
		known: async (scope, model, hashes) => {
			const rows = await vectors
				.find({ tenantId: scope, model, hash: { $in: [...hashes] } }, { projection: { _id: 0, hash: 1 }, ...requestLimit })
				.toArray();
			return new Set(rows.map(({ hash }) => hash));
		},
		vectorsOf: async (scope, model, hashes) => {
			const rows = await vectors.find({ tenantId: scope, model, hash: { $in: [...hashes] } }, requestLimit).toArray();
			return rows.map(({ hash, vector }) => ({ hash, vector: vector.toFloat32Array() }));
		},
		add: async (scope, model, added) => {
			const rows = added.map(({ hash, vector }) => ({ tenantId: scope, model, hash, vector: Binary.fromFloat32Array(vector) }));
			try {
				await vectors.insertMany(rows, { ordered: false });
			} catch (cause) {
				if (!isDuplicateKey(cause)) throw cause;
			}
		},
		keepOnly: async (scope, model, hashes) => {
			await vectors.deleteMany({ tenantId: scope, $or: [{ model: { $ne: model } }, { hash: { $nin: [...hashes] } }] });
		},
	};
}
