import { appendFileSync, chmodSync, existsSync, mkdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";

/** Writes a file that only its owner reads, in one rename: readers see the old one or the new one, whole. */
export function writeFileWhole(path: string, text: string): void {
	const partial = `${path}.${process.pid}.partial`;
	writeFileSync(partial, text, { mode: 0o600, flush: true });
	renameSync(partial, path);
}

/** Makes a folder that only its owner enters, also when it was there with other rights. */
export function makePrivateFolder(path: string): void {
	mkdirSync(path, { recursive: true, mode: 0o700 });
	chmodSync(path, 0o700);
}

/** The text of a file, or `undefined` when there is none. */
export function readTextIfAny(path: string): string | undefined {
	return existsSync(path) ? readFileSync(path, "utf8") : undefined;
}

const logBytes = 10 * 1024 * 1024;

/**
 * Appends to a log of at most 10 MB; when it is full it becomes the one old copy, `<path>.1`. Where nothing can be written (a full disk)
 * lines are lost: a log must not end the process it describes.
 */
export function createLogFile(path: string): (text: string) => void {
	let size = existsSync(path) ? statSync(path).size : 0;
	const append = (text: string) => {
		if (size > logBytes) {
			rmSync(`${path}.1`, { force: true });
			renameSync(path, `${path}.1`);
			size = 0;
		}
		appendFileSync(path, text, { mode: 0o600 });
		size += Buffer.byteLength(text);
	};
	return (text) => {
		try {
			append(text);
		} catch {
			// The next line tries again.
		}
	};
}
