import { constants } from "node:fs";
import type { FileHandle } from "node:fs/promises";
import { lstat, open, readFile, realpath } from "node:fs/promises";
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
			return { hasGit: await hasGit(root) };
		} finally {
			await root.close();
		}
	} catch (cause) {
		const reason = cause instanceof AppError ? cause.details?.["reason"] : undefined;
		return { reason: typeof reason === "string" ? reason : "unreadable", hasGit: false };
	}
}

/** True when the root holds a `.git` that is a folder itself; a link or a file counts for nothing. */
async function hasGit(root: Root): Promise<boolean> {
	const git = await lstat(inFolder(root.handle, ".git")).catch(() => null);
	return git?.isDirectory() === true;
}

/** Who runs this service, and which folders are its own. */
export type HostFacts = { readonly runnerUid: number; readonly ownFolders: readonly string[] };

/**
 * Looks at a folder that an operator wants to open to a tenant.
 *
 * @param path absolute; every part of it must be a folder itself, no link
 * @returns what is stored of it, or why it cannot be a workspace; `at` is the part of the path that is to blame
 */
export async function inspectRoot(
	path: string,
	{ runnerUid, ownFolders }: HostFacts,
): Promise<{ readonly root: RegisteredRoot } | { readonly problem: RootProblem; readonly at?: string }> {
	const rootPath = path.length > 1 ? path.replace(/\/+$/, "") : path;
	if (isForbiddenRoot(rootPath, ownFolders)) return { problem: "ROOT_FORBIDDEN" };
	const real = await realpath(rootPath).catch(() => null);
	if (real === null) return { problem: "ROOT_MISSING" };
	if (real !== rootPath) return { problem: "ROOT_IS_LINK" };
	const handle = await open(rootPath, rootFlags).catch((error: NodeJS.ErrnoException) => error.code ?? "");
	if (typeof handle === "string") return { problem: handle === "ENOTDIR" ? "ROOT_NOT_A_DIRECTORY" : "ROOT_MISSING" };
	try {
		const { ino, dev, uid, gid } = await handle.stat({ bigint: true });
		const owner = { uid: Number(uid), gid: Number(gid) };
		// Without root's rights the sandbox runs as the runner itself.
		if (runnerUid === 0 ? owner.uid === 0 : owner.uid !== runnerUid) return { problem: "ROOT_OWNER" };
		const closed = runnerUid === 0 ? await closedParent(rootPath, owner) : undefined;
		if (closed !== undefined) return { problem: "ROOT_UNREACHABLE", at: closed };
		return { root: { rootPath, inode: String(ino), device: String(dev), bootId: await bootId(), ...owner } };
	} finally {
		await handle.close();
	}
}

/** The first folder above a root that the owner of the root may not pass. */
async function closedParent(rootPath: string, owner: { readonly uid: number; readonly gid: number }): Promise<string | undefined> {
	const names = rootPath.split("/").slice(1, -1);
	for (let depth = 0; depth <= names.length; depth += 1) {
		const parent = `/${names.slice(0, depth).join("/")}`;
		const handle: FileHandle = await open(parent, rootFlags);
		const facts = await handle.stat().finally(() => handle.close());
		if (!mayPass(facts, owner)) return parent;
	}
	return undefined;
}

async function bootId(): Promise<string> {
	return (await readFile("/proc/sys/kernel/random/boot_id", "utf8")).trim();
}
