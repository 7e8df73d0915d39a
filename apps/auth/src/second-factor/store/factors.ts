import type { SignInId, UserId } from "@webhand/contracts/ids";
import type { Transaction } from "@webhand/service-kit/mongo";
import { requestLimit } from "@webhand/service-kit/mongo";
import type { Collection, Db } from "mongodb";
import type { Sealed } from "../../keys/seal.ts";

/** A proved second factor. `lastStep` is the newest time step whose code was used; recovery codes are hashes of those left. */
export type ActiveFactor = {
	readonly sealed: Sealed;
	readonly lastStep: number;
	readonly recoveryHashes: readonly string[];
	readonly since: Date;
};

/** A secret that no code has proved yet; only the sign-in that began the enrolment completes it. */
export type PendingFactor = { readonly sealed: Sealed; readonly sid: SignInId; readonly expiresAt: Date };

type FactorRow = { _id: UserId; active?: ActiveFactor; pending?: PendingFactor };

/** One second factor a user. Uses are conditional updates: of two at once one wins. */
export type FactorStore = {
	readonly activeOf: (userId: UserId) => Promise<ActiveFactor | null>;
	readonly pendingOf: (userId: UserId) => Promise<PendingFactor | null>;
	readonly begin: (userId: UserId, pending: PendingFactor) => Promise<void>;
	readonly activate: (transaction: Transaction, userId: UserId, active: ActiveFactor) => Promise<void>;
	/** @returns whether no code of that step or a later one was used before */
	readonly useStep: (transaction: Transaction, userId: UserId, step: number) => Promise<boolean>;
	/** @returns whether the code was left */
	readonly useRecoveryCode: (transaction: Transaction, userId: UserId, hash: string) => Promise<boolean>;
	readonly remove: (transaction: Transaction, userId: UserId) => Promise<void>;
};

export function createFactorStore(db: Db): FactorStore {
	const factors: Collection<FactorRow> = db.collection("second_factors");
	const find = (userId: UserId) => factors.findOne({ _id: userId }, requestLimit);
	return {
		activeOf: async (userId) => (await find(userId))?.active ?? null,
		pendingOf: async (userId) => (await find(userId))?.pending ?? null,
		begin: async (userId, pending) => {
			await factors.updateOne({ _id: userId }, { $set: { pending } }, { upsert: true });
		},
		activate: async (session, userId, active) => {
			await factors.updateOne({ _id: userId }, { $set: { active }, $unset: { pending: "" } }, { session, upsert: true });
		},
		useStep: async (session, userId, step) => {
			const used = await factors.updateOne(
				{ _id: userId, "active.lastStep": { $lt: step } },
				{ $set: { "active.lastStep": step } },
				{ session },
			);
			return used.matchedCount === 1;
		},
		useRecoveryCode: async (session, userId, hash) => {
			const used = await factors.updateOne(
				{ _id: userId, "active.recoveryHashes": hash },
				{ $pull: { "active.recoveryHashes": hash } },
				{ session },
			);
			return used.matchedCount === 1;
		},
		remove: async (session, userId) => {
			await factors.deleteOne({ _id: userId }, { session });
		},
	};
}
