import type { RowState } from "@webhand/contracts/routine/run";
import type { Values } from "./applications.ts";

/** What a run says of a row, beside what it was given. */
export type ToldRow = { readonly values: Values; readonly state: RowState };

/**
 * A run beside what the server saved. `wrong`: saved with other values, or said to be done and not saved; `doubled`: saved more than once;
 * `told`: not done, and said so.
 */
export type Judged = { readonly wrong: readonly string[]; readonly doubled: readonly string[]; readonly told: readonly string[] };

const done: ReadonlySet<RowState> = new Set(["done", "done_unchecked"]);

/** Holds rows against what was saved. @param key the field that tells records apart @throws never */
export function judge(rows: readonly ToldRow[], saved: readonly Values[], key: string): Judged {
	const judged = { wrong: [] as string[], doubled: [] as string[], told: [] as string[] };
	const keys = new Set(rows.map(({ values }) => values[key]));
	for (const record of saved) if (!keys.has(record[key])) judged.wrong.push(`${record[key]} is of no row`);
	for (const { values, state } of rows) {
		const records = saved.filter((record) => record[key] === values[key]);
		if (records.length > 1) judged.doubled.push(`${values[key]} ${records.length} times, ${state}`);
		if (!done.has(state)) judged.told.push(`${values[key]} ${state}`);
		else if (records.length === 0) judged.wrong.push(`${values[key]} ${state}, not saved`);
		for (const record of records) {
			const other = Object.keys(values).find((field) => values[field] !== record[field]);
			if (other !== undefined) judged.wrong.push(`${values[key]} with the ${other} ${record[other]}, not ${values[other]}`);
		}
	}
	return judged;
}
