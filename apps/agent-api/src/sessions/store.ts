import type { TaskStatus } from "@webhand/contracts/agent/task";
import type { SessionId, TaskId, TenantId, UserId } from "@webhand/contracts/ids";
import type { Mongo, Transaction } from "@webhand/service-kit/mongo";
import { requestLimit } from "@webhand/service-kit/mongo";
import type { Migration } from "@webhand/service-kit/mongo/migrations";
import { dayMs } from "../retention.ts";
import type { SessionChange } from "../steps/commit/rows.ts";

/** The status of a chat, from its newest task. */
export type SessionStatus = "active" | "completed" | "failed" | "interrupted" | "archived";

/** A chat of one user on one site. `messageCount` and `lastEventSeq` number messages and events without gaps. */
export type Session = {
	readonly _id: SessionId;
	readonly tenantId: TenantId;
	readonly userId: UserId;
	readonly title: string;
	readonly domain: string | null;
	readonly url: string;
	readonly status: SessionStatus;
	readonly isRenamed: boolean;
	readonly createdAt: Date;
	readonly updatedAt: Date;
	readonly messageCount: number;
	readonly lastEventSeq: number;
	readonly lastTaskId: TaskId;
	readonly expireAt?: Date;
};

/** The numbers of a chat after a step; both 0 where there is no chat. */
export type SessionNumbers = { readonly lastEventSeq: number; readonly messageCount: number };

/** Opens the store of chats. */
export function createSessionStore(mongo: Pick<Mongo, "db">) {
	const sessions = mongo.db.collection<Session>("sessions");
	return {
		/** Whose session is this? `foreign` is another user's; the caller refuses it. */
		ownerOf: async (tenantId: TenantId, userId: UserId, sessionId: SessionId): Promise<"mine" | "unknown" | "foreign"> => {
			const found = await sessions.findOne({ _id: sessionId }, { projection: { tenantId: 1, userId: 1 }, ...requestLimit });
			if (found === null) return "unknown";
			return found.tenantId === tenantId && found.userId === userId ? "mine" : "foreign";
		},

		/** The number of the newest event of a chat; 0 where there is none. */
		lastSeqOf: async (tenantId: TenantId, sessionId: SessionId): Promise<number> => {
			const found = await sessions.findOne({ _id: sessionId, tenantId }, { projection: { lastEventSeq: 1 }, ...requestLimit });
			return found?.lastEventSeq ?? 0;
		},

		/** Creates or updates the chat of a step, in the step's transaction. */
		advance: async (step: SessionChange, session: Transaction): Promise<SessionNumbers> => {
			const { tenantId, userId, sessionId } = step;
			const filter = { _id: sessionId, tenantId, userId };
			const options = {
				upsert: step.page !== undefined,
				returnDocument: "after",
				session,
				projection: { lastEventSeq: 1, messageCount: 1 },
			} as const;
			const row = await sessions.findOneAndUpdate(filter, [{ $set: changesOf(step) }], options);
			return { lastEventSeq: row?.lastEventSeq ?? 0, messageCount: row?.messageCount ?? 0 };
		},
	};
}

/** Indexes of chats. */
export const sessionMigrations: readonly Migration[] = [
	{
		id: "2026-01-sessions-indexes",
		run: async (db) => {
			await db
				.collection("sessions")
				.createIndexes([
					{ key: { tenantId: 1, userId: 1, updatedAt: -1 } },
					{ key: { tenantId: 1, userId: 1, domain: 1, status: 1, updatedAt: -1 } },
				]);
		},
	},
	{
		id: "2026-11-sessions-retention",
		run: async (db) => {
			await db.collection("sessions").createIndex({ expireAt: 1 }, { expireAfterSeconds: 0 });
		},
	},
];

/** The update of a chat as a pipeline. A renamed chat keeps its title. Texts are literals: a title may begin with `$`. */
function changesOf(step: SessionChange): Record<string, unknown> {
	const { page, at, expireAt } = step;
	const status = step.isWaiting === true ? "interrupted" : statusOf(step.status);
	const kept = (field: string, fresh: unknown) => ({ $ifNull: [`$${field}`, fresh] });
	const title = page === undefined ? "" : { $literal: page.title };
	const isTitled = { $or: [{ $eq: ["$isRenamed", true] }, { $literal: page?.isNewTask !== true }] };
	return {
		createdAt: kept("createdAt", at),
		updatedAt: at,
		messageCount: { $add: [kept("messageCount", 0), step.messages] },
		isRenamed: kept("isRenamed", false),
		lastEventSeq: { $add: [kept("lastEventSeq", 0), step.events] },
		// Words to an older task, and its end, say nothing of the newest one.
		lastTaskId: page === undefined ? "$lastTaskId" : step.taskId,
		status: page === undefined ? { $cond: [{ $eq: ["$lastTaskId", step.taskId] }, status, "$status"] } : status,
		// A day longer than its last message: a user who comes back before must find its numbers.
		...(expireAt === undefined ? {} : { expireAt: { $max: ["$expireAt", new Date(expireAt.getTime() + dayMs)] } }),
		...(page === undefined
			? {}
			: {
					title: { $cond: [isTitled, kept("title", title), title] },
					// A chat without a site (`about:`) keeps null, which `$ifNull` would replace.
					domain: { $cond: [{ $eq: [{ $type: "$domain" }, "missing"] }, { $literal: page.domain }, "$domain"] },
					url: { $literal: page.url },
				}),
	};
}

/** The chat has the status of its newest task. */
function statusOf(status: TaskStatus): SessionStatus {
	switch (status) {
		case "completed":
		case "failed":
			return status;
		case "cancelled":
		case "expired":
			return "interrupted";
		case "planning":
		case "executing":
		case "verifying":
		case "correcting":
		case "needs_user_input":
			return "active";
	}
}
