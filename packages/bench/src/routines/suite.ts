import type { Row } from "../report.ts";

/** Measures one thing of routines. @param print says how far it is */
type Measure = (print: (line: string) => void) => Promise<readonly Row[]>;

/** Parts that can run alone, each loaded on demand. */
const parts = {
	changes: async (print) => (await import("./changes/measure.ts")).measureChanges(print),
	saves: async (print) => (await import("./saves/measure.ts")).measureSaves(print),
	time: async (print) => (await import("./time/measure.ts")).measureTime(print),
	rows: async (print) => (await import("./rows/measure.ts")).measureRows(print),
	recorded: async (print) => (await import("./recorded/measure.ts")).measureRecorded(print),
	tables: async (print) => (await import("./tables/measure.ts")).measureTables(print),
} as const satisfies Record<string, Measure>;
export type RoutinePart = keyof typeof parts;

/** The names of the parts, in the order in which they run. */
export const routineParts = Object.keys(parts) as readonly RoutinePart[];

/** Plays routines through the built extension and the embedded stack. @returns the rows of the wanted parts */
export async function measureRoutines(wanted: readonly RoutinePart[], print: (line: string) => void): Promise<readonly Row[]> {
	const rows: Row[] = [];
	for (const part of wanted) rows.push(...(await parts[part](print)));
	return rows;
}
