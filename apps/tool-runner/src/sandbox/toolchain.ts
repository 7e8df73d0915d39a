import { createHash, randomUUID } from "node:crypto";
import { chmod, copyFile, mkdir, readFile, rename, stat } from "node:fs/promises";
import { basename, dirname, join } from "node:path";

/**
 * A place of a program that every user of this host can pass to: its own, or a copy that is made once. The sandbox mounts it as the owner
 * of a workspace, who does not come through folders of the runner alone.
 *
 * @param path absolute
 * @param folder where copies are kept; anybody may pass to it
 * @throws Error when it cannot be copied
 */
export async function reachableProgram(path: string, folder: string): Promise<string> {
	if (await isOpenToAll(path)) return path;
	const hash = createHash("sha256")
		.update(await readFile(path))
		.digest("hex");
	const copy = join(folder, `${basename(path)}-${hash.slice(0, 16)}`, basename(path));
	if (await isOpenToAll(copy)) return copy;
	await mkdir(dirname(copy), { recursive: true, mode: 0o755 });
	await Promise.all([chmod(folder, 0o755), chmod(dirname(copy), 0o755)]);
	const part = `${copy}.${randomUUID()}`;
	await copyFile(path, part);
	await chmod(part, 0o755);
	await rename(part, copy);
	return copy;
}

/** True when everybody may pass all folders above a program, and run it. */
async function isOpenToAll(path: string): Promise<boolean> {
	const parts = path.split("/").slice(1);
	for (let depth = 0; depth <= parts.length; depth += 1) {
		const facts = await stat(`/${parts.slice(0, depth).join("/")}`).catch(() => null);
		const needed = depth === parts.length ? 0o005 : 0o001;
		if (facts === null || (facts.mode & needed) !== needed) return false;
	}
	return true;
}
