import type { FileDiff } from "@webhand/contracts/tools/files";
import { fileLimits } from "@webhand/contracts/tools/files";

/** A diff as the contract has it. */
export type GitDiff = { readonly files: FileDiff[]; readonly patch: string; readonly truncated: boolean };

type Hunk = FileDiff["hunks"][number];
type RawEntry = { readonly status: string; readonly path: string; readonly origPath?: string };

const preview = { lines: 40, lineCharacters: 200 } as const;
const mostFiles = 2_000;
const hunkHead = /^@@ -(\d+)(?:,(\d+))? \+(\d+)(?:,(\d+))? @@/;

/**
 * Reads the output of `git diff --raw -z --numstat --patch`. Names and counts come from the parts that end in NUL; the sections of the patch
 * are in the same order, so no name is read from its text.
 *
 * @param output at most 4 MiB
 * @param isCut whether git had more to say
 * @throws never
 */
export function readDiff(output: string, isCut: boolean): GitDiff {
	const { entries, counts, patch: whole } = readLists(output, isCut);
	const patch = cutAtLine(whole, fileLimits.patch);
	const sections = patch.split(/^(?=diff --git )/m).filter((section) => section.startsWith("diff --git "));
	let next = 0;
	const files = entries.slice(0, mostFiles).map((entry): FileDiff => {
		// A file that became a link, or the other way round, is deleted and made.
		const own = sections.slice(next, next + (entry.status === "T" ? 2 : 1));
		next += own.length;
		const count = counts.get(entry.path);
		const hunks = own.flatMap(readHunks);
		const size = hunks.reduce((sum, hunk) => sum + hunk.lines.length, 0);
		const isWhole = own.length > 0 && (count === undefined || countOf(hunks) === count.added + count.removed);
		const isShown = isWhole && size <= fileLimits.diffLines;
		return {
			path: entry.path,
			...(entry.origPath !== undefined && { origPath: entry.origPath }),
			type: entry.status === "A" || entry.status === "C" ? "create" : entry.status === "D" ? "delete" : "modify",
			linesAdded: count?.added ?? 0,
			linesRemoved: count?.removed ?? 0,
			preview: previewOf(hunks),
			hunks: isShown ? hunks : [],
			...(count?.isBinary === true && { isBinary: true }),
			...(!isShown && { isCut: true }),
		};
	});
	return { files, patch, truncated: isCut || patch.length < whole.length || entries.length > mostFiles };
}

type Count = { readonly added: number; readonly removed: number; readonly isBinary: boolean };

/** The records before the patch: `:modes hashes status NUL path NUL`, then `added TAB removed TAB path NUL`, then one NUL. */
function readLists(output: string, isCut: boolean) {
	let at = 0;
	const next = (): string | undefined => {
		const end = output.indexOf("\0", at);
		if (end === -1) return undefined;
		const token = output.slice(at, end);
		at = end + 1;
		return token;
	};
	const entries: RawEntry[] = [];
	const counts = new Map<string, Count>();
	let token = next();
	for (; token !== undefined && token !== ""; token = next()) {
		if (token.startsWith(":")) {
			const status = token[token.lastIndexOf(" ") + 1] ?? "M";
			const [path, moved] = [next() ?? "", status === "R" || status === "C" ? next() : undefined];
			// A file in conflict has another record beside that of the conflict.
			if (status !== "U") entries.push(moved === undefined ? { status, path } : { status, path: moved, origPath: path });
			continue;
		}
		const [added = "", removed = "", name = ""] = token.split("\t", 3);
		// A tab in a name does not end it.
		const rest = token.slice(added.length + removed.length + 2);
		const renamed = name === "" ? [next(), next()] : [];
		counts.set(renamed[1] ?? rest, { added: Number(added) || 0, removed: Number(removed) || 0, isBinary: added === "-" });
	}
	if (token === undefined && isCut) return { entries, counts, patch: "" };
	// A file that was only touched has a record, and neither counts nor a section.
	return { entries: entries.filter(({ path }) => counts.has(path)), counts, patch: output.slice(at) };
}

/** The hunks of a section; one that was cut is left out. */
function readHunks(section: string): Hunk[] {
	const lines = section.split("\n");
	const hunks: Hunk[] = [];
	for (let at = 0; at < lines.length; at += 1) {
		const head = hunkHead.exec(lines[at] ?? "");
		if (head === null) continue;
		const [oldStart = 0, oldLines = 1, newStart = 0, newLines = 1] = head.slice(1).map((text) => (text === undefined ? 1 : Number(text)));
		const body: string[] = [];
		let [old, now] = [oldLines, newLines];
		for (let line = lines[at + 1]; line !== undefined && (old > 0 || now > 0 || line.startsWith("\\")); line = lines[at + 1]) {
			if (line === "") break;
			if (line[0] !== "+" && line[0] !== "\\") old -= 1;
			if (line[0] !== "-" && line[0] !== "\\") now -= 1;
			body.push(line);
			at += 1;
		}
		if (old === 0 && now === 0) hunks.push({ oldStart, oldLines, newStart, newLines, lines: body });
	}
	return hunks;
}

const countOf = (hunks: readonly Hunk[]) =>
	hunks.reduce((sum, { lines }) => sum + lines.filter((line) => line[0] === "+" || line[0] === "-").length, 0);

function previewOf(hunks: readonly Hunk[]): string {
	const lines = hunks
		.slice(0, preview.lines)
		.flatMap((hunk) => [
			`@@ -${hunk.oldStart},${hunk.oldLines} +${hunk.newStart},${hunk.newLines} @@`,
			...hunk.lines.slice(0, preview.lines),
		]);
	return lines
		.slice(0, preview.lines)
		.map((line) => line.slice(0, preview.lineCharacters))
		.join("\n");
}

function cutAtLine(text: string, most: number): string {
	return text.length <= most ? text : text.slice(0, text.lastIndexOf("\n", most - 1) + 1);
}
