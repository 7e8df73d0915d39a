import type { RoutineRow, RoutineRun } from "@webhand/contracts/routine/run";
import type { Identity } from "@webhand/service-kit/guard";
import { defined } from "../../shared/defined.ts";
import { isGoing, shownProgress } from "./policy.ts";
import type { CountedRun, StoredRow } from "./store.ts";

/** A run as its readers see it; its share is for its owner and admins. @throws never */
export function runOf(row: CountedRun, caller: Pick<Identity, "userId" | "roles">): RoutineRun {
	const {
		_id: id,
		routineId,
		name,
		version,
		userId: ownerId,
		state,
		reason,
		options,
		rowCount,
		readsLists = false,
		isOnce = false,
		share,
	} = row;
	const progress = shownProgress(row.progress);
	return {
		id,
		routineId,
		name,
		version,
		ownerId,
		state,
		options,
		rowCount,
		readsLists,
		isOnce,
		counts: progress.counts,
		retries: progress.retries,
		...(isGoing(state) ? defined({ secondsLeft: progress.secondsLeft }) : {}),
		...(row.queue === undefined ? {} : { queue: { ...row.queue, dueAt: row.queue.dueAt.toISOString() } }),
		...defined({ startedBy: row.startedBy }),
		...(ownerId === caller.userId || caller.roles.includes("admin") ? defined({ share }) : {}),
		createdAt: row.createdAt.toISOString(),
		...defined({ reason, endedAt: row.endedAt?.toISOString() }),
	};
}

/** A row with its end. @throws never */
export function rowOf(row: StoredRow): RoutineRow {
	const { key, index, values, state, reason, step, checks, healed, taskId, sessionId } = row;
	return {
		key,
		index,
		inputs: { ...values },
		state,
		checks: [...checks],
		healed: [...healed],
		...defined({ reason, step, taskId, sessionId }),
		...defined({ startedAt: row.startedAt?.toISOString(), endedAt: row.endedAt?.toISOString() }),
	};
}
