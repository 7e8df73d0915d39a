import { rmSync } from "node:fs";
import type { BrowserContext, Page, Worker } from "playwright-core";
import { chromium } from "playwright-core";
import type { Ready } from "../stack/data/ready.ts";

/** What the browser is opened with. It is closed when `signal` is aborted. */
export type BrowserCall = {
	readonly ready: Pick<Ready, "url" | "member" | "demoUrl" | "extensionDir">;
	readonly headless: boolean;
	/** Chromium's own folder, emptied before each start: the demo begins where every new user begins. */
	readonly profileDir: string;
	readonly print: (line: string) => void;
	readonly signal: AbortSignal;
};

const quiet = [
	"--disable-gpu",
	"--disable-quic",
	"--no-first-run",
	"--no-default-browser-check",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
];
const pageSize = { width: 1_180, height: 860 };
const panelSize = { width: 420, height: 860 };
const startLimitMs = 20_000;

/** As root Chromium has no sandbox: a page of another site would run with root's rights but for the renderer's own checks. */
const isRoot = process.getuid?.() === 0;
const ownPagesOnly = [
	"--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost, EXCLUDE *.localhost",
	"--no-proxy-server",
];

/** Chromium with the extension: the demo site in a tab, the extension's worker, and the tab's id. */
export type OpenedBrowser = { readonly context: BrowserContext; readonly site: Page; readonly worker: Worker; readonly tabId: number };

/**
 * Opens Chromium with the extension on the demo site; it is closed when the call's signal is aborted.
 *
 * @throws when there is no browser, or it does not load the extension
 */
export async function openBrowser({ ready, headless, profileDir, signal, print }: BrowserCall): Promise<OpenedBrowser> {
	if (isRoot)
		print("As root Chromium has no sandbox, so its window opens pages of this computer only. As another user it opens every site.");
	rmSync(profileDir, { recursive: true, force: true });
	const executablePath = process.env["CHROMIUM_BIN"];
	const context = await chromium.launchPersistentContext(profileDir, {
		...(executablePath ? { executablePath } : {}),
		// Playwright's own headless shell loads no extension; Chromium's new headless mode does.
		headless: false,
		viewport: null,
		chromiumSandbox: !isRoot,
		ignoreDefaultArgs: ["--disable-extensions"],
		args: [
			...quiet,
			...(isRoot ? ownPagesOnly : []),
			...(headless ? ["--headless=new", `--screen-info={${pageSize.width + panelSize.width}x${pageSize.height}}`] : []),
			`--disable-extensions-except=${ready.extensionDir}`,
			`--load-extension=${ready.extensionDir}`,
			`--window-size=${pageSize.width},${pageSize.height}`,
			"--window-position=0,0",
		],
		timeout: startLimitMs,
		// A signal ends the whole stack in order; by itself Playwright would end this process at once.
		handleSIGINT: false,
		handleSIGTERM: false,
		handleSIGHUP: false,
	});
	const close = () => void context.close().catch(() => undefined);
	signal.addEventListener("abort", close, { once: true });
	if (signal.aborted) close();
	const worker = context.serviceWorkers()[0] ?? (await context.waitForEvent("serviceworker", { timeout: startLimitMs }));
	const site = context.pages()[0] ?? (await context.newPage());
	await site.goto(ready.demoUrl);
	return { context, site, worker, tabId: await tabIdOf(worker, site.url()) };
}

/** The panel beside the site, in its own window, where it can be automated and both are visible. */
export async function openPanel({ context, worker, tabId }: OpenedBrowser): Promise<Page> {
	const opened = context.waitForEvent("page", { timeout: startLimitMs });
	await worker.evaluate(
		async ({ tabId: shown, size, left }) => {
			const { windows } = (globalThis as unknown as { chrome: { windows: { create: (options: object) => Promise<unknown> } } }).chrome;
			const window = { url: `sidepanel.html?tabId=${shown}`, type: "popup", ...size };
			// A screen too small for both side by side refuses the place, not the window.
			await windows.create({ ...window, left, top: 0 }).catch(() => windows.create(window));
		},
		{ tabId, size: panelSize, left: pageSize.width },
	);
	return await opened;
}

async function tabIdOf(worker: Worker, url: string): Promise<number> {
	const id = await worker.evaluate(async (wanted) => {
		const { tabs } = (
			globalThis as unknown as { chrome: { tabs: { query: (filter: object) => Promise<{ id?: number; url?: string }[]> } } }
		).chrome;
		return (await tabs.query({})).find((tab) => tab.url === wanted)?.id;
	}, url);
	if (id === undefined) throw new Error(`The browser shows no tab with ${url}`);
	return id;
}
