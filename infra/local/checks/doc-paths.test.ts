import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { repositoryFiles } from "./source-files.ts";

const root = join(import.meta.dirname, "..", "..", "..");
const files = [...globSync(["*.{md,ts,yml,yaml}", "docs/**/*"], { cwd: root }), ...repositoryFiles(root)];
const pages = files.filter((file) => /^[^/]+\.md$|^docs\/.*\.md$|README\.md$/.test(file));

/** The ends of each path: a page names a file below the folder it speaks of. */
const ends = new Set(
	files.flatMap((file) => {
		const parts = file.split("/");
		const tails = parts.map((_, from) => parts.slice(from).join("/"));
		const folders = parts.slice(1).flatMap((_, to) => parts.slice(0, to + 1).map((__, from) => `${parts.slice(from, to + 1).join("/")}/`));
		return [...tails, ...folders];
	}),
);
/** What a start and a build write. */
const made = new Set(["logs/", "apps/extension/.output/"]);

/** `a/{b,c}.ts` is two paths. */
function spelledOut(path: string): readonly string[] {
	const found = /^(.*?)\{([^}]*)\}(.*)$/.exec(path);
	if (found === null) return [path];
	const [, before = "", choices = "", after = ""] = found;
	return choices.split(",").flatMap((choice) => spelledOut(`${before}${choice}${after}`));
}

test.each(pages)("%s names paths that exist", (page) => {
	const quoted = readFileSync(join(root, page), "utf8").matchAll(/`(\w[\w.-]*(?:\/[\w.{},-]+)*\/?)`/g);
	const paths = [...quoted].flatMap(([, text = ""]) => spelledOut(text)).filter((text) => /\/$|\w\.(tsx?|mjs|md|ya?ml)$/.test(text));
	expect(paths.filter((path) => !ends.has(path) && !made.has(path))).toEqual([]);
});

test.each(pages.filter((page) => page.endsWith("README.md")))("%s is short", (page) => {
	expect(Buffer.byteLength(readFileSync(join(root, page)))).toBeLessThanOrEqual(6_144);
});
