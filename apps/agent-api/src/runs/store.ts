import { isTerminal, TaskStatus } from "@webhand/contracts/agent/task";
import type { TaskId, TenantId, UserId } from "@webhand/contracts/ids";
import type { Mongo } from "@webhand/service-kit/mongo";
import { requestLimit } from "@webhand/service-kit/mongo";
import type { Task } from "../steps/task/task.ts";

/** What the person said to a task; `note` for what answers no question. */
export type Said = { readonly question: Task["question"]; readonly note?: string };

/** The idempotency record of an answer: same key and body, same bytes. */
export type AnswerRecord = { readonly key: string; readonly bodyHash: string; readonly reply: string };

type AnsweredTask = Task & { readonly answered?: AnswerRecord };

/** Answers of people, kept on their tasks. */
export type RunStore = ReturnType<typeof createRunStore>;

const ended = TaskStatus.options.filter(isTerminal);
const released = new Date(0);

/** Opens the store of answers. @source engine.md §12; reliability.md §2 */
export function createRunStore(mongo: Pick<Mongo, "db">) {
	const tasks = mongo.db.collection<AnsweredTask>("tasks");
	return {
		/** The task with the record of its newest answer. */
		get: (tenantId: TenantId, userId: UserId, taskId: TaskId): Promise<AnsweredTask | null> =>
			tasks.findOne({ _id: taskId, tenantId, userId }, requestLimit),

		/** Writes an answer durably, unless the task was written to since it was read or a step is being decided. @returns the new state, or null */
		answer: async (
			tenantId: TenantId,
			task: Task,
			said: Said & { readonly at: Date; readonly record?: AnswerRecord },
		): Promise<Task | null> => {
			const isIdle = { $lte: [{ $ifNull: ["$lease.until", released] }, "$$NOW"] };
			return await tasks.findOneAndUpdate(
				{ _id: task._id, tenantId, userId: task.userId, rev: task.rev, status: { $nin: ended }, $expr: isIdle },
				{
					$set: { question: said.question, updatedAt: said.at, ...(said.record === undefined ? {} : { answered: said.record }) },
					...(said.note === undefined ? {} : { $push: { notes: said.note } }),
					$inc: { rev: 1 },
				},
				{ returnDocument: "after", ...requestLimit },
			);
		},
	};
}
