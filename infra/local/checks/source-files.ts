import { globSync, readFileSync } from "node:fs";
import { join, relative, sep } from "node:path";

const code = /\.(ts|tsx|mjs|js)$/;

/**
 * Every file below apps, packages and infra that git would track, sorted, relative to the root. It reads the folders instead of asking
 * git, since a machine that only has Node may have no git, and an exported copy has no repository.
 */
export function repositoryFiles(root: string): readonly string[] {
	const lines = readFileSync(join(root, ".gitignore"), "utf8").split("\n");
	const ignored = new Set([".git", ...lines.filter((line) => line.endsWith("/")).map((line) => line.slice(0, -1))]);
	const found = globSync("{apps,packages,infra}/**", { cwd: root, withFileTypes: true, exclude: ({ name }) => ignored.has(name) });
	const paths = found.filter((entry) => entry.isFile()).map((entry) => relative(root, join(entry.parentPath, entry.name)));
	return paths.map((path) => path.replaceAll(sep, "/")).sort();
}

/** The files among them that hold code. */
export function codeFiles(root: string): readonly string[] {
	return repositoryFiles(root).filter((file) => code.test(file) && !file.endsWith(".d.ts"));
}
