import { lstat, rmdir, unlink } from "node:fs/promises";
import { failpoint } from "@webhand/service-kit/failpoints";
import type { OpenRoot, RegisteredRoot } from "../../workspaces/root.ts";
import type { Replacement } from "../content.ts";
import { hashOfContent, prepareReplacement, readPinned, replacePinned, syncFolder } from "../content.ts";
import { makeFolder, onDisk, openPath } from "../open.ts";
import type { Pinned } from "../walk.ts";
import { inFolder, walk } from "../walk.ts";
import { hashMismatch } from "../write.ts";
import type { Journal, JournalFile } from "./journal.ts";
import type { PlannedChange } from "./plan.ts";

/** Where a patch is applied: the open root, how it is registered, and the journal of this service. */
export type PatchPlace = { readonly root: OpenRoot; readonly registered: RegisteredRoot; readonly journal: Journal };

type Prepared = {
	readonly change: PlannedChange;
	readonly pinned: Pinned;
	readonly replacement: Replacement | null;
	readonly madeFolders: number;
};

/**
 * Puts planned changes in place, all or none: new content is written beside each file, the journal keeps what is replaced, then each takes
 * its place. What fails in between is undone here, what a crash leaves by `undoCrashed`.
 *
 * @throws AppError HASH_MISMATCH when a file is not the one that was planned with; STORAGE_FULL, PATH_NOT_ALLOWED
 */
export async function applyChanges(place: PatchPlace, planned: readonly PlannedChange[]): Promise<void> {
	const { root, registered, journal } = place;
	const prepared: Prepared[] = [];
	try {
		for (const change of planned) prepared.push(await prepare(root, change));
		const files = prepared.map(journalFile);
		const { rootPath, inode, device, bootId, uid, gid } = registered;
		const forget = await journal.write({ root: { rootPath, inode, device, bootId, uid, gid }, files });
		try {
			await failpoint("patch.journaled");
			for (const file of prepared) {
				await putInPlace(root, file);
				await failpoint("patch.renamed");
			}
		} catch (cause) {
			await undo(root, files);
			await forget();
			throw cause;
		}
		await forget();
	} catch (cause) {
		for (const { replacement, pinned, madeFolders } of prepared) {
			await replacement?.discard();
			await removeFolders(root, pinned.parts, madeFolders);
		}
		throw cause;
	} finally {
		await Promise.all(prepared.map(({ pinned, change }) => (pinned === change.pinned ? undefined : pinned.close())));
	}
}

/**
 * Undoes the patches that a crash cut short: files that still have the content of the patch get back what they were.
 *
 * @param openRoot opens a registered root; one that has moved stays in the journal
 * @returns the names of the entries that stay, with the reason
 */
export async function undoCrashed(
	journal: Journal,
	openRoot: (root: RegisteredRoot) => Promise<OpenRoot>,
): Promise<readonly { readonly name: string; readonly cause: unknown }[]> {
	const kept: { name: string; cause: unknown }[] = [];
	for (const { name, entry } of await journal.entries()) {
		try {
			if (entry === null) throw new Error("this entry of the journal does not read");
			const root = await openRoot(entry.root);
			await undo(root, entry.files).finally(() => root.close());
			await journal.remove(name);
		} catch (cause) {
			kept.push({ name, cause });
		}
	}
	return kept;
}

async function prepare(root: OpenRoot, change: PlannedChange): Promise<Prepared> {
	let madeFolders = 0;
	const options = {
		followLast: false,
		forChange: true,
		makeFolder: (folder: Parameters<typeof makeFolder>[1], name: string) => {
			madeFolders += 1;
			return makeFolder(root, folder, name);
		},
	};
	const pinned = change.pinned ?? (await openPath(root, change.path, options));
	try {
		const replacement = change.after === null ? null : await prepareReplacement(pinned, root, change.after);
		return { change, pinned, replacement, madeFolders };
	} catch (cause) {
		await removeFolders(root, pinned.parts, madeFolders);
		if (pinned !== change.pinned) await pinned.close();
		throw cause;
	}
}

function journalFile({ change: { before, after }, pinned, replacement, madeFolders }: Prepared): JournalFile {
	return {
		parts: [...pinned.parts],
		temporary: replacement?.temporary ?? null,
		madeFolders,
		before: before === null ? null : { content: before.bytes.toString("base64"), mode: before.mode },
		afterHash: after === null ? null : hashOfContent(after.bytes),
	};
}

async function putInPlace(root: OpenRoot, { change, pinned, replacement }: Prepared): Promise<void> {
	await checkUnchanged(root, pinned, change.before?.hash ?? null);
	if (replacement !== null) return await replacement.commit();
	await onDisk(() => unlink(inFolder(pinned.parent, pinned.name)));
	await syncFolder(pinned.parent);
}

/** Whoever else writes here, the name still leads to the content that the patch was worked out with. */
async function checkUnchanged(root: OpenRoot, pinned: Pinned, wanted: string | null): Promise<void> {
	const { parent, name, handle } = pinned;
	const now = await lstat(inFolder(parent, name), { bigint: true }).catch(() => null);
	const before = handle === null ? null : await handle.stat({ bigint: true });
	const isSame = now?.ino === before?.ino && now?.dev === before?.dev;
	const hash = isSame && handle !== null ? (await readPinned(pinned, root, Number.MAX_SAFE_INTEGER)).hash : null;
	if (!isSame || hash !== wanted) throw hashMismatch(hash);
}

async function undo(root: OpenRoot, files: readonly JournalFile[]): Promise<void> {
	for (const file of files.toReversed()) await undoFile(root, file);
}

async function undoFile(root: OpenRoot, { parts, temporary, madeFolders, before, afterHash }: JournalFile): Promise<void> {
	const pinned = await walk(root, parts, { followLast: false, forChange: true }).catch(() => null);
	// Somebody has moved its folder: there is nothing of the patch at this path.
	if (pinned === null) return;
	const { parent, name, handle } = pinned;
	try {
		const hash = handle === null ? null : await readPinned(pinned, root, Number.MAX_SAFE_INTEGER).then((now) => now.hash, String);
		if (hash === afterHash) {
			if (before !== null) await replacePinned(pinned, root, { bytes: Buffer.from(before.content, "base64"), mode: before.mode });
			else if (handle !== null) {
				await unlink(inFolder(parent, name));
				await syncFolder(parent);
			}
		}
		if (temporary !== null) await unlink(inFolder(parent, temporary)).catch(() => undefined);
	} finally {
		await pinned.close();
	}
	await removeFolders(root, parts, madeFolders);
}

/** Removes the folders that were made for a file, from the innermost; one that holds something stays. */
async function removeFolders(root: OpenRoot, parts: readonly string[], count: number): Promise<void> {
	for (let level = 1; level <= count; level += 1) {
		const folder = await walk(root, parts.slice(0, -level), { followLast: false, forChange: true }).catch(() => null);
		if (folder === null) return;
		const isRemoved = await rmdir(inFolder(folder.parent, folder.name)).then(
			() => true,
			() => false,
		);
		await folder.close();
		if (!isRemoved) return;
	}
}
