import type { UnzipFileInfo } from "fflate";
import { unzipSync } from "fflate";

/** The files of a zip by its directory, which may lie about their sizes; null for bytes that are no zip. Nothing is inflated. */
export function filesOfZip(bytes: Uint8Array): readonly UnzipFileInfo[] | null {
	const files: UnzipFileInfo[] = [];
	try {
		unzipSync(bytes, { filter: (file) => files.push(file) < 0 });
		return files;
	} catch {
		return null;
	}
}
