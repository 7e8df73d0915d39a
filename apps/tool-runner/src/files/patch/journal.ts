import { randomBytes } from "node:crypto";
import { mkdir, open, readdir, readFile, rename, unlink } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";

/** A file of a patch as it was and as it becomes; `parts` is its path with links resolved. Hashes are `sha256:<hex>`, null for no file. */
const JournalFile = z.object({
	parts: z.array(z.string()),
	/** The name of the new content until it is in its place, beside it. */
	temporary: z.string().nullable(),
	/** How many folders above it were made for it. */
	madeFolders: z.number().int().nonnegative(),
	before: z.object({ content: z.base64(), mode: z.number().int() }).nullable(),
	afterHash: z.string().nullable(),
});
export type JournalFile = z.infer<typeof JournalFile>;

/** What is needed to undo a patch: the root of the workspace as it is registered, and its files before. */
export const JournalEntry = z.object({
	root: z.object({
		rootPath: z.string(),
		inode: z.string(),
		device: z.string(),
		bootId: z.string(),
		uid: z.number().int(),
		gid: z.number().int(),
	}),
	files: z.array(JournalFile),
});
export type JournalEntry = z.infer<typeof JournalEntry>;

/** Patches whose files are being put in place. An entry that is there at a start was left by a crash. */
export type Journal = {
	/** Makes an entry, safe on the disk. @returns its removal */
	readonly write: (entry: JournalEntry) => Promise<() => Promise<void>>;
	/** The entries that are there, by their names; null for one that does not read. */
	readonly entries: () => Promise<readonly { readonly name: string; readonly entry: JournalEntry | null }[]>;
	readonly remove: (name: string) => Promise<void>;
};

/** The journal in a folder of its own, which is made for the first entry. It holds content of files, so it is for its owner only. */
export function createJournal(folder: string): Journal {
	const remove = async (name: string) => {
		await unlink(join(folder, name));
		await syncFolder(folder);
	};
	return {
		write: async (entry) => {
			await mkdir(folder, { recursive: true, mode: 0o700 });
			const name = `${randomBytes(16).toString("hex")}.json`;
			const part = join(folder, `${name}.part`);
			const file = await open(part, "wx", 0o600);
			try {
				await file.writeFile(JSON.stringify(entry));
				await file.sync();
			} catch (cause) {
				await unlink(part);
				throw cause;
			} finally {
				await file.close();
			}
			await rename(part, join(folder, name));
			await syncFolder(folder);
			return () => remove(name);
		},
		entries: async () => {
			const names = await readdir(folder).catch((cause: NodeJS.ErrnoException) => {
				if (cause.code === "ENOENT") return [];
				throw cause;
			});
			const read = async (name: string) => ({ name, entry: parse(await readFile(join(folder, name), "utf8")) });
			// What was not written to its end had no effect.
			for (const name of names.filter((name) => name.endsWith(".part"))) await unlink(join(folder, name));
			return await Promise.all(names.filter((name) => name.endsWith(".json")).map(read));
		},
		remove,
	};
}

function parse(text: string): JournalEntry | null {
	try {
		return JournalEntry.parse(JSON.parse(text));
	} catch {
		return null;
	}
}

async function syncFolder(folder: string): Promise<void> {
	const handle = await open(folder, "r");
	await handle.sync().finally(() => handle.close());
}
