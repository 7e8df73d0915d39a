import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { tryLock } from "../../lock.mjs";
import { StackError } from "../errors.ts";
import { readUrl, removeReady } from "./ready.ts";

/** Every child has this variable, so that the children of a killed stack are recognized. */
export const stackVariable = "WEBHAND_STACK";

/**
 * Takes the data folder for this process, and kills what an earlier stack left running on it.
 *
 * @returns gives the folder back
 * @throws StackError with exit code 4 and the running address when another stack has it
 */
export async function takeFolder(folder: string): Promise<() => void> {
	const lock = tryLock(join(folder, "lock"));
	if ("heldBy" in lock) {
		const url = readUrl(folder);
		const where = url === undefined ? "" : `: ${url}`;
		throw new StackError(
			`A stack runs on ${folder} already${where} (process ${lock.heldBy}). Ctrl-C ends it there, or wait until it has stopped.`,
			{ exitCode: 4 },
		);
	}
	removeReady(folder);
	await killLeftovers(folder);
	return lock.release;
}

/** Only where /proc shows what a process was started with; elsewhere the reaper is all there is. */
async function killLeftovers(folder: string): Promise<void> {
	if (process.platform !== "linux") return;
	const find = () => readdirSync("/proc").filter((name) => /^\d+$/.test(name) && Number(name) !== process.pid && isOfStack(name, folder));
	for (let left = find(), tries = 0; left.length > 0 && tries < 100; left = find(), tries += 1) {
		for (const pid of left) {
			try {
				process.kill(Number(pid), "SIGKILL");
			} catch {
				// It ended meanwhile.
			}
		}
		await pause(20);
	}
}

function isOfStack(pid: string, folder: string): boolean {
	try {
		return readFileSync(`/proc/${pid}/environ`, "utf8").split("\0").includes(`${stackVariable}=${folder}`);
	} catch {
		return false;
	}
}
