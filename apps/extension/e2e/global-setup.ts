import { freePort } from "@webhand/testing/processes";
import type { TestProject } from "vitest/node";
import { buildExtension } from "./build.ts";
import type { Ready } from "./stack.ts";
import { startStack } from "./stack.ts";
import { serveViews } from "./views.ts";

declare module "vitest" {
	export interface ProvidedContext {
		/** The stack that all journeys share; each has its own browser, and so its own visitor. */
		ready: Ready;
		/** Where the states of the galleries are shown, ends with a slash. */
		viewsUrl: string;
		/** A port of this computer to which the stack may send webhooks. */
		hookPort: number;
	}
}

/** Builds extension and galleries, and starts one stack for all journeys. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
	const build = async () => {
		await buildExtension("chrome-mv3");
		await buildExtension("chrome-mv3-trusted");
		return await serveViews();
	};
	const hookPort = await freePort();
	const [stack, views] = await Promise.all([startStack({ WEBHOOK_HOSTS: `127.0.0.1:${hookPort}` }), build()]);
	project.provide("hookPort", hookPort);
	project.provide("ready", stack.ready);
	project.provide("viewsUrl", views.url);
	return async () => {
		await views.close();
		await stack.stop();
	};
}
