import { readFileSync } from "node:fs";
import { join } from "node:path";

/** The version of the running service, from the package.json beside the folder it was started from; "unknown" where there is none. */
export function readRelease(): string {
	try {
		const { version } = JSON.parse(readFileSync(join(process.argv[1] ?? "", "../../package.json"), "utf8")) as {
			readonly version?: unknown;
		};
		return typeof version === "string" ? version : "unknown";
	} catch {
		return "unknown";
	}
}
