import { isTerminal } from "@webhand/contracts/agent/task";
import type { TaskId, TenantId, UserId } from "@webhand/contracts/ids";
import { createLru } from "@webhand/service-kit/identity/lru";
import type { StepWrite } from "../../shared/rows.ts";
import type { LeasedTask, StepRow } from "../../shared/task.ts";
import { verdictOf } from "../../shared/task.ts";
import type { StepHistory } from "./history.ts";
import type { TaskStore } from "./tasks.ts";

/** Which steps to read. `isFresh`: past the cache. */
export type HistoryWish = {
	readonly taskId: TaskId;
	readonly key: string | undefined;
	readonly limit: number;
	readonly isFresh?: boolean;
};

/** The newest steps, read before the lease was taken. `isOf` says whether they belong to the task as it was leased. */
export type EarlyHistory = StepHistory & { readonly isOf: (task: LeasedTask) => boolean };

/** The store of tasks, with a cache of the newest steps of the tasks that this process serves. */
export type HistoryCachingStore = Omit<TaskStore, "readFor"> & {
	/** The newest steps, oldest first, and the step that an earlier request with this key led to. */
	readonly readFor: (tenantId: TenantId, userId: UserId, wish: HistoryWish) => Promise<EarlyHistory>;
};

/** `rev` of the task that the steps belong to; absent while only their newest step is known. `isShared`: other processes write, too. */
type CachedSteps = { readonly past: readonly StepRow[]; readonly rev?: number; readonly isShared?: boolean };

const maxTasks = 200;

/**
 * Caches the newest steps of a task between requests: they are most of what a step reads. A cached history counts only for a task that was
 * leased with the same `rev`, which each write raises. The step of a key is read each time. At most 200 live tasks, the longest unused goes
 * first, and none with long texts. Steps of a task that other processes serve, too, are read beside the lease: that is faster than after it.
 */
export function cacheHistory(tasks: TaskStore): HistoryCachingStore {
	const cache = createLru<CachedSteps>(maxTasks);
	// The tenant is a part of the key: another tenant that names a task must not evict its history.
	const keyOf = (tenantId: TenantId, taskId: TaskId) => `${tenantId} ${taskId}`;
	return {
		...tasks,
		readFor: async (tenantId, userId, { isFresh, ...wish }) => {
			const cacheKey = keyOf(tenantId, wish.taskId);
			const cached = cache.get(cacheKey);
			if (isFresh !== true && cached?.rev !== undefined) {
				const { past, rev } = cached;
				const replay = wish.key === undefined ? null : await tasks.findReplay(tenantId, userId, wish.key);
				return { past: past.slice(-wish.limit), replay, isOf: (task) => task.rev === rev };
			}
			const history = await tasks.readFor(tenantId, userId, wish);
			const isShared = cached?.isShared === true || (cached?.rev !== undefined && newestOf(history.past) > newestOf(cached.past));
			if (isShared) cache.set(cacheKey, { past: [], isShared });
			else if (history.past.length > 0 && isSmall(history.past)) cache.set(cacheKey, { past: history.past });
			return { ...history, isOf: (task) => newestOf(history.past) === task.stepCount - 1 };
		},
		record: async (tenantId, write) => {
			const { task, step } = write;
			const events = await tasks.record(tenantId, write);
			const cacheKey = keyOf(tenantId, task._id);
			const { past, rev = task.rev, isShared = false } = cache.get(cacheKey) ?? { past: [] };
			const isWhole = rev === task.rev && newestOf(past) === step.stepIndex - 1;
			const isOver = isTerminal(step.status);
			const next = isWhole && !isOver ? pastAfter(past, write) : [];
			if (next.length > 0 && isSmall(next)) cache.set(cacheKey, { past: next, rev: rev + 1 });
			else if (isOver || !isShared) cache.delete(cacheKey);
			return events;
		},
		update: async (tenantId, write, also) => {
			// A note changes no step, and the task keeps its `rev`.
			if (write.queued === undefined) cache.delete(keyOf(tenantId, write.task._id));
			return await tasks.update(tenantId, write, also);
		},
	};
}

const historyLength = 20;
const maxCharacters = 65_536;

/** A model may write texts of any length: with them 200 tasks could fill the memory. */
function isSmall(past: readonly StepRow[]): boolean {
	const characters = past.reduce((sum, { action, thought, reply = "", batch = [] }) => {
		const further = batch.reduce((all, part) => all + part.action.length, 0);
		return sum + action.length + thought.length + reply.length + further;
	}, 0);
	return characters <= maxCharacters;
}

/** The history as the store would read it: only the newest step has its `before` and `reply`. */
function pastAfter(past: readonly StepRow[], { step, verified }: StepWrite): readonly StepRow[] {
	const newest = newestOf(past);
	const older = past.slice(1 - historyLength).map((row): StepRow => {
		const bare = row.stepIndex === newest ? withoutBefore(row) : row;
		return verified?.stepIndex === row.stepIndex ? { ...bare, ...verdictOf(verified) } : bare;
	});
	const { knowledge: _, ...newestRow } = step;
	return [...older, newestRow];
}

function withoutBefore({ reply: _reply, sealed: _sealed, ...row }: StepRow): StepRow {
	return { ...row, before: null };
}

function newestOf(past: readonly StepRow[]): number {
	return past.at(-1)?.stepIndex ?? -1;
}
