import type { LogLine } from "../../panel-state.ts";
import { logItem, ownerItem } from "../../storage.ts";

const keptLines = 500;
const gatherMs = 200;

/** The live log: kept for panels that open later, and shown at once in those that are open. */
export type Log = { readonly add: (line: LogLine) => void; readonly lines: () => Promise<readonly LogLine[]> };

/** Opens the log. Lines of one moment are written together, and dropped when the items have another owner by then. */
export function createLog(onLine: (line: LogLine) => void): Log {
	let unwritten: LogLine[] = [];
	let owner = Promise.resolve("");
	let writing: Promise<unknown> = Promise.resolve();
	const keep = async (lines: readonly LogLine[], before: Promise<string>) => {
		if ((await before) === (await ownerNow())) await logItem.update((known) => [...known, ...lines].slice(-keptLines));
	};
	const write = () => {
		const lines = unwritten;
		unwritten = [];
		if (lines.length > 0) writing = keep(lines, owner);
	};
	return {
		add: (line) => {
			onLine(line);
			if (unwritten.push(line) > 1) return;
			owner = ownerNow();
			setTimeout(write, gatherMs);
		},
		lines: async () => {
			write();
			await writing;
			return logItem.get();
		},
	};
}

async function ownerNow(): Promise<string> {
	return JSON.stringify(await ownerItem.get());
}
