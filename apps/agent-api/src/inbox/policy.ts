import { isTerminal } from "@webhand/contracts/agent/task";
import type { RowState } from "@webhand/contracts/routine/run";
import type { Lease, Task } from "../shared/task.ts";

/** A run whose lease nobody holds. */
type FreeRun = {
	readonly createdAt: Date;
	readonly lease?: Pick<Lease, "until">;
	readonly progress: { readonly counts: Readonly<Partial<Record<RowState, number>>> };
};

type Limits = { readonly now: Date; readonly idleMs: number; readonly silentMs: number };

/** A run that no browser does: since when, how many rows are left, and when the row under way ends. */
export type Unattended = { readonly since: Date; readonly rowsLeft: number; readonly endsAt?: Date };

/**
 * Whether a run waits for a browser. Steps of its row's task do not renew its lease, so they count as well. A row that asks something waits
 * for its answer.
 *
 * @param task the task of the row under way
 * @returns null where it waits for none
 * @throws never
 */
export function unattendedRun(
	{ createdAt, lease, progress }: FreeRun,
	task: Pick<Task, "status" | "question" | "updatedAt"> | null,
	{ now, idleMs, silentMs }: Limits,
): Unattended | null {
	const { waiting = 0, running = 0, needs_person: asking = 0 } = progress.counts;
	const rowsLeft = waiting + running + asking;
	const open = task === null || isTerminal(task.status) ? null : task;
	const isAnswerable = open?.question?.given === undefined && Date.parse(open?.question?.expiresAt ?? "") > now.getTime();
	if (rowsLeft === 0 || (open?.status === "needs_user_input" && isAnswerable)) return null;
	const lastSeen = Math.max(createdAt.getTime(), (lease?.until.getTime() ?? 0) - silentMs, open?.updatedAt.getTime() ?? 0);
	const since = new Date(lastSeen + silentMs);
	if (since > now) return null;
	const endsAt = open === null ? undefined : new Date(open.updatedAt.getTime() + idleMs);
	return endsAt === undefined || endsAt <= now ? { since, rowsLeft } : { since, rowsLeft, endsAt };
}
