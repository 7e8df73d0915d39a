import type { RootProblem } from "@webhand/contracts/tools/workspaces";

/** Folders of the system, which are no workspace, nor anything below them. */
const systemFolders = ["/proc", "/sys", "/dev", "/etc", "/usr", "/boot", "/bin", "/sbin", "/lib", "/lib64", "/run"];
/** Folders that are no workspace themselves; what lies in them may be one. */
const commonFolders = ["/", "/root", "/home", "/var", "/tmp", "/opt", "/srv", "/mnt", "/media"];

const isWithin = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);

/**
 * True for a folder that may never be opened to a tenant: the system's, the services' own, or one that holds such a folder.
 *
 * @param path absolute, without a slash at its end
 * @param ownFolders code and data of the services
 * @throws never
 */
export function isForbiddenRoot(path: string, ownFolders: readonly string[]): boolean {
	if (commonFolders.includes(path) || systemFolders.some((folder) => isWithin(path, folder))) return true;
	return ownFolders.some((folder) => isWithin(path, folder) || isWithin(folder, path));
}

/** True when one root lies in the other, or both are the same. @throws never */
export function rootsOverlap(one: string, other: string): boolean {
	return isWithin(one, other) || isWithin(other, one);
}

/** True when a user may pass through a folder, by its mode and owner. @throws never */
export function mayPass(
	folder: { readonly mode: number; readonly uid: number; readonly gid: number },
	user: { readonly uid: number; readonly gid: number },
): boolean {
	const bits = folder.uid === user.uid ? folder.mode >> 6 : folder.gid === user.gid ? folder.mode >> 3 : folder.mode;
	return (bits & 1) === 1;
}

/** A look at a root: `reason` says why it cannot be opened. */
export type RootLook = { readonly reason?: string; readonly hasGit: boolean };

/**
 * What a `.git` folder counts as. Where none was at registration, one that is there now was made by a command or by somebody on the host.
 *
 * @throws never
 */
export function gitOf(registered: "none" | "trusted" | "untrusted", hasGit: boolean): "none" | "trusted" | "untrusted" {
	if (!hasGit) return "none";
	return registered === "trusted" ? "trusted" : "untrusted";
}

/** What of a workspace may be changed. */
export type WorkspaceLimits = { readonly readOnly: boolean; readonly allowedCommands: readonly string[] };

/**
 * The first field of a change that would allow more than now; undefined when it only takes away. `*` stands for every command.
 *
 * @throws never
 */
export function widenedBy(
	now: WorkspaceLimits,
	change: { readonly readOnly?: boolean | undefined; readonly allowedCommands?: readonly string[] | undefined },
): "readOnly" | "allowedCommands" | undefined {
	if (now.readOnly && change.readOnly === false) return "readOnly";
	const isAllowed = (command: string) => now.allowedCommands.includes("*") || now.allowedCommands.includes(command);
	return change.allowedCommands?.every(isAllowed) === false ? "allowedCommands" : undefined;
}

const firstUid = 200_000;

/**
 * The first user id from 200,000 up that nobody has.
 *
 * @param taken single ids
 * @param ranges `[first, count]` of ids that are given to others, as in /etc/subuid
 * @throws never
 */
export function freeUid(taken: ReadonlySet<number>, ranges: readonly (readonly [number, number])[]): number {
	let uid = firstUid;
	for (;;) {
		const range = ranges.find(([first, count]) => uid >= first && uid < first + count);
		if (range !== undefined) uid = range[0] + range[1];
		else if (taken.has(uid)) uid += 1;
		else return uid;
	}
}

const problems = {
	ROOT_FORBIDDEN: "This folder belongs to the system or to Webhand itself. Choose a folder of a project",
	ROOT_OVERLAPS: "This folder is a workspace already, lies in one or holds one",
	ROOT_IS_LINK: "A part of this path is a link. Name the folder itself",
	ROOT_UNREACHABLE: "The owner of this folder cannot pass a folder above it. Allow it with chmod o+x",
	ROOT_OWNER: "This folder belongs to a user that no workspace may run as. Take ownership of it, or give it to another user with chown",
	ROOT_MISSING: "There is no such folder on the server host",
	ROOT_NOT_A_DIRECTORY: "This is no folder",
	ROOT_HARD_LINK:
		"A file in this folder has another name outside of it, so it cannot be given to another user. Use chown on the server host",
	ROOT_TOO_LARGE: "This folder holds too much to be given to another user here. Use chown on the server host",
} as const satisfies Record<RootProblem, string>;

/** What is wrong with a root, in a sentence that says what to do. @throws never */
export function textOf(problem: RootProblem): string {
	return problems[problem];
}
