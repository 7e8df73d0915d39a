import type { FileDiff, FileEntry, PatchedFile } from "@webhand/contracts/tools/files";
import type { CallFacts } from "../console/scripted-api.ts";
import { refused } from "../console/scripted-api.ts";

export const at = "2026-03-02T09:40:00Z";
const hash = (letter: string) => `sha256:${letter.repeat(64)}` as NonNullable<PatchedFile["hash"]>;

const entry = (path: string, type: FileEntry["type"], size = 0): FileEntry => ({
	name: path.split("/").at(-1) ?? path,
	path,
	type,
	size,
	mtime: at,
	executable: false,
	...(type === "link" ? { linkTarget: "docs/guide.md" } : {}),
});

const folders: Readonly<Record<string, readonly FileEntry[]>> = {
	"": [
		entry(".git", "dir"),
		entry("docs", "dir"),
		entry("src", "dir"),
		entry("test", "dir"),
		entry(".gitignore", "file", 28),
		entry("README.md", "file", 1_204),
		entry("a very long name of a file that does not fit into one line of the panel.txt", "file", 812),
		entry("guide", "link", 13),
		entry("invoice\u202Efdp.exe", "file", 4_200),
		entry("logo.png", "file", 48_200),
		entry("package.json", "file", 402),
		entry("server.log", "file", 5_000_000),
	],
	src: [entry("src/add.js", "file", 84), entry("src/math.js", "file", 2_310)],
};

/** A folder of ten thousand files, in pages of what is asked. */
export function listed({ query = {} }: CallFacts): unknown {
	const path = String(query["path"] ?? "");
	const base = { workspaceId: String(query["workspaceId"]), path, truncated: false };
	if (path === "test") {
		const from = Number(query["cursor"] ?? 0);
		const limit = Number(query["limit"]);
		const entries = Array.from({ length: limit }, (_, index) =>
			entry(`test/case-${String(from + index).padStart(5, "0")}.test.js`, "file", 640 + index),
		);
		return { ...base, entries, nextCursor: from + limit < 10_000 ? String(from + limit) : null };
	}
	const entries = (folders[path] ?? []).filter(({ name }) => query["hidden"] === "true" || !name.startsWith("."));
	return { ...base, entries, nextCursor: null };
}

const readme = [
	"# Harbour Kitchen",
	"",
	"A small shop with kettles, made to try things out.",
	"",
	"## Start",
	"",
	"```sh",
	"npm start",
	"```",
	"",
	"The tests run with `npm test`; each of them says what a customer can rely on.",
	"",
].join("\n");

/** A log of 5 MB: a line has 100 bytes. */
const logLine = (index: number) => `2026-03-02T09:00:00Z request ${String(index).padStart(8, "0")} GET /kettles/blue 200 `.padEnd(99, ".");

const text = (path: string, content: string, letter = "a") => ({
	path,
	size: new TextEncoder().encode(content).length,
	mtime: at,
	hash: hash(letter),
	encoding: "utf8" as const,
	content,
	offset: 0,
	bytes: new TextEncoder().encode(content).length,
	truncated: false,
	eol: "lf" as const,
	bom: false,
});

export function fileRead({ query = {} }: CallFacts): unknown {
	const path = String(query["path"]);
	if (path === "server.log") {
		const fromLine = Number(query["fromLine"] ?? 0);
		const offset = fromLine > 0 ? (fromLine - 1) * 100 : Number(query["offset"] ?? 0);
		const bytes = Math.min(262_100, 5_000_000 - offset);
		const content = `${Array.from({ length: bytes / 100 }, (_, index) => logLine(offset / 100 + index + 1)).join("\n")}\n`;
		return { ...text(path, content), size: 5_000_000, hash: hash("e"), offset, bytes, truncated: offset + bytes < 5_000_000 };
	}
	if (path === "logo.png")
		return { ...text(path, ""), size: 48_200, encoding: "base64", content: "iVBORw0KGgo=", bytes: 8, hash: hash("b") };
	if (path === "gone.md") return refused(404, "FILE_NOT_FOUND", "no such file");
	if (path === "src/add.js") return text(path, "export function add(a, b) {\n\treturn a - b;\n}\n");
	return text(path, readme);
}

const hunk = (lines: string[], start = 3): FileDiff["hunks"][number] => ({
	oldStart: start,
	oldLines: lines.filter((line) => !line.startsWith("+")).length,
	newStart: start,
	newLines: lines.filter((line) => !line.startsWith("-")).length,
	lines,
});

export const readmeDiff: FileDiff = {
	path: "README.md",
	type: "modify",
	linesAdded: 2,
	linesRemoved: 1,
	preview: "",
	hunks: [
		hunk([
			" ",
			"-A small shop with kettles, made to try things out.",
			"+A small shop with kettles and tea pots, made to try things out.",
			"+It opens at nine.",
			" ",
			" ## Start",
		]),
	],
};

export const addDiff: FileDiff = {
	path: "src/add.js",
	type: "modify",
	linesAdded: 1,
	linesRemoved: 1,
	preview: "",
	hunks: [hunk([" export function add(a, b) {", "-\treturn a - b;", "+\treturn a + b;", " }"], 1)],
};

const trickyDiff: FileDiff = {
	path: "src/access.js",
	type: "modify",
	linesAdded: 2,
	linesRemoved: 1,
	preview: "",
	hunks: [
		hunk(
			[
				" const level = levelOf(user);",
				'-if (level !== "user") {',
				'+if (level !== "user\u202E \u2066// Check if admin\u2069 \u2066") {',
				"+\tpass\u200Bword = \u001B[31mtrue;\r",
				" \treturn;",
				"\\ No newline at end of file",
			],
			12,
		),
	],
};

const patched = (diff: FileDiff, fuzz: PatchedFile["fuzz"] = null): PatchedFile => ({
	...diff,
	previousHash: hash("a"),
	hash: hash("b"),
	fuzz,
});

export const patchedFiles: readonly PatchedFile[] = [
	patched(addDiff),
	patched(trickyDiff, "whitespace"),
	patched({
		path: "test/add.test.js",
		type: "create",
		linesAdded: 1_400,
		linesRemoved: 0,
		preview: "",
		hunks: [
			hunk(
				Array.from({ length: 1_400 }, (_, index) => `+assert.equal(add(${index}, 1), ${index + 1});`),
				1,
			),
		],
	}),
	patched({ path: "logo.png", type: "modify", linesAdded: 0, linesRemoved: 0, preview: "", hunks: [], isBinary: true }),
	patched({
		path: "docs/long.md",
		type: "modify",
		linesAdded: 6_200,
		linesRemoved: 5_900,
		preview: "@@ -1,2 +1,2 @@\n-# Old guide\n+# New guide\n ",
		hunks: [],
		isCut: true,
	}),
];

export const written = (diff: FileDiff) => ({
	path: diff.path,
	created: false,
	bytes: 1_240,
	hash: hash("c"),
	previousHash: hash("a"),
	diff,
});

/** What was changed by somebody else, as the way back to what one had. */
export const theirDiff: FileDiff = {
	path: "README.md",
	type: "modify",
	linesAdded: 1,
	linesRemoved: 1,
	preview: "",
	hunks: [hunk([" ", "-npm run shop", "+npm start", " ```"], 7)],
};
