import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** Another runner has the profile; exit code 4. */
export class ProfileInUse extends Error {}

/**
 * Takes a profile folder, made where there is none. The lock is one of the kernel on a file, so it ends with the process however that ends,
 * and holds between containers that share the folder.
 *
 * @returns gives it back
 * @throws ProfileInUse
 */
export function takeProfile(folder: string): () => void {
	mkdirSync(folder, { recursive: true, mode: 0o700 });
	const lock = new DatabaseSync(join(folder, "runner.lock"), { timeout: 0 });
	try {
		lock.exec("PRAGMA locking_mode = EXCLUSIVE; BEGIN EXCLUSIVE");
	} catch (cause) {
		lock.close();
		throw new ProfileInUse(
			`Another runner uses the profile ${folder}. Give this one a name of its own with --name, or another --profile.`,
			{
				cause,
			},
		);
	}
	// Chromium's own lock names a host, and would outlive a container that was killed.
	for (const name of ["SingletonLock", "SingletonSocket", "SingletonCookie"]) rmSync(join(chromiumOf(folder), name), { force: true });
	return () => lock.close();
}

/** Chromium's own folder of a profile. */
export const chromiumOf = (folder: string): string => join(folder, "chromium");
