import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProgram } from "@webhand/testing/binaries";
import { chromiumArguments } from "@webhand/testing/chromium";
import type { BrowserContext, Page, Worker } from "playwright-core";
import { chromium } from "playwright-core";

const startLimitMs = 30_000;

/** Chromium with the built extension in it, and nobody signed in. */
export type ExtensionBrowser = {
	readonly context: BrowserContext;
	/** Opens a page in a tab, and the panel that follows this tab in a window beside it. */
	readonly open: (url: string) => Promise<{ readonly site: Page; readonly panel: Page; readonly tabId: number }>;
	/** Chrome's own number of the tab that shows a page. */
	readonly tabIdOf: (page: Page) => Promise<number>;
	readonly close: () => Promise<void>;
};

/** Starts a browser with a profile of its own. @param extensionDir the folder of the built extension @param others folders of further extensions */
export async function startBrowser(extensionDir: string, others: readonly string[] = []): Promise<ExtensionBrowser> {
	const loaded = [extensionDir, ...others].join(",");
	const profile = await mkdtemp(join(tmpdir(), "webhand-profile-"));
	const context = await chromium.launchPersistentContext(profile, {
		executablePath: findProgram("chromium"),
		headless: false,
		viewport: { width: 1_280, height: 900 },
		ignoreDefaultArgs: ["--disable-extensions"],
		args: [...chromiumArguments, "--headless=new", `--disable-extensions-except=${loaded}`, `--load-extension=${loaded}`],
		timeout: startLimitMs,
	});
	const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker", { timeout: startLimitMs }));
	return {
		context,
		tabIdOf: (page) => tabIdOf(currentWorker(context) ?? worker, page.url()),
		open: async (url) => {
			const site = await context.newPage();
			await site.goto(url);
			const tabId = await tabIdOf(currentWorker(context) ?? worker, site.url());
			const panel = await openWindow(context, new URL(`/sidepanel.html?tabId=${tabId}`, worker.url()).href);
			await panel.setViewportSize({ width: 400, height: 900 });
			return { site, panel, tabId };
		},
		close: async () => {
			await context.close();
			await rm(profile, { recursive: true, force: true });
		},
	};
}

/** A window of its own, so that the panel is in sight beside the page: a hidden tab draws nothing, and each click waits for it to. */
async function openWindow(context: BrowserContext, url: string): Promise<Page> {
	const opened = context.waitForEvent("page");
	await currentWorker(context)?.evaluate(async (wanted) => {
		const { windows } = (globalThis as unknown as { chrome: { windows: Windows } }).chrome;
		await windows.create({ url: wanted, focused: false });
	}, url);
	const page = await opened;
	await page.waitForURL(url);
	return page;
}

type Windows = { readonly create: (options: object) => Promise<unknown> };

function currentWorker(context: BrowserContext): Worker | undefined {
	return context.serviceWorkers().at(-1);
}

type Tabs = { readonly query: (filter: object) => Promise<{ readonly id?: number; readonly url?: string }[]> };

async function tabIdOf(worker: Worker, url: string): Promise<number> {
	const id = await worker.evaluate(async (wanted) => {
		const { tabs } = (globalThis as unknown as { chrome: { tabs: Tabs } }).chrome;
		return (await tabs.query({})).filter((tab) => tab.url === wanted).at(-1)?.id;
	}, url);
	if (id === undefined) throw new Error(`no tab shows ${url}`);
	return id;
}
