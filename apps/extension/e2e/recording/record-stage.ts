import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, onTestFinished } from "vitest";
import { eventSentence } from "../../src/panel/record/event-sentence.ts";
import type { RecordingRecord } from "../../src/recording-record.ts";
import type { ExtensionBrowser } from "../browser.ts";
import { extensionDir, killWorker, openWindow, startBrowser } from "../browser.ts";

/** Bodies of pages by their path; `/` is opened first. */
export type Site = Readonly<Record<string, string>>;

/** One browser for the tests of a file. */
export function useRecordStage() {
	let browser: ExtensionBrowser;
	beforeAll(async () => {
		browser = await startBrowser(extensionDir);
	});
	afterAll(() => browser?.close());
	return {
		/** @param options `busyMs`: how long the page does something else when the recording starts */
		record: (site: Site, options?: { readonly busyMs: number }) => record(browser, site, options),
		/** Stops the extension's worker, as Chrome does when memory runs short. */
		kill: async () => {
			const front = browser.context.pages().at(-1);
			const options = await openWindow(browser.context, browser.worker(), new URL("/options.html", browser.worker().url()).href);
			await killWorker(browser.context, options);
			await options.close();
			await front?.bringToFront();
		},
	};
}

/** Serves pages until the test ends. @returns their origin */
export async function serve(site: Site): Promise<string> {
	const server = createServer((request, response) => {
		const path = URL.parse(request.url ?? "/", "http://x")?.pathname ?? "/";
		const body = site[path];
		const html = `<!doctype html><title>Page ${path}</title><main>${body ?? ""}</main>`;
		response.writeHead(body === undefined ? 404 : 200, { "content-type": "text/html; charset=utf-8" }).end(html);
	});
	await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
	onTestFinished(() => {
		server.closeAllConnections();
		server.close();
	});
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A page that is recorded, with real input of Chrome's protocol; no server of ours, no panel. */
async function record(browser: ExtensionBrowser, site: Site, { busyMs } = { busyMs: 0 }) {
	const origin = await serve(site);
	const page = await browser.context.newPage();
	await page.goto(`${origin}/`);
	await page.bringToFront();
	const tabId = await browser.tabIdOf(page);
	const store = (record: RecordingRecord | null) =>
		browser.worker().evaluate((value) => chrome.storage.session.set({ recording: { v: 1, value } }), record);
	onTestFinished(async () => {
		await store(null);
		await page.close();
	});
	const windowId = await browser.worker().evaluate(async (id) => (await chrome.tabs.get(id)).windowId, tabId);
	const { host } = new URL(origin);
	await store(freshRecording({ tabId, windowId, host, url: page.url() }));
	const read = async () => {
		const { recording } = await browser.worker().evaluate(() => chrome.storage.session.get("recording"));
		return (recording as { readonly value: RecordingRecord }).value;
	};
	// A navigation inside the page makes the worker look; the address stays.
	await page.evaluate((ms) => {
		const work = () => {
			const end = performance.now() + ms;
			while (performance.now() < end);
		};
		history.replaceState(null, "", location.href);
		setTimeout(work);
	}, busyMs);
	await expect.poll(async () => (await read()).tabs[0]?.frames.length ?? 0).toBeGreaterThan(0);
	await listening(browser, tabId);
	/** Changes the recording as the panel does, and lets the worker look again. */
	const change = async (part: Partial<RecordingRecord>) => {
		await store({ ...(await read()), ...part });
		await page.evaluate(() => history.replaceState(null, "", location.href));
		await page.waitForTimeout(400);
	};
	return {
		page,
		origin,
		tabId,
		read,
		change,
		steps: async () => (await read()).steps,
		sentences: async () => (await read()).steps.map(({ event }) => eventSentence(event)),
	};
}

/** Waits until each document of the tab listens. */
async function listening({ worker }: ExtensionBrowser, tabId: number): Promise<void> {
	const isOn = () =>
		worker().evaluate(async (id) => {
			const all = (await chrome.webNavigation.getAllFrames({ tabId: id })) ?? [];
			const frames = all.filter(({ url }) => new URL(url).origin === new URL(all[0]?.url ?? "").origin);
			const ask = { v: 1, id: "test", type: "page_record", state: "on" };
			const replies = await Promise.all(
				frames.map(({ frameId }) =>
					chrome.tabs.sendMessage(id, ask, { frameId }).then(
						(reply) => reply?.data === true,
						() => false,
					),
				),
			);
			return replies.every(Boolean);
		}, tabId);
	await expect.poll(isOn).toBe(true);
}

type Facts = { readonly tabId: number; readonly windowId: number; readonly host: string; readonly url: string };

function freshRecording({ tabId, windowId, host, url }: Facts): RecordingRecord {
	return {
		id: "r1",
		owner: { userId: `usr_${"a".repeat(22)}`, tenantId: `org_${"a".repeat(22)}` } as unknown as RecordingRecord["owner"],
		state: "recording",
		windowId,
		tabId,
		tabs: [{ id: tabId, title: "Page /", host, visited: [url], isEmpty: false, isArriving: false, frames: [], highestId: 0 }],
		sites: [host],
		refused: [],
		title: "Page /",
		url,
		steps: [],
		nextKey: 1,
		isReady: false,
		isPicking: false,
		isPickEmpty: false,
		wait: null,
		framed: [],
		saved: null,
		lastActAt: 0,
	};
}

/** Waits for the sentences of a recording. */
export async function expectSteps(
	{ sentences }: { readonly sentences: () => Promise<string[]> },
	wanted: readonly string[],
): Promise<void> {
	await expect.poll(sentences).toEqual(wanted);
}
