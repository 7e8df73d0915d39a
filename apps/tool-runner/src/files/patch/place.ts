import type { FilePatch, Hunk, HunkLine } from "./parse.ts";

/** Why a hunk or an edit does not fit; `hunk` counts from 1. */
export type Conflict = { readonly hunk: number; readonly reason: "ambiguous" | "not_found" };

/** The content after a change, one character a byte; null when the file goes. */
export type Placed = { readonly content: string | null; readonly fuzz: "whitespace" | null };

/** How many lines may be compared to find hunks that do not fit at their line; shared by all files of a patch. */
export type SearchBudget = { lines: number };

type Key = (line: string) => string;
const withoutEnd: Key = (line) => line.replace(/\r?\n$/, "");
const withoutBlanks: Key = (line) => line.slice(0, contentEnd(line));

/** Applies the hunks of a file to its base. Lines keep the ends that the file has, added ones take them over. @throws never */
export function placeHunks(base: string | null, patch: FilePatch, budget: SearchBudget): Placed | Conflict {
	if (patch.type === "create" || base === null) return { content: patch.hunks.map(newSide).join(""), fuzz: null };
	const file = readBase(base);
	const { lines } = file;
	const result: string[] = [];
	let fuzz: Placed["fuzz"] = null;
	let from = 0;
	for (const [index, hunk] of patch.hunks.entries()) {
		const found = findHunk(file, hunk, budget);
		if (typeof found === "string") return { hunk: index + 1, reason: found };
		if (found.at < from) return { hunk: index + 1, reason: "not_found" };
		fuzz = found.isFuzzy ? "whitespace" : fuzz;
		for (let at = from; at < found.at; at += 1) result.push(lines[at] ?? "");
		from = found.at + replaced(result, file, { hunk, at: found.at });
	}
	for (let at = from; at < lines.length; at += 1) result.push(lines[at] ?? "");
	if (patch.type === "delete") return result.length === 0 ? { content: null, fuzz } : { hunk: patch.hunks.length, reason: "not_found" };
	return { content: result.join(""), fuzz };
}

const newSide = ({ lines }: Hunk) =>
	lines
		.filter(({ kind }) => kind !== "-")
		.map(({ text }) => text)
		.join("");

/** A base as lines with their ends; `keys` are what of them is compared, worked out once. */
type Base = { readonly lines: readonly string[]; readonly ends: "\n" | "\r\n"; readonly keys: Map<Key, readonly string[]> };

function readBase(text: string): Base {
	const lines = text.split("\n").map((line) => `${line}\n`);
	const last = lines.pop()?.slice(0, -1) ?? "";
	if (last !== "") lines.push(last);
	const crlf = lines.filter((line) => line.endsWith("\r\n")).length;
	return { lines, ends: crlf * 2 > lines.length ? "\r\n" : "\n", keys: new Map() };
}

function findHunk(
	{ lines, keys }: Base,
	hunk: Hunk,
	budget: SearchBudget,
): { readonly at: number; readonly isFuzzy: boolean } | Conflict["reason"] {
	const old = hunk.lines.filter(({ kind }) => kind !== "+").map(({ text }) => text);
	// No line says where it belongs.
	if (old.length === 0) return lines.length === 0 ? { at: 0, isFuzzy: false } : "ambiguous";
	for (const key of [withoutEnd, withoutBlanks]) {
		const isFuzzy = key === withoutBlanks;
		const wanted = old.map(key);
		if (hunk.at + old.length <= lines.length && wanted.every((text, index) => key(lines[hunk.at + index] ?? "") === text))
			return { at: hunk.at, isFuzzy };
		budget.lines -= lines.length;
		if (budget.lines < 0) return "not_found";
		const known = keys.get(key) ?? lines.map(key);
		keys.set(key, known);
		const [first, second] = occurrences(known, wanted);
		if (second !== undefined) return "ambiguous";
		if (first !== undefined) return { at: first, isFuzzy };
	}
	return "not_found";
}

/** The first two places of a run of lines, by Knuth, Morris and Pratt: linear for any content. */
function occurrences(lines: readonly string[], wanted: readonly string[]): readonly number[] {
	const fallback = [0];
	for (let index = 1, length = 0; index < wanted.length; index += 1) {
		while (length > 0 && wanted[index] !== wanted[length]) length = fallback[length - 1] ?? 0;
		if (wanted[index] === wanted[length]) length += 1;
		fallback.push(length);
	}
	const found: number[] = [];
	for (let index = 0, length = 0; index < lines.length && found.length < 2; index += 1) {
		while (length > 0 && lines[index] !== wanted[length]) length = fallback[length - 1] ?? 0;
		if (lines[index] === wanted[length]) length += 1;
		if (length < wanted.length) continue;
		found.push(index - length + 1);
		length = fallback[length - 1] ?? 0;
	}
	return found;
}

/** Writes the new side of a hunk to `result`. @returns how many lines of the base it replaces */
function replaced(result: string[], { lines, ends }: Base, { hunk, at }: { readonly hunk: Hunk; readonly at: number }): number {
	const old = hunk.lines.filter(({ kind }) => kind !== "+");
	// Lines that stand in the file as they stand in the patch say which ends the added ones have.
	const isVerbatim = (old.length > 0 || lines.length === 0) && old.every(({ text }, index) => text === lines[at + index]);
	const isAtEnd = at + old.length === lines.length;
	const lastOfFile = lines.at(-1) ?? "\n";
	// Only the marker in the patch speaks of the newline at the end of the file.
	const keepsEnd = isAtEnd && !lastOfFile.endsWith("\n") && hunk.lines.every(({ text }) => text.endsWith("\n"));
	const added = ({ text }: HunkLine) => (isVerbatim || !text.endsWith("\n") ? text : withoutEnd(text) + ends);
	let next = at;
	for (const line of hunk.lines) {
		if (line.kind === "-") next += 1;
		else if (line.kind === "+") result.push(withEnd(result, added(line), ends));
		else {
			result.push(withEnd(result, lines[next] ?? "", ends));
			next += 1;
		}
	}
	const last = result.pop();
	if (last !== undefined) result.push(keepsEnd ? withoutEnd(last) : last);
	return old.length;
}

/** A line that comes after one without an end gives that one an end first. */
function withEnd(result: string[], line: string, ends: string): string {
	const before = result.at(-1);
	if (before !== undefined && !before.endsWith("\n")) result[result.length - 1] = before + ends;
	return line;
}

/** Where the blanks and the line end at the end of a line begin. A loop: an expression would take quadratic time on runs of blanks. */
export function contentEnd(line: string): number {
	let end = line.length;
	while (end > 0 && /[ \t\r\n]/.test(line[end - 1] ?? "")) end -= 1;
	return end;
}
