import { randomBytes } from "node:crypto";
import type { TenantId } from "@webhand/contracts/ids";
import type { Transaction } from "@webhand/service-kit/mongo";
import { requestLimit } from "@webhand/service-kit/mongo";
import type { Collection, Db } from "mongodb";
import type { Scope } from "../scope.ts";

// The head of a scope shares the collection of its patterns and their index.
type HeadRow = { tenantId: Scope; kind: "head" | "pattern"; pattern: string; version: string };

/**
 * The versions that an answer to a tenant depends on: of its own knowledge and of the public one. `isCovered`: the tenant allowed one of the
 * patterns that were asked for.
 */
export type Versions = { readonly own: string; readonly public: string; readonly isCovered: boolean };

/** The version of each scope's knowledge: a random text that every change of its domains or documents replaces. */
export type VersionStore = {
	/** One indexed read. */
	readonly versionsFor: (tenantId: TenantId, patterns: readonly string[]) => Promise<Versions>;
	/** Replaces the version, in the transaction of the change: a change holds for the next request on every replica. */
	readonly change: (scope: Scope, transaction: Transaction) => Promise<void>;
};

const never = "0";

export function createVersionStore(db: Db): VersionStore {
	const heads: Collection<HeadRow> = db.collection("allowed_domains");
	return {
		versionsFor: async (tenantId, patterns) => {
			const rows = await heads
				.find(
					{ tenantId: { $in: [tenantId, "public"] }, kind: { $in: ["head", "pattern"] }, pattern: { $in: ["", ...patterns] } },
					{ projection: { _id: 0, tenantId: 1, kind: 1, version: 1 }, ...requestLimit },
				)
				.toArray();
			const of = (scope: Scope, wanted: HeadRow["kind"]) => rows.find(({ tenantId: owner, kind }) => owner === scope && kind === wanted);
			const versionOf = (scope: Scope) => of(scope, "head")?.version ?? never;
			return { own: versionOf(tenantId), public: versionOf("public"), isCovered: of(tenantId, "pattern") !== undefined };
		},
		change: async (scope, session) => {
			const version = randomBytes(12).toString("base64url");
			await heads.updateOne({ tenantId: scope, kind: "head", pattern: "" }, { $set: { version } }, { upsert: true, session });
		},
	};
}
