import type { ReadColumn } from "@webhand/contracts/routine/step";

type Named = Pick<ReadColumn, "label"> & { readonly type?: ReadColumn["type"] | undefined };

/** Between two columns in a sentence. */
const between = /[,;/&\n]+|\s+and\s+/iu;
/** Before the columns in an order: "all open invoices with number and date". */
const leadIn = /^.*\bwith\s+/isu;
const typeWords: Readonly<Record<ReadColumn["type"], readonly string[]>> = {
	date: ["date", "day"],
	money: ["amount", "price"],
	number: ["number"],
	text: [],
};

/** An order that reads a list: its verb, things of which there are several, and their columns. */
const readingOrder = /^(?:please\s+)?(?:read|list|collect|export)\s+(?<things>[^.;:!?]+?)\s+with\s+(?<columns>[^.;:!?]+)[.!]?$/iu;
const plural = /\p{L}{2}(?<!s)s(?!\p{L})/u;
const columnWords = 3;

/**
 * The columns that an order names where it reads a list of things with columns, such as "Read all open invoices with number and date". One
 * column alone may say which things are meant: "with errors".
 *
 * @returns the words of the columns; undefined for any other order
 * @throws never
 */
export function columnsAsked(order: string): string | undefined {
	const { things = "", columns = "" } = readingOrder.exec(order.trim())?.groups ?? {};
	const named = columns.split(between).filter((word) => word.trim() !== "");
	const areColumns = named.length > 1 && named.every((word) => word.trim().split(/\s+/).length <= columnWords);
	return plural.test(things) && areColumns ? columns : undefined;
}

/**
 * The places of the columns that words name, such as "number, date, amount". A column is named by its label, by a word of it, or by a type
 * that it alone has. `isWhole`: each of the words names one.
 *
 * @throws never
 */
export function matchColumns(columns: readonly Named[], words: string): { readonly places: readonly number[]; readonly isWhole: boolean } {
	const wanted = words
		.replace(leadIn, "")
		.split(between)
		.map(folded)
		.filter((word) => word !== "");
	const found = wanted.map((word) => placeOf(columns, word));
	return { places: columns.flatMap((_, at) => (found.includes(at) ? [at] : [])), isWhole: !found.includes(undefined) };
}

function placeOf(columns: readonly Named[], word: string): number | undefined {
	const labels = columns.map(({ label }) => folded(label));
	const isWordOf = (label: string) => ` ${label} `.includes(` ${word} `) || ` ${word} `.includes(` ${label} `);
	const exact = labels.indexOf(word);
	if (exact !== -1) return exact;
	return only(labels, isWordOf) ?? only(columns, ({ type = "text" }) => typeWords[type].includes(word));
}

/** The place of the only one that fits. */
function only<Value>(values: readonly Value[], fits: (value: Value) => boolean): number | undefined {
	const places = values.flatMap((value, at) => (fits(value) ? [at] : []));
	return places.length === 1 ? places[0] : undefined;
}

const folded = (text: string) =>
	text
		.toLowerCase()
		.replaceAll(/[^\p{L}\p{N}]+/gu, " ")
		.trim();
