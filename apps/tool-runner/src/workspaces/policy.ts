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
