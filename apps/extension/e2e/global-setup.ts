import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";
import { repositoryRoot } from "@webhand/testing/binaries";
import type { TestProject } from "vitest/node";
import type { Ready } from "./stack.ts";
import { startStack } from "./stack.ts";

declare module "vitest" {
	export interface ProvidedContext {
		/** The stack that all journeys share: each brings a browser of its own, and so a visitor of its own. */
		ready: Ready;
	}
}

const buildLimitMs = 120_000;

/** Builds the extension and starts one stack for all journeys. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
	const extension = join(repositoryRoot, "apps", "extension");
	const wxt = join(extension, "node_modules", ".bin", "wxt");
	const [stack] = await Promise.all([startStack(), promisify(execFile)(wxt, ["build"], { cwd: extension, timeout: buildLimitMs })]);
	project.provide("ready", stack.ready);
	return stack.stop;
}
