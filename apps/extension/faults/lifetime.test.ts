import { setTimeout as pause } from "node:timers/promises";
import { poll } from "@webhand/testing/poll";
import { expect, test } from "vitest";
import { killWorker } from "../e2e/browser.ts";
import { act, click, effectsOf, useHardPages } from "../e2e/pages/hard-pages.ts";
import { runToEnd, runUntil, sendCommand, storyOf } from "../e2e/panel.ts";
import { panelReplies } from "../src/messages.ts";

// The server waits for its model as long as the client for the server.
const pages = useHardPages("chrome-mv3", { MODEL_TIMEOUT_MS: "55000" });
const kills = 20;
const clicks = 10;
const longestLifeMs = 700;

test("twenty kills at any moment of a task of ten clicks: reported clicks were done, and none twice", async () => {
	const { site, tabId } = await pages.open("renders");
	// Decided by the page's count: a reply that a dead worker missed is repeated.
	const next = (page: string, prompt: string) => (page.includes(`${clicks} clicks`) ? 'finish("ten")' : click("Count")(page, prompt));
	await pages.start(
		tabId,
		Array.from({ length: clicks + 2 * kills }, () => next),
	);
	const shown = { panel: pages.panel(), tabId };
	for (let kill = 0; kill < kills; kill += 1) {
		await pause(Math.random() * longestLifeMs);
		await killWorker(pages.browser().context, pages.panel());
	}
	const run = await runToEnd(shown);
	expect(run, storyOf(run)).toMatchObject({ state: "completed" });
	const told = run.steps.filter(({ actionName }) => actionName === "click");
	// A click reported as failed may have been done unseen, or not at all.
	const failed = told.filter(({ result }) => result?.success !== true).length;
	const story = `${storyOf(run)}\n${JSON.stringify(told.map(({ result }) => result))}`;
	const effects = await effectsOf(site);
	expect(effects.length, story).toBe(clicks);
	expect(told.length, story).toBeGreaterThanOrEqual(clicks);
	expect(told.length - failed, story).toBeLessThanOrEqual(clicks);
});

test("a stop before the first answer reaches the server, also when the worker dies at once", async () => {
	const { tabId } = await pages.open("renders");
	const asked = Promise.withResolvers<void>();
	const mayAnswer = Promise.withResolvers<void>();
	const slow = async () => {
		asked.resolve();
		await mayAnswer.promise;
		return "wait(10)";
	};
	// The server may ask its model again when nobody hears the first answer.
	await pages.start(tabId, [slow, slow, slow]);
	await asked.promise;
	await sendCommand(pages.panel(), "run_stop", { tabId });
	await killWorker(pages.browser().context, pages.panel());
	mayAnswer.resolve();
	const run = async () => panelReplies.state_get.parse(await sendCommand(pages.panel(), "state_get", { tabId })).run;
	const taskId = await poll(async () => (await run())?.taskId, { limitMs: 60_000, everyMs: 200 });
	await poll(async () => (await pages.statusOf(taskId)) === "cancelled", { limitMs: 60_000, everyMs: 200 });
	expect(await run()).toMatchObject({ state: "stopped", steps: [] });
});

test("an answer that takes fifty seconds is waited for", async () => {
	const { site, tabId } = await pages.open("renders");
	const slow = async (page: string, prompt: string) => {
		await pause(50_000);
		return click("Count")(page, prompt);
	};
	await pages.start(tabId, [act("wait(0)"), slow]);
	const run = await runUntil({ panel: pages.panel(), tabId }, ({ state }) => state !== "running", 100_000);
	expect(run, storyOf(run)).toMatchObject({ state: "completed" });
	expect(await effectsOf(site)).toEqual(["count 1"]);
});
