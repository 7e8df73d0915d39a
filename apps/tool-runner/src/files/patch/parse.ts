import { readGitNames, readHeaderName, withoutPrefix } from "./names.ts";

/** A hunk: `old` and `now` hold lines with their ends. `at` is the index of its first old line in the base. */
export type Hunk = {
	readonly at: number;
	readonly lines: readonly HunkLine[];
};

/** A line of a hunk, its end included; the last of a file may have none. */
export type HunkLine = { readonly kind: " " | "-" | "+"; readonly text: string };

/** What a patch does to one file. Paths are text as it is written; content is bytes, one character each. */
export type FilePatch = {
	readonly path: string;
	readonly type: "create" | "modify" | "delete";
	readonly isExecutable: boolean | undefined;
	readonly hunks: readonly Hunk[];
};

/** Why a patch is refused: the line of the patch, from 1, and what is wrong there. */
export class PatchProblem extends Error {
	readonly line: number;
	constructor(line: number, message: string) {
		super(message);
		this.line = line;
	}
}

const mostFiles = 500;
const hunkHead = /^@@ -(\d{1,9})(?:,(\d{1,9}))? \+(\d{1,9})(?:,(\d{1,9}))? @@(?: .*)?$/;
const noNewline = /^\\ /;

/**
 * Reads a unified diff, with or without git's extended headers. Strict: what it does not know, it refuses.
 *
 * @param bytes one character a byte
 * @throws PatchProblem
 */
export function parsePatch(bytes: string): readonly FilePatch[] {
	const reader = new Lines(bytes);
	const files: FilePatch[] = [];
	while (reader.skipBetweenFiles()) {
		if (files.length === mostFiles) throw reader.problem(`A patch changes at most ${mostFiles} files`);
		files.push(reader.peek().startsWith("diff --git ") ? gitFile(reader) : plainFile(reader));
	}
	if (files.length === 0) throw new PatchProblem(1, "This patch is empty; send a unified diff");
	return files;
}

/** The lines of a patch, read one after the other. Headers are read without a carriage return at their end. */
class Lines {
	readonly #lines: readonly string[];
	#at = 0;
	constructor(bytes: string) {
		const lines = bytes.split("\n");
		if (lines.at(-1) === "") lines.pop();
		this.#lines = lines;
	}
	peekRaw(ahead = 0): string | undefined {
		return this.#lines[this.#at + ahead];
	}
	/** The header ahead; empty at the end. */
	peek(ahead = 0): string {
		return (this.peekRaw(ahead) ?? "").replace(/\r$/, "");
	}
	next(): string {
		const line = this.peek();
		this.#at += 1;
		return line;
	}
	problem(message: string): PatchProblem {
		return new PatchProblem(Math.min(this.#at + 1, this.#lines.length), message);
	}
	/** False at the end of the patch. */
	skipBetweenFiles(): boolean {
		while (this.peekRaw() !== undefined && /^(?:|Index: .*|=+)$/.test(this.peek())) this.#at += 1;
		return this.peekRaw() !== undefined;
	}
}

type Header = { oldMode?: string; newMode?: string; type?: "create" | "delete" };

function gitFile(reader: Lines): FilePatch {
	const names = readGitNames(reader.next().slice("diff --git ".length));
	const header: Header = {};
	while (readExtended(reader, header));
	if (isFileHead(reader)) {
		const file = plainFile(reader, header.newMode ?? header.oldMode);
		if (names !== null && withoutPrefix(toName(names.old), toName(names.now)) !== file.path)
			throw reader.problem("The names of this file differ from those of its `diff --git` line");
		if (header.type !== undefined && header.type !== file.type)
			throw reader.problem(`A file to ${header.type} has \`/dev/null\` on its other side`);
		if (header.type === undefined && file.type !== "modify") throw reader.problem(`The mode of the file to ${file.type} is missing`);
		return file;
	}
	const path = names === null ? null : withoutPrefix(toName(names.old), toName(names.now));
	if (path === null) throw reader.problem("The two names of this `diff --git` line are not one file; renames and copies are refused");
	if (header.type === undefined && header.newMode === undefined) throw reader.problem("This file has no hunks and no other change");
	return { path, type: header.type ?? "modify", isExecutable: executable(header.newMode ?? header.oldMode), hunks: [] };
}

/** Reads one of git's extended headers; false when the next line is none. */
function readExtended(reader: Lines, header: Header): boolean {
	const line = reader.peek();
	const [, kind, mode] =
		/^(old mode|new mode|deleted file mode|new file mode|index [0-9a-f]{4,64}\.\.[0-9a-f]{4,64})(?: ?(\d+))?$/.exec(line) ?? [];
	if (kind === undefined) {
		if (/^(?:rename|copy|similarity|dissimilarity) /.test(line)) throw reader.problem("Renames and copies are refused");
		if (/^(?:GIT binary patch$|Binary files )/.test(line)) throw reader.problem("Binary patches are refused");
		return false;
	}
	if (mode !== undefined && mode !== "100644" && mode !== "100755")
		throw reader.problem(`The mode ${mode.slice(0, 10)} is refused; files are 100644 or 100755`);
	if (mode === undefined && !kind.startsWith("index")) throw reader.problem("The mode is missing");
	if (kind === "new file mode") header.type = "create";
	if (kind === "deleted file mode") header.type = "delete";
	if (mode !== undefined) header[kind.startsWith("new") ? "newMode" : "oldMode"] = mode;
	reader.next();
	return true;
}

const executable = (mode: string | undefined) => (mode === undefined ? undefined : mode === "100755");
const isFileHead = (reader: Lines) => reader.peek().startsWith("--- ");

function plainFile(reader: Lines, mode?: string): FilePatch {
	if (!isFileHead(reader)) throw reader.problem(unknownLine(reader.peek()));
	// A patch whose headers end in a carriage return was carried over whole as CRLF: its content has one more at each line too.
	const isCarriedAsCrlf = reader.peekRaw()?.endsWith("\r") === true;
	const old = headerName(reader, "--- ");
	const now = headerName(reader, "+++ ");
	const path = withoutPrefix(old, now);
	if (path === null) throw reader.problem("The two names of this file differ; renames and copies are refused");
	const type = old === "/dev/null" ? "create" : now === "/dev/null" ? "delete" : "modify";
	const hunks: Hunk[] = [];
	let end = 0;
	while (reader.peek().startsWith("@@ ")) {
		const { hunk, oldLines } = readHunk(reader, isCarriedAsCrlf);
		if (hunk.at < end) throw reader.problem("The hunks of this file are not in order");
		end = hunk.at + oldLines;
		hunks.push(hunk);
	}
	if (hunks.length === 0) throw reader.problem("This file has no hunks");
	const line = reader.peek();
	if (/^[-+ \\]/.test(line) && !startsFile(reader)) throw reader.problem("This line belongs to no hunk: the counts of the hunk do not fit");
	if (type === "create" && (hunks.length > 1 || hunks[0]?.lines.some(({ kind }) => kind !== "+") === true))
		throw reader.problem("A new file has one hunk of added lines");
	if (type === "delete" && hunks.some(({ lines }) => lines.some(({ kind }) => kind !== "-")))
		throw reader.problem("A file that goes has removed lines only");
	return { path, type, isExecutable: executable(mode), hunks };
}

const startsFile = (reader: Lines) => isFileHead(reader) && reader.peek(1).startsWith("+++ ");

function headerName(reader: Lines, mark: string): string {
	const line = reader.peek();
	if (!line.startsWith(mark)) throw reader.problem(`A line with \`${mark.trim()}\` and a name is missing`);
	const name = readHeaderName(line.slice(mark.length));
	if (name === null || name === "") throw reader.problem("The quotes of this name are wrong");
	const text = toName(name);
	if (text.includes("\ufffd")) throw reader.problem("This name is not UTF-8");
	reader.next();
	return text;
}

const toName = (bytes: string) => Buffer.from(bytes, "latin1").toString("utf8");

function readHunk(reader: Lines, isCarriedAsCrlf: boolean): { readonly hunk: Hunk; readonly oldLines: number } {
	const head = hunkHead.exec(reader.peek());
	if (head === null) throw reader.problem("The head of this hunk does not read `@@ -line,count +line,count @@`");
	const [, start = "0", oldCount = "1", , newCount = "1"] = head;
	const oldLines = Number(oldCount);
	let [oldLeft, newLeft] = [oldLines, Number(newCount)];
	if (oldLeft > 0 && Number(start) === 0) throw reader.problem("Lines count from 1");
	reader.next();
	const lines: HunkLine[] = [];
	while (oldLeft > 0 || newLeft > 0) {
		const raw = reader.peekRaw();
		if (raw === undefined) throw reader.problem("The patch ends within a hunk: the counts of the hunk do not fit");
		const line = isCarriedAsCrlf ? raw.replace(/\r$/, "") : raw;
		// Editors remove the blank of an empty context line.
		const kind = line === "" || line === "\r" ? " " : line[0];
		if (kind === "\\") {
			cutNewline(reader, lines);
			reader.next();
			continue;
		}
		if (kind !== " " && kind !== "-" && kind !== "+") throw reader.problem("A line of a hunk begins with a blank, `-` or `+`");
		if (kind !== "+") oldLeft -= 1;
		if (kind !== "-") newLeft -= 1;
		if (oldLeft < 0 || newLeft < 0) throw reader.problem("The counts of this hunk do not fit its lines");
		lines.push({ kind, text: `${line === "" || line === "\r" ? line : line.slice(1)}\n` });
		reader.next();
	}
	if (noNewline.test(reader.peek())) {
		cutNewline(reader, lines);
		reader.next();
	}
	if (lines.length === 0) throw reader.problem("This hunk is empty");
	// An empty side starts at the line before it.
	return { hunk: { at: oldLines === 0 ? Number(start) : Number(start) - 1, lines }, oldLines };
}

/** `\ No newline at end of file` is said of the line before it. */
function cutNewline(reader: Lines, lines: HunkLine[]): void {
	const last = lines.pop();
	if (last === undefined || !last.text.endsWith("\n") || !noNewline.test(reader.peek()))
		throw reader.problem("This line belongs to no line of the hunk");
	lines.push({ kind: last.kind, text: last.text.slice(0, -1) });
}

function unknownLine(line: string): string {
	if (line.startsWith("*** ")) return "This format is not supported; send a unified diff, with `---`, `+++` and `@@` lines, or `edits`";
	if (line.startsWith("```")) return "A patch is sent without a code fence";
	if (line.startsWith("@@ ")) return "The names of the file, `---` and `+++`, are missing before this hunk";
	return "This line does not belong to a unified diff";
}
