import type { TenantLimits } from "@webhand/contracts/auth/limits";
import type { ApiKeyId, Role, RunnerId, SignInId, TenantId, UserId } from "@webhand/contracts/ids";
import type { Transaction } from "@webhand/service-kit/mongo";
import { requestLimit } from "@webhand/service-kit/mongo";
import type { Collection, Db } from "mongodb";
import type { SignIn } from "./policy.ts";

/** Why a sign-in ended. */
export type RevokeReason =
	| "logout"
	| "too_many"
	| "switch"
	| "own"
	| "password"
	| "second_factor"
	| "disabled"
	| "suspended"
	| "removed"
	| "key"
	| "api_key"
	| "runner"
	// Written by packages/backup.
	| "restore"
	| "rights";

/** Whose sign-ins are meant: those of a user, of a tenant, of a user in a tenant, or of API keys or runners among them. */
export type SignInsOf = ({ readonly userId: UserId; readonly tenantId?: TenantId } | { readonly tenantId: TenantId }) & {
	readonly method?: "key" | "runner";
	readonly keyId?: ApiKeyId;
	readonly runnerId?: RunnerId;
};

/** Rows of before have no `method` and no `secondFactor`. */
type SignInRow = Omit<SignIn, "sid" | "method" | "secondFactor"> &
	Partial<Pick<SignIn, "method" | "secondFactor">> & {
		_id: SignInId;
		kid?: string;
		revokedAt?: Date;
		reason?: RevokeReason;
		cachePending?: true;
	};

/** Sign-ins are found by their own id, which only the token's holder and auth know. */
export type SignInStore = {
	/** A majority read: it never misses a revocation that was answered. */
	readonly get: (sid: SignInId) => Promise<SignIn | null>;
	/** @param kid the key that signed its token; those of API keys and runners have many */
	readonly insert: (transaction: Transaction, signIn: SignIn, kid?: string) => Promise<void>;
	/** Ends all sign-ins whose tokens that key signed; the sweep publishes them. */
	readonly revokeByKey: (kid: string, at: Date) => Promise<void>;
	/** The sign-in after its revocation, marked for the sweep; `null` when it was not active. */
	readonly revoke: (
		transaction: Transaction,
		sid: SignInId,
		end: { readonly reason: RevokeReason; readonly at: Date },
	) => Promise<SignIn | null>;
	/** The sign-ins that were active, after their revocation. */
	readonly revokeAll: (
		transaction: Transaction,
		whose: SignInsOf,
		end: { readonly except: SignInId | undefined; readonly reason: RevokeReason; readonly at: Date },
	) => Promise<readonly SignIn[]>;
	/** Gives an active sign-in the roles and limits of its tenant, marked for the sweep; `null` when it was not active. */
	readonly change: (
		transaction: Transaction,
		sid: SignInId,
		change: { readonly roles: readonly Role[]; readonly limits: TenantLimits },
	) => Promise<SignIn | null>;
	/** Gives all active sign-ins of a tenant these limits, marked for the sweep. */
	readonly changeLimits: (transaction: Transaction, tenantId: TenantId, limits: TenantLimits) => Promise<readonly SignIn[]>;
	/** Active sign-ins, newest use first. */
	readonly activeOf: (whose: SignInsOf, transaction?: Transaction) => Promise<readonly SignIn[]>;
	/** Notes whether an active sign-in has shown a second factor. Copies do not show it, so the version stays. */
	readonly markSecondFactor: (transaction: Transaction, sid: SignInId, isShown: boolean) => Promise<void>;
	/** Beyond the newest `keep`, the ones idle longest; those of API keys and runners aside. */
	readonly idlest: (userId: UserId, keep: number) => Promise<readonly SignInId[]>;
	readonly touch: (sid: SignInId, at: Date) => Promise<void>;
	/** Revoked or changed sign-ins whose copy may still say otherwise, at most `limit`. */
	readonly pending: (limit: number) => Promise<readonly SignIn[]>;
	/** Clears the mark, unless the sign-in changed meanwhile. */
	readonly settle: (sid: SignInId, v: number) => Promise<void>;
};

const majority = { readConcern: { level: "majority" }, readPreference: "primary", ...requestLimit } as const;
const keptAfterEndSeconds = 30 * 86_400;

export async function indexSignIns(db: Db): Promise<void> {
	await db
		.collection("sessions")
		.createIndexes([
			{ key: { userId: 1, status: 1, lastSeenAt: 1 } },
			{ key: { tenantId: 1, status: 1, lastSeenAt: 1 } },
			{ key: { cachePending: 1 }, partialFilterExpression: { cachePending: true } },
			{ key: { expiresAt: 1 }, expireAfterSeconds: keptAfterEndSeconds },
		]);
}

export function createSignInStore(db: Db): SignInStore {
	const sessions: Collection<SignInRow> = db.collection("sessions");
	return {
		get: async (sid) => {
			const row = await sessions.findOne({ _id: sid }, majority);
			return row === null ? null : signInOf(row);
		},
		insert: async (session, { sid, ...signIn }, kid) => {
			await sessions.insertOne({ _id: sid, ...signIn, ...(kid === undefined ? {} : { kid }) }, { session });
		},
		revokeByKey: async (kid, at) => {
			await sessions.updateMany(
				{ kid, status: "active" },
				{ $set: { status: "revoked", revokedAt: at, reason: "key", cachePending: true }, $inc: { v: 1 } },
			);
		},
		revoke: async (session, sid, { reason, at }) => {
			const row = await sessions.findOneAndUpdate(
				{ _id: sid, status: "active" },
				{ $set: { status: "revoked", revokedAt: at, reason, cachePending: true }, $inc: { v: 1 } },
				{ session, returnDocument: "after" },
			);
			return row === null ? null : signInOf(row);
		},
		revokeAll: async (session, whose, { except, reason, at }) => {
			const found = await sessions.find({ ...whose, status: "active" }, { session }).toArray();
			const active = found.filter((row) => row._id !== except);
			const ids = active.map((row) => row._id);
			const end = { $set: { status: "revoked", revokedAt: at, reason, cachePending: true }, $inc: { v: 1 } } as const;
			if (ids.length > 0) await sessions.updateMany({ _id: { $in: ids } }, end, { session });
			return active.map((row) => ({ ...signInOf(row), status: "revoked", v: row.v + 1 }));
		},
		change: async (session, sid, { roles, limits }) => {
			const row = await sessions.findOneAndUpdate(
				{ _id: sid, status: "active" },
				{ $set: { roles, limits, cachePending: true }, $inc: { v: 1 } },
				{ session, returnDocument: "after" },
			);
			return row === null ? null : signInOf(row);
		},
		changeLimits: async (session, tenantId, limits) => {
			const active = await sessions.find({ tenantId, status: "active" }, { session }).toArray();
			const ids = active.map((row) => row._id);
			if (ids.length > 0)
				await sessions.updateMany({ _id: { $in: ids } }, { $set: { limits, cachePending: true }, $inc: { v: 1 } }, { session });
			return active.map((row) => ({ ...signInOf(row), limits, v: row.v + 1 }));
		},
		activeOf: async (whose, session) => {
			const how = session === undefined ? majority : { session };
			return (await sessions.find({ ...whose, status: "active" }, { sort: { lastSeenAt: -1 }, ...how }).toArray()).map(signInOf);
		},
		markSecondFactor: async (session, sid, isShown) => {
			await sessions.updateOne({ _id: sid, status: "active" }, { $set: { secondFactor: isShown } }, { session });
		},
		idlest: async (userId, keep) => {
			const rows = await sessions
				.find(
					{ userId, status: "active", method: { $nin: ["key", "runner"] } },
					{ projection: { _id: 1 }, sort: { lastSeenAt: -1 }, skip: keep, ...requestLimit },
				)
				.toArray();
			return rows.map((row) => row._id);
		},
		touch: async (sid, at) => {
			await sessions.updateOne({ _id: sid }, { $max: { lastSeenAt: at } }, { writeConcern: { w: 1 } });
		},
		pending: async (limit) => (await sessions.find({ cachePending: true }, { limit, ...majority }).toArray()).map(signInOf),
		settle: async (sid, v) => {
			await sessions.updateOne({ _id: sid, v }, { $unset: { cachePending: "" } }, { writeConcern: { w: 1 } });
		},
	};
}

function signInOf(row: SignInRow): SignIn {
	const { _id, userId, tenantId, roles, limits, method = "password", secondFactor = false } = row;
	const { v, status, createdAt, lastSeenAt, expiresAt, ip, userAgent, keyId, runnerId } = row;
	const signIn = {
		sid: _id,
		userId,
		tenantId,
		roles,
		limits,
		method,
		secondFactor,
		v,
		status,
		createdAt,
		lastSeenAt,
		expiresAt,
		ip,
		userAgent,
	};
	return { ...signIn, ...(keyId === undefined ? {} : { keyId }), ...(runnerId === undefined ? {} : { runnerId }) };
}
