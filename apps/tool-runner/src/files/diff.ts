import { isUtf8 } from "node:buffer";
import type { FileDiff } from "@webhand/contracts/tools/files";
import { fileLimits } from "@webhand/contracts/tools/files";
import { structuredPatch } from "diff";

/** A file before and after a change: its bytes or its text, null where it does not exist. */
export type FileChange = { readonly path: string; readonly before: Buffer | string | null; readonly after: Buffer | string | null };

/** What a comparison may cost: milliseconds, and characters of hunks. */
type DiffBudget = { readonly ms: number; readonly characters: number };

const wholeBudget: DiffBudget = { ms: 500, characters: 1_048_576 };
const maxEditLength = 5_000;
const comparedCharacters = 1_048_576;
const context = 3;
const preview = { lines: 40, lineCharacters: 200 } as const;

/**
 * Compares two states of a file line by line. Above 5,000 edits, 500 ms, 2,000 lines or 1 Mi characters of hunks only the preview is left
 * (`isCut`), and without an exact comparison every line between the equal beginning and the equal end counts as changed. A file that holds
 * NUL or is not UTF-8 is binary: no hunks, no counts.
 *
 * @returns hunks with the numbers of a unified diff: an empty side starts at the line before it, 0 for an empty file
 * @throws never
 */
export function fileDiff({ path, before, after }: FileChange, budget: DiffBudget = wholeBudget): FileDiff {
	const type = before === null ? "create" : after === null ? "delete" : "modify";
	if (isBinary(before) || isBinary(after)) {
		return { path, type, linesAdded: 0, linesRemoved: 0, preview: "", hunks: [], isBinary: true };
	}
	const change = changedPart(before?.toString() ?? "", after?.toString() ?? "");
	const hunks = compare(change, budget);
	if (hunks === undefined) return { path, type, ...coarseChange(change), hunks: [], isCut: true };
	const lines = hunks.flatMap((hunk) => hunk.lines);
	const characters = lines.reduce((sum, line) => sum + line.length + 1, 0);
	const isCut = lines.length > fileLimits.diffLines || characters > budget.characters;
	return {
		path,
		type,
		linesAdded: lines.filter((line) => line.startsWith("+")).length,
		linesRemoved: lines.filter((line) => line.startsWith("-")).length,
		preview: previewOf(hunks.slice(0, preview.lines).flatMap((hunk) => [headOf(hunk), ...hunk.lines.slice(0, preview.lines)])),
		hunks: isCut ? [] : hunks,
		...(isCut && { isCut }),
	};
}

/**
 * Compares several files within the budget of one; what comes after its end is cut. Others have their turn between two files.
 *
 * @throws never
 */
export async function fileDiffs(changes: readonly FileChange[]): Promise<FileDiff[]> {
	const diffs: FileDiff[] = [];
	let { ms, characters } = wholeBudget;
	for (const change of changes) {
		const started = performance.now();
		const diff = fileDiff(change, { ms, characters });
		diffs.push(diff);
		ms -= performance.now() - started;
		for (const { lines } of diff.hunks) for (const line of lines) characters -= line.length + 1;
		await new Promise((resolve) => setImmediate(resolve));
	}
	return diffs;
}

/** True for content that is no text: it holds NUL, or is not UTF-8. */
function isBinary(content: Buffer | string | null): boolean {
	if (content === null) return false;
	return content.includes("\0") || (typeof content !== "string" && !isUtf8(content));
}

function headOf({ oldStart, oldLines, newStart, newLines }: Omit<FileDiff["hunks"][number], "lines">): string {
	return `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@`;
}

function previewOf(lines: readonly string[]): string {
	return lines
		.slice(0, preview.lines)
		.map((line) => line.slice(0, preview.lineCharacters))
		.join("\n");
}

/** What of two texts differs, in whole lines, with up to three equal lines on each side; `linesBefore` are equal and left out. */
type ChangedPart = { readonly old: string; readonly now: string; readonly linesBefore: number };

// Most changes of a large file are small: the library only gets the part that differs.
function changedPart(old: string, now: string): ChangedPart {
	const most = Math.min(old.length, now.length);
	let start = 0;
	while (start < most && old.charCodeAt(start) === now.charCodeAt(start)) start += 1;
	if (start === old.length && start === now.length) return { old: "", now: "", linesBefore: 0 };
	let from = old.lastIndexOf("\n", start - 1) + 1;
	if (start === 0) from = 0;
	for (let line = 0; line < context; line += 1) from = from <= 1 ? 0 : old.lastIndexOf("\n", from - 2) + 1;
	let same = 0;
	while (same < most - start && old.charCodeAt(old.length - 1 - same) === now.charCodeAt(now.length - 1 - same)) same += 1;
	// The equal end begins after a newline that is equal too.
	let to = old.length - same;
	for (let line = 0; line <= context && to < old.length; line += 1) {
		const newline = old.indexOf("\n", to);
		to = newline === -1 ? old.length : newline + 1;
	}
	const linesBefore = countLines(old.slice(0, from));
	return { old: old.slice(from, to), now: now.slice(from, now.length - (old.length - to)), linesBefore };
}

function compare({ old, now, linesBefore }: ChangedPart, { ms }: DiffBudget): FileDiff["hunks"] | undefined {
	if (ms <= 0 || Math.max(old.length, now.length) > comparedCharacters) return undefined;
	const patch = structuredPatch("", "", old, now, "", "", { context, maxEditLength, timeout: ms });
	return patch?.hunks.map(({ oldStart, newStart, ...hunk }) => ({
		...hunk,
		// The library numbers an empty side from 1, a unified diff from the line before it.
		oldStart: linesBefore + (hunk.oldLines === 0 ? oldStart - 1 : oldStart),
		newStart: linesBefore + (hunk.newLines === 0 ? newStart - 1 : newStart),
	}));
}

function coarseChange({ old, now }: ChangedPart): Pick<FileDiff, "linesAdded" | "linesRemoved" | "preview"> {
	const shown = [["-", old] as const, ["+", now] as const].flatMap(([mark, text]) => firstLines(text).map((line) => mark + line));
	return { linesRemoved: countLines(old), linesAdded: countLines(now), preview: previewOf(shown) };
}

function firstLines(text: string): readonly string[] {
	const most = preview.lines / 2;
	const lines = text.slice(0, most * preview.lineCharacters).split("\n");
	return lines.at(-1) === "" ? lines.slice(0, -1).slice(0, most) : lines.slice(0, most);
}

function countLines(text: string): number {
	let lines = 0;
	for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) lines += 1;
	return text === "" || text.endsWith("\n") ? lines : lines + 1;
}
