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
	const [old, now] = [before?.toString() ?? "", after?.toString() ?? ""];
	const isComparable = Math.max(old.length, now.length) <= fileLimits.hashedFile && budget.ms > 0;
	const options = { context: 3, maxEditLength, timeout: budget.ms };
	const patch = isComparable ? structuredPatch("", "", old, now, "", "", options) : undefined;
	if (patch === undefined) return { path, type, ...coarseChange(old, now), hunks: [], isCut: true };
	const hunks = patch.hunks.map(({ oldStart, newStart, ...hunk }) => ({
		...hunk,
		// The library numbers an empty side from 1, a unified diff from the line before it.
		oldStart: hunk.oldLines === 0 ? oldStart - 1 : oldStart,
		newStart: hunk.newLines === 0 ? newStart - 1 : newStart,
	}));
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

/** True for content that is no text: it holds NUL, or is not UTF-8. @throws never */
export function isBinary(content: Buffer | string | null): boolean {
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

/** Without a comparison: what lies between the equal beginning and the equal end. */
function coarseChange(old: string, now: string): Pick<FileDiff, "linesAdded" | "linesRemoved" | "preview"> {
	const [removed, added] = [linesOf(old), linesOf(now)];
	const most = Math.min(removed.length, added.length);
	let start = 0;
	while (start < most && removed[start] === added[start]) start += 1;
	let end = 0;
	while (end < most - start && removed.at(-1 - end) === added.at(-1 - end)) end += 1;
	const [gone, come] = [removed.slice(start, removed.length - end), added.slice(start, added.length - end)];
	const half = preview.lines / 2;
	const shown = [...gone.slice(0, half).map((line) => `-${line}`), ...come.slice(0, half).map((line) => `+${line}`)];
	return { linesRemoved: gone.length, linesAdded: come.length, preview: previewOf(shown) };
}

function linesOf(text: string): string[] {
	const lines = text.split("\n");
	if (lines.at(-1) === "") lines.pop();
	return lines;
}
