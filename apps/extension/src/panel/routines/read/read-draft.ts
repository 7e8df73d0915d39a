import { routineLimits } from "@webhand/contracts/routine/limits";
import type { ProposedList, RoutineProgram } from "@webhand/contracts/routine/routine";
import type { ReadColumn } from "@webhand/contracts/routine/step";
import { inputNameFor } from "@webhand/routines/input-name";

/** How a list goes on: not at all, by scrolling, or by a control of the proposal. */
export type Way = "none" | "scroll" | `control ${number}`;

export type DraftColumn = { readonly column: ReadColumn; readonly isTaken: boolean };

/** A reading as a person puts it together. `most` as typed; `key`: the place of the column that tells rows apart, "" for all columns. */
export type ReadDraft = {
	readonly list: ProposedList;
	readonly columns: readonly DraftColumn[];
	readonly way: Way;
	readonly most: string;
	readonly key: string;
};

/** What keeps a reading from being started. */
export type DraftFaults = {
	readonly columns: boolean;
	/** Places of columns without a name, or with that of another one. */
	readonly labels: ReadonlyMap<number, "empty" | "twice">;
	readonly most: boolean;
};

const usualMost = "1000";
const longestName = 80;

/** The reading of a list as it is proposed: all columns, and on by the first control that shows further rows. @throws never */
export function draftOf(list: ProposedList): ReadDraft {
	return {
		list,
		columns: list.columns.map((column) => ({ column, isTaken: true })),
		way: list.goesOn.length === 0 ? "none" : "control 0",
		most: usualMost,
		key: "",
	};
}

/** The draft with a changed column. @throws never */
export function withColumn(draft: ReadDraft, at: number, { isTaken, ...part }: Partial<ReadColumn & { isTaken: boolean }>): ReadDraft {
	const columns = draft.columns.map((one, place) =>
		place === at ? { column: { ...one.column, ...part }, isTaken: isTaken ?? one.isTaken } : one,
	);
	// A column that is left out tells no rows apart.
	return { ...draft, columns, key: columns[Number(draft.key)]?.isTaken === true ? draft.key : "" };
}

/** The draft with these columns and no others. @throws never */
export function withPlaces(draft: ReadDraft, places: readonly number[]): ReadDraft {
	const columns = draft.columns.map(({ column }, at) => ({ column, isTaken: places.includes(at) }));
	return { ...draft, columns, key: columns[Number(draft.key)]?.isTaken === true ? draft.key : "" };
}

/** The columns that are taken, with their places. @throws never */
export function takenColumns({ columns }: ReadDraft): readonly { readonly at: number; readonly column: ReadColumn }[] {
	return columns.flatMap(({ column, isTaken }, at) => (isTaken ? [{ at, column }] : []));
}

/** @throws never */
export function faultsOf(draft: ReadDraft): DraftFaults {
	const taken = takenColumns(draft).map(({ at, column }) => ({ at, label: column.label.trim() }));
	const labels = new Map<number, "empty" | "twice">();
	for (const { at, label } of taken) {
		if (label === "") labels.set(at, "empty");
		else if (taken.some((other) => other.at < at && other.label === label)) labels.set(at, "twice");
	}
	const most = Number(draft.most);
	return { columns: taken.length === 0, labels, most: !Number.isInteger(most) || most < 1 || most > routineLimits.rows };
}

/** @throws never */
export const isStartable = ({ columns, labels, most }: DraftFaults): boolean => !columns && labels.size === 0 && !most;

/** The program of a reading: one step, on the page that is open. @throws never */
export function programOf(draft: ReadDraft): RoutineProgram {
	const names: string[] = [];
	const taken = takenColumns(draft).map(({ at, column }) => {
		const label = column.label.trim();
		const name = inputNameFor(label, names);
		names.push(name);
		return { at, column: { ...column, label, name } };
	});
	const key = taken.find(({ at }) => String(at) === draft.key)?.column.name;
	const by = wayOf(draft);
	return {
		inputs: [],
		steps: [
			{
				id: "s1",
				do: "read",
				class: "observe",
				list: draft.list.list,
				columns: taken.map(({ column }) => column),
				...(key === undefined ? {} : { key }),
				paging: { ...(by === undefined ? {} : { by }), most: Number(draft.most) },
			},
		],
	};
}

function wayOf({ way, list }: ReadDraft) {
	if (way === "none") return undefined;
	return way === "scroll" ? way : list.goesOn[Number(way.slice("control ".length))];
}

/** What a reading is called before somebody names it: after the heading of its list, else after its page. @throws never */
export function nameOf({ title }: Pick<ProposedList, "title">, page: { readonly title: string; readonly url: string }): string {
	const name = [title, page.title, URL.parse(page.url)?.host ?? ""].map((text) => text.trim()).find((text) => text !== "");
	return (name ?? "List").slice(0, longestName).trim();
}
