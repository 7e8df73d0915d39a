import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { findProgram, repositoryRoot } from "@webhand/testing/binaries";
import { chromiumArguments } from "@webhand/testing/chromium";
import type { BrowserContext, Page, Worker } from "playwright-core";
import { chromium } from "playwright-core";
import type { browser } from "wxt/browser";

declare global {
	/** Chrome's API, for code that a test runs in the extension's worker or pages. */
	var chrome: typeof browser;
}

const startLimitMs = 60_000;
/** Nothing that a test waits for takes this long, on a slow machine either. */
const waitLimitMs = 60_000;

/** Folder of the standard build. */
export const extensionDir = join(repositoryRoot, "apps", "extension", ".output", "chrome-mv3");

/** Chromium with the built extension, nobody signed in. */
export type ExtensionBrowser = {
	readonly context: BrowserContext;
	/** Opens a page in a tab, and the panel that follows this tab in a window beside it. */
	readonly open: (url: string) => Promise<{ readonly site: Page; readonly panel: Page; readonly tabId: number }>;
	/** Chrome's id of the tab that shows a page. */
	readonly tabIdOf: (page: Page) => Promise<number>;
	readonly worker: () => Worker;
	readonly close: () => Promise<void>;
};

export type BrowserOptions = {
	/** Folders of further extensions. */
	readonly others?: readonly string[];
	/** A profile folder that is kept, so that the browser can be started again; else the browser has one of its own. */
	readonly profile?: string;
	/** It keeps pages that one leaves (bfcache), as people's browsers do. Playwright's own `goBack` then hangs. */
	readonly keepsPages?: boolean;
	/** It blocks windows that no person's press opens, as people's browsers do. */
	readonly blocksWindows?: boolean;
};

/** Starts a browser. @param dir the folder of the built extension */
export async function startBrowser(
	dir: string = extensionDir,
	{ others = [], profile: kept, keepsPages = false, blocksWindows = false }: BrowserOptions = {},
): Promise<ExtensionBrowser> {
	const loaded = [dir, ...others].join(",");
	const profile = kept ?? (await mkdtemp(join(tmpdir(), "webhand-profile-")));
	const context = await chromium.launchPersistentContext(profile, {
		executablePath: findProgram("chromium"),
		headless: false,
		viewport: { width: 1_280, height: 900 },
		ignoreDefaultArgs: [
			"--disable-extensions",
			...(keepsPages ? ["--disable-back-forward-cache"] : []),
			...(blocksWindows ? ["--disable-popup-blocking"] : []),
		],
		args: [...chromiumArguments, "--headless=new", `--disable-extensions-except=${loaded}`, `--load-extension=${loaded}`],
		timeout: startLimitMs,
	});
	context.setDefaultTimeout(waitLimitMs);
	const first = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker", { timeout: startLimitMs }));
	const worker = () => context.serviceWorkers().at(-1) ?? first;
	const tabIdOf = async (page: Page) => {
		const url = page.url();
		const id = await worker().evaluate(async (wanted) => (await chrome.tabs.query({})).filter((tab) => tab.url === wanted).at(-1)?.id, url);
		if (id === undefined) throw new Error(`no tab shows ${url}`);
		return id;
	};
	return {
		context,
		worker,
		tabIdOf,
		open: async (url) => {
			const site = await context.newPage();
			await site.goto(url);
			const tabId = await tabIdOf(site);
			const panel = await openWindow(context, worker(), new URL(`/sidepanel.html?tabId=${tabId}`, first.url()).href);
			await panel.setViewportSize({ width: 400, height: 900 });
			return { site, panel, tabId };
		},
		close: async () => {
			await context.close();
			if (kept === undefined) await rm(profile, { recursive: true, force: true });
		},
	};
}

/** Opens a page in a window of its own: a hidden tab draws nothing, and each click waits for a frame. */
export async function openWindow(context: BrowserContext, opener: Page | Worker, url: string): Promise<Page> {
	const opened = context.waitForEvent("page");
	const open = async (wanted: string) => void (await chrome.windows.create({ url: wanted, focused: false }));
	await (opener as Worker).evaluate(open, url);
	const page = await opened;
	await page.waitForURL(url);
	return page;
}

/**
 * Stops the extension's worker at once, as Chrome does when memory runs short: its memory is lost, its storage stays.
 *
 * @param panel any page of the extension
 */
export async function killWorker(context: BrowserContext, panel: Page): Promise<void> {
	const session = await context.newCDPSession(panel);
	await session.send("ServiceWorker.enable");
	await session.send("ServiceWorker.stopAllWorkers");
	await session.detach();
}

/** The access token in the extension's storage. @param panel any page of the extension */
export function storedToken(panel: Page): Promise<string> {
	return panel.evaluate(async () => {
		const { auth } = await chrome.storage.local.get("auth");
		return (auth as { readonly value: { readonly accessToken: string } }).value.accessToken;
	});
}
