import type { FileDiff } from "@webhand/contracts/tools/files";

/** A change of one file as the panel has it; a stored one comes without hunks. */
export type ShownDiff = Omit<FileDiff, "hunks"> & { readonly hunks?: FileDiff["hunks"] };

/** A line of a diff. `line` is its number in the new file, of a removed line in the old one; null where it is not known. */
export type DiffRow =
	| { readonly kind: "hunk"; readonly text: string }
	| { readonly kind: "added" | "removed" | "same"; readonly text: string; readonly line: number | null }
	| { readonly kind: "note"; readonly text: string };

const hunkHead = /^@@ -(\d+)(?:,\d+)? \+(\d+)(?:,\d+)? @@/;

/**
 * The lines of a diff in order, from its hunks, else from the preview.
 *
 * @throws never
 */
export function rowsOf({ hunks = [], preview }: Pick<ShownDiff, "hunks" | "preview">): readonly DiffRow[] {
	if (hunks.length === 0) return rowsOfText(preview);
	return hunks.flatMap(({ oldStart, oldLines, newStart, newLines, lines }) => [
		{ kind: "hunk" as const, text: `@@ -${oldStart},${oldLines} +${newStart},${newLines} @@` },
		...numbered(lines, { old: oldStart, new: newStart }),
	]);
}

function rowsOfText(text: string): DiffRow[] {
	const lines = text.split("\n");
	if (lines.at(-1) === "") lines.pop();
	const first = lines.findIndex((line) => hunkHead.test(line));
	if (first === -1) return lines.filter((line) => !isFileHead(line)).flatMap((line) => numbered([line], { old: null, new: null }));
	const rows: DiffRow[] = [];
	let start: Counters = { old: null, new: null };
	let body: string[] = [];
	const end = () => rows.push(...numbered(body, start));
	for (const line of lines.slice(first)) {
		const head = hunkHead.exec(line);
		if (head === null) body.push(line);
		else {
			end();
			start = { old: Number(head[1]), new: Number(head[2]) };
			body = [];
			rows.push({ kind: "hunk", text: head[0] });
		}
	}
	end();
	return rows;
}

const isFileHead = (line: string) => /^(---|\+\+\+|diff |index |===)/.test(line);

type Counters = { readonly old: number | null; readonly new: number | null };

function numbered(lines: readonly string[], start: Counters): DiffRow[] {
	let { old, new: now } = start;
	return lines.map((line): DiffRow => {
		const text = line.slice(1);
		switch (line[0]) {
			case "+":
				return { kind: "added", text, line: now === null ? null : now++ };
			case "-":
				return { kind: "removed", text, line: old === null ? null : old++ };
			case "\\":
				return { kind: "note", text: text.trim() };
			default: {
				const row = { kind: "same", text, line: now } as const;
				if (old !== null) old += 1;
				if (now !== null) now += 1;
				return row;
			}
		}
	});
}

const otherSign: Readonly<Record<string, string>> = { "+": "-", "-": "+" };

/** Removed lines stand before the added ones, as in every diff, and a note behind the line that it is about. */
function invertLines(lines: readonly string[]): string[] {
	const turned = lines.map((line) => `${otherSign[line[0] ?? ""] ?? line[0] ?? " "}${line.slice(1)}`);
	const ordered: string[] = [];
	const added: string[] = [];
	let group = ordered;
	for (const line of turned) {
		const isNote = line.startsWith("\\");
		if (!isNote) group = line.startsWith("+") ? added : ordered;
		if (!isNote && line.startsWith(" ")) ordered.push(...added.splice(0));
		group.push(line);
	}
	return [...ordered, ...added];
}

/**
 * The same change backwards: what turns the new file into the old one.
 *
 * @throws never
 */
export function invertDiff(diff: FileDiff): FileDiff {
	const type = ({ create: "delete", delete: "create", modify: "modify" } as const)[diff.type];
	const preview = diff.preview
		.split("\n")
		.map((line) => (isFileHead(line) ? line : `${otherSign[line[0] ?? ""] ?? line[0] ?? ""}${line.slice(1)}`))
		.join("\n");
	return {
		...diff,
		type,
		preview,
		linesAdded: diff.linesRemoved,
		linesRemoved: diff.linesAdded,
		hunks: diff.hunks.map(({ oldStart, oldLines, newStart, newLines, lines }) => ({
			oldStart: newStart,
			oldLines: newLines,
			newStart: oldStart,
			newLines: oldLines,
			lines: invertLines(lines),
		})),
	};
}
