import type { LogLine } from "../../panel-state.ts";
import { logItem } from "../../storage.ts";

const keptLines = 500;
const gatherMs = 200;

/** The live log: kept for panels that open later, and shown at once in those that are open. */
export type Log = { readonly add: (line: LogLine) => void; readonly lines: () => Promise<readonly LogLine[]> };

/** Opens the log. Lines of one moment are written together. */
export function createLog(onLine: (line: LogLine) => void): Log {
	let unwritten: LogLine[] = [];
	let writing: Promise<unknown> = Promise.resolve();
	const write = () => {
		const lines = unwritten;
		unwritten = [];
		if (lines.length > 0) writing = logItem.update((known) => [...known, ...lines].slice(-keptLines));
	};
	return {
		add: (line) => {
			onLine(line);
			if (unwritten.push(line) === 1) setTimeout(write, gatherMs);
		},
		lines: async () => {
			write();
			await writing;
			return logItem.get();
		},
	};
}
