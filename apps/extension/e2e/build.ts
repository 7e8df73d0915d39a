import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { repositoryRoot } from "@webhand/testing/binaries";

const buildLimitMs = 120_000;

/** The two builds, by their folder in `.output`. */
export type Build = "chrome-mv3" | "chrome-mv3-trusted";

/** Builds the extension as `npm start` does; in test mode it would get React's development build. */
export async function buildExtension(build: Build): Promise<void> {
	const folder = join(repositoryRoot, "apps", "extension");
	const env = { ...process.env, NODE_ENV: "production", WEBHAND_TRUSTED_INPUT: build === "chrome-mv3-trusted" ? "1" : "0" };
	await promisify(execFile)(join(folder, "node_modules", ".bin", "wxt"), ["build"], { cwd: folder, timeout: buildLimitMs, env });
}
