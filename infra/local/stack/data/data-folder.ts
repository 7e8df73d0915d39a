import { existsSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { StackError } from "../errors.ts";
import { makePrivateFolder } from "./files.ts";

/** A data folder has at least one of these files from the first moment. */
const marks = ["lock", "secrets.json"];
/** What other commands write into `.webhand` before a stack has used it: `pack`, `release`, `start -- --runner`. */
const made = ["extension", "releases", "runners"];

/**
 * Makes the data folder, or takes the existing one, for its owner only. A folder with other files is left as it is: taking it would lock
 * other users out.
 *
 * @throws StackError with exit code 4 when it is no folder, cannot be made, or is used for something else
 */
export function openDataFolder(path: string): void {
	try {
		const names = (existsSync(path) ? readdirSync(path) : []).filter((name) => name !== ".gitignore");
		const isOurs = marks.some((mark) => names.includes(mark)) || names.every((name) => made.includes(name));
		if (!isOurs) throw new Error("it holds other things");
		makePrivateFolder(path);
		// Inside a checkout `git add .` would otherwise publish the secrets.
		writeFileSync(join(path, ".gitignore"), "*\n", { mode: 0o600 });
	} catch (cause) {
		const reason = cause instanceof Error ? cause.message : String(cause);
		throw new StackError(`${path} cannot be the data folder: ${reason}. Choose a new or an empty one with --data DIR.`, {
			exitCode: 4,
			cause,
		});
	}
}
