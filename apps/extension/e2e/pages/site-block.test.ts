import type { RunnerAnswer } from "@webhand/contracts/authority/runner-order";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { test } from "../fixtures.ts";

/** A run as the extension keeps it. */
const playIn = (tabId: number, sites: readonly string[]) => ({
	runId: `rrn_${"a".repeat(22)}`,
	owner: { userId: `usr_${"a".repeat(22)}`, tenantId: `org_${"a".repeat(22)}` },
	tabId,
	windowId: 1,
	hasOwnTab: true,
	isTaken: true,
	sessionId: crypto.randomUUID(),
	files: [],
	sites: [...sites],
	runKey: null,
	problem: null,
	retry: null,
});

test("a browser that a process made a runner opens no page and no frame but of the sites of its runs, each tab its own", async ({
	ready,
	browser,
}) => {
	const { context, worker, tabIdOf } = browser;
	const shop = new URL(ready.demoUrl);
	const other = `http://localhost:${shop.port}/`;
	const page = await context.newPage();
	await page.goto(other);
	const order = (isDraining: boolean): Promise<RunnerAnswer> =>
		worker().evaluate(
			(text) => (globalThis as unknown as { webhandRunner: (order: string) => Promise<RunnerAnswer> }).webhandRunner(text),
			JSON.stringify({ kind: "work", isDraining }),
		);
	/** Opens a page in vain, and waits for the error in its place. */
	const refused = async (tab: Page, url: string) => {
		await expect(tab.goto(url)).rejects.toThrow("ERR_BLOCKED_BY_CLIENT");
		await tab.waitForURL(/^chrome-error:/);
	};
	const answer = await order(true);
	expect(answer).toMatchObject({ ok: true, status: { serverUrl: null, running: 0, isDraining: true } });
	await refused(page, shop.href);

	await page.goto("about:blank");
	const tabId = await tabIdOf(page);
	await worker().evaluate(
		(play) => chrome.storage.session.set({ plays: { v: 1, value: { [play.runId]: play } } }),
		playIn(tabId, [shop.host]),
	);
	await order(true);
	await page.goto(shop.href);
	await refused(page, other);

	await page.goto(shop.href);
	const failed = page.waitForEvent("requestfailed", (request) => request.url() === other);
	await page.evaluate((src) => document.body.append(Object.assign(document.createElement("iframe"), { src })), other);
	expect((await failed).failure()?.errorText).toBe("net::ERR_BLOCKED_BY_CLIENT");
	// A tab that a page has just opened may open the sites of the runs, and no other one.
	const opened = context.waitForEvent("page");
	await page.evaluate((url) => void window.open(url), shop.href);
	await (await opened).waitForURL(shop.href);
	await refused(await opened, other);
});
