import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

const codeFolders = ["apps", "packages", "infra"];
const code = /\.(ts|tsx|mjs|js)$/;

/** Folder names git ignores at every depth: the lines of .gitignore that end in a slash, and git's own. */
async function ignoredFolders(root: string): Promise<ReadonlySet<string>> {
	const lines = (await readFile(join(root, ".gitignore"), "utf8")).split("\n");
	return new Set([".git", ...lines.filter((line) => line.endsWith("/")).map((line) => line.slice(0, -1))]);
}

/**
 * Every file of the repository that git would track, sorted, relative to the root. It walks the folders instead of asking git,
 * since a machine that only has Node may have no git, and an exported copy has no repository.
 */
export async function repositoryFiles(root: string): Promise<readonly string[]> {
	const ignored = await ignoredFolders(root);
	const walk = async (folder: string): Promise<string[]> => {
		const entries = await readdir(join(root, folder), { withFileTypes: true }).catch(() => []);
		const found = entries.map((entry) => {
			const path = `${folder}/${entry.name}`;
			if (entry.isDirectory()) return ignored.has(entry.name) ? [] : walk(path);
			return entry.isFile() ? [path] : [];
		});
		return (await Promise.all(found)).flat();
	};
	return (await Promise.all(codeFolders.map(walk))).flat().sort();
}

/** The files among them that hold code. */
export async function codeFiles(root: string): Promise<readonly string[]> {
	return (await repositoryFiles(root)).filter((file) => code.test(file) && !file.endsWith(".d.ts"));
}
