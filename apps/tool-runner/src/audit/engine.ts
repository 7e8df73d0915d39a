import { hash } from "node:crypto";
import { AppError } from "@webhand/service-kit/errors";
import canonicalize from "canonicalize";
import { chainStart, rowAfter } from "./policy.ts";
import type { AuditFact, AuditStore } from "./store.ts";
import { GrantUsed } from "./store.ts";

/** Writes facts into the chains of the audit. */
export type Audit = {
	/**
	 * Appends a fact to its chain and returns once it is safe.
	 *
	 * @throws AppError AUDIT_UNAVAILABLE; GRANT_INVALID for a grant that was consumed before
	 */
	readonly append: (fact: AuditFact) => Promise<void>;
};

const hashOf = (prevHash: string, row: object) => hash("sha256", prevHash + (canonicalize(row) ?? ""));

/** Opens the audit. Rows that lose their place to another replica are placed again. */
export function createAudit(store: Pick<AuditStore, "head" | "insert">): Audit {
	return {
		append: async (fact) => {
			try {
				let isPlaced = false;
				while (!isPlaced) {
					const head = (await store.head(fact.tenantId, fact.chain)) ?? chainStart;
					isPlaced = await store.insert([rowAfter(head, fact, hashOf)]);
				}
			} catch (cause) {
				throw cause instanceof GrantUsed ? used(cause) : unavailable(cause);
			}
		},
	};
}

const used = (cause: unknown) => new AppError("GRANT_INVALID", "This grant was used before", { details: { reason: "used" }, cause });
const unavailable = (cause: unknown) =>
	new AppError("AUDIT_UNAVAILABLE", "The audit cannot be written, so nothing was done", { cause, retryAfterSeconds: 5 });
