import type { Conflict, Placed, SearchBudget } from "./place.ts";
import { contentEnd } from "./place.ts";

/** Replaces a text by another: once, or `all` of its places. Texts are bytes, one character each. */
export type Edit = { readonly search: string; readonly replace: string; readonly all: boolean };

/** A file would become larger than it may. */
type TooLarge = { readonly size: number };

/** The edits of a request would keep everybody else waiting. */
type TooMuch = { readonly isTooMuch: true };

// In lines that are looked at: a line without its blanks, a line for so many characters, a place.
const [fuzzyCost, charactersPerLine, placeCost] = [8, 256, 8];

/**
 * Makes edits one after the other; each must find its text exactly once, unless it means all of them. The line ends of a text are those of
 * the file where the text itself is not found; then blanks at the ends of lines are ignored.
 *
 * @param most bytes of the result
 * @param budget lines that may still be looked at; it falls
 * @throws never
 */
export function makeEdits(
	base: string,
	edits: readonly Edit[],
	{ most, budget }: { readonly most: number; readonly budget: SearchBudget },
): Placed | Conflict | TooLarge | TooMuch {
	let content = base;
	let fuzz: Placed["fuzz"] = null;
	for (const [index, edit] of edits.entries()) {
		const found = findText(content, edit, budget);
		if (budget.lines < 0) return { isTooMuch: true };
		if (found.places.length === 0) return { hunk: index + 1, reason: "not_found" };
		if (found.places.length > 1 && !edit.all) return { hunk: index + 1, reason: "ambiguous" };
		const size = found.places.reduce((sum, { start, end }) => sum + found.replace.length - (end - start), content.length);
		if (size > most) return { size };
		fuzz = found.isFuzzy ? "whitespace" : fuzz;
		const pieces: string[] = [];
		let from = 0;
		for (const { start, end } of found.places) {
			pieces.push(content.slice(from, start), found.replace);
			from = end;
		}
		content = [...pieces, content.slice(from)].join("");
	}
	return { content, fuzz };
}

type Place = { readonly start: number; readonly end: number };
type Found = { readonly places: readonly Place[]; readonly replace: string; readonly isFuzzy: boolean };

function findText(content: string, edit: Edit, budget: SearchBudget): Found {
	const { isCrlf, lines } = lineEndsOf(content);
	const cost = lines + Math.ceil(content.length / charactersPerLine);
	budget.lines -= cost;
	const ends = isCrlf ? "\r\n" : "\n";
	const withEnds = (text: string) => text.replace(/\r?\n/g, ends);
	// A text with carriage returns that is found as it stands speaks of line ends itself.
	const verbatim = edit.search.includes("\r") ? places(content, edit.search, budget) : [];
	if (verbatim.length > 0) return { places: verbatim, replace: edit.replace, isFuzzy: false };
	const replace = withEnds(edit.replace);
	const exact = places(content, withEnds(edit.search), budget);
	if (exact.length > 0) return { places: exact, replace, isFuzzy: false };
	budget.lines -= fuzzyCost * cost;
	if (budget.lines < 0) return { places: [], replace, isFuzzy: true };
	return { places: placesWithoutBlanks(content, edit.search, budget), replace, isFuzzy: true };
}

/** `isCrlf`: most lines of the text end in CRLF. */
function lineEndsOf(text: string): { readonly isCrlf: boolean; readonly lines: number } {
	let [lf, crlf] = [0, 0];
	for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) {
		if (text[at - 1] === "\r") crlf += 1;
		else lf += 1;
	}
	return { isCrlf: crlf > lf, lines: crlf + lf };
}

/** Each place costs as much as some lines, and none is looked for when nothing is left. */
function places(content: string, wanted: string, budget: SearchBudget): readonly Place[] {
	const found: Place[] = [];
	for (let start = content.indexOf(wanted); start !== -1 && budget.lines >= 0; start = content.indexOf(wanted, start + wanted.length)) {
		found.push({ start, end: start + wanted.length });
		budget.lines -= placeCost;
	}
	return found;
}

/** Places where only the blanks at the ends of lines differ. */
function placesWithoutBlanks(content: string, search: string, budget: SearchBudget): readonly Place[] {
	const wanted = search.split("\n").map(cut).join("\n");
	if (wanted.trim() === "") return [];
	const lines = content.split("\n");
	const kept = lines.map(cut);
	// Where each line begins: with its blanks, and without those before it.
	const starts: Place[] = [];
	let [start, end] = [0, 0];
	for (const [index, line] of lines.entries()) {
		starts.push({ start, end });
		start += line.length + 1;
		end += (kept[index]?.length ?? 0) + 1;
	}
	let line = 0;
	// Places come in order, so the search for their line goes on where it was.
	const original = (at: number) => {
		while (line + 1 < starts.length && (starts[line + 1]?.end ?? 0) <= at) line += 1;
		return at - (starts[line]?.end ?? 0) + (starts[line]?.start ?? 0);
	};
	return places(kept.join("\n"), wanted, budget).map((place) => ({ start: original(place.start), end: original(place.end) }));
}

const cut = (line: string) => line.slice(0, contentEnd(line));
