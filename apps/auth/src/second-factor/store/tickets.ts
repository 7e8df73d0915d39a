import type { SignInId, TenantId, UserId } from "@webhand/contracts/ids";
import type { Transaction } from "@webhand/service-kit/mongo";
import { requestLimit } from "@webhand/service-kit/mongo";
import type { Collection, Db } from "mongodb";
import type { Sealed } from "../../keys/seal.ts";

/** A sign-in that waits for its second step. `replaces`: the sign-in that ends with it. `enrolment`: the secret that it enrols. */
export type StoredTicket = {
	readonly hash: string;
	readonly userId: UserId;
	readonly tenantId: TenantId;
	readonly method: "password" | "provider";
	readonly credentialsVersion: number;
	readonly replaces?: SignInId;
	readonly enrolment?: Sealed;
	readonly expiresAt: Date;
};

type TicketRow = Omit<StoredTicket, "hash"> & { _id: string; attempts: number };

/** Tickets are found by their hash alone. */
export type TicketStore = {
	readonly insert: (ticket: StoredTicket) => Promise<void>;
	/** `null` when unknown, used, expired or tried five times. */
	readonly find: (hash: string, now: Date) => Promise<StoredTicket | null>;
	/** Counts an attempt before its code is looked at. @returns whether there was one left */
	readonly countAttempt: (hash: string, now: Date) => Promise<boolean>;
	/** Replaces the secret that the ticket enrols. @returns whether the ticket is still valid */
	readonly enrol: (hash: string, enrolment: Sealed, now: Date) => Promise<boolean>;
	/** Uses the ticket up. @returns whether nobody did before */
	readonly use: (transaction: Transaction, hash: string) => Promise<boolean>;
};

const mostAttempts = 5;
const keptAfterEndSeconds = 3_600;

export async function indexTickets(db: Db): Promise<void> {
	await db.collection("sign_in_tickets").createIndex({ expiresAt: 1 }, { expireAfterSeconds: keptAfterEndSeconds });
}

export function createTicketStore(db: Db): TicketStore {
	const tickets: Collection<TicketRow> = db.collection("sign_in_tickets");
	const valid = (hash: string, now: Date) => ({ _id: hash, expiresAt: { $gt: now }, attempts: { $lt: mostAttempts } });
	return {
		insert: async ({ hash, ...ticket }) => {
			await tickets.insertOne({ _id: hash, ...ticket, attempts: 0 });
		},
		find: async (hash, now) => {
			const row = await tickets.findOne(valid(hash, now), requestLimit);
			if (row === null) return null;
			const { _id, attempts: _, ...ticket } = row;
			return { hash: _id, ...ticket };
		},
		countAttempt: async (hash, now) => (await tickets.updateOne(valid(hash, now), { $inc: { attempts: 1 } })).matchedCount === 1,
		enrol: async (hash, enrolment, now) => (await tickets.updateOne(valid(hash, now), { $set: { enrolment } })).matchedCount === 1,
		use: async (session, hash) => (await tickets.deleteOne({ _id: hash }, { session })).deletedCount === 1,
	};
}
