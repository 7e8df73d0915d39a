import { join } from "node:path";
import type { RunnerOrder, RunnerStatus } from "@webhand/contracts/authority/runner-order";
import { RunnerAnswer } from "@webhand/contracts/authority/runner-order";
import type { BrowserContext, Worker } from "playwright-core";
import { chromium } from "playwright-core";
import { chromiumOf } from "./profile.ts";

/** What the extension refused, in the words of the server. */
export class OrderRefused extends Error {
	readonly code: string;
	constructor(code: string, message: string) {
		super(message);
		this.code = code;
	}
}

/** What a runner's browser is opened with. */
export type BrowserCall = {
	/** The folder of the runner, which holds Chromium's. */
	readonly profileDir: string;
	readonly extensionDir: string;
	readonly executablePath: string | undefined;
	readonly isHeaded: boolean;
	/** As root Chromium has no sandbox, so it opens pages of this computer alone. */
	readonly isRoot: boolean;
};

/** Chromium with the extension. `context` is the one DevTools connection to it; `closed` settles once, when it ended in any way. */
export type RunnerBrowser = {
	readonly context: BrowserContext;
	/** @throws OrderRefused; Error where the extension does not answer */
	readonly order: (order: RunnerOrder) => Promise<RunnerStatus>;
	readonly closed: Promise<void>;
	readonly close: () => Promise<void>;
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
const ownPagesOnly = [
	"--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost, EXCLUDE *.localhost",
	"--no-proxy-server",
];
const size = { width: 1_280, height: 900 };
const startLimitMs = 30_000;
/** An alarm wakes a stopped worker each half minute. */
const wakeLimitMs = 35_000;
const answerLimitMs = 45_000;

/**
 * Opens Chromium with the extension on a profile that is kept.
 *
 * @throws Error when there is no browser, or it does not load the extension
 */
export async function openBrowser(call: BrowserCall): Promise<RunnerBrowser> {
	const { profileDir, extensionDir, executablePath, isHeaded, isRoot } = call;
	const context = await chromium.launchPersistentContext(chromiumOf(profileDir), {
		...(executablePath === undefined ? {} : { executablePath }),
		// Playwright's own headless shell loads no extension; Chromium's new headless mode does.
		headless: false,
		viewport: null,
		chromiumSandbox: !isRoot,
		ignoreDefaultArgs: ["--disable-extensions"],
		downloadsPath: join(profileDir, "downloads"),
		args: [
			...quiet,
			...(isRoot ? ownPagesOnly : []),
			...(isHeaded ? [] : ["--headless=new", `--screen-info={${size.width}x${size.height}}`]),
			`--disable-extensions-except=${extensionDir}`,
			`--load-extension=${extensionDir}`,
			`--window-size=${size.width},${size.height}`,
		],
		timeout: startLimitMs,
		// A signal drains first; by itself Playwright would end this process at once.
		handleSIGINT: false,
		handleSIGTERM: false,
		handleSIGHUP: false,
	});
	const closed = new Promise<void>((resolve) => context.once("close", () => resolve()));
	try {
		await workerOf(context, startLimitMs);
	} catch (cause) {
		await context.close().catch(() => undefined);
		throw new Error(`Chromium did not load the extension in ${extensionDir}`, { cause });
	}
	return {
		context,
		closed,
		close: () => context.close(),
		order: async (order) => {
			const worker = await workerOf(context, wakeLimitMs);
			const answer = RunnerAnswer.parse(await within(answerLimitMs, worker.evaluate(askExtension, JSON.stringify(order))));
			if (!answer.ok) throw new OrderRefused(answer.code, answer.message);
			return answer.status;
		},
	};
}

/** Runs in the extension's worker, whose door has this name. */
function askExtension(order: string): Promise<unknown> {
	const door = (globalThis as { webhandRunner?: (order: string) => Promise<unknown> }).webhandRunner;
	if (door === undefined) throw new Error("This build of the extension is too old for a runner");
	return door(order);
}

async function workerOf(context: BrowserContext, limitMs: number): Promise<Worker> {
	return context.serviceWorkers().at(-1) ?? (await context.waitForEvent("serviceworker", { timeout: limitMs }));
}

async function within<T>(limitMs: number, work: Promise<T>): Promise<T> {
	let timer: NodeJS.Timeout | undefined;
	const late = new Promise<never>((_, reject) => {
		timer = setTimeout(() => reject(new Error(`The extension did not answer within ${limitMs / 1_000} s`)), limitMs);
	});
	return await Promise.race([work, late]).finally(() => clearTimeout(timer));
}
