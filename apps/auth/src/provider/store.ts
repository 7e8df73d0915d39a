import type { OrgId, UserId } from "@webhand/contracts/ids";
import type { Transaction } from "@webhand/service-kit/mongo";
import { requestLimit } from "@webhand/service-kit/mongo";
import type { Collection, Db } from "mongodb";
import type { Sealed } from "../keys/seal.ts";

/** A person as one issuer names them, for one organization. */
export type Identity = { readonly orgId: OrgId; readonly issuer: string; readonly subject: string };

/**
 * A sign-in on its way through a provider: `started`, then `returned` when the browser came back, `proved` when the provider said who it
 * is, `finished`. Ticket, state and code are hashes; `issuer` and `clientId` are those the person was sent to.
 */
export type Flow = {
	readonly ticketHash: string;
	readonly stateHash: string;
	readonly orgId: OrgId;
	readonly issuer: string;
	readonly clientId: string;
	readonly nonce: string;
	readonly verifier: Sealed;
	readonly expiresAt: Date;
};

type FlowRow = Omit<Flow, "ticketHash"> & {
	_id: string;
	status: "started" | "returned" | "proved" | "finished";
	codeHash?: string;
	userId?: UserId;
};
type IdentityRow = Identity & { userId: UserId; at: Date };

/** Every step of a flow states the status it assumes, so each is taken once. */
export type FlowStore = {
	readonly start: (flow: Flow) => Promise<void>;
	/** Takes the step to `returned`; `null` for a state that is unknown, used or expired. */
	readonly takeReturn: (stateHash: string, now: Date) => Promise<Flow | null>;
	/** @returns whether the flow waited for it */
	readonly prove: (
		transaction: Transaction,
		ticketHash: string,
		proof: { readonly codeHash: string; readonly userId: UserId },
	) => Promise<boolean>;
	/** Takes the step to `finished`; `null` unless ticket and code belong together and are unused. */
	readonly takeFinish: (
		keys: { readonly ticketHash: string; readonly codeHash: string },
		now: Date,
	) => Promise<{ readonly orgId: OrgId; readonly userId: UserId } | null>;
};

/** Who a subject of an issuer is here. */
export type IdentityStore = {
	readonly userOf: (identity: Identity) => Promise<UserId | null>;
	/** Does another subject of the issuer belong to the user already? */
	readonly isLinked: (of: { readonly orgId: OrgId; readonly userId: UserId }) => Promise<boolean>;
	/** Organizations whose providers have named the user, the first one first. */
	readonly organizationsOf: (userId: UserId) => Promise<readonly OrgId[]>;
	/** Links a subject and a user; links of before of either end. */
	readonly link: (transaction: Transaction, identity: Identity, link: { readonly userId: UserId; readonly at: Date }) => Promise<void>;
};

/** Indexes of both collections. Flows go when they expire. */
export async function indexFlows(db: Db): Promise<void> {
	await db.collection("provider_flows").createIndexes([
		{ key: { stateHash: 1 }, unique: true },
		{ key: { expiresAt: 1 }, expireAfterSeconds: 0 },
	]);
	await db
		.collection("provider_identities")
		.createIndexes([
			{ key: { orgId: 1, issuer: 1, subject: 1 }, unique: true },
			{ key: { orgId: 1, userId: 1 }, unique: true },
			{ key: { userId: 1, at: 1 } },
		]);
}

export function createFlowStore(db: Db): FlowStore {
	const flows: Collection<FlowRow> = db.collection("provider_flows");
	return {
		start: async ({ ticketHash, ...flow }) => {
			await flows.insertOne({ _id: ticketHash, ...flow, status: "started" });
		},
		takeReturn: async (stateHash, now) => {
			const row = await flows.findOneAndUpdate(
				{ stateHash, status: "started", expiresAt: { $gt: now } },
				{ $set: { status: "returned" } },
				requestLimit,
			);
			if (row === null) return null;
			const { _id, orgId, issuer, clientId, nonce, verifier, expiresAt } = row;
			return { ticketHash: _id, stateHash, orgId, issuer, clientId, nonce, verifier, expiresAt };
		},
		prove: async (session, ticketHash, { codeHash, userId }) => {
			const proved = await flows.updateOne(
				{ _id: ticketHash, status: "returned" },
				{ $set: { status: "proved", codeHash, userId } },
				{ session },
			);
			return proved.matchedCount === 1;
		},
		takeFinish: async ({ ticketHash, codeHash }, now) => {
			const row = await flows.findOneAndUpdate(
				{ _id: ticketHash, codeHash, status: "proved", expiresAt: { $gt: now } },
				{ $set: { status: "finished" } },
				requestLimit,
			);
			return row?.userId === undefined ? null : { orgId: row.orgId, userId: row.userId };
		},
	};
}

export function createIdentityStore(db: Db): IdentityStore {
	const identities: Collection<IdentityRow> = db.collection("provider_identities");
	return {
		userOf: async ({ orgId, issuer, subject }) => (await identities.findOne({ orgId, issuer, subject }, requestLimit))?.userId ?? null,
		isLinked: async ({ orgId, userId }) => (await identities.countDocuments({ orgId, userId }, { limit: 1 })) > 0,
		organizationsOf: async (userId) =>
			(await identities.find({ userId }, { sort: { at: 1 }, projection: { orgId: 1 }, ...requestLimit }).toArray()).map(
				({ orgId }) => orgId,
			),
		link: async (session, { orgId, issuer, subject }, { userId, at }) => {
			await identities.deleteMany({ orgId, $or: [{ userId }, { issuer, subject }] }, { session });
			await identities.insertOne({ orgId, issuer, subject, userId, at }, { session });
		},
	};
}
