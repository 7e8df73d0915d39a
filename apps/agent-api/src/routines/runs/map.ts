import type { ReadTable, RoutineRow, RoutineRun } from "@webhand/contracts/routine/run";
import type { ReadStep } from "@webhand/contracts/routine/step";
import { keyOfRow, newRows } from "@webhand/routines/table/read";
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

/**
 * The parts of each list joined, in the order they were read; a row that came before is left out.
 *
 * @param readings the steps that read, by their ids
 * @throws never
 */
export function joinTables(parts: readonly ReadTable[], readings: ReadonlyMap<string, Reading>): ReadTable[] {
	const joined = new Map<string, ReadTable>();
	for (const part of parts) {
		const { step } = part;
		const before = joined.get(step)?.rows ?? [];
		const reading = readings.get(step);
		// Equal rows of one page are two rows, unless a key tells rows apart.
		const isWhole = reading === undefined || (reading.key === undefined && before.length === 0);
		const added = isWhole ? part.rows : newRows(part.rows, reading, new Set(before.map((row) => keyOfRow(row, reading))));
		joined.set(step, { ...part, rows: [...before, ...added] });
	}
	return [...joined.values()];
}

/** A step that reads a list. */
type Reading = Extract<ReadStep, { do: "read" }>;
