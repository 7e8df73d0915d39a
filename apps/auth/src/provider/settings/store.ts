import type { OrgId } from "@webhand/contracts/ids";
import { AppError } from "@webhand/service-kit/errors";
import type { Transaction } from "@webhand/service-kit/mongo";
import { isDuplicateKey, requestLimit } from "@webhand/service-kit/mongo";
import type { Collection, Db } from "mongodb";
import type { Sealed } from "../../keys/seal.ts";

/**
 * The OpenID provider of an organization. `domains` are those of emails that may sign in without an invite; `claimed` are those that an admin
 * named and nobody proved: they count nowhere.
 */
export type ProviderSettings = {
	readonly orgId: OrgId;
	readonly issuer: string;
	readonly clientId: string;
	/** Sealed; `null` for a client without a secret. */
	readonly secret: Sealed | null;
	readonly domains: readonly string[];
	readonly claimed: readonly string[];
};

type ProviderRow = Omit<ProviderSettings, "orgId" | "claimed"> & { _id: OrgId; claimed?: readonly string[] };

/** One provider an organization; a domain belongs to one of them. */
export type ProviderStore = {
	readonly get: (orgId: OrgId) => Promise<ProviderSettings | null>;
	readonly byDomain: (domain: string) => Promise<ProviderSettings | null>;
	/** Links of people end when issuer or client change: the new provider names them otherwise. @throws AppError DOMAIN_TAKEN */
	readonly set: (transaction: Transaction, settings: ProviderSettings) => Promise<void>;
	/** Removes provider and links and switches password sign-in on again. @returns whether there was one */
	readonly remove: (transaction: Transaction, orgId: OrgId) => Promise<boolean>;
};

export async function indexProviders(db: Db): Promise<void> {
	// Without the filter two organizations without domains would be equal.
	await db
		.collection("providers")
		.createIndex({ domains: 1 }, { unique: true, partialFilterExpression: { "domains.0": { $exists: true } } });
}

export function createProviderStore(db: Db): ProviderStore {
	const providers: Collection<ProviderRow> = db.collection("providers");
	const identities = db.collection("provider_identities");
	const organizations: Collection<{ _id: OrgId; passwordSignIn?: boolean }> = db.collection("organizations");
	return {
		get: async (orgId) => settingsOf(await providers.findOne({ _id: orgId }, requestLimit)),
		byDomain: async (domain) => settingsOf(await providers.findOne({ domains: domain }, requestLimit)),
		set: async (session, { orgId, ...settings }) => {
			const before = await providers.findOneAndReplace({ _id: orgId }, settings, { session, upsert: true }).catch((cause: unknown) => {
				if (!isDuplicateKey(cause)) throw cause;
				throw new AppError("DOMAIN_TAKEN", "Another organization uses one of these domains", { cause });
			});
			if (before !== null && (before.issuer !== settings.issuer || before.clientId !== settings.clientId))
				await identities.deleteMany({ orgId }, { session });
		},
		remove: async (session, orgId) => {
			const { deletedCount } = await providers.deleteOne({ _id: orgId }, { session });
			await identities.deleteMany({ orgId }, { session });
			await organizations.updateOne({ _id: orgId }, { $set: { passwordSignIn: true } }, { session });
			return deletedCount === 1;
		},
	};
}

function settingsOf(row: ProviderRow | null): ProviderSettings | null {
	if (row === null) return null;
	const { _id, issuer, clientId, secret, domains, claimed = [] } = row;
	return { orgId: _id, issuer, clientId, secret, domains, claimed };
}
