import type { TenantLimits } from "@webhand/contracts/auth/limits";
import type { KeyOwners } from "@webhand/contracts/auth/orgs";
import type { Role, TenantId, UserId } from "@webhand/contracts/ids";
import { OrgId } from "@webhand/contracts/ids";
import type { Transaction } from "@webhand/service-kit/mongo";
import { requestLimit } from "@webhand/service-kit/mongo";
import type { Collection, Db } from "mongodb";
import { rolesIn } from "./policy.ts";

/** A user. `email` is normalized; `passwordHash` a PHC string, `null` for a user who only signs in through a provider. */
export type User = {
	readonly id: UserId;
	readonly email: string;
	readonly name: string;
	readonly status: "active" | "disabled";
	readonly passwordHash: string | null;
	readonly operator: boolean;
	readonly lastTenantId?: TenantId;
	readonly hasSecondFactor: boolean;
	/** An account for programs: only API keys act as it, and nobody signs in to it. */
	readonly isService: boolean;
	/** Rises when the password or the second factor changes: what was proved before counts no more. */
	readonly credentialsVersion: number;
};

/** A user as it is written. */
export type NewUser = Omit<User, "hasSecondFactor" | "credentialsVersion" | "isService"> & Partial<Pick<User, "isService">>;

/** What a change of credentials replaces. */
export type CredentialsChange = { readonly passwordHash?: string; readonly hasSecondFactor?: boolean };

/** Whether a sign-in may begin: the account or membership is not active; the credentials changed since they were checked. */
export type Entry = { readonly kind: "entered"; readonly rights: Rights } | { readonly kind: "disabled" } | { readonly kind: "changed" };

/** An organization. `traces` and `retentionDays` travel with `limits` in the session record. */
export type Organization = {
	readonly id: OrgId;
	readonly name: string;
	readonly status: "active" | "suspended";
	readonly limits: TenantLimits;
	/** `false`: the provider is the only way in. */
	readonly passwordSignIn: boolean;
	readonly secondFactor: "optional" | "required";
	readonly apiKeys: KeyOwners;
};

/** A user's place in an organization, with the organization. */
export type Membership = {
	readonly organization: Organization;
	readonly role: "member" | "admin";
	readonly status: "active" | "suspended";
	readonly joinedAt: Date;
	/** The provider let in an account that was there before: its password, which others may know, is no way into this organization. */
	readonly providerOnly: boolean;
};

/** A membership as it is written. */
export type NewMembership = Pick<Membership, "role" | "joinedAt"> &
	Partial<Pick<Membership, "providerOnly">> & { readonly orgId: OrgId; readonly userId: UserId };

/** What a user may do in a tenant now, and the tenant's limits. `apiKeys`: who may have keys there. */
export type Rights = { readonly roles: readonly Role[]; readonly limits: TenantLimits; readonly apiKeys: KeyOwners };

/** What a user or an organization is called; an organization has no email. */
export type Named = { readonly name: string; readonly email?: string; readonly isService?: boolean };
/** Rows of before have neither `hasSecondFactor` nor `credentialsVersion`. `entries` and `changes` let two transactions conflict. */
export type UserRow = NewUserRow & Partial<Pick<User, "hasSecondFactor" | "credentialsVersion">> & { createdAt: Date; entries?: number };
type NewUserRow = Omit<NewUser, "id"> & { _id: UserId };
/** Rows of before have no `passwordSignIn`, `secondFactor` and `apiKeys`. */
export type OrganizationRow = Omit<Organization, "id" | "passwordSignIn" | "secondFactor" | "apiKeys"> &
	Partial<Pick<Organization, "passwordSignIn" | "secondFactor" | "apiKeys">> & {
		_id: OrgId;
		traces: boolean;
		retentionDays: number;
		createdAt: Date;
		changes?: number;
	};
export type MembershipRow = Pick<Membership, "role" | "status" | "joinedAt"> &
	Partial<Pick<Membership, "providerOnly">> & { tenantId: OrgId; userId: UserId; entries?: number };

/** Who signs in where, and the version of the credentials that were checked; `null` for an API key, which is none of them. */
export type EntryPlace = { readonly credentialsVersion: number | null; readonly userId: UserId; readonly tenantId: TenantId };

/** Users, organizations and memberships. A user has no tenant of its own. */
export type AccountStore = {
	readonly userByEmail: (email: string) => Promise<User | null>;
	readonly userById: (id: UserId) => Promise<User | null>;
	readonly organizationById: (id: OrgId) => Promise<Organization | null>;
	readonly membershipsOf: (userId: UserId) => Promise<readonly Membership[]>;
	/** Names of users and organizations by id; ids that are neither are absent. */
	readonly namesOf: (ids: readonly string[]) => Promise<ReadonlyMap<string, Named>>;
	readonly hasOperator: (transaction: Transaction) => Promise<boolean>;
	/**
	 * Writes the tenant of a new sign-in to the user and the membership, so that disabling, suspending, new rights and a change of
	 * credentials cannot pass it unseen. The caller aborts the transaction unless the answer is `entered`. To a service account only a key
	 * enters.
	 */
	readonly enter: (transaction: Transaction, place: EntryPlace) => Promise<Entry>;
	/** Replaces credentials that are still of that version. @returns whether they were */
	readonly changeCredentials: (
		transaction: Transaction,
		user: Pick<User, "id" | "credentialsVersion">,
		change: CredentialsChange,
	) => Promise<boolean>;
	/** The rights of a user in a tenant as they are; `null` without an active membership. */
	readonly rightsIn: (transaction: Transaction, place: { readonly userId: UserId; readonly tenantId: TenantId }) => Promise<Rights | null>;
	/** Writes a user, so that disabling and a password change cannot pass unseen. @returns whether it is active with the checked hash */
	readonly touchUser: (transaction: Transaction, user: Pick<User, "id" | "passwordHash">) => Promise<boolean>;
	/** Writes the place of a user in a tenant, so that a removal at the same moment cannot pass unseen. @returns whether there is one */
	readonly touchPlace: (transaction: Transaction, place: { readonly userId: UserId; readonly tenantId: TenantId }) => Promise<boolean>;
	/** Writes an organization, so that suspending it cannot pass unseen. @returns `null` unless it is active */
	readonly touchOrganization: (transaction: Transaction, id: OrgId) => Promise<Organization | null>;
	/** Writes only over the hash that was checked, so a password change in between stands. */
	readonly replacePasswordHash: (userId: UserId, checked: string, replacement: string) => Promise<void>;
	readonly addUser: (transaction: Transaction, user: NewUser, at: Date) => Promise<void>;
	readonly addOrganization: (transaction: Transaction, organization: Omit<Organization, "apiKeys">, at: Date) => Promise<void>;
	readonly addMembership: (transaction: Transaction, membership: NewMembership) => Promise<void>;
};

/** Indexes of the three collections. */
export async function indexAccounts(db: Db): Promise<void> {
	await db.collection("users").createIndex({ email: 1 }, { unique: true });
	await db.collection("memberships").createIndexes([{ key: { tenantId: 1, userId: 1 }, unique: true }, { key: { userId: 1 } }]);
}

export function createAccountStore(db: Db): AccountStore {
	const users: Collection<UserRow> = db.collection("users");
	const organizations: Collection<OrganizationRow> = db.collection("organizations");
	const memberships: Collection<MembershipRow> = db.collection("memberships");
	const rightsIn: AccountStore["rightsIn"] = async (session, { userId, tenantId }) => {
		const user = await users.findOne({ _id: userId }, { session });
		if (user === null) return null;
		const orgId = OrgId.safeParse(tenantId);
		if (!orgId.success) return { roles: rolesIn(null, user.operator), limits: {}, apiKeys: "all" };
		const membership = await memberships.findOne({ tenantId: orgId.data, userId, status: "active" }, { session });
		const row = membership === null ? null : await organizations.findOne({ _id: orgId.data, status: "active" }, { session });
		if (membership === null || row === null) return null;
		const { limits, apiKeys } = organizationOf(row);
		return { roles: rolesIn(membership.role, user.operator), limits, apiKeys };
	};
	return {
		userByEmail: async (email) => userOf(await users.findOne({ email }, requestLimit)),
		userById: async (id) => userOf(await users.findOne({ _id: id }, requestLimit)),
		organizationById: async (id) => {
			const row = await organizations.findOne({ _id: id }, requestLimit);
			return row === null ? null : organizationOf(row);
		},
		membershipsOf: async (userId) => {
			const rows = await memberships.find({ userId }, requestLimit).toArray();
			const found = await organizations.find({ _id: { $in: rows.map((row) => row.tenantId) } }, requestLimit).toArray();
			const byId = new Map(found.map((row) => [row._id, organizationOf(row)]));
			return rows.flatMap(({ tenantId, role, status, joinedAt, providerOnly = false }) => {
				const organization = byId.get(tenantId);
				return organization === undefined ? [] : [{ organization, role, status, joinedAt, providerOnly }];
			});
		},
		namesOf: async (ids) => {
			if (ids.length === 0) return new Map();
			const named = [{ $match: { _id: { $in: [...ids] } } }, { $project: { name: 1, email: 1, isService: 1 } }];
			const both = [...named, { $unionWith: { coll: "organizations", pipeline: named } }];
			const rows = await users.aggregate<Named & { _id: string }>(both, requestLimit).toArray();
			return new Map(rows.map(({ _id, ...row }) => [_id, row]));
		},
		hasOperator: async (session) => (await users.countDocuments({ operator: true }, { session, limit: 1 })) > 0,
		enter: async (session, { userId, tenantId, credentialsVersion }) => {
			const isKey = credentialsVersion === null;
			const entry = { $inc: { entries: 1 }, ...(isKey ? {} : { $set: { lastTenantId: tenantId } }) };
			const user = userOf(await users.findOneAndUpdate({ _id: userId }, entry, { session }));
			if (user?.status !== "active" || (user.isService && !isKey)) return { kind: "disabled" };
			if (!isKey && user.credentialsVersion !== credentialsVersion) return { kind: "changed" };
			const orgId = OrgId.safeParse(tenantId);
			if (orgId.success) await memberships.updateOne({ tenantId: orgId.data, userId }, { $inc: { entries: 1 } }, { session });
			const rights = await rightsIn(session, { userId, tenantId });
			return rights === null ? { kind: "disabled" } : { kind: "entered", rights };
		},
		changeCredentials: async (session, { id, credentialsVersion }, change) => {
			const held = credentialsVersion === 0 ? { $in: [0, null] } : credentialsVersion;
			const changed = await users.updateOne(
				{ _id: id, credentialsVersion: held as number },
				{ $set: change, $inc: { credentialsVersion: 1 } },
				{ session },
			);
			return changed.matchedCount === 1;
		},
		rightsIn,
		touchUser: async (session, { id, passwordHash }) => {
			const filter = { _id: id, status: "active", passwordHash } as const;
			return (await users.updateOne(filter, { $inc: { entries: 1 } }, { session })).matchedCount === 1;
		},
		touchPlace: async (session, { userId, tenantId }) => {
			const orgId = OrgId.safeParse(tenantId);
			if (!orgId.success) return true;
			return (await memberships.updateOne({ tenantId: orgId.data, userId }, { $inc: { entries: 1 } }, { session })).matchedCount === 1;
		},
		touchOrganization: async (session, id) => {
			const touched = { session, returnDocument: "after" } as const;
			const row = await organizations.findOneAndUpdate({ _id: id, status: "active" }, { $inc: { changes: 1 } }, touched);
			return row === null ? null : organizationOf(row);
		},
		replacePasswordHash: async (userId, checked, replacement) => {
			await users.updateOne({ _id: userId, passwordHash: checked }, { $set: { passwordHash: replacement } });
		},
		addUser: async (session, { id, ...user }, createdAt) => {
			await users.insertOne({ _id: id, ...user, createdAt }, { session });
		},
		addOrganization: async (session, { id, ...organization }, createdAt) => {
			await organizations.insertOne({ _id: id, ...organization, traces: false, retentionDays: 90, createdAt }, { session });
		},
		addMembership: async (session, { orgId, ...membership }) => {
			await memberships.insertOne({ tenantId: orgId, ...membership, status: "active" }, { session });
		},
	};
}

function userOf(row: UserRow | null): User | null {
	if (row === null) return null;
	const { _id, email, name, status, passwordHash, operator, lastTenantId, isService = false } = row;
	const { hasSecondFactor = false, credentialsVersion = 0 } = row;
	const last = lastTenantId === undefined ? {} : { lastTenantId };
	return { id: _id, email, name, status, passwordHash, operator, ...last, isService, hasSecondFactor, credentialsVersion };
}

function organizationOf(row: OrganizationRow): Organization {
	const { _id, name, status, limits, traces, retentionDays, passwordSignIn = true, secondFactor = "optional", apiKeys = "all" } = row;
	return { id: _id, name, status, limits: { ...limits, traces, retentionDays }, passwordSignIn, secondFactor, apiKeys };
}
