import type { Limits } from "@webhand/contracts/auth/limits";
import type { Member, Organization } from "@webhand/contracts/auth/orgs";
import type { OrgId, UserId } from "@webhand/contracts/ids";
import { TenantId } from "@webhand/contracts/ids";
import type { Cursor } from "@webhand/service-kit/lists";
import { containing, pageSize } from "@webhand/service-kit/lists";
import type { Transaction } from "@webhand/service-kit/mongo";
import { requestLimit } from "@webhand/service-kit/mongo";
import type { Collection, Db, Document, Filter } from "mongodb";
import type { MembershipRow, OrganizationRow, UserRow } from "../accounts/store.ts";

/** What a change sets; `limits` replaces them all. */
export type OrganizationSet = Partial<Omit<Organization, "id" | "createdAt">>;

/** A member's place as it is written. */
export type Place = Pick<Member, "role" | "status">;

/** Which rows of a list: those with `q` in the name or the email, after `cursor`. */
export type ListQuery = { readonly q?: string | undefined; readonly cursor: Cursor | null };

/** Organizations and their members. Of the members each call names the organization. */
export type OrganizationStore = {
	/** By name, one more than a page. */
	readonly list: (query: ListQuery) => Promise<readonly Organization[]>;
	readonly get: (orgId: OrgId) => Promise<Organization | null>;
	/**
	 * Writes the organization, also with nothing to set: two transactions that change one organization then conflict.
	 *
	 * @returns the organization after the change, `null` when there is none
	 */
	readonly change: (transaction: Transaction, orgId: OrgId, set: OrganizationSet) => Promise<Organization | null>;
	readonly hasProvider: (transaction: Transaction, orgId: OrgId) => Promise<boolean>;
	/** Writes all memberships, so that no sign-in which starts at the same moment misses a change of its organization. */
	readonly touchMembers: (transaction: Transaction, orgId: OrgId) => Promise<void>;
	/** By email, one more than a page; `total` counts all that fit `q`. */
	readonly members: (orgId: OrgId, query: ListQuery) => Promise<{ readonly members: readonly Member[]; readonly total: number }>;
	/** Service accounts by name. */
	readonly serviceAccounts: (orgId: OrgId, transaction?: Transaction) => Promise<readonly Member[]>;
	readonly member: (transaction: Transaction, orgId: OrgId, userId: UserId) => Promise<Member | null>;
	readonly changeMember: (transaction: Transaction, member: { orgId: OrgId; userId: UserId }, set: Partial<Place>) => Promise<void>;
	readonly removeMember: (transaction: Transaction, orgId: OrgId, userId: UserId) => Promise<void>;
	/** Active admins whose account is active. */
	readonly countAdmins: (transaction: Transaction, orgId: OrgId) => Promise<number>;
};

export async function indexOrganizations(db: Db): Promise<void> {
	await db.collection("organizations").createIndex({ name: 1, _id: 1 });
}

export function createOrganizationStore(db: Db): OrganizationStore {
	const organizations: Collection<OrganizationRow> = db.collection("organizations");
	const memberships: Collection<MembershipRow> = db.collection("memberships");
	const users: Collection<UserRow> = db.collection("users");
	const membersOf = (filter: Filter<MembershipRow>, rest: readonly Document[], session?: Transaction) =>
		memberships
			.aggregate<JoinedRow>([{ $match: filter }, ...joined, ...rest], session === undefined ? requestLimit : { session })
			.toArray();
	return {
		list: async ({ q, cursor }) => {
			const filter = { ...(q === undefined ? {} : { name: containing(q) }), ...after(cursor, { key: "name", id: "_id" }) };
			const rows = await organizations.find(filter, { sort: { name: 1, _id: 1 }, limit: pageSize + 1, ...requestLimit }).toArray();
			return rows.map(organizationOf);
		},
		get: async (orgId) => {
			const row = await organizations.findOne({ _id: orgId }, requestLimit);
			return row === null ? null : organizationOf(row);
		},
		change: async (session, orgId, set) => {
			const update = { ...(Object.keys(set).length === 0 ? {} : { $set: set }), $inc: { changes: 1 } };
			const row = await organizations.findOneAndUpdate({ _id: orgId }, update, { session, returnDocument: "after" });
			return row === null ? null : organizationOf(row);
		},
		hasProvider: async (session, orgId) =>
			(await db.collection<{ _id: OrgId }>("providers").countDocuments({ _id: orgId }, { session })) > 0,
		touchMembers: async (session, orgId) => {
			await memberships.updateMany({ tenantId: orgId }, { $inc: { entries: 1 } }, { session });
		},
		members: async (orgId, { q, cursor }) => {
			const wanted = q === undefined ? [] : [{ $match: { $or: [{ "user.email": containing(q) }, { "user.name": containing(q) }] } }];
			const page = [{ $match: after(cursor, { key: "user.email", id: "userId" }) }, { $sort: { "user.email": 1, userId: 1 } }];
			const [rows, counted] = await Promise.all([
				membersOf({ tenantId: orgId }, [...wanted, ...page, { $limit: pageSize + 1 }]),
				membersOf({ tenantId: orgId }, [...wanted, { $count: "total" }]),
			]);
			return { members: rows.map(memberOf), total: (counted as unknown as readonly { total: number }[])[0]?.total ?? 0 };
		},
		serviceAccounts: async (orgId, session) =>
			(
				await membersOf({ tenantId: orgId }, [{ $match: { "user.isService": true } }, { $sort: { "user.name": 1, userId: 1 } }], session)
			).map(memberOf),
		member: async (session, orgId, userId) => {
			const [row] = await membersOf({ tenantId: orgId, userId }, [], session);
			return row === undefined ? null : memberOf(row);
		},
		changeMember: async (session, { orgId, userId }, set) => {
			await memberships.updateOne({ tenantId: orgId, userId }, { $set: set, $inc: { entries: 1 } }, { session });
		},
		removeMember: async (session, orgId, userId) => {
			await memberships.deleteOne({ tenantId: orgId, userId }, { session });
			// Failed sign-ins are audited in the last tenant, which is not this one any more.
			await users.updateOne({ _id: userId, lastTenantId: TenantId.parse(orgId) }, { $unset: { lastTenantId: "" } }, { session });
		},
		countAdmins: async (session, orgId) =>
			(await membersOf({ tenantId: orgId, role: "admin", status: "active" }, [{ $match: { "user.status": "active" } }], session)).length,
	};
}

type JoinedRow = MembershipRow & { user: UserRow };

const joined: readonly Document[] = [
	{ $lookup: { from: "users", localField: "userId", foreignField: "_id", as: "user" } },
	{ $unwind: "$user" },
];

function after(cursor: Cursor | null, names: { readonly key: string; readonly id: string }): Document {
	if (cursor === null) return {};
	return { $or: [{ [names.key]: { $gt: cursor.key } }, { [names.key]: cursor.key, [names.id]: { $gt: cursor.id } }] };
}

function organizationOf(row: OrganizationRow): Organization {
	const { _id, name, status, limits, traces, retentionDays, createdAt } = row;
	const { passwordSignIn = true, secondFactor = "optional", apiKeys = "all" } = row;
	return {
		id: _id,
		name,
		status,
		traces,
		retentionDays,
		passwordSignIn,
		secondFactor,
		apiKeys,
		limits: limits satisfies Limits,
		createdAt: createdAt.toISOString(),
	};
}

function memberOf({ userId, role, status, joinedAt, user }: JoinedRow): Member {
	const { email, name, hasSecondFactor = false, isService = false, status: accountStatus } = user;
	return { userId, email, name, role, status, joinedAt: joinedAt.toISOString(), hasSecondFactor, accountStatus, isService };
}
