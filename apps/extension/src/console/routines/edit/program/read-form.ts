import type { ReadColumn, ReadStep } from "@webhand/contracts/routine/step";
import { inputNameFor } from "@webhand/routines/input-name";
import { editText as text } from "../words.ts";

type Reading = Extract<ReadStep, { readonly do: "read" }>;
type Loose = Readonly<Record<string, unknown>>;

/** A column as it is typed; `place` is its cell from 1 on. Its name and slot are kept. */
export type ColumnForm = {
	readonly label: string;
	readonly header: string;
	readonly place: string;
	readonly type: ReadColumn["type"];
	readonly kept: Pick<ReadColumn, "slot"> & { readonly name?: string };
};

/** What a reading has beside its texts: its columns, and how its list goes on. `key`: the index of the column that tells rows apart, "" for none. */
export type ReadForm = {
	readonly columns: readonly ColumnForm[];
	readonly key: string;
	readonly goesOn: "page" | "scroll" | "control";
	/** The type of the control that goes on. */
	readonly role: string;
};

/** A column of nothing yet. */
export const emptyColumn: ColumnForm = { label: "", header: "", place: "", type: "text", kept: {} };
export const emptyReading: ReadForm = { columns: [], key: "", goesOn: "page", role: "button" };

const mostCells = 101;
/** What the schema takes where nothing is said. */
const defaultMost = 1_000;

/** A reading as a person changes it. @throws never */
export function readFormOf({ columns, key, paging }: Reading): ReadForm {
	const by = paging?.by;
	const at = columns.findIndex(({ name }) => name === key);
	return {
		columns: columns.map(({ name, label, header = "", cell, slot, type }) => ({
			label,
			header,
			place: cell === undefined ? "" : String(cell + 1),
			type,
			kept: { name, ...(slot === undefined ? {} : { slot }) },
		})),
		key: at === -1 ? "" : String(at),
		goesOn: by === undefined ? "page" : by === "scroll" ? "scroll" : "control",
		role: typeof by === "object" ? by.role : emptyReading.role,
	};
}

/** The form without a column; the key follows its own one. @throws never */
export function withoutColumn({ columns, key, ...form }: ReadForm, index: number): ReadForm {
	const at = Number(key);
	const next = key === "" || at === index ? "" : String(at > index ? at - 1 : at);
	return { ...form, columns: columns.toSpliced(index, 1), key: next };
}

/** The step with what was typed; what is wrong goes into `problems` by its field. @param step with its texts @throws never */
export function readingOf({ columns, key, goesOn, role }: ReadForm, step: Loose, problems: Record<string, string>): Loose {
	if (columns.length === 0) problems["columns"] = text.noColumn;
	const taken = columns.flatMap(({ kept }) => kept.name ?? []);
	const read = columns.map((column, index) => {
		const name = column.kept.name ?? inputNameFor(column.label, taken);
		taken.push(name);
		return columnOf({ ...column, kept: { ...column.kept, name } }, `columns.${index}`, problems);
	});
	const { key: _key, paging, ...rest } = step;
	const keyName = key === "" ? undefined : read[Number(key)]?.["name"];
	const next = pagingOf((paging ?? {}) as Loose, { goesOn, role });
	return { ...rest, columns: read, ...(keyName === undefined ? {} : { key: keyName }), ...(next === undefined ? {} : { paging: next }) };
}

function columnOf({ label, header, place, type, kept }: ColumnForm, at: string, problems: Record<string, string>): Loose {
	const cell = Number(place.trim());
	const hasPlace = place.trim() !== "";
	if (label.trim() === "") problems[`${at}.label`] = text.missing;
	if (hasPlace && (!Number.isInteger(cell) || cell < 1 || cell > mostCells)) problems[`${at}.place`] = text.noCount(mostCells);
	if (header.trim() === "" && !hasPlace && kept.slot === undefined) problems[`${at}.header`] = text.noPlace;
	return {
		...kept,
		label: label.trim(),
		...(header.trim() === "" ? {} : { header: header.trim() }),
		...(hasPlace ? { cell: cell - 1 } : {}),
		type,
	};
}

/** How the list goes on; a reading of one page without a limit says nothing of it. */
function pagingOf({ by, most }: Loose, { goesOn, role }: Pick<ReadForm, "goesOn" | "role">) {
	if (goesOn === "page") return most === undefined ? undefined : { most };
	const limit = { most: most ?? defaultMost };
	if (goesOn === "scroll") return { by: "scroll", ...limit };
	const { role: before, fingerprint, ...control } = (typeof by === "object" ? by : {}) as Loose;
	// A control of another type is another one.
	const same = before === role && fingerprint !== undefined ? { fingerprint } : {};
	return { by: { role, ...control, ...same }, ...limit };
}
