import { spawn } from "node:child_process";

/** Undoes something when it is released, or when this process dies in any way, SIGKILL included. */
export type Guard = { readonly release: () => void };

/** Kills a process when the test run ends before it does. */
export function guardProcess(pid: number): Guard {
	return startGuard('cat >/dev/null; kill -KILL "$1" 2>/dev/null', String(pid));
}

/** Removes a folder on release, or a moment after the test run died, when its users have been killed. */
export function guardFolder(path: string): Guard {
	return startGuard('cat >/dev/null; sleep 1; rm -rf "$1"', path);
}

// The shell's stdin is a pipe whose other end only this process holds, so end of file reports its death.
function startGuard(script: string, argument: string): Guard {
	const shell = spawn("/bin/sh", ["-c", script, "sh", argument], { stdio: ["pipe", "ignore", "ignore"], detached: true });
	shell.unref();
	return { release: () => shell.stdin.end() };
}
