import { linkSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { StackError } from "../errors.ts";
import { readTextIfAny } from "./files.ts";
import { readUrl, removeReady } from "./ready.ts";

/** Every child has this variable, so that what a killed stack left behind is known to be its own. */
export const stackVariable = "WEBHAND_STACK";

/**
 * Takes the data folder for this process. `lock` holds the pid, and on a second line when that process began, since pids are used again.
 *
 * @returns gives the folder back
 * @throws StackError with exit code 4 and the running address when another stack has it
 */
export async function takeFolder(folder: string): Promise<() => void> {
	const path = join(folder, "lock");
	while (!create(path)) {
		const [pid = "", start = ""] = (readTextIfAny(path) ?? "").split("\n");
		if (isRunning(Number(pid), start)) {
			const url = readUrl(folder);
			throw new StackError(4, `A stack runs on ${folder} already${url === undefined ? "" : `: ${url}`} (process ${pid}).`);
		}
		rmSync(path, { force: true });
	}
	removeReady(folder);
	await killLeftovers(folder);
	return () => rmSync(path, { force: true });
}

/** A link appears with its whole content, so nobody reads a lock without a pid. */
function create(path: string): boolean {
	const own = `${path}.${process.pid}`;
	writeFileSync(own, `${process.pid}\n${startOf(process.pid) ?? ""}\n`, { mode: 0o600 });
	try {
		linkSync(own, path);
		return true;
	} catch (cause) {
		if (cause instanceof Error && "code" in cause && cause.code === "EEXIST") return false;
		throw cause;
	} finally {
		rmSync(own, { force: true });
	}
}

function isRunning(pid: number, start: string): boolean {
	if (!(pid > 0)) return false;
	try {
		process.kill(pid, 0);
	} catch (cause) {
		if (!(cause instanceof Error && "code" in cause && cause.code === "EPERM")) return false;
	}
	return start === "" || startOf(pid) === start;
}

/** In ticks since boot; `undefined` where the system does not say, and for a process that is gone or only waits to be collected. */
function startOf(pid: number): string | undefined {
	try {
		const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
		const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
		return fields[0] === "Z" ? undefined : fields[19];
	} catch {
		return undefined;
	}
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
