import { AppError } from "@webhand/service-kit/errors";
import { openPath } from "../files/open.ts";
import type { OpenRoot } from "../workspaces/root.ts";

/**
 * The folder that a command works in, its links resolved; empty for the root.
 *
 * @throws AppError FILE_NOT_FOUND, NOT_A_DIRECTORY, and of the path
 */
export async function folderOf(root: OpenRoot, cwd: string): Promise<string> {
	const pinned = await openPath(root, cwd, { followLast: true });
	try {
		if (pinned.handle === null) throw new AppError("FILE_NOT_FOUND", "There is no such folder to work in", { details: { field: "cwd" } });
		if (!(await pinned.handle.stat()).isDirectory())
			throw new AppError("NOT_A_DIRECTORY", "The folder to work in is a file", { details: { field: "cwd" } });
		return pinned.parts.join("/");
	} finally {
		await pinned.close();
	}
}
