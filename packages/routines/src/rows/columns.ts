import type { RoutineInput } from "@webhand/contracts/routine/words";
import { fold } from "@webhand/page/layout/phrase";
import { distance } from "fastest-levenshtein";
import type { Cell } from "./grid.ts";
import { cellText, isBlank } from "./grid.ts";

/** A column by its head, and the input that it fills; null for none. */
export type Column = { readonly head: string; readonly input: string | null };

/** Above the head may stand a title and notes. */
const highestHead = 10;
const longestHead = 100;
/** In shorter names one letter makes another word. */
const leastForTypo = 6;

/**
 * Where the head stands: of the first ten rows the one that names most inputs; where none names any, the first with more than one cell.
 */
export function headRow(rows: readonly (readonly Cell[])[], inputs: readonly RoutineInput[]): number {
	const top = rows.slice(0, highestHead);
	const matches = top.map((row) => matchInputs(headsOf(row), inputs).filter((input) => input !== null).length);
	const most = Math.max(0, ...matches);
	if (most > 0) return matches.indexOf(most);
	const filled = top.map((row) => row.filter((cell) => cell !== "").length);
	const several = filled.findIndex((count) => count > 1);
	return several === -1
		? Math.max(
				0,
				top.findIndex((row) => !isBlank(row)),
			)
		: several;
}

/** The heads of the columns, each once: a second "Name" is "Name (2)", one without a name "Column 3". */
export function headsOf(row: readonly Cell[]): readonly string[] {
	const heads: string[] = [];
	for (const [at, cell] of row.entries()) {
		const base = cellText(cell).replaceAll(/\s+/g, " ").trim().slice(0, longestHead) || `Column ${at + 1}`;
		let head = base;
		for (let turn = 2; heads.includes(head); turn += 1) head = `${base} (${turn})`;
		heads.push(head);
	}
	return heads;
}

/** The input of each head: by its name or label, then without what stands in brackets, then but for one letter. Each input is taken once. */
function matchInputs(heads: readonly string[], inputs: readonly RoutineInput[]): readonly (string | null)[] {
	const found: (string | null)[] = heads.map(() => null);
	const bare = heads.map(bareName);
	const short = heads.map((head) => bareName(head.replaceAll(/[([][^)\]]*[)\]]/g, "")));
	const isNear = (one: string, other: string) => Math.min(one.length, other.length) >= leastForTypo && distance(one, other) === 1;
	const passes: readonly ((at: number, names: readonly string[]) => boolean)[] = [
		(at, names) => names.includes(bare[at] ?? ""),
		(at, names) => names.includes(short[at] ?? ""),
		(at, names) => names.some((name) => isNear(name, bare[at] ?? "")),
	];
	for (const fits of passes) {
		for (const input of inputs) {
			if (found.includes(input.name)) continue;
			const names = [bareName(input.label), bareName(input.name)].filter((name) => name !== "");
			const fitting = heads.flatMap((_, at) => (found[at] === null && fits(at, names) ? [at] : []));
			// Two columns that fit alike are for the person to tell apart.
			const [only] = fitting;
			if (only !== undefined && fitting.length === 1) found[only] = input.name;
		}
	}
	return found;
}

const bareName = (text: string): string =>
	fold(text)
		.normalize("NFKD")
		.replaceAll("ß", "ss")
		.replaceAll(/[^\p{L}\p{N}]/gu, "");

/** Columns with their inputs: as the person maps them by head, the others by name. */
export function columnsOf(
	heads: readonly string[],
	inputs: readonly RoutineInput[],
	mapping: Readonly<Record<string, string | null>> = {},
): readonly Column[] {
	const isMapped = (head: string) => Object.hasOwn(mapping, head);
	const taken = new Set(heads.filter(isMapped).map((head) => mapping[head]));
	const free = matchInputs(
		heads.map((head) => (isMapped(head) ? "" : head)),
		inputs.filter(({ name }) => !taken.has(name)),
	);
	return heads.map((head, at) => {
		const wanted = isMapped(head) ? (mapping[head] ?? null) : (free[at] ?? null);
		return { head, input: inputs.some(({ name }) => name === wanted) ? wanted : null };
	});
}
