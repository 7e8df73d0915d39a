import type { ReadTable } from "@webhand/contracts/routine/run";
import type { ReadStep } from "@webhand/contracts/routine/step";
import { keyOfRow, newRows } from "@webhand/routines/table/read";

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
