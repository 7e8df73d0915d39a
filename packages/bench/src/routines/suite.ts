import type { Row } from "../report.ts";

/** What runs: `parts` by name; `pages` of saves or applications of rows by name, all where none is named. */
export type RoutinesPlan = { readonly parts: readonly RoutinePart[]; readonly pages: readonly string[] };

/** Measures one thing of routines. @param print says how far it is */
type Measure = (print: (line: string) => void, plan: Pick<RoutinesPlan, "pages">) => Promise<readonly Row[]>;

/** Parts that can run alone, each loaded on demand. */
const parts = {
	changes: async (print) => (await import("./changes/measure.ts")).measureChanges(print),
	saves: async (print, { pages }) => (await import("./saves/measure.ts")).measureSaves(print, pages),
	time: async (print) => (await import("./time/measure.ts")).measureTime(print),
	rows: async (print, { pages }) => (await import("./rows/measure.ts")).measureRows(print, pages),
	recorded: async (print) => (await import("./recorded/measure.ts")).measureRecorded(print),
	tables: async (print) => (await import("./tables/measure.ts")).measureTables(print),
} as const satisfies Record<string, Measure>;
export type RoutinePart = keyof typeof parts;

/** The names of the parts, in the order in which they run. */
export const routineParts = Object.keys(parts) as readonly RoutinePart[];

/** Plays routines through the built extension and the embedded stack. @returns the rows of the wanted parts */
export async function measureRoutines(plan: RoutinesPlan, print: (line: string) => void): Promise<readonly Row[]> {
	const rows: Row[] = [];
	for (const part of plan.parts) rows.push(...(await parts[part](print, plan)));
	return rows;
}
