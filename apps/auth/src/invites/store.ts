import type { Invite, InviteId } from "@webhand/contracts/auth/invites";
import type { OrgId, UserId } from "@webhand/contracts/ids";
import type { Cursor } from "@webhand/service-kit/lists";
import { pageSize } from "@webhand/service-kit/lists";
import type { Transaction } from "@webhand/service-kit/mongo";
import { requestLimit } from "@webhand/service-kit/mongo";
import type { Collection, Db, Filter } from "mongodb";

/** An invite as it is stored: `email` is normalized, `tokenHash` the SHA-256 of its link's secret, `invitedBy` an email. */
export type StoredInvite = Pick<Invite, "id" | "email" | "role" | "invitedBy"> & {
	readonly orgId: OrgId;
	readonly name: string | null;
	readonly status: "open" | "accepted" | "revoked";
	readonly tokenHash: string;
	readonly createdAt: Date;
	readonly expiresAt: Date;
};

type InviteRow = Omit<StoredInvite, "id" | "orgId"> & { _id: InviteId; tenantId: OrgId; acceptedBy?: UserId; closedAt?: Date };

/** Who accepts: the filter holds what they know. */
type Acceptance = { readonly userId: UserId; readonly at: Date };

/** Invites. All but `byToken`, `invitingOrganizations` and `joinedOrganizations` name the organization. */
export type InviteStore = {
	/** Newest first, one more than a page. */
	readonly list: (
		orgId: OrgId,
		query: { readonly status: Invite["status"] | undefined; readonly cursor: Cursor | null; readonly now: Date },
	) => Promise<readonly StoredInvite[]>;
	readonly get: (transaction: Transaction, orgId: OrgId, id: InviteId) => Promise<StoredInvite | null>;
	/** An open invite that has not expired; only the link's holder knows its secret. */
	readonly byToken: (tokenHash: string, now: Date) => Promise<StoredInvite | null>;
	/** Ends the open invite of the email, if there is one, and adds this. @throws the driver's error for a second at the same moment */
	readonly replace: (transaction: Transaction, invite: StoredInvite) => Promise<void>;
	/** @returns whether it was open, expired or not */
	readonly revoke: (transaction: Transaction, invite: Pick<StoredInvite, "orgId" | "id">, at: Date) => Promise<boolean>;
	/** Gives an open invite, expired or not, a new secret and end; `null` when it was not open. */
	readonly renew: (
		transaction: Transaction,
		invite: Pick<StoredInvite, "orgId" | "id" | "tokenHash" | "expiresAt">,
	) => Promise<StoredInvite | null>;
	/** Closes the invite if it is still open with this secret. @returns whether it was */
	readonly accept: (transaction: Transaction, invite: Pick<StoredInvite, "orgId" | "id" | "tokenHash">, by: Acceptance) => Promise<boolean>;
	/**
	 * Closes the open invite of an email whose owner signs in through the organization's provider, in the transaction that makes the
	 * membership.
	 *
	 * @param invite `email` normalized
	 * @returns the role that it grants, `null` without an invite
	 */
	readonly acceptByProvider: (
		transaction: Transaction,
		invite: Pick<StoredInvite, "orgId" | "email">,
		by: Acceptance,
	) => Promise<StoredInvite["role"] | null>;
	/** Organizations with an open invite of the email, oldest invite first. */
	readonly invitingOrganizations: (email: string, now: Date) => Promise<readonly OrgId[]>;
	/** Organizations whose invite the email accepted, newest invite first. */
	readonly joinedOrganizations: (email: string) => Promise<readonly OrgId[]>;
};

const keptUnacceptedSeconds = 400 * 86_400;

/** Invites that nobody accepted go as late as the audit about them; an accepted one says in which organization a person was first. */
export async function expireInvites(db: Db): Promise<void> {
	const options = { expireAfterSeconds: keptUnacceptedSeconds, partialFilterExpression: { status: { $in: ["open", "revoked"] } } } as const;
	await db.collection("invites").createIndex({ expiresAt: 1 }, options);
}

export async function indexInvites(db: Db): Promise<void> {
	await db
		.collection("invites")
		.createIndexes([
			{ key: { tokenHash: 1 }, unique: true },
			{ key: { tenantId: 1, email: 1 }, unique: true, partialFilterExpression: { status: "open" } },
			{ key: { tenantId: 1, createdAt: -1, _id: -1 } },
			{ key: { email: 1, status: 1 } },
		]);
}

export function createInviteStore(db: Db): InviteStore {
	const invites: Collection<InviteRow> = db.collection("invites");
	const close = async (session: Transaction, filter: Filter<InviteRow>, { userId, at }: Acceptance) => {
		const end = { $set: { status: "accepted", acceptedBy: userId, closedAt: at } } as const;
		return invites.findOneAndUpdate({ ...filter, status: "open", expiresAt: { $gt: at } }, end, { session });
	};
	return {
		list: async (orgId, { status, cursor, now }) => {
			const filter = { tenantId: orgId, ...withStatus(status, now), ...before(cursor) };
			const rows = await invites.find(filter, { sort: { createdAt: -1, _id: -1 }, limit: pageSize + 1, ...requestLimit }).toArray();
			return rows.map(inviteOf);
		},
		get: async (session, orgId, id) => {
			const row = await invites.findOne({ tenantId: orgId, _id: id }, { session });
			return row === null ? null : inviteOf(row);
		},
		byToken: async (tokenHash, now) => {
			const row = await invites.findOne({ tokenHash, status: "open", expiresAt: { $gt: now } }, requestLimit);
			return row === null ? null : inviteOf(row);
		},
		replace: async (session, { id, orgId, ...invite }) => {
			const end = { $set: { status: "revoked", closedAt: invite.createdAt } } as const;
			await invites.updateOne({ tenantId: orgId, email: invite.email, status: "open" }, end, { session });
			await invites.insertOne({ _id: id, tenantId: orgId, ...invite }, { session });
		},
		revoke: async (session, { orgId, id }, at) => {
			const end = { $set: { status: "revoked", closedAt: at } } as const;
			return (await invites.updateOne({ tenantId: orgId, _id: id, status: "open" }, end, { session })).matchedCount === 1;
		},
		renew: async (session, { orgId, id, tokenHash, expiresAt }) => {
			const change = { $set: { tokenHash, expiresAt } };
			const renewed = { session, returnDocument: "after" } as const;
			const row = await invites.findOneAndUpdate({ tenantId: orgId, _id: id, status: "open" }, change, renewed);
			return row === null ? null : inviteOf(row);
		},
		accept: async (session, { orgId, id, tokenHash }, by) => (await close(session, { tenantId: orgId, _id: id, tokenHash }, by)) !== null,
		acceptByProvider: async (session, { orgId, email }, by) => (await close(session, { tenantId: orgId, email }, by))?.role ?? null,
		invitingOrganizations: async (email, now) => {
			const filter = { email, status: "open", expiresAt: { $gt: now } } as const;
			const rows = await invites.find(filter, { sort: { createdAt: 1 }, projection: { tenantId: 1 }, ...requestLimit }).toArray();
			return rows.map((row) => row.tenantId);
		},
		joinedOrganizations: async (email) => {
			const sorted = { sort: { createdAt: -1 }, projection: { tenantId: 1 }, ...requestLimit } as const;
			return (await invites.find({ email, status: "accepted" }, sorted).toArray()).map((row) => row.tenantId);
		},
	};
}

function withStatus(status: Invite["status"] | undefined, now: Date): Filter<InviteRow> {
	switch (status) {
		case undefined:
			return {};
		case "expired":
			return { status: "open", expiresAt: { $lte: now } };
		case "open":
			return { status, expiresAt: { $gt: now } };
		case "accepted":
		case "revoked":
			return { status };
	}
}

/** @param cursor `key`: milliseconds since the epoch */
function before(cursor: Cursor | null): Filter<InviteRow> {
	if (cursor === null) return {};
	const createdAt = new Date(Number(cursor.key));
	return { $or: [{ createdAt: { $lt: createdAt } }, { createdAt, _id: { $lt: cursor.id as InviteId } }] };
}

function inviteOf(row: InviteRow): StoredInvite {
	const { _id, tenantId, email, role, invitedBy, name, status, tokenHash, createdAt, expiresAt } = row;
	return { id: _id, orgId: tenantId, email, role, invitedBy, name, status, tokenHash, createdAt, expiresAt };
}
