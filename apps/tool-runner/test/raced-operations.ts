import { listFolder } from "../src/files/list.ts";
import { readFile } from "../src/files/read.ts";
import { planDeletion } from "../src/files/remove.ts";
import { makeFolderAt, writeFile } from "../src/files/write.ts";
import type { RacedOperation } from "./races.ts";

const folder = "race/folder";
const file = `${folder}/secret.txt`;
const signal = new AbortController().signal;
const wholeFile = { offset: 0, limit: 1_000, encoding: "auto" } as const;
const plain = { encoding: "utf8", createParents: true, dryRun: false } as const;

/** Everything that works on files, as the races try it. */
export const racedOperations: Readonly<Record<string, RacedOperation>> = {
	list: async (root) => await listFolder(root, { path: "race", depth: 5, hidden: true, limit: 100, cleanBefore: new Date(0) }),
	read: async (root) => await readFile(root, { path: file, ...wholeFile }),
	write: async (root, round) =>
		await writeFile(root, { path: round % 2 === 0 ? file : `${folder}/${round % 20}/new.txt`, content: `written ${round}`, ...plain }),
	mkdir: async (root, round) => await makeFolderAt(root, { path: `${folder}/made/${round}`, parents: true }),
	delete: async (root, round) => {
		const path = [file, folder, "race"][round % 3] ?? file;
		const planned = await planDeletion(root, { path, recursive: true });
		await planned.run({ onDeleted: () => undefined, signal });
		return planned.path;
	},
};
