import type { SessionId, TaskId, TenantId } from "@webhand/contracts/ids";
import type { LoopEvent } from "@webhand/contracts/tools/agent-events";
import type { AgentSession } from "@webhand/contracts/tools/workspaces";
import type { Mongo, Transaction } from "@webhand/service-kit/mongo";
import { inTransaction, isDuplicateKey, requestLimit } from "@webhand/service-kit/mongo";
import type { Migration } from "@webhand/service-kit/mongo/migrations";
import type { Filter } from "mongodb";
import type { StoredAgentSession } from "../../host/sessions/store.ts";
import { leaseAt } from "../../shared/lease.ts";
import type { OutboxMessage, Owner, StoredEvent } from "../../shared/rows.ts";
import type { ServerTaskState } from "../../shared/task.ts";
import { taskStatusOf } from "../server/policy.ts";
import type { LeasedServerTask, ServerTask, StoredTurn } from "../server/task.ts";
import type { AddToChat } from "./writes.ts";

/** Server-run tasks and their turns. */
export type ServerTaskStore = ReturnType<typeof createServerTaskStore>;

/** One write to a task: its fields, a turn, what the chat gets; all or nothing. `title` makes the chat where there is none. */
export type ServerTaskWrite = {
	readonly status?: AgentSession["status"];
	readonly set?: Partial<ServerTaskState>;
	readonly unset?: readonly (keyof ServerTaskState)[];
	/** Inserted, or written over the turn of the same index. */
	readonly turn?: StoredTurn;
	readonly events?: readonly LoopEvent[];
	readonly messages?: readonly OutboxMessage[];
	readonly title?: string;
	readonly at: Date;
};

/** A write to a task in one of these states, and with so many turns. */
type StateWrite = {
	readonly id: SessionId;
	readonly states: readonly AgentSession["status"][];
	readonly turnCount?: number;
	readonly write: ServerTaskWrite;
};

/** What a write came to. */
export type Written = { readonly task: ServerTask; readonly events: readonly StoredEvent[] };

type IdleOfUser = { readonly _id: Pick<ServerTask, "tenantId" | "userId">; readonly ids: readonly SessionId[] };

type NewToken = Required<Pick<ServerTaskState, "sid" | "sealedToken" | "tokenUntil">>;

export type ServerTaskStoreOptions = { readonly addToChat: AddToChat; readonly newEventId: () => string; readonly leaseMs: number };

const isTask = { "task.step": { $exists: true } };
const active = { status: { $in: ["running", "waiting_approval"] as AgentSession["status"][] } };
/** Opens the store of server-run tasks. */
export function createServerTaskStore(mongo: Pick<Mongo, "client" | "db">, { addToChat, newEventId, leaseMs }: ServerTaskStoreOptions) {
	const sessions = mongo.db.collection<StoredAgentSession>("agent_sessions");
	const fresh = mongo.db.collection<StoredAgentSession>("agent_sessions", { readConcern: { level: "local" } });
	const turns = mongo.db.collection<StoredTurn>("agent_turns");
	const lease = leaseAt("task.lease", leaseMs);

	const chatOf = (row: ServerTask, write: ServerTaskWrite, session: Transaction): Promise<readonly StoredEvent[]> => {
		const { _id: sessionId, tenantId, userId, expireAt } = row;
		const { events = [], messages = [], title, at } = write;
		if (events.length + messages.length === 0) return Promise.resolve([]);
		const taskId = sessionId as unknown as TaskId;
		const page = title === undefined ? {} : { page: { url: "", domain: null, title, isNewTask: true } };
		const change = { tenantId, userId, sessionId, taskId, status: taskStatusOf(row.status), at, expireAt, ...page };
		const outgoing = events.map((event) => ({ eventId: newEventId(), name: "agent_event" as const, data: { taskId, event } }));
		return addToChat({ session: change, messages, events: outgoing }, session);
	};

	/** Writes where `filter` holds. @returns null where it does not */
	const writeWhere = (filter: Filter<StoredAgentSession>, write: ServerTaskWrite): Promise<Written | null> =>
		inTransaction(mongo, async (session) => {
			const { status, set = {}, unset = [], turn, at } = write;
			const $set = {
				...Object.fromEntries(Object.entries(set).map(([name, value]) => [`task.${name}`, value])),
				...(status === undefined ? {} : { status }),
				updatedAt: at,
				lastUsedAt: at,
			};
			const $unset = Object.fromEntries(unset.map((name) => [`task.${name}`, ""] as const));
			const update = { $set, ...(unset.length === 0 ? {} : { $unset }) };
			const row = (await sessions.findOneAndUpdate({ ...filter, ...isTask }, update, {
				returnDocument: "after",
				session,
			})) as ServerTask | null;
			if (row === null) return null;
			if (turn !== undefined) {
				const { tenantId, userId, sessionId, index } = turn;
				await turns.replaceOne({ tenantId, userId, sessionId, index }, turn, { upsert: true, session });
			}
			return { task: row, events: await chatOf(row, write, session) };
		});

	return {
		/** Inserts a task with its first turn and its chat. @returns null where the user's key was used before */
		create: async (row: ServerTask, write: ServerTaskWrite): Promise<Written | null> => {
			try {
				return await inTransaction(mongo, async (session) => {
					await sessions.insertOne({ ...row }, { session });
					if (write.turn !== undefined) await turns.insertOne({ ...write.turn }, { session });
					return { task: row, events: await chatOf(row, write, session) };
				});
			} catch (cause) {
				if (isDuplicateKey(cause)) return null;
				throw cause;
			}
		},

		/** The task that a user's key started. */
		findCreated: ({ tenantId, userId }: Owner, createKey: string): Promise<ServerTask | null> =>
			fresh.findOne({ tenantId, userId, "task.createKey": createKey }, requestLimit) as Promise<ServerTask | null>,

		/** A task of this user. */
		get: ({ tenantId, userId }: Owner, id: SessionId): Promise<ServerTask | null> =>
			fresh.findOne({ _id: id, tenantId, userId, ...isTask }, requestLimit) as Promise<ServerTask | null>,

		/** The same as a majority has it, which is what the log of events shows. */
		getSettled: ({ tenantId, userId }: Owner, id: SessionId): Promise<ServerTask | null> =>
			sessions.findOne({ _id: id, tenantId, userId, ...isTask }, requestLimit) as Promise<ServerTask | null>,

		/** How many tasks of a user work or wait. */
		countActive: ({ tenantId, userId }: Owner): Promise<number> =>
			fresh.countDocuments({ tenantId, userId, ...isTask, ...active }, { limit: 100, ...requestLimit }),

		/** Takes the lease of a task that should work and that nobody works on. */
		lease: async (tenantId: TenantId, id: SessionId, owner: string): Promise<LeasedServerTask | null> =>
			(await fresh.findOneAndUpdate(
				{ _id: id, tenantId, ...isTask, status: "running", $expr: lease.isFree },
				[{ $set: { ...lease.taken({ owner }), "task.takeovers": { $add: ["$task.takeovers", 1] } } }],
				{ returnDocument: "after", ...requestLimit },
			)) as LeasedServerTask | null,

		/** Keeps the lease. @returns the task as it is now; null when another process has it */
		renew: async ({ _id, tenantId, task }: LeasedServerTask): Promise<ServerTask | null> =>
			(await fresh.findOneAndUpdate({ _id, tenantId, ...lease.heldBy(task.lease) }, [{ $set: lease.renewed }], {
				returnDocument: "after",
				...requestLimit,
			})) as ServerTask | null,

		/** Gives the lease back. */
		release: async ({ _id, tenantId, task }: LeasedServerTask): Promise<void> => {
			const mine = { _id, tenantId, ...lease.heldBy(task.lease) };
			await sessions.updateOne(mine, { $set: lease.released }, requestLimit);
		},

		/** Writes as the holder of the lease. @returns null when another process has it */
		write: ({ _id, tenantId, task }: LeasedServerTask, write: ServerTaskWrite): Promise<Written | null> =>
			writeWhere({ _id, tenantId, ...lease.heldBy(task.lease) }, write),

		/** Writes to a task in one of these states, also where another process has its lease. @returns null when it is in another */
		writeIn: ({ tenantId, userId }: Owner, { id, states, turnCount, write }: StateWrite): Promise<Written | null> =>
			writeWhere(
				{ _id: id, tenantId, userId, status: { $in: [...states] }, ...(turnCount === undefined ? {} : { "task.turnCount": turnCount }) },
				write,
			),

		/** Keeps the token of a person who answers, before the answer is heard. */
		bringToken: async ({ tenantId, userId }: Owner, ids: readonly SessionId[], token: NewToken): Promise<void> => {
			const { sid, sealedToken, tokenUntil } = token;
			const set = { "task.sid": sid, "task.sealedToken": sealedToken, "task.tokenUntil": tokenUntil };
			const meant = { _id: { $in: [...ids] }, tenantId, userId, ...isTask, ...active };
			await sessions.updateMany(meant, { $set: set }, requestLimit);
		},

		/** Removes the token of a task that waits, unless another one was brought meanwhile. */
		dropToken: async ({ _id, tenantId }: ServerTask, sealedToken: string): Promise<void> => {
			const held = { _id, tenantId, status: "waiting_approval", "task.sealedToken": sealedToken } as const;
			await sessions.updateOne(held, { $unset: { "task.sealedToken": "", "task.tokenUntil": "" } }, requestLimit);
		},

		/** Turns of a task, oldest first. */
		turns: ({ tenantId, userId }: Owner, sessionId: SessionId): Promise<readonly StoredTurn[]> =>
			turns.find({ tenantId, userId, sessionId }, { sort: { index: 1 }, projection: { _id: 0 }, ...requestLimit }).toArray(),

		/** The newest turns before a moment, newest first. */
		turnsBefore: (
			{ tenantId, userId }: Owner,
			{ sessionId, before, limit }: { readonly sessionId: SessionId; readonly before?: Date | undefined; readonly limit: number },
		): Promise<readonly StoredTurn[]> =>
			turns
				.find(
					{ tenantId, userId, sessionId, ...(before === undefined ? {} : { at: { $lt: before } }) },
					{ sort: { index: -1 }, limit, projection: { _id: 0 }, ...requestLimit },
				)
				.toArray(),

		/** Removes the turns of a session. */
		removeTurns: async ({ tenantId, userId }: Owner, sessionId: SessionId): Promise<void> => {
			await turns.deleteMany({ tenantId, userId, sessionId }, requestLimit);
		},

		/** Tasks that nobody works on and that should work: of each user so many, the users with the fewest first. */
		findIdle: async (ofUser: number): Promise<readonly Pick<ServerTask, "_id" | "tenantId" | "userId">[]> => {
			const users = await fresh
				.aggregate<IdleOfUser>(
					[
						{ $match: { status: "running", ...isTask, $expr: lease.isFree } },
						{ $group: { _id: { tenantId: "$tenantId", userId: "$userId" }, ids: { $firstN: { input: "$_id", n: ofUser } } } },
						{ $set: { count: { $size: "$ids" } } },
						{ $sort: { count: 1 } },
					],
					requestLimit,
				)
				.toArray();
			return users.flatMap(({ _id: owner, ids }) => ids.map((_id) => ({ _id, ...owner })));
		},

		/** Tasks of all tenants that wait, the one whose wait ends first first. */
		findWaiting: (limit: number): Promise<readonly ServerTask[]> =>
			fresh
				.find({ status: "waiting_approval", ...isTask }, { sort: { "task.waiting.until": 1 }, limit, ...requestLimit })
				.toArray() as unknown as Promise<readonly ServerTask[]>,
	};
}

/** Indexes of server-run tasks and their turns. */
export const serverTaskMigrations: readonly Migration[] = [
	{
		id: "2026-11-server-task-indexes",
		run: async (db) => {
			await db.collection("agent_sessions").createIndexes([
				{ key: { status: 1, "task.waiting.until": 1 }, partialFilterExpression: { "task.step": { $exists: true } } },
				{
					key: { tenantId: 1, userId: 1, "task.createKey": 1 },
					unique: true,
					partialFilterExpression: { "task.createKey": { $exists: true } },
				},
			]);
			await db.collection("agent_turns").createIndexes([
				{ key: { tenantId: 1, userId: 1, sessionId: 1, index: 1 }, unique: true },
				{ key: { expireAt: 1 }, expireAfterSeconds: 0 },
			]);
		},
	},
];
