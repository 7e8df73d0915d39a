import type { TenantLimits } from "@webhand/contracts/auth/limits";
import type { TenantId, UserId } from "@webhand/contracts/ids";
import { OrgId } from "@webhand/contracts/ids";
import type { Transaction } from "@webhand/service-kit/mongo";
import { requestLimit } from "@webhand/service-kit/mongo";
import type { Collection, Db } from "mongodb";

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
	/** Rises when the password or the second factor changes: what was proved before counts no more. */
	readonly credentialsVersion: number;
};

/** A user as it is written. */
export type NewUser = Omit<User, "hasSecondFactor" | "credentialsVersion">;

/** What a change of credentials replaces. */
export type CredentialsChange = { readonly passwordHash?: string; readonly hasSecondFactor?: boolean };

/** Whether a sign-in may begin: the account or membership is not active; the credentials changed since they were checked. */
export type Entry = "entered" | "disabled" | "changed";

/** An organization. `traces` and `retentionDays` travel with `limits` in the session record. */
export type Organization = {
	readonly id: OrgId;
	readonly name: string;
	readonly status: "active" | "suspended";
	readonly limits: TenantLimits;
	/** `false`: the provider is the only way in. */
	readonly passwordSignIn: boolean;
	readonly secondFactor: "optional" | "required";
};

/** A user's place in an organization, with the organization. */
export type Membership = {
	readonly organization: Organization;
	readonly role: "member" | "admin";
	readonly status: "active" | "suspended";
	readonly joinedAt: Date;
};

/** A membership as it is written. */
export type NewMembership = Pick<Membership, "role" | "joinedAt"> & { readonly orgId: OrgId; readonly userId: UserId };

/** `factors` are the kinds of second factor that the user enrolled. Rows of before have no `credentialsVersion`. */
type UserRow = NewUserRow & { factors: readonly "totp"[]; credentialsVersion?: number; createdAt: Date; entries?: number };
type NewUserRow = Omit<NewUser, "id"> & { _id: UserId };
/** Rows of before have no `passwordSignIn` and no `secondFactor`. */
type OrganizationRow = Omit<Organization, "id" | "passwordSignIn" | "secondFactor"> &
	Partial<Pick<Organization, "passwordSignIn" | "secondFactor">> & { _id: OrgId; traces: boolean; retentionDays: number; createdAt: Date };
type MembershipRow = Pick<Membership, "role" | "status" | "joinedAt"> & { tenantId: OrgId; userId: UserId; entries?: number };

/** Who signs in where, and the version of the credentials that were checked. */
export type EntryPlace = Pick<User, "credentialsVersion"> & { readonly userId: UserId; readonly tenantId: TenantId };

/** Users, organizations and memberships. A user has no tenant of its own. */
export type AccountStore = {
	readonly userByEmail: (email: string) => Promise<User | null>;
	readonly userById: (id: UserId) => Promise<User | null>;
	readonly organizationById: (id: OrgId) => Promise<Organization | null>;
	readonly membershipsOf: (userId: UserId) => Promise<readonly Membership[]>;
	readonly hasOperator: (transaction: Transaction) => Promise<boolean>;
	/**
	 * Writes the tenant of a new sign-in to the user and the membership, so that disabling, suspending and a change of credentials cannot
	 * pass it unseen. The caller aborts the transaction unless the answer is `entered`.
	 */
	readonly enter: (transaction: Transaction, place: EntryPlace) => Promise<Entry>;
	/** Replaces credentials that are still of that version. @returns whether they were */
	readonly changeCredentials: (
		transaction: Transaction,
		user: Pick<User, "id" | "credentialsVersion">,
		change: CredentialsChange,
	) => Promise<boolean>;
	/** Writes only over the hash that was checked, so a password change in between stands. */
	readonly replacePasswordHash: (userId: UserId, checked: string, replacement: string) => Promise<void>;
	readonly addUser: (transaction: Transaction, user: NewUser, at: Date) => Promise<void>;
	readonly addOrganization: (transaction: Transaction, organization: Organization, at: Date) => Promise<void>;
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
			return rows.flatMap(({ tenantId, role, status, joinedAt }) => {
				const organization = byId.get(tenantId);
				return organization === undefined ? [] : [{ organization, role, status, joinedAt }];
			});
		},
		hasOperator: async (session) => (await users.countDocuments({ operator: true }, { session, limit: 1 })) > 0,
		enter: async (session, { userId, tenantId, credentialsVersion }) => {
			const row = await users.findOneAndUpdate({ _id: userId }, { $set: { lastTenantId: tenantId }, $inc: { entries: 1 } }, { session });
			const user = userOf(row);
			if (user?.status !== "active") return "disabled";
			if (user.credentialsVersion !== credentialsVersion) return "changed";
			const orgId = OrgId.safeParse(tenantId);
			if (!orgId.success) return "entered";
			const membership = await memberships.updateOne(
				{ tenantId: orgId.data, userId, status: "active" },
				{ $inc: { entries: 1 } },
				{ session },
			);
			return membership.matchedCount === 1 ? "entered" : "disabled";
		},
		changeCredentials: async (session, { id, credentialsVersion }, { passwordHash, hasSecondFactor }) => {
			const password = passwordHash === undefined ? {} : { passwordHash };
			const factors = hasSecondFactor === undefined ? {} : { factors: hasSecondFactor ? (["totp"] as const) : [] };
			const held = credentialsVersion === 0 ? { $in: [0, null] } : credentialsVersion;
			const changed = await users.updateOne(
				{ _id: id, credentialsVersion: held as number },
				{ $set: { ...password, ...factors }, $inc: { credentialsVersion: 1 } },
				{ session },
			);
			return changed.matchedCount === 1;
		},
		replacePasswordHash: async (userId, checked, replacement) => {
			await users.updateOne({ _id: userId, passwordHash: checked }, { $set: { passwordHash: replacement } });
		},
		addUser: async (session, { id, ...user }, createdAt) => {
			await users.insertOne({ _id: id, ...user, factors: [], createdAt }, { session });
		},
		addOrganization: async (session, { id, ...organization }, createdAt) => {
			await organizations.insertOne({ _id: id, ...organization, traces: false, retentionDays: 90, createdAt }, { session });
		},
		addMembership: async (session, { orgId, userId, role, joinedAt }) => {
			await memberships.insertOne({ tenantId: orgId, userId, role, status: "active", joinedAt }, { session });
		},
	};
}

function userOf(row: UserRow | null): User | null {
	if (row === null) return null;
	const { _id, email, name, status, passwordHash, operator, lastTenantId, factors, credentialsVersion = 0 } = row;
	const last = lastTenantId === undefined ? {} : { lastTenantId };
	return { id: _id, email, name, status, passwordHash, operator, ...last, hasSecondFactor: factors.length > 0, credentialsVersion };
}

function organizationOf(row: OrganizationRow): Organization {
	const { _id, name, status, limits, traces, retentionDays, passwordSignIn = true, secondFactor = "optional" } = row;
	return { id: _id, name, status, limits: { ...limits, traces, retentionDays }, passwordSignIn, secondFactor };
}
