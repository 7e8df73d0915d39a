import { isTerminal } from "@webhand/contracts/agent/task";
import type { TaskId, TenantId, UserId } from "@webhand/contracts/ids";
import { createLru } from "@webhand/service-kit/identity/lru";
import type { StepWrite } from "../commit/rows.ts";
import type { LeasedTask, StepRow } from "../task.ts";
import type { StepHistory } from "./history.ts";
import type { TaskStore } from "./tasks.ts";

/** Which steps are asked for. `isFresh`: what is remembered does not count. */
export type HistoryWish = {
	readonly taskId: TaskId;
	readonly key: string | undefined;
	readonly limit: number;
	readonly isFresh?: boolean;
};

/** The newest steps, read before the lease was taken. `isOf` says whether they are those of the task as it was leased. */
export type EarlyHistory = StepHistory & { readonly isOf: (task: LeasedTask) => boolean };

/** The store of tasks, with the newest steps of the tasks that this process has in hand remembered. */
export type HistoryCachingStore = Omit<TaskStore, "readFor"> & {
	/** The newest steps, oldest first, and the step that an earlier request with this key led to. */
	readonly readFor: (tenantId: TenantId, userId: UserId, wish: HistoryWish) => Promise<EarlyHistory>;
};

/** `rev` of the task that the steps belong to; absent while they are only known to end with a certain step. `isShared`: others write, too. */
type Remembered = { readonly past: readonly StepRow[]; readonly rev?: number; readonly isShared?: boolean };

const most = 200;

/**
 * Remembers the newest steps of a task from one request to the next: they are most of what a step reads, and each write of steps raises the
 * task's `rev`. What is remembered counts only for a task that was leased with just that `rev`; after any other writer it is read again.
 * The step of a key is asked for each time. At most 200 living tasks, the longest unused goes first, and none with long texts. A task that
 * another process took a step of is read beside its lease from then on, which is sooner than finding out after it.
 */
export function cacheHistory(tasks: TaskStore): HistoryCachingStore {
	const remembered = createLru<Remembered>(most);
	// A stranger who names somebody's task must not push out what is known of it.
	const nameOf = (tenantId: TenantId, taskId: TaskId) => `${tenantId} ${taskId}`;
	return {
		...tasks,
		readFor: async (tenantId, userId, { isFresh, ...wish }) => {
			const name = nameOf(tenantId, wish.taskId);
			const kept = remembered.get(name);
			const known = isFresh === true ? undefined : kept;
			if (known?.rev !== undefined) {
				const { past, rev } = known;
				const replay = wish.key === undefined ? null : await tasks.findReplay(tenantId, userId, wish.key);
				return { past: past.slice(-wish.limit), replay, isOf: (task) => task.rev === rev };
			}
			const history = await tasks.readFor(tenantId, userId, wish);
			const isShared = kept?.isShared === true || (kept?.rev !== undefined && newestOf(history.past) > newestOf(kept.past));
			if (isShared) remembered.set(name, { past: [], isShared });
			else if (history.past.length > 0 && isSmall(history.past)) remembered.set(name, { past: history.past });
			return { ...history, isOf: (task) => newestOf(history.past) === task.stepCount - 1 };
		},
		record: async (tenantId, write) => {
			const { task, step } = write;
			const events = await tasks.record(tenantId, write);
			const name = nameOf(tenantId, task._id);
			const { past, rev = task.rev, isShared = false } = remembered.get(name) ?? { past: [] };
			const isWhole = rev === task.rev && newestOf(past) === step.stepIndex - 1;
			const isOver = isTerminal(step.status);
			const next = isWhole && !isOver ? pastAfter(past, write) : [];
			if (next.length > 0 && isSmall(next)) remembered.set(name, { past: next, rev: rev + 1 });
			else if (isOver || !isShared) remembered.delete(name);
			return events;
		},
		end: async (tenantId, write) => {
			remembered.delete(nameOf(tenantId, write.task._id));
			return await tasks.end(tenantId, write);
		},
	};
}

const longestPast = 20;
const mostCharacters = 65_536;

/** Texts that a model may make as long as it likes: with them two hundred tasks could fill the memory. */
function isSmall(past: readonly StepRow[]): boolean {
	const characters = past.reduce((sum, { action, thought, reply = "", batch = [] }) => {
		const further = batch.reduce((all, part) => all + part.action.length, 0);
		return sum + action.length + thought.length + reply.length + further;
	}, 0);
	return characters <= mostCharacters;
}

/** As the store would read it: only the newest step comes with its `before` and `reply`. */
function pastAfter(past: readonly StepRow[], { step, proof }: StepWrite): readonly StepRow[] {
	const newest = newestOf(past);
	const older = past.slice(1 - longestPast).map((row): StepRow => {
		const bare = row.stepIndex === newest ? withoutBefore(row) : row;
		if (proof?.stepIndex !== row.stepIndex) return bare;
		const { verification, isProven, batch } = proof;
		return { ...bare, verification, isProven, ...(batch === undefined ? {} : { batch }) };
	});
	return [...older, step];
}

function withoutBefore({ reply: _reply, sealed: _sealed, ...row }: StepRow): StepRow {
	return { ...row, before: null };
}

function newestOf(past: readonly StepRow[]): number {
	return past.at(-1)?.stepIndex ?? -1;
}
