import type { RowState } from "@webhand/contracts/routine/run";
import type { Values } from "./applications.ts";

/** What a run says of a row, beside what it was given. */
export type ToldRow = { readonly values: Values; readonly state: RowState; readonly reason?: string | undefined };

/**
 * A run beside what the server saved. `wrong`: saved with other values, or said to be done and not saved; `doubled`: saved more than once;
 * `denied`: said to have failed or not to be saved, but saved; `told`: not done, and said so.
 */
export type Judged = Readonly<Record<"wrong" | "doubled" | "denied" | "told", readonly string[]>>;

const done: ReadonlySet<RowState> = new Set(["done", "done_unchecked"]);
/** States that say that nothing was saved. */
const notSaved: ReadonlySet<RowState> = new Set(["failed", "not_saved"]);

/** Holds rows against what was saved. @param key the field that tells records apart @throws never */
export function judge(rows: readonly ToldRow[], saved: readonly Values[], key: string): Judged {
	const judged: Record<keyof Judged, string[]> = { wrong: [], doubled: [], denied: [], told: [] };
	const keys = new Set(rows.map(({ values }) => values[key]));
	for (const record of saved) if (!keys.has(record[key])) judged.wrong.push(`${record[key]} is of no row`);
	for (const { values, state, reason = "" } of rows) {
		const records = saved.filter((record) => record[key] === values[key]);
		const otherIn = (record: Values) => Object.keys(values).find((field) => values[field] !== record[field]);
		if (records.length > 1) judged.doubled.push(`${values[key]} ${records.length} times, ${state}`);
		if (done.has(state)) {
			if (records.length === 0) judged.wrong.push(`${values[key]} ${state}, not saved`);
		} else if (notSaved.has(state) && records.some((record) => otherIn(record) === undefined))
			judged.denied.push(`${values[key]} told ${state}, but saved: ${reason}`);
		else judged.told.push(`${values[key]} ${state}: ${reason}`);
		for (const record of records) {
			const other = otherIn(record);
			if (other !== undefined) judged.wrong.push(`${values[key]} with the ${other} ${record[other]}, not ${values[other]}`);
		}
	}
	return judged;
}
