import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ActResult, PageAction, PageGuard, PageReadReply } from "@webhand/page/execute/page-action";
import { afterAll, beforeAll, onTestFinished } from "vitest";
import type { ExtensionBrowser } from "../browser.ts";
import { extensionDir, startBrowser } from "../browser.ts";

type Extra = { readonly guard?: PageGuard; readonly actionId?: string; readonly clipboard?: string };

/** Serves a body and injects the content script into its page. */
export type Stages = { readonly open: (body: string) => ReturnType<typeof open> };

/** One browser for the tests of a file. */
export function useStage(options: Parameters<typeof startBrowser>[1] = {}): Stages {
	let browser: ExtensionBrowser;
	beforeAll(async () => {
		browser = await startBrowser(extensionDir, options);
	});
	afterAll(() => browser?.close());
	return { open: (body) => open(browser, body) };
}

/** A page with the content script in it; the test sends it the worker's messages. No server, no task. */
async function open({ context, worker: currentWorker, tabIdOf }: ExtensionBrowser, body: string) {
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
		zoom: (factor: number) =>
			worker.evaluate(async ({ id, wanted }) => await chrome.tabs.setZoom(id, wanted), { id: tabId, wanted: factor }),
		/** The element id that the newest text gives the control of this name. */
		id: async (name: string) => {
			const { text } = await read();
			const found = new RegExp(`<\\w+ (\\d+)\\*?[^>\\n]*"${name}"|<\\w+ (\\d+)\\*?[^>\\n]*>${name}`).exec(text);
			if (found === null) throw new Error(`no control is called ${name}:\n${text}`);
			return Number(found[1] ?? found[2]);
		},
		act: async (action: PageAction, { actionId, ...extra }: Extra = {}) => {
			acted += 1;
			return (await ask({ type: "page_act", actionId: actionId ?? `test:${acted}`, action, docEpoch, ...extra })) as ActResult;
		},
	};
}
