import type { SessionId, TenantId, UserId } from "@webhand/contracts/ids";
import { AppError } from "@webhand/service-kit/errors";
import type { Mongo, Transaction } from "@webhand/service-kit/mongo";
import { isDuplicateKey, requestLimit } from "@webhand/service-kit/mongo";
import { dayMs } from "../../shared/retention.ts";
import type { SessionChange } from "../../shared/rows.ts";
import type { StoredSession } from "./map.ts";
import { chatStatusOf } from "./policy.ts";

/** The numbers of a chat after a step; both 0 where there is no chat. */
export type SessionNumbers = { readonly lastEventSeq: number; readonly messageCount: number };

/** Opens the store of chats. */
export function createSessionStore(mongo: Pick<Mongo, "db">) {
	const sessions = mongo.db.collection<StoredSession>("sessions");
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

		/**
		 * Creates or updates the chat of a step, in the step's transaction.
		 *
		 * @throws AppError SESSION_NOT_FOUND when another user took the id since the task began
		 */
		advance: async (step: SessionChange, session: Transaction): Promise<SessionNumbers> => {
			const { tenantId, userId, sessionId } = step;
			const filter = { _id: sessionId, tenantId, userId };
			const options = {
				upsert: step.page !== undefined,
				returnDocument: "after",
				session,
				projection: { lastEventSeq: 1, messageCount: 1 },
			} as const;
			const row = await sessions.findOneAndUpdate(filter, [{ $set: changesOf(step) }], options).catch((cause: unknown) => {
				if (isDuplicateKey(cause)) throw new AppError("SESSION_NOT_FOUND", "There is no such session", { cause });
				throw cause;
			});
			return { lastEventSeq: row?.lastEventSeq ?? 0, messageCount: row?.messageCount ?? 0 };
		},
	};
}

/** The update of a chat as a pipeline. A renamed chat keeps its title. Texts are literals: a title may begin with `$`. */
function changesOf(step: SessionChange): Record<string, unknown> {
	const { page, at, expireAt } = step;
	const status = chatStatusOf(step.status);
	const kept = (field: string, fresh: unknown) => ({ $ifNull: [`$${field}`, fresh] });
	const title = page === undefined ? "" : { $literal: page.title };
	const isArchived = { $eq: ["$status", "archived"] };
	const isOlderTask = page === undefined ? { $ne: ["$lastTaskId", step.taskId] } : false;
	const isTitled = { $or: [{ $eq: ["$isRenamed", true] }, { $literal: page?.isNewTask !== true }] };
	return {
		createdAt: kept("createdAt", at),
		updatedAt: at,
		messageCount: { $add: [kept("messageCount", 0), step.messages] },
		isRenamed: kept("isRenamed", false),
		lastEventSeq: { $add: [kept("lastEventSeq", 0), step.events] },
		// Words to an older task, and its end, say nothing of the newest one.
		lastTaskId: page === undefined ? "$lastTaskId" : step.taskId,
		// Only its user and a new task bring an archived chat back.
		status: page?.isNewTask === true ? status : { $cond: [{ $or: [isArchived, isOlderTask] }, "$status", status] },
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
