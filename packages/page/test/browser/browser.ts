import { fileURLToPath } from "node:url";
import type { Browser, CDPSession, Page } from "playwright-core";
import { chromium } from "playwright-core";
import { build } from "vite";
import { afterAll, beforeAll } from "vitest";
import type { Inside } from "./page-side.ts";

const flags = [
	"--no-sandbox",
	"--disable-gpu",
	"--disable-quic",
	"--no-first-run",
	"--disable-background-networking",
	"--disable-component-update",
	"--disable-sync",
];

/** The code of the package for a page, one classic script. */
async function bundle(): Promise<string> {
	const result = await build({
		configFile: false,
		logLevel: "error",
		resolve: { conditions: ["@webhand/source"] },
		build: {
			write: false,
			minify: process.env["PAGE_READABLE"] === undefined,
			target: "es2024",
			lib: { entry: fileURLToPath(new URL("page-side.ts", import.meta.url)), formats: ["iife"], name: "insideBundle" },
		},
	});
	const [output] = Array.isArray(result) ? result : [result];
	const chunk = output !== undefined && "output" in output ? output.output[0] : undefined;
	if (chunk === undefined) throw new Error("nothing was bundled");
	return chunk.code;
}

/** A document with our code in an isolated world, as a content script has it. */
export type OpenPage = {
	readonly page: Page;
	/** Calls a function of `inside` with plain values. */
	readonly call: <K extends keyof Inside>(name: K, ...values: Parameters<Inside[K]>) => Promise<ReturnType<Inside[K]>>;
	/** Evaluates in our world. */
	readonly evaluate: (expression: string) => Promise<unknown>;
	/** Body of the page text: what stands behind the header. */
	readonly body: () => Promise<string>;
};

export type TestBrowser = {
	readonly open: (html: string, options?: { readonly url?: string }) => Promise<OpenPage>;
	/** After a navigation: the new document, as it is injected anew. */
	readonly again: (page: Page) => Promise<OpenPage>;
	/** The same in one page that all such tests share; for documents that leave no timer or listener behind. */
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
		return (await evaluate(`inside.${name}(${written})`)) as ReturnType<Inside[typeof name]>;
	};
	const body = async () => {
		const text = await call("read");
		return text.slice(text.indexOf("\n\n") + 2);
	};
	return { page, call, body, evaluate };
}

/** One Chromium for a test file, with the package bundled for it; closed behind the last test. `CHROMIUM_BIN` names another binary. */
export function useBrowser(): TestBrowser {
	let started: Started | undefined;
	const browser = (): Started => {
		if (started === undefined) throw new Error("the browser is there from the first test on");
		return started;
	};
	beforeAll(async () => {
		started = await startBrowser();
	});
	afterAll(async () => started?.close());
	return {
		open: async (html, options) => browser().open(html, options),
		again: async (page) => browser().again(page),
		show: async (html) => browser().show(html),
	};
}

type Started = TestBrowser & { readonly close: () => Promise<void> };

async function startBrowser(): Promise<Started> {
	const [script, browser]: [string, Browser] = await Promise.all([
		bundle(),
		chromium.launch({ executablePath: process.env["CHROMIUM_BIN"] ?? "/usr/bin/chromium", args: flags }),
	]);
	const newPage = async () => browser.newPage({ viewport: { width: 1280, height: 800 } });
	const open: TestBrowser["open"] = async (html, { url = "https://shop.example/list" } = {}) => {
		const page = await newPage();
		await page.route("**/*", (route) =>
			route.request().url() === url
				? route.fulfill({ contentType: "text/html; charset=utf-8", body: html })
				: route.fulfill({ status: 404, body: "" }),
		);
		await page.goto(url);
		return isolate(page, script);
	};
	let shared: Promise<OpenPage> | undefined;
	const show = async (html: string) => {
		shared ??= open("");
		const opened = await shared;
		try {
			await opened.page.setContent(`<!doctype html><meta charset=utf-8><body>${html}`);
		} catch (error) {
			// Chromium never comes to the end of laying such a page out: the next one needs a tab of its own.
			shared = undefined;
			void opened.page.close().catch(() => undefined);
			throw error;
		}
		await opened.call("reset");
		return opened;
	};
	const again = async (page: Page) => isolate(page, script);
	return { open, again, show, close: async () => browser.close() };
}
