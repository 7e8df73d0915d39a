import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page, Worker } from "playwright-core";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import type { ActResult, PageAction, PageGuard, PageReadReply } from "../../src/page/messages.ts";
import type { ExtensionBrowser } from "../browser.ts";
import { startBrowser } from "../browser.ts";

/** A page with the content script in it; the test sends it the worker's messages. No server, no task. */
export type Stage = {
	readonly page: Page;
	readonly read: () => Promise<PageReadReply>;
	/** The element id that the newest text gives the control of this name. */
	readonly id: (name: string) => Promise<number>;
	readonly act: (
		action: PageAction,
		extra?: { readonly guard?: PageGuard; readonly actionId?: string; readonly clipboard?: string },
	) => Promise<ActResult>;
	readonly ask: (message: Readonly<Record<string, unknown>>) => Promise<unknown>;
	readonly worker: Worker;
	readonly tabId: number;
	/** Sets the browser's zoom, 1 being none. */
	readonly zoom: (factor: number) => Promise<void>;
};

/** Serves a body and injects the content script into its page. */
export type Stages = { readonly open: (body: string) => Promise<Stage> };

/** One browser for the tests of a file. */
export function useStage(): Stages {
	let browser: ExtensionBrowser;
	beforeAll(async () => {
		browser = await startBrowser();
	});
	afterAll(() => browser?.close());
	return { open: (body) => open(browser, body) };
}

async function open({ context, worker: currentWorker, tabIdOf }: ExtensionBrowser, body: string): Promise<Stage> {
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
	const worker = currentWorker();
	const tabId = await tabIdOf(page);
	await worker.evaluate(async (id) => {
		await chrome.scripting.executeScript({ target: { tabId: id }, files: ["/page.js"] });
	}, tabId);
	const ask = (message: Readonly<Record<string, unknown>>) =>
		worker.evaluate(
			async ({ id, asked }) => {
				const reply = await chrome.tabs.sendMessage(id, { v: 1, id: crypto.randomUUID(), ...asked }, { frameId: 0 });
				if (!reply.ok) throw new Error(JSON.stringify(reply.error));
				return reply.data;
			},
			{ id: tabId, asked: message },
		);
	let acted = 0;
	const read = async () => (await ask({ type: "page_read", firstId: 1 })) as PageReadReply;
	const { docEpoch } = await read();
	return {
		page,
		read,
		worker,
		tabId,
		ask,
		zoom: (factor) => worker.evaluate(async ({ id, wanted }) => await chrome.tabs.setZoom(id, wanted), { id: tabId, wanted: factor }),
		id: async (name) => {
			const { text } = await read();
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
