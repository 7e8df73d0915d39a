import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { join } from "node:path";
import { repositoryRoot } from "@webhand/testing/binaries";
import type { Page, Worker } from "playwright-core";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import type { ActResult, PageAction, PageGuard, PageReadReply } from "../../src/page/messages.ts";
import type { ExtensionBrowser } from "../browser.ts";
import { startBrowser } from "../browser.ts";

/** A page with the content script in it, spoken to as the worker speaks to it; no server, no task. */
export type Stage = {
	readonly page: Page;
	readonly look: () => Promise<PageReadReply>;
	/** The number that the newest text gives the control of this name. */
	readonly id: (name: string) => Promise<number>;
	readonly act: (
		action: PageAction,
		extra?: { readonly guard?: PageGuard; readonly actionId?: string; readonly clipboard?: string },
	) => Promise<ActResult>;
	readonly ask: (message: Readonly<Record<string, unknown>>) => Promise<unknown>;
	readonly worker: Worker;
	/** Sets the browser's own zoom, 1 being none. */
	readonly zoom: (factor: number) => Promise<void>;
};

const extensionDir = join(repositoryRoot, "apps", "extension", ".output", "chrome-mv3");

/** Serves a body and puts the content script into its page. */
export type Stages = { readonly open: (body: string) => Promise<Stage> };

/** One browser for the tests of a file. */
export function useStage(): Stages {
	let browser: ExtensionBrowser | undefined;
	beforeAll(async () => {
		browser = await startBrowser(extensionDir);
	});
	afterAll(() => browser?.close());
	return {
		open: async (body) => {
			if (browser === undefined) throw new Error("the browser has not started");
			return open(browser, body);
		},
	};
}

async function open({ context }: ExtensionBrowser, body: string): Promise<Stage> {
	const server = createServer((_request, response) => {
		response.writeHead(200, { "content-type": "text/html; charset=utf-8" }).end(`<!doctype html><title>Stage</title><main>${body}</main>`);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	const page = await context.newPage();
	onTestFinished(async () => {
		await page.close();
		server.closeAllConnections();
		server.close();
	});
	await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`);
	const worker = context.serviceWorkers()[0];
	if (worker === undefined) throw new Error("the extension has no worker");
	await worker.evaluate(async (url) => {
		const { tabs, scripting } = (globalThis as unknown as { chrome: Chrome }).chrome;
		const tab = (await tabs.query({})).find((each) => each.url === url);
		await scripting.executeScript({ target: { tabId: tab?.id ?? -1 }, files: ["/page.js"] });
	}, page.url());
	const ask = (message: Readonly<Record<string, unknown>>) =>
		worker.evaluate(
			async ({ url, message: asked }) => {
				const { tabs } = (globalThis as unknown as { chrome: Chrome }).chrome;
				const tab = (await tabs.query({})).find((each) => each.url?.startsWith(url));
				const reply = await tabs.sendMessage(tab?.id ?? -1, { v: 1, id: crypto.randomUUID(), ...asked }, { frameId: 0 });
				if (!reply.ok) throw new Error(JSON.stringify(reply.error));
				return reply.data;
			},
			{ url: page.url(), message },
		);
	let acted = 0;
	const look = async () => (await ask({ type: "page_read", firstId: 1 })) as PageReadReply;
	const { docEpoch } = await look();
	return {
		page,
		look,
		worker,
		ask,
		zoom: (factor) =>
			worker.evaluate(
				async ({ url, wanted }) => {
					const { tabs } = (globalThis as unknown as { chrome: Chrome }).chrome;
					const tab = (await tabs.query({})).find((each) => each.url?.startsWith(url));
					await tabs.setZoom(tab?.id ?? -1, wanted);
				},
				{ url: page.url(), wanted: factor },
			),
		id: async (name) => {
			const { text } = await look();
			const found = new RegExp(`<\\w+ (\\d+)\\*?[^>\\n]*"${name}"|<\\w+ (\\d+)\\*?[^>\\n]*>${name}`).exec(text);
			if (found === null) throw new Error(`no control is called ${name}:\n${text}`);
			return Number(found[1] ?? found[2]);
		},
		act: async (action, { actionId, ...extra } = {}) => {
			acted += 1;
			return (await ask({ type: "page_act", actionId: actionId ?? `test:${acted}`, action, docEpoch, ...extra })) as ActResult;
		},
	};
}

type Chrome = {
	readonly tabs: {
		readonly query: (filter: object) => Promise<{ readonly id?: number; readonly url?: string }[]>;
		readonly setZoom: (tabId: number, factor: number) => Promise<void>;
		readonly sendMessage: (tabId: number, message: object, options: object) => Promise<{ ok: boolean; data: unknown; error: unknown }>;
	};
	readonly scripting: { readonly executeScript: (injection: object) => Promise<unknown> };
};
