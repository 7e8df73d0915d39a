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
		const { rows: before, isCut: wasCut } = joined.get(step) ?? { rows: [], isCut: false };
		const reading = readings.get(step);
		// Equal rows of one page are two rows, unless a key tells rows apart.
		const isWhole = reading === undefined || (reading.key === undefined && before.length === 0);
		const added = isWhole ? part.rows : newRows(part.rows, reading, new Set(before.map((row) => keyOfRow(row, reading))));
		joined.set(step, { ...part, rows: [...before, ...added], isCut: wasCut || part.isCut });
	}
	return [...joined.values()];
}

/** The joined lists without the rows that steps up to `since` gave; a list without anything new is left out. @throws never */
export function joinedSince(
	steps: readonly { readonly stepIndex: number; readonly parts: readonly ReadTable[] }[],
	since: number,
	readings: ReadonlyMap<string, Reading>,
): ReadTable[] {
	const before = joinTables(
		steps.filter(({ stepIndex }) => stepIndex <= since).flatMap(({ parts }) => parts),
		readings,
	);
	const now = joinTables(
		steps.flatMap(({ parts }) => parts),
		readings,
	);
	// Rows are only added at the end.
	return now.flatMap((table) => {
		const known = before.find(({ step }) => step === table.step);
		const rows = table.rows.slice(known?.rows.length ?? 0);
		return rows.length === 0 && table.isCut === known?.isCut ? [] : [{ ...table, rows }];
	});
}

/** A step that reads a list. */
type Reading = Extract<ReadStep, { do: "read" }>;
