import { isTerminal, TaskStatus } from "@webhand/contracts/agent/task";
import type { SessionStatus } from "@webhand/contracts/chat/sessions";
import type { SessionId, TenantId, UserId } from "@webhand/contracts/ids";
import type { Mongo } from "@webhand/service-kit/mongo";
import { inTransaction, requestLimit } from "@webhand/service-kit/mongo";
import type { Filter } from "mongodb";
import type { Task } from "../../../shared/task.ts";
import type { ListPlace } from "../cursor.ts";
import type { StoredSession } from "../map.ts";
import { chatStatusOf } from "../policy.ts";

/** Chats as their user sees and changes them. Every call names the tenant and the user first. */
export type ChatStore = ReturnType<typeof createChatStore>;

/** Which chats. `search`: the pattern in the title, or one of these chats. */
export type ChatFilter = {
	readonly status: readonly SessionStatus[];
	readonly domain?: string;
	readonly search?: { readonly pattern: string; readonly sessionIds: readonly SessionId[] };
};

/** What a user changes of a chat. */
export type ChatChange = {
	readonly sessionId: SessionId;
	readonly set: Partial<Pick<StoredSession, "title" | "isRenamed" | "status">>;
};

const live = TaskStatus.options.filter((status) => !isTerminal(status));

/** Opens the store of chats. */
export function createChatStore(mongo: Pick<Mongo, "client" | "db">) {
	const sessions = mongo.db.collection<StoredSession>("sessions");
	const tasks = mongo.db.collection<Task>("tasks");
	const agentSessions = mongo.db.collection<{ readonly _id: SessionId }>("agent_sessions");
	return {
		/** Chats after a place, newest first. */
		list: (
			tenantId: TenantId,
			userId: UserId,
			{ filter, after, limit }: { readonly filter: ChatFilter; readonly after?: ListPlace; readonly limit: number },
		): Promise<readonly StoredSession[]> => {
			const isAfter =
				after === undefined
					? {}
					: { $or: [{ updatedAt: { $lt: after.updatedAt } }, { updatedAt: after.updatedAt, _id: { $lt: after.sessionId } }] };
			return sessions
				.find(
					{ $and: [{ tenantId, userId, ...conditionsOf(filter) }, isAfter] },
					{ sort: { updatedAt: -1, _id: -1 }, limit, ...requestLimit },
				)
				.toArray();
		},

		/** How many chats a filter finds. */
		count: (tenantId: TenantId, userId: UserId, filter: ChatFilter): Promise<number> =>
			sessions.countDocuments({ tenantId, userId, ...conditionsOf(filter) }, requestLimit),

		/** The chat of this user. */
		get: (tenantId: TenantId, userId: UserId, sessionId: SessionId): Promise<StoredSession | null> =>
			sessions.findOne({ _id: sessionId, tenantId, userId }, requestLimit),

		/** Sets a title, archives. @returns the chat, null when it is gone */
		change: (tenantId: TenantId, userId: UserId, { sessionId, set }: ChatChange): Promise<StoredSession | null> =>
			sessions.findOneAndUpdate({ _id: sessionId, tenantId, userId }, { $set: set }, { returnDocument: "after", ...requestLimit }),

		/** The same, and an archived chat has the status of its newest task again. @returns the chat, null when it is gone */
		restore: (tenantId: TenantId, userId: UserId, { sessionId, set }: ChatChange): Promise<StoredSession | null> =>
			inTransaction(mongo, async (session) => {
				const chat = { _id: sessionId, tenantId, userId };
				const before = await sessions.findOne(chat, { session });
				if (before === null) return null;
				const { status, lastTaskId } = before;
				const projection = { status: 1 } as const;
				const task = status === "archived" ? await tasks.findOne({ _id: lastTaskId, tenantId }, { projection, session }) : null;
				const restored = status === "archived" ? { status: task === null ? "active" : chatStatusOf(task.status) } : {};
				// A step writes the chat as well, so of a step and this one is tried again.
				return await sessions.findOneAndUpdate(chat, { $set: { ...set, ...restored } }, { returnDocument: "after", session });
			}),

		/** Deletes a chat with its messages and events unless one of its tasks is active. */
		remove: (
			tenantId: TenantId,
			userId: UserId,
			{
				sessionId,
				isActive,
			}: { readonly sessionId: SessionId; readonly isActive: (task: Pick<Task, "status" | "door" | "updatedAt">) => boolean },
		): Promise<"deleted" | "unknown" | "active"> =>
			inTransaction(mongo, async (session) => {
				const chat = { _id: sessionId, tenantId, userId };
				if ((await sessions.findOne(chat, { projection: { _id: 1 }, session })) === null) return "unknown";
				const projection = { status: 1, door: 1, updatedAt: 1 } as const;
				const running = await tasks.find({ tenantId, sessionId, status: { $in: live } }, { projection, session }).toArray();
				if (running.some(isActive)) return "active";
				// A server-run task has the id of its chat.
				const serverRun = { _id: sessionId, tenantId, userId, status: { $in: ["running", "waiting_approval"] } } as const;
				if ((await agentSessions.findOne(serverRun, { projection: { _id: 1 }, session })) !== null) return "active";
				// A step writes the chat as well, so of a step and a deletion at once one is tried again.
				await sessions.deleteOne(chat, { session });
				for (const name of ["messages", "events", "task_texts"])
					await mongo.db.collection(name).deleteMany({ tenantId, sessionId }, { session });
				return "deleted";
			}),
	};
}

function conditionsOf({ status, domain, search }: ChatFilter): Filter<StoredSession> {
	return {
		status: { $in: [...status] },
		...(domain === undefined ? {} : { domain }),
		...(search === undefined
			? {}
			: { $or: [{ title: { $regex: search.pattern, $options: "i" } }, { _id: { $in: [...search.sessionIds] } }] }),
	};
}
