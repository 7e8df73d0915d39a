import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { BrowserContext, Worker } from "playwright-core";
import { buildExtension, openExtension } from "../extension.ts";
import type { Row } from "../report.ts";
import { quantile } from "../stats.ts";
import { generatePage } from "./generated.ts";

const turns = 9;
const pageUrl = "http://bench.example/";
const goals = { injection: 40, wake: 100 } as const;
/** Messages of the extension: to its content script, and from its panel to its worker. */
const messages = { readPage: { type: "page_read", firstId: 1 }, readState: { type: "state_get", tabId: 1 } } as const;

type Chrome = {
	readonly tabs: {
		readonly query: (filter: object) => Promise<{ readonly id?: number }[]>;
		readonly sendMessage: (tabId: number, message: object, options: object) => Promise<{ readonly ok: boolean } | undefined>;
	};
	readonly scripting: { readonly executeScript: (injection: object) => Promise<unknown> };
	readonly runtime: { connect: unknown; readonly sendMessage: (message: object) => Promise<{ readonly ok: boolean } | undefined> };
};

/**
 * Median latency of the built extension: from injecting the content script to its first page text, and from waking the worker to its first
 * answer. One unmeasured turn comes first.
 */
export async function measureExtensionLatency(): Promise<readonly Row[]> {
	const profile = await mkdtemp(join(tmpdir(), "webhand-bench-"));
	try {
		const { context, worker } = await openExtension(profile, await buildExtension());
		try {
			return [
				rowOf("injection to first reading", await injectionTimes(context, worker), goals.injection),
				rowOf("worker wake to first answer", await wakeTimes(context, worker), goals.wake),
			];
		} finally {
			await context.close();
		}
	} finally {
		await rm(profile, { recursive: true, force: true });
	}
}

function rowOf(name: string, times: readonly number[], goal: number): Row {
	return { name, ours: quantile(times.slice(1), 0.5), peer: null, ratio: null, goal, better: "lower", unit: "ms" };
}

async function injectionTimes(context: BrowserContext, worker: Worker): Promise<readonly number[]> {
	const { html } = generatePage("form", 200);
	await context.route(`${pageUrl}**`, (route) => route.fulfill({ contentType: "text/html; charset=utf-8", body: html }));
	const page = await context.newPage();
	const times: number[] = [];
	for (let turn = 0; turn <= turns; turn += 1) {
		await page.goto(`${pageUrl}${turn}`);
		times.push(
			await worker.evaluate(
				async ({ url, message }) => {
					const { tabs, scripting } = (globalThis as unknown as { chrome: Chrome }).chrome;
					const tabId = (await tabs.query({ url }))[0]?.id ?? -1;
					const start = performance.now();
					await scripting.executeScript({ target: { tabId }, files: ["/page.js"], injectImmediately: true });
					const reply = await tabs.sendMessage(tabId, { v: 1, id: crypto.randomUUID(), ...message }, { frameId: 0 });
					if (reply?.ok !== true) throw new Error(`the page was not read: ${JSON.stringify(reply)}`);
					return performance.now() - start;
				},
				{ url: page.url(), message: messages.readPage },
			),
		);
	}
	return times;
}

async function wakeTimes(context: BrowserContext, worker: Worker): Promise<readonly number[]> {
	const panel = await context.newPage();
	// The panel's own connection would wake the worker before it is measured.
	await panel.addInitScript(() => {
		const event = { addListener: () => undefined, removeListener: () => undefined };
		const { runtime } = (globalThis as unknown as { chrome: Chrome }).chrome;
		runtime.connect = () => ({ onMessage: event, onDisconnect: event, postMessage: () => undefined, disconnect: () => undefined });
	});
	await panel.goto(new URL("/sidepanel.html?tabId=1", worker.url()).href);
	const session = await context.newCDPSession(panel);
	await session.send("ServiceWorker.enable");
	const times: number[] = [];
	for (let turn = 0; turn <= turns; turn += 1) {
		const { promise: isStopped, resolve } = Promise.withResolvers<void>();
		session.on("ServiceWorker.workerVersionUpdated", ({ versions }) => {
			if (versions.some(({ runningStatus }) => runningStatus === "stopped")) resolve();
		});
		await session.send("ServiceWorker.stopAllWorkers");
		await isStopped;
		times.push(
			await panel.evaluate(async (message) => {
				const { runtime } = (globalThis as unknown as { chrome: Chrome }).chrome;
				const start = performance.now();
				const reply = await runtime.sendMessage({ v: 1, id: crypto.randomUUID(), ...message });
				if (reply?.ok !== true) throw new Error(`the worker did not answer: ${JSON.stringify(reply)}`);
				return performance.now() - start;
			}, messages.readState),
		);
	}
	return times;
}
