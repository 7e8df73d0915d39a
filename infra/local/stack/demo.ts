import type { OpenedBrowser } from "../demo/browser.ts";
import type { Ready } from "./data/ready.ts";

/** What the browser is opened with. It is closed when `signal` is aborted. */
export type BrowserCall = {
	readonly ready: Ready;
	readonly headless: boolean;
	/** Chromium's own folder, emptied before each start: the demo begins where every newcomer begins. */
	readonly profileDir: string;
	readonly print: (line: string) => void;
	readonly signal: AbortSignal;
};

/** Resolves when the demo task has ended; the browser stays open until `signal` is aborted. */
export type RunDemo = (browser: OpenedBrowser, call: BrowserCall) => Promise<{ readonly ok: boolean; readonly reason?: string }>;

/** Resolves when the browser shows the demo site with the extension in it. */
export type OpenBrowser = (call: BrowserCall) => Promise<OpenedBrowser>;

/** Loaded when it is wanted: services alone need no browser library. */
export async function loadRunDemo(): Promise<RunDemo> {
	return (await import("../demo/task.ts")).runDemo;
}

export async function loadOpenBrowser(): Promise<OpenBrowser> {
	return (await import("../demo/browser.ts")).openBrowser;
}
