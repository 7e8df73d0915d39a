// One holder for a file. It works before any package is installed, so bootstrap.mjs and the stack share it.
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/**
 * Takes the lock if no running process has it. The file holds the pid and when that process began, since pids are used again.
 *
 * @param {string} path
 * @returns {{ release: () => void } | { heldBy: number }}
 */
export function tryLock(path) {
	mkdirSync(dirname(path), { recursive: true });
	while (!create(path)) {
		const text = readText(path);
		const [pid = "", startedAt = ""] = text.split("\n");
		if (isRunning(Number(pid), startedAt)) return { heldBy: Number(pid) };
		removeStale(path, text);
	}
	return { release: () => rmSync(path, { force: true }) };
}

/**
 * Waits until the lock is free, then takes it.
 *
 * @param {string} path
 * @returns {Promise<() => void>} releases it
 */
export async function takeLock(path) {
	for (;;) {
		const taken = tryLock(path);
		if ("release" in taken) return taken.release;
		await pause(200);
	}
}

/** A link appears with its whole content, so no process reads a lock without a pid. @param {string} path */
function create(path) {
	const own = `${path}.${process.pid}`;
	writeFileSync(own, `${process.pid}\n${startTimeOf(process.pid)}\n`, { mode: 0o600 });
	try {
		linkSync(own, path);
		return true;
	} catch (cause) {
		if (/** @type {NodeJS.ErrnoException} */ (cause).code === "EEXIST") return false;
		throw cause;
	} finally {
		rmSync(own, { force: true });
	}
}

/** Moved first, since another process may have removed the stale lock and taken a new one. @param {string} path @param {string} text */
function removeStale(path, text) {
	const moved = `${path}.${process.pid}.stale`;
	try {
		renameSync(path, moved);
		if (readText(moved) !== text) linkSync(moved, path);
	} catch {
		// Another process was faster.
	} finally {
		rmSync(moved, { force: true });
	}
}

/** @param {number} pid @param {string} startedAt */
function isRunning(pid, startedAt) {
	if (!(pid > 0)) return false;
	try {
		process.kill(pid, 0);
	} catch (cause) {
		if (/** @type {NodeJS.ErrnoException} */ (cause).code !== "EPERM") return false;
	}
	return startedAt === "" || startTimeOf(pid) === startedAt;
}

/** In ticks since boot; empty where the system does not say, and for a process that is gone or a zombie. @param {number} pid */
function startTimeOf(pid) {
	const stat = readText(`/proc/${pid}/stat`);
	const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
	return fields[0] === "Z" ? "" : (fields[19] ?? "");
}

/** @param {string} path */
function readText(path) {
	try {
		return readFileSync(path, "utf8");
	} catch {
		return "";
	}
}
