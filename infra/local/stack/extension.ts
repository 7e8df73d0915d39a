import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { run } from "../tools/run.mjs";
import { createLogFile } from "./data/files.ts";
import { StackError } from "./errors.ts";
import type { ChildSpec } from "./processes/child.ts";
import { notableOfOthers } from "./processes/notable.ts";

type Place = { readonly root: string; readonly env: Readonly<Record<string, string>> };
const buildLimitMs = 180_000;

/**
 * Builds the extension by turbo, which takes it from its cache when nothing changed.
 *
 * @param log path of the file that gets its output
 * @throws StackError with the end of that output
 */
export async function buildExtension({ root, env }: Place, log: string): Promise<void> {
	const turbo = join(root, "node_modules", ".bin", "turbo");
	const args = ["run", "build", "--filter=@webhand/extension", "--output-logs=new-only", "--ui=stream"];
	const outcome = await run(turbo, args, { cwd: root, env: { ...env, TURBO_TELEMETRY_DISABLED: "1" }, limitMs: buildLimitMs });
	createLogFile(log)(outcome.output + outcome.errors);
	if (outcome.ok) return;
	const end = (outcome.output + outcome.errors).trimEnd().split("\n").slice(-20).join("\n");
	throw new StackError(`The extension could not be built (${outcome.reason}):\n${end}`);
}

/** WXT in dev mode: builds again whenever a source changes. It opens no browser of its own. */
export function extensionInDevMode({ root, env }: Place): ChildSpec {
	const cwd = join(root, "apps", "extension");
	return { name: "extension", command: join(cwd, "node_modules", ".bin", "wxt"), args: [], cwd, env, show: notableOfOthers };
}

/** @throws StackError when WXT has written no manifest within its limit */
export async function untilBuilt(folder: string, signal: AbortSignal): Promise<void> {
	const deadline = AbortSignal.timeout(buildLimitMs);
	while (!existsSync(join(folder, "manifest.json"))) {
		signal.throwIfAborted();
		if (deadline.aborted) throw new StackError("The extension was not built in dev mode; see logs/extension.log in the data folder.");
		await pause(100);
	}
}
