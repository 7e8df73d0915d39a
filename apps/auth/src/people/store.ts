import type { Account } from "@webhand/contracts/auth/people";
import type { OrgId, UserId } from "@webhand/contracts/ids";
import type { Cursor } from "@webhand/service-kit/lists";
import { containing, pageSize } from "@webhand/service-kit/lists";
import type { Transaction } from "@webhand/service-kit/mongo";
import { requestLimit } from "@webhand/service-kit/mongo";
import type { Collection, Db, Filter } from "mongodb";
import type { MembershipRow, OrganizationRow, UserRow } from "../accounts/store.ts";

/** What an operator sets. */
export type AccountSet = Partial<Pick<Account, "status" | "operator">> & { readonly secondFactor?: "remove" };

/** A link to set a new password: of a user at most one, of which only the hash of its secret is stored. */
export type ResetLink = { readonly userId: UserId; readonly tokenHash: string; readonly expiresAt: Date };

/** Accounts for operators, who see those of all tenants, and reset links. */
export type PeopleStore = {
	/** By email, one more than a page; `total` counts all that fit `q`. */
	readonly list: (query: {
		readonly q?: string | undefined;
		readonly cursor: Cursor | null;
	}) => Promise<{ readonly accounts: readonly Account[]; readonly total: number }>;
	readonly get: (transaction: Transaction, id: UserId) => Promise<Account | null>;
	readonly change: (transaction: Transaction, id: UserId, set: AccountSet) => Promise<void>;
	/** Writes all operators: of two who demote each other at once, the second counts anew. */
	readonly touchOperators: (transaction: Transaction) => Promise<void>;
	readonly countOperators: (transaction: Transaction) => Promise<number>;
	readonly organizationsOf: (transaction: Transaction, id: UserId) => Promise<readonly OrgId[]>;
	/** @returns whether the account is active */
	readonly setPassword: (transaction: Transaction, id: UserId, passwordHash: string) => Promise<boolean>;
	/** Ends the user's link, if there is one, and adds this. */
	readonly replaceLink: (transaction: Transaction, link: ResetLink) => Promise<void>;
	readonly link: (tokenHash: string, now: Date) => Promise<ResetLink | null>;
	/** Takes a link, once. @returns whether it was there */
	readonly takeLink: (transaction: Transaction, tokenHash: string, now: Date) => Promise<boolean>;
};

type LinkRow = Omit<ResetLink, "userId"> & { _id: UserId };

export async function indexPeople(db: Db): Promise<void> {
	await db.collection("reset_links").createIndexes([
		{ key: { tokenHash: 1 }, unique: true },
		{ key: { expiresAt: 1 }, expireAfterSeconds: 0 },
	]);
}

export function createPeopleStore(db: Db): PeopleStore {
	const users: Collection<UserRow> = db.collection("users");
	const memberships: Collection<MembershipRow> = db.collection("memberships");
	const organizations: Collection<OrganizationRow> = db.collection("organizations");
	const factors: Collection<{ _id: UserId }> = db.collection("second_factors");
	const links: Collection<LinkRow> = db.collection("reset_links");
	const withOrganizations = async (rows: readonly UserRow[], session?: Transaction): Promise<readonly Account[]> => {
		const how = session === undefined ? requestLimit : { session };
		const places = await memberships.find({ userId: { $in: rows.map((row) => row._id) } }, how).toArray();
		const found = await organizations.find({ _id: { $in: places.map((place) => place.tenantId) } }, how).toArray();
		const names = new Map(found.map((row) => [row._id, row.name]));
		return rows.map((row) => {
			const own = places.filter(({ userId }) => userId === row._id);
			return accountOf(
				row,
				own.flatMap(({ tenantId, role }) => ({ name: names.get(tenantId) ?? "", role })),
			);
		});
	};
	return {
		list: async ({ q, cursor }) => {
			const wanted: Filter<UserRow> = q === undefined ? {} : { $or: [{ email: containing(q) }, { name: containing(q) }] };
			const filter = cursor === null ? wanted : { $and: [wanted, { email: { $gt: cursor.key } }] };
			const [rows, total] = await Promise.all([
				users.find(filter, { sort: { email: 1 }, limit: pageSize + 1, ...requestLimit }).toArray(),
				users.countDocuments(wanted, requestLimit),
			]);
			return { accounts: await withOrganizations(rows), total };
		},
		get: async (session, id) => {
			const row = await users.findOne({ _id: id }, { session });
			return row === null ? null : ((await withOrganizations([row], session))[0] ?? null);
		},
		change: async (session, id, { secondFactor, ...set }) => {
			const isRemoved = secondFactor !== undefined;
			const update = { ...set, ...(isRemoved ? { hasSecondFactor: false } : {}) };
			await users.updateOne(
				{ _id: id },
				{ $set: update, $inc: { entries: 1, ...(isRemoved ? { credentialsVersion: 1 } : {}) } },
				{ session },
			);
			if (isRemoved) await factors.deleteOne({ _id: id }, { session });
		},
		touchOperators: async (session) => {
			await users.updateMany({ operator: true }, { $inc: { entries: 1 } }, { session });
		},
		countOperators: (session) => users.countDocuments({ operator: true, status: "active" }, { session }),
		organizationsOf: async (session, id) => (await memberships.find({ userId: id }, { session }).toArray()).map((row) => row.tenantId),
		setPassword: async (session, id, passwordHash) => {
			const update = { $set: { passwordHash }, $inc: { entries: 1, credentialsVersion: 1 } };
			return (await users.updateOne({ _id: id, status: "active" }, update, { session })).matchedCount === 1;
		},
		replaceLink: async (session, { userId, tokenHash, expiresAt }) => {
			await links.replaceOne({ _id: userId }, { tokenHash, expiresAt }, { session, upsert: true });
		},
		link: async (tokenHash, now) => {
			const row = await links.findOne({ tokenHash, expiresAt: { $gt: now } }, requestLimit);
			return row === null ? null : { userId: row._id, tokenHash: row.tokenHash, expiresAt: row.expiresAt };
		},
		takeLink: async (session, tokenHash, now) =>
			(await links.deleteOne({ tokenHash, expiresAt: { $gt: now } }, { session })).deletedCount === 1,
	};
}

function accountOf(row: UserRow, organizations: Account["organizations"]): Account {
	const { _id, email, name, status, operator, passwordHash, hasSecondFactor = false, isService = false, createdAt } = row;
	return {
		id: _id,
		email,
		name,
		status,
		operator,
		hasPassword: passwordHash !== null,
		hasSecondFactor,
		isService,
		organizations,
		createdAt: createdAt.toISOString(),
	};
}
