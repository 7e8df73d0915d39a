import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { lstat, open, readFile, readlink } from "node:fs/promises";
import { resolve } from "node:path";
import type { RootProblem } from "@webhand/contracts/tools/workspaces";
import { AppError } from "@webhand/service-kit/errors";
import type { Root } from "../files/walk.ts";
import { inFolder } from "../files/walk.ts";
import type { RootLook } from "./policy.ts";
import { isForbiddenRoot, mayPass } from "./policy.ts";

/** What is stored of a root when it is registered. A device number holds within one boot only. */
export type RegisteredRoot = {
	readonly rootPath: string;
	readonly inode: string;
	readonly device: string;
	readonly bootId: string;
	readonly uid: number;
	readonly gid: number;
};

/** An open root and whom its files belong to: all work in the sandbox is done as this user. */
export type OpenRoot = Root & { readonly uid: number; readonly gid: number; readonly close: () => Promise<void> };

const rootFlags = constants.O_RDONLY | constants.O_DIRECTORY | constants.O_NOFOLLOW;

/**
 * Opens the root of a workspace and checks that it is the folder that was registered.
 *
 * @throws AppError WORKSPACE_MOVED when it is another one, or gone
 */
export async function openRoot(registered: RegisteredRoot): Promise<OpenRoot> {
	const handle = await open(registered.rootPath, rootFlags).catch((cause: unknown) => {
		throw moved("missing", cause);
	});
	const { ino, dev } = await handle.stat({ bigint: true });
	const isSameDevice = String(dev) === registered.device || registered.bootId !== (await bootId());
	if (String(ino) !== registered.inode || !isSameDevice) {
		await handle.close();
		throw moved("replaced");
	}
	const { uid, gid } = registered;
	return { handle, dev, uid, gid, close: () => handle.close() };
}

const moved = (reason: "missing" | "replaced", cause?: unknown) =>
	new AppError("WORKSPACE_MOVED", "The folder of this workspace is not where it was. An operator can register it again", {
		details: { reason },
		cause,
	});

/** How a root looks now: why it cannot be opened, if so, and whether it holds a `.git` folder. @throws never */
export async function lookAtRoot(registered: RegisteredRoot): Promise<RootLook> {
	try {
		const root = await openRoot(registered);
		try {
			return { hasGit: await hasGit(root.handle) };
		} finally {
			await root.close();
		}
	} catch (cause) {
		const reason = cause instanceof AppError ? cause.details?.["reason"] : undefined;
		return { reason: typeof reason === "string" ? reason : "unreadable", hasGit: false };
	}
}

/** True when the root holds a `.git` that is a folder itself; a link or a file counts for nothing. */
async function hasGit(root: FileHandle): Promise<boolean> {
	const git = await lstat(inFolder(root, ".git")).catch(() => null);
	return git?.isDirectory() === true;
}

/** Who runs this service, and which folders are its own or otherwise closed to tenants. */
export type HostFacts = { readonly runnerUid: number; readonly ownFolders: readonly string[] };

/** Why a folder cannot be a workspace; `at` is the part of the path to blame. */
export type RootRefusal = { readonly problem: RootProblem; readonly at: string };

/** A folder that can be a workspace; `isToBeTaken`: it must be given to its new owner first. */
export type InspectedRoot = { readonly root: RegisteredRoot; readonly hasGit: boolean; readonly isToBeTaken: boolean };

/**
 * Looks at a folder that an operator wants to open to a tenant.
 *
 * @param path absolute; every part of it must be a folder itself, no link
 * @param facts `newOwner`: the user and group that gets a folder of root
 * @throws never
 */
export async function inspectRoot(
	path: string,
	{ runnerUid, ownFolders, newOwner }: HostFacts & { readonly newOwner?: number },
): Promise<InspectedRoot | RootRefusal> {
	const rootPath = resolve(path);
	const refuse = (problem: RootProblem, at = rootPath): RootRefusal => ({ problem, at });
	if (isForbiddenRoot(rootPath, ownFolders)) return refuse("ROOT_FORBIDDEN");
	const refused = await walkTo(rootPath);
	if (refused !== undefined) return refused;
	const handle = await open(rootPath, rootFlags).catch((error: NodeJS.ErrnoException) => error.code ?? "");
	if (typeof handle === "string") return refuse(handle === "EACCES" ? "ROOT_UNREACHABLE" : "ROOT_MISSING");
	try {
		// A folder above may have become a link since it was looked at.
		if ((await readlink(`/proc/self/fd/${handle.fd}`)) !== rootPath) return refuse("ROOT_IS_LINK");
		const { ino, dev, uid, gid } = await handle.stat({ bigint: true });
		const isToBeTaken = runnerUid === 0 && newOwner !== undefined && (uid === 0n || gid === 0n);
		const owner = isToBeTaken ? { uid: newOwner, gid: newOwner } : { uid: Number(uid), gid: Number(gid) };
		// Without root's rights the sandbox runs as the runner itself.
		if (runnerUid === 0 ? owner.uid === 0 || owner.gid === 0 : owner.uid !== runnerUid) return refuse("ROOT_OWNER");
		const closed = runnerUid === 0 ? await closedParent(rootPath, owner) : undefined;
		if (closed !== undefined) return refuse("ROOT_UNREACHABLE", closed);
		const root = { rootPath, inode: String(ino), device: String(dev), bootId: await bootId(), ...owner };
		return { root, hasGit: await hasGit(handle), isToBeTaken };
	} finally {
		await handle.close();
	}
}

/** The folders above a path, from the top, and the path itself. */
const partsOf = (path: string) => [...path.matchAll(/(?!^)\/|$/g)].map(({ index }) => path.slice(0, index));

/** The first part of a path that is no folder itself. */
async function walkTo(rootPath: string): Promise<RootRefusal | undefined> {
	for (const at of partsOf(rootPath)) {
		const facts = await lstat(at).catch((error: NodeJS.ErrnoException) => error.code ?? "");
		if (typeof facts === "string") return { problem: facts === "EACCES" ? "ROOT_UNREACHABLE" : "ROOT_MISSING", at };
		if (facts.isSymbolicLink()) return { problem: "ROOT_IS_LINK", at };
		if (!facts.isDirectory()) return { problem: "ROOT_NOT_A_DIRECTORY", at };
	}
	return undefined;
}

/** The first folder above a root that the owner of the root may not pass. */
async function closedParent(rootPath: string, owner: { readonly uid: number; readonly gid: number }): Promise<string | undefined> {
	for (const parent of partsOf(rootPath).slice(0, -1)) if (!mayPass(await lstat(parent), owner)) return parent;
	return undefined;
}

async function bootId(): Promise<string> {
	return (await readFile("/proc/sys/kernel/random/boot_id", "utf8")).trim();
}
