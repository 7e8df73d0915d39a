import { mkdtemp, readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProgram, repositoryRoot } from "@webhand/testing/binaries";
import { removeDataFolder } from "@webhand/testing/data-folder";
import { poll } from "@webhand/testing/poll";
import { startProcess } from "@webhand/testing/processes";
import type { BrowserContext, Page, Worker } from "playwright-core";
import { z } from "zod";
import { buildExtension, openExtension } from "../../extension.ts";
import type { Panel } from "./panel.ts";
import { signIn } from "./panel.ts";

const Ready = z.object({
	url: z.string(),
	services: z.object({ agentApi: z.string() }),
	member: z.object({ email: z.string(), password: z.string() }),
	extensionDir: z.string(),
});

const limitMs = 60_000;

/** All services, and a browser with one tab and the signed-in extension in autonomous mode. */
export type TestStack = {
	readonly tab: Page;
	readonly panel: Panel;
	/** Where agent-api itself answers, with its metrics. */
	readonly agentApi: string;
	readonly close: () => Promise<void>;
};

/**
 * Starts the embedded stack as `npm start` does, and Chromium with the built extension.
 *
 * @param settings environment of the services, such as MODEL_PROVIDER
 * @throws Error with the output of the stack if it does not start
 */
export async function openTestStack(settings: Readonly<Record<string, string>>): Promise<TestStack> {
	const data = await mkdtemp(join(tmpdir(), "webhand-bench-"));
	const opened: (() => Promise<unknown>)[] = [() => removeDataFolder(data)];
	const close = async () => {
		for (const end of opened.reverse()) await end();
	};
	try {
		await buildExtension();
		const { ready, stop } = await startStack(data, settings);
		opened.push(stop);
		const { context, worker } = await openExtension(join(data, "profile"), ready.extensionDir);
		opened.push(() => context.close());
		const tab = context.pages()[0] ?? (await context.newPage());
		await tab.goto(`${ready.url}/.well-known/jwks.json`);
		const panel = await openPanel({ context, worker, url: tab.url() });
		await tab.bringToFront();
		await signIn(panel, { url: ready.url, ...ready.member });
		return { tab, panel, agentApi: ready.services.agentApi, close };
	} catch (cause) {
		await close();
		throw cause;
	}
}

async function startStack(data: string, settings: Readonly<Record<string, string>>) {
	const stack = await startProcess({
		name: "stack",
		command: process.execPath,
		args: ["--conditions=@webhand/source", "infra/local/main.ts", "start", "--no-demo", "--no-browser", "--port", "0", "--data", data],
		cwd: repositoryRoot,
		env: {
			HOME: data,
			MONGOD_BIN: findProgram("mongod"),
			REDIS_SERVER_BIN: findProgram("redis-server"),
			STEPS_PER_MINUTE: "100000",
			TENANT_STEPS_PER_MINUTE: "100000",
			...settings,
		},
	});
	try {
		const text = await poll(() => readFile(join(data, "ready.json"), "utf8").catch(() => stillStarting(stack.isRunning())), { limitMs });
		return { ready: Ready.parse(JSON.parse(text)), stop: () => stack.stop(30_000) };
	} catch (cause) {
		await stack.stop(30_000);
		throw new Error(`The stack did not start:\n${stack.output()}`, { cause });
	}
}

function stillStarting(isRunning: boolean): undefined {
	if (!isRunning) throw new Error("it ended");
	return undefined;
}

async function openPanel(browser: { readonly context: BrowserContext; readonly worker: Worker; readonly url: string }): Promise<Panel> {
	const tabId = await browser.worker.evaluate(async (wanted) => {
		const { tabs } = (
			globalThis as unknown as { chrome: { tabs: { query: (filter: object) => Promise<{ id?: number; url?: string }[]> } } }
		).chrome;
		return (await tabs.query({})).find((one) => one.url === wanted)?.id;
	}, browser.url);
	if (tabId === undefined) throw new Error(`no tab shows ${browser.url}`);
	const page = await browser.context.newPage();
	await page.goto(new URL(`/sidepanel.html?tabId=${tabId}`, browser.worker.url()).href);
	return { page, tabId };
}
