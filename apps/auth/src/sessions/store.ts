import type { TenantLimits } from "@webhand/contracts/auth/limits";
import type { Role, SignInId, TenantId, UserId } from "@webhand/contracts/ids";
import type { Transaction } from "@webhand/service-kit/mongo";
import { requestLimit } from "@webhand/service-kit/mongo";
import type { Collection, Db } from "mongodb";
import type { SignIn } from "./policy.ts";

/** Why a sign-in ended. */
export type RevokeReason = "logout" | "too_many" | "switch" | "own" | "password" | "second_factor" | "disabled" | "suspended" | "removed";

/** Whose sign-ins are meant: those of a user, of a tenant, or of a user in a tenant. */
export type SignInsOf = { readonly userId: UserId; readonly tenantId?: TenantId } | { readonly tenantId: TenantId };

/** Rows of before have no `method` and no `secondFactor`. */
type SignInRow = Omit<SignIn, "sid" | "method" | "secondFactor"> &
	Partial<Pick<SignIn, "method" | "secondFactor">> & { _id: SignInId; revokedAt?: Date; reason?: RevokeReason; cachePending?: true };

/** Sign-ins are found by their own id, which only the token's holder and auth know. */
export type SignInStore = {
	/** A majority read: it never misses a revocation that was answered. */
	readonly get: (sid: SignInId) => Promise<SignIn | null>;
	readonly insert: (transaction: Transaction, signIn: SignIn) => Promise<void>;
	/** The sign-in after its revocation, marked for the sweep; `null` when it was not active. */
	readonly revoke: (
		transaction: Transaction,
		sid: SignInId,
		end: { readonly reason: RevokeReason; readonly at: Date },
	) => Promise<SignIn | null>;
	/** Gives an active sign-in the roles and limits of its tenant, marked for the sweep; `null` when it was not active. */
	readonly change: (
		transaction: Transaction,
		sid: SignInId,
		change: { readonly roles: readonly Role[]; readonly limits: TenantLimits },
	) => Promise<SignIn | null>;
	/** Active sign-ins, newest use first. */
	readonly activeOf: (whose: SignInsOf, transaction?: Transaction) => Promise<readonly SignIn[]>;
	/** Notes whether an active sign-in has shown a second factor. Copies do not show it, so the version stays. */
	readonly markSecondFactor: (transaction: Transaction, sid: SignInId, isShown: boolean) => Promise<void>;
	/** Beyond the newest `keep`, the ones idle longest. */
	readonly idlest: (userId: UserId, keep: number) => Promise<readonly SignInId[]>;
	readonly touch: (sid: SignInId, at: Date) => Promise<void>;
	/** Revoked or changed sign-ins whose copy may still say otherwise, at most 100. */
	readonly pending: () => Promise<readonly SignIn[]>;
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
		insert: async (session, { sid, ...signIn }) => {
			await sessions.insertOne({ _id: sid, ...signIn }, { session });
		},
		revoke: async (session, sid, { reason, at }) => {
			const row = await sessions.findOneAndUpdate(
				{ _id: sid, status: "active" },
				{ $set: { status: "revoked", revokedAt: at, reason, cachePending: true }, $inc: { v: 1 } },
				{ session, returnDocument: "after" },
			);
			return row === null ? null : signInOf(row);
		},
		change: async (session, sid, { roles, limits }) => {
			const row = await sessions.findOneAndUpdate(
				{ _id: sid, status: "active" },
				{ $set: { roles, limits, cachePending: true }, $inc: { v: 1 } },
				{ session, returnDocument: "after" },
			);
			return row === null ? null : signInOf(row);
		},
		activeOf: async (whose, session) => {
			const reading = session === undefined ? majority : { session };
			return (await sessions.find({ ...whose, status: "active" }, { sort: { lastSeenAt: -1 }, ...reading }).toArray()).map(signInOf);
		},
		markSecondFactor: async (session, sid, isShown) => {
			await sessions.updateOne({ _id: sid, status: "active" }, { $set: { secondFactor: isShown } }, { session });
		},
		idlest: async (userId, keep) => {
			const rows = await sessions
				.find({ userId, status: "active" }, { projection: { _id: 1 }, sort: { lastSeenAt: -1 }, skip: keep, ...requestLimit })
				.toArray();
			return rows.map((row) => row._id);
		},
		touch: async (sid, at) => {
			await sessions.updateOne({ _id: sid }, { $max: { lastSeenAt: at } }, { writeConcern: { w: 1 } });
		},
		pending: async () => (await sessions.find({ cachePending: true }, { limit: 100, ...majority }).toArray()).map(signInOf),
		settle: async (sid, v) => {
			await sessions.updateOne({ _id: sid, v }, { $unset: { cachePending: "" } }, { writeConcern: { w: 1 } });
		},
	};
}

function signInOf(row: SignInRow): SignIn {
	const { _id, userId, tenantId, roles, limits, method = "password", secondFactor = false } = row;
	const { v, status, createdAt, lastSeenAt, expiresAt, ip, userAgent } = row;
	return { sid: _id, userId, tenantId, roles, limits, method, secondFactor, v, status, createdAt, lastSeenAt, expiresAt, ip, userAgent };
}
