import type { TestProject } from "vitest/node";
import { buildExtension } from "./build.ts";
import type { Ready } from "./stack.ts";
import { startStack } from "./stack.ts";

declare module "vitest" {
	export interface ProvidedContext {
		/** The stack that all journeys share; each has its own browser, and so its own visitor. */
		ready: Ready;
	}
}

/** Builds the extension and starts one stack for all journeys. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
	const [stack] = await Promise.all([startStack(), buildExtension("chrome-mv3").then(() => buildExtension("chrome-mv3-trusted"))]);
	project.provide("ready", stack.ready);
	return stack.stop;
}
