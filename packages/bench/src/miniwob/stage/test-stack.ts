import { mkdtemp, readFile, readlink } from "node:fs/promises";
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
	pids: z.record(z.string(), z.number()),
	member: z.object({ email: z.string(), password: z.string() }),
	admin: z.object({ email: z.string(), password: z.string() }),
	extensionDir: z.string(),
});

const limitMs = 120_000;

/** Ends a part of the stack as a crash does; its supervisor starts a service again. */
export type Crashes = {
	readonly agentApi: () => Promise<void>;
	/** The worker of the extension. */
	readonly worker: () => Promise<void>;
	/** Another one opens with the same profile, and has the tab and the panel from then on. */
	readonly browser: () => Promise<void>;
};

/** All services, and a browser with one tab and the signed-in extension in autonomous mode. */
export type TestStack = {
	readonly tab: Page;
	readonly panel: Panel;
	/** The gateway, and the member who is signed in. */
	readonly server: { readonly url: string; readonly member: z.infer<typeof Ready>["member"] };
	/** Where agent-api itself answers, with its metrics. */
	readonly agentApi: string;
	readonly crash: Crashes;
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
		let browser = await openBrowser(data, ready);
		opened.push(() => browser.tab.context().close());
		await signIn(browser.panel, { url: ready.url, ...ready.member });
		const crash: Crashes = {
			agentApi: async () => {
				const { pids } = await readReady(data);
				const pid = pids["agent-api"];
				if (pid === undefined) throw new Error(`agent-api has no pid among ${Object.keys(pids).join(", ")}`);
				process.kill(pid, "SIGKILL");
			},
			worker: async () => {
				const session = await browser.panel.page.context().newCDPSession(browser.panel.page);
				await session.send("ServiceWorker.enable");
				await session.send("ServiceWorker.stopAllWorkers");
				await session.detach();
			},
			browser: async () => {
				const closed = browser.tab.context().waitForEvent("close");
				process.kill(await browserPid(data), "SIGKILL");
				await closed;
				browser = await openBrowser(data, ready);
			},
		};
		const server = { url: ready.url, member: ready.member };
		return {
			get tab() {
				return browser.tab;
			},
			get panel() {
				return browser.panel;
			},
			server,
			agentApi: ready.services.agentApi,
			crash,
			close,
		};
	} catch (cause) {
		await close();
		throw cause;
	}
}

/** Starts all services as `npm start` does, on free ports, without a browser. @param data a new or an empty folder */
export async function startStack(data: string, settings: Readonly<Record<string, string>>) {
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
		const ready = await poll(() => readReady(data).catch(() => stillStarting(stack.isRunning())), { limitMs });
		return { ready, stop: () => stack.stop(30_000) };
	} catch (cause) {
		await stack.stop(30_000);
		throw new Error(`The stack did not start:\n${stack.output()}`, { cause });
	}
}

const readReady = async (data: string) => Ready.parse(JSON.parse(await readFile(join(data, "ready.json"), "utf8")));

/** Chromium's lock on a profile names its host and its process. */
async function browserPid(data: string): Promise<number> {
	const lock = await readlink(join(profileIn(data), "SingletonLock"));
	return Number(lock.slice(lock.lastIndexOf("-") + 1));
}

const profileIn = (data: string) => join(data, "profile");

/** Opens Chromium with the extension, a tab, and the panel of this tab. */
async function openBrowser(data: string, { url, extensionDir }: z.infer<typeof Ready>): Promise<Pick<TestStack, "tab" | "panel">> {
	const { context, worker } = await openExtension(profileIn(data), extensionDir);
	const tab = context.pages()[0] ?? (await context.newPage());
	await tab.goto(`${url}/.well-known/jwks.json`);
	const panel = await openPanel({ context, worker, url: tab.url() });
	await tab.bringToFront();
	return { tab, panel };
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
