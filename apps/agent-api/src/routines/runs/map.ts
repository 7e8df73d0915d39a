import type { RoutineRow, RoutineRun } from "@webhand/contracts/routine/run";
import { defined } from "../../shared/defined.ts";
import type { RowCount } from "./policy.ts";
import { isGoing, progressOfRun } from "./policy.ts";
import type { ListedRun, StoredRow } from "./store.ts";

/** A run as its readers see it; its share is for its owner alone. @throws never */
export function runOf(row: ListedRun, counts: readonly RowCount[], { isOwner }: { readonly isOwner: boolean }): RoutineRun {
	const { _id: id, routineId, name, version, userId: ownerId, state, options, rowCount, share } = row;
	const progress = progressOfRun(counts);
	return {
		id,
		routineId,
		name,
		version,
		ownerId,
		state,
		options,
		rowCount,
		counts: progress.counts,
		...(isGoing(state) ? defined({ secondsLeft: progress.secondsLeft }) : {}),
		...(isOwner ? defined({ share }) : {}),
		createdAt: row.createdAt.toISOString(),
		...defined({ endedAt: row.endedAt?.toISOString() }),
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
