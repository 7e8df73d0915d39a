import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { chmod, chown, lchown, open, opendir, readFile } from "node:fs/promises";
import { freeUid } from "./policy.ts";
import type { RegisteredRoot, RootRefusal } from "./root.ts";
import { openRoot } from "./root.ts";

/** What is given away in one call at most; a larger tree takes longer than a request may. */
const mostEntries = 50_000;
const mostDepth = 100;
const permissions = 0o777;

/** A user id from 200,000 up that no workspace and no user of this host has. */
export async function findFreeUid(ofWorkspaces: readonly number[]): Promise<number> {
	const fields = async (file: string) => {
		const text = await readFile(file, "utf8").catch(() => "");
		return text.split("\n").map((line) => line.split(":"));
	};
	const users = (await fields("/etc/passwd")).map(([_name, _password, uid]) => Number(uid));
	const ranges = (await fields("/etc/subuid")).map(([_name, first, count]) => [Number(first), Number(count)] as const);
	return freeUid(new Set([...ofWorkspaces, ...users]), ranges);
}

/**
 * Gives the tree below a root to the owner that was found for it, each entry by its descriptor, the root last: broken off, it can be begun
 * again. Links are given, not followed; other file systems are left out.
 *
 * @returns why nothing was given: too many entries, or a file that has another name outside of the tree
 * @throws AppError WORKSPACE_MOVED
 */
export async function takeOwnership(registered: RegisteredRoot): Promise<RootRefusal | undefined> {
	const root = await openRoot(registered);
	try {
		const refused = await refuseToTake(root.handle, { dev: root.dev, path: registered.rootPath });
		if (refused !== undefined) return refused;
		const { uid, gid } = registered;
		for await (const { handle, linkPath, mode } of entriesOf(root.handle, { dev: root.dev, path: "" })) {
			if (linkPath !== undefined) await lchown(linkPath, uid, gid);
			else {
				const path = `/proc/self/fd/${handle.fd}`;
				await chown(path, uid, gid);
				// Whoever runs it would act as the new owner; the system drops only a part of these bits.
				if ((mode & ~permissions) !== 0) await chmod(path, mode & permissions);
			}
		}
		await root.handle.chown(uid, gid);
		return undefined;
	} finally {
		await root.close();
	}
}

async function refuseToTake(folder: FileHandle, { dev, path }: Below): Promise<RootRefusal | undefined> {
	const names = new Map<bigint, { readonly path: string; readonly all: bigint; seen: bigint }>();
	let count = 0;
	for await (const entry of entriesOf(folder, { dev, path })) {
		count += 1;
		if (count > mostEntries || entry.depth > mostDepth) return { problem: "ROOT_TOO_LARGE", at: path };
		const { ino, nlink } = entry;
		if (nlink > 1n) names.set(ino, { path: entry.path, all: nlink, seen: (names.get(ino)?.seen ?? 0n) + 1n });
	}
	// The owner of a file owns it by all of its names, /etc/shadow for one.
	const shared = [...names.values()].find(({ all, seen }) => seen < all);
	return shared === undefined ? undefined : { problem: "ROOT_HARD_LINK", at: shared.path };
}

type Below = { readonly dev: bigint; readonly path: string; readonly depth?: number };

/** `nlink` is that of a file, 1 otherwise; `linkPath` is there for a symbolic link, which has no other handle. */
type Entry = {
	readonly handle: FileHandle;
	readonly linkPath?: Buffer;
	readonly path: string;
	readonly depth: number;
	readonly ino: bigint;
	readonly nlink: bigint;
	/** Permission bits, with those that say whom a program acts as. */
	readonly mode: number;
};

// A descriptor that names a file without opening it (open(2)); Node does not export it.
const pinFlags = 0o10_000_000 | constants.O_NOFOLLOW;

/** The files, folders and links below a folder, what is in a folder before the folder. Handles are open until the next entry. */
async function* entriesOf(folder: FileHandle, { dev, path, depth = 1 }: Below): AsyncGenerator<Entry> {
	// Names may be any bytes, which latin1 keeps one to one.
	for await (const { name } of await opendir(`/proc/self/fd/${folder.fd}`, { encoding: "latin1" })) {
		const ownPath = Buffer.from(`/proc/self/fd/${folder.fd}/${name}`, "latin1");
		const handle = await open(ownPath, pinFlags);
		try {
			const facts = await handle.stat({ bigint: true });
			const entry = {
				handle,
				path: `${path}/${Buffer.from(name, "latin1")}`,
				depth,
				ino: facts.ino,
				nlink: facts.isFile() ? facts.nlink : 1n,
				mode: Number(facts.mode) & 0o7777,
			};
			if (facts.dev !== dev) continue;
			if (facts.isDirectory() && depth <= mostDepth) yield* entriesOf(handle, { dev, path: entry.path, depth: depth + 1 });
			if (facts.isSymbolicLink()) yield { ...entry, linkPath: ownPath };
			else if (facts.isDirectory() || facts.isFile()) yield entry;
		} finally {
			await handle.close();
		}
	}
}
