import { tmpdir } from "node:os";
import { join } from "node:path";
import { listFolder } from "../src/files/list.ts";
import { applyChanges } from "../src/files/patch/apply.ts";
import { createJournal } from "../src/files/patch/journal.ts";
import { closeAll, planChanges, readChanges } from "../src/files/patch/plan.ts";
import { readFile } from "../src/files/read.ts";
import { planDeletion } from "../src/files/remove.ts";
import { makeFolderAt, writeFile } from "../src/files/write.ts";
import { createSandbox } from "../src/sandbox/engine.ts";
import { searchIn } from "../src/search/engine.ts";
import { findProgram, installedRipgrep } from "../src/status/programs.ts";
import type { RacedOperation } from "./races.ts";

const folder = "race/folder";
const file = `${folder}/secret.txt`;
const signal = new AbortController().signal;
const wholeFile = { offset: 0, limit: 1_000, encoding: "auto" } as const;
const plain = { encoding: "utf8", createParents: true, dryRun: false } as const;

const journal = createJournal(join(tmpdir(), "webhand-race-journal"));
const registered = { rootPath: "/", inode: "0", device: "0", bootId: "", uid: 1, gid: 1 };
const sandbox = createSandbox(async () => {
	const rg = await findProgram("rg", ["/usr/bin/rg", await installedRipgrep()]);
	return { reason: null, bwrap: "/usr/bin/bwrap", programs: { git: null, rg } };
});
const search = { pattern: "e", regex: true, caseSensitive: true, context: 0, maxResults: 100, hidden: true, noIgnore: true } as const;

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
	patch: async (root, round) => {
		const patch = `--- /dev/null\n+++ b/${folder}/made/${round}.txt\n@@ -0,0 +1 @@\n+made\n`;
		const edits = [{ path: file, search: "e", replace: "E", all: true }];
		const planned = await planChanges(root, readChanges(round % 2 === 0 ? { patch } : { edits }), undefined);
		try {
			await applyChanges({ root, registered, journal }, planned);
		} finally {
			await closeAll(planned);
		}
		return planned.map(({ path, before }) => `${path} ${before?.bytes.toString()}`);
	},
	search: async (root, round) =>
		await searchIn(
			sandbox,
			{ root, sharer: { tenantId: "org_race", userId: "usr_race" }, signal },
			{ ...search, type: round % 2 === 0 ? "grep" : "glob", path: ["race", folder, file][round % 3] ?? file },
		),
};
