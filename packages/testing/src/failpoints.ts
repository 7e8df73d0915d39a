import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * Names of the failpoints in the sources under a folder, sorted, each once; for the test that holds them against the rows of a suite.
 *
 * @param folder absolute; files named `*.test.ts` are left out
 */
export async function failpointsIn(folder: string): Promise<readonly string[]> {
	const files = (await readdir(folder, { recursive: true })).filter((file) => file.endsWith(".ts") && !file.endsWith(".test.ts"));
	const sources = await Promise.all(files.map((file) => readFile(join(folder, file), "utf8")));
	const names = sources.flatMap((source) => [...source.matchAll(/await failpoint\("([a-z_.]+)"\)/g)].map(([, name = ""]) => name));
	return [...new Set(names)].sort();
}
