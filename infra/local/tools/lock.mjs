// Two bootstraps in one checkout take turns.
import { closeSync, mkdirSync, openSync, readFileSync, renameSync, rmSync, statSync, utimesSync, writeSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as wait } from "node:timers/promises";

const beatMs = 1_000;
const deadAfterMs = 15_000;

/**
 * Waits until the lock is ours. A lock counts as left behind when its process is gone or has not touched it for 15 s.
 *
 * @param {string} path
 * @returns {Promise<() => void>} gives it back
 */
export async function takeLock(path) {
	mkdirSync(dirname(path), { recursive: true });
	for (;;) {
		const file = create(path);
		if (file !== undefined) {
			writeSync(file, String(process.pid));
			closeSync(file);
			const beat = setInterval(() => utimesSync(path, new Date(), new Date()), beatMs);
			beat.unref();
			return () => {
				clearInterval(beat);
				rmSync(path, { force: true });
			};
		}
		if (isLeftBehind(path)) remove(path);
		else await wait(200);
	}
}

/** @param {string} path */
function create(path) {
	try {
		return openSync(path, "wx", 0o600);
	} catch (cause) {
		if (/** @type {NodeJS.ErrnoException} */ (cause).code === "EEXIST") return undefined;
		throw cause;
	}
}

/** @param {string} path */
function isLeftBehind(path) {
	try {
		if (Date.now() - statSync(path).mtimeMs > deadAfterMs) return true;
		const pid = Number(readFileSync(path, "utf8"));
		return pid > 0 && !isAlive(pid);
	} catch {
		return false;
	}
}

/** @param {number} pid */
function isAlive(pid) {
	try {
		process.kill(pid, 0);
		return true;
	} catch (cause) {
		return /** @type {NodeJS.ErrnoException} */ (cause).code === "EPERM";
	}
}

/** @param {string} path renamed first, so that of two that find it dead only one removes it */
function remove(path) {
	try {
		renameSync(path, `${path}.${process.pid}`);
		rmSync(`${path}.${process.pid}`, { force: true });
	} catch {
		// Another one was faster.
	}
}
