import { fileURLToPath } from "node:url";
import type { Browser, CDPSession, Page } from "playwright-core";
import { chromium } from "playwright-core";
import { build } from "vite";
import { afterAll, afterEach, beforeAll } from "vitest";
import type { PageSide } from "./page-side.ts";

const defaultUrl = "https://shop.example/list";
const flags = [
	"--no-sandbox",
	"--disable-gpu",
	"--disable-quic",
	"--no-first-run",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
];

/** Bundles the package as one classic script. */
async function bundle(): Promise<string> {
	const result = await build({
		configFile: false,
		logLevel: "error",
		resolve: { conditions: ["@webhand/source"] },
		build: {
			write: false,
			minify: process.env["PAGE_READABLE"] === undefined,
			target: "es2024",
			lib: { entry: fileURLToPath(new URL("page-side.ts", import.meta.url)), formats: ["iife"], name: "pageSideBundle" },
		},
	});
	const [output] = Array.isArray(result) ? result : [result];
	const chunk = output !== undefined && "output" in output ? output.output[0] : undefined;
	if (chunk === undefined) throw new Error("nothing was bundled");
	return chunk.code;
}

/** A document with our code in an isolated world. */
export type OpenPage = {
	readonly page: Page;
	/** Calls a function of `pageSide` with plain values. */
	readonly call: <K extends keyof PageSide>(name: K, ...values: Parameters<PageSide[K]>) => Promise<ReturnType<PageSide[K]>>;
	/** Evaluates in the isolated world. */
	readonly evaluate: (expression: string) => Promise<unknown>;
	/** The page text without its header. */
	readonly body: () => Promise<string>;
};

export type TestBrowser = {
	/** In a page of its own, closed after the test. */
	readonly open: (html: string, options?: { readonly url?: string }) => Promise<OpenPage>;
	/** In the shared page, which is faster; for documents without timers or listeners. */
	readonly show: (html: string) => Promise<OpenPage>;
};

async function isolate(page: Page, script: string): Promise<OpenPage> {
	const session: CDPSession = await page.context().newCDPSession(page);
	const { frameTree } = await session.send("Page.getFrameTree");
	const { executionContextId } = await session.send("Page.createIsolatedWorld", { frameId: frameTree.frame.id, worldName: "webhand" });
	const evaluate = async (expression: string): Promise<unknown> => {
		const reply = await session.send("Runtime.evaluate", {
			expression,
			contextId: executionContextId,
			returnByValue: true,
			awaitPromise: true,
		});
		if (reply.exceptionDetails !== undefined) throw new Error(reply.exceptionDetails.exception?.description ?? reply.exceptionDetails.text);
		return reply.result.value;
	};
	await evaluate(script);
	const call: OpenPage["call"] = async (name, ...values) => {
		const written = values.map((value) => JSON.stringify(value) ?? "undefined").join(",");
		return (await evaluate(`pageSide.${name}(${written})`)) as ReturnType<PageSide[typeof name]>;
	};
	const body = async () => {
		const text = await call("readAll");
		return text.slice(text.indexOf("\n\n") + 2);
	};
	return { page, call, body, evaluate };
}

/** One Chromium for a test file, with the package bundled for it. `CHROMIUM_BIN` names another binary. */
export function useBrowser(): TestBrowser {
	const opened: Page[] = [];
	let script = "";
	let browser: Browser | undefined;
	let shared: Promise<OpenPage> | undefined;
	const newPage = async (html: string, url: string) => {
		if (browser === undefined) throw new Error("the browser starts before the first test");
		const page = await browser.newPage({ viewport: { width: 1280, height: 800 } });
		await page.route("**/*", (route) =>
			route.request().url() === url
				? route.fulfill({ contentType: "text/html; charset=utf-8", body: html })
				: route.fulfill({ status: 404, body: "" }),
		);
		await page.goto(url);
		return isolate(page, script);
	};
	beforeAll(async () => {
		const executablePath = process.env["CHROMIUM_BIN"] ?? "/usr/bin/chromium";
		[script, browser] = await Promise.all([bundle(), chromium.launch({ executablePath, args: flags })]);
	});
	afterEach(async () => {
		await Promise.all(opened.splice(0).map((page) => page.close()));
	});
	afterAll(async () => browser?.close());
	return {
		open: async (html, { url = defaultUrl } = {}) => {
			const open = await newPage(html, url);
			opened.push(open.page);
			return open;
		},
		show: async (html) => {
			shared ??= newPage("", defaultUrl);
			const open = await shared;
			try {
				await open.page.setContent(`<!doctype html><meta charset=utf-8><body>${html}`);
			} catch (error) {
				// Chromium never finishes the layout of such a page, so the next one needs a new tab.
				shared = undefined;
				void open.page.close().catch(() => undefined);
				throw error;
			}
			await open.call("reset");
			return open;
		},
	};
}
