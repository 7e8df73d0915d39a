// When the parent process dies it sends no signal, so this file watches for its end.
import { readFileSync } from "node:fs";

const pollMs = 500;

/**
 * Calls `stop` once when the parent process is gone. A shell that npm put between is checked together with npm, since it outlives npm.
 *
 * @param {() => void} stop
 * @returns {() => void} ends the watch
 */
export function stopWhenParentIsGone(stop) {
	const before = readAncestors();
	const timer = setInterval(() => {
		if (readAncestors() === before) return;
		clearInterval(timer);
		stop();
	}, pollMs);
	timer.unref();
	return () => clearInterval(timer);
}

function readAncestors() {
	const parent = process.ppid;
	if (process.env["npm_lifecycle_event"] === undefined || process.platform !== "linux") return String(parent);
	try {
		const stat = readFileSync(`/proc/${parent}/stat`, "utf8");
		const isShell = /\(\w*sh\)/.test(stat);
		return isShell ? `${parent} ${stat.slice(stat.lastIndexOf(")") + 2).split(" ")[1]}` : String(parent);
	} catch {
		return "gone";
	}
}
