import { beginEpisode, playEpisode } from "@webhand/bench/miniwob/stage/episode";
import { getPages } from "@webhand/bench/miniwob/stage/pages";
import type { Panel } from "@webhand/bench/miniwob/stage/panel";
import { signIn } from "@webhand/bench/miniwob/stage/panel";
import type { Site } from "@webhand/bench/miniwob/stage/site";
import { servePages } from "@webhand/bench/miniwob/stage/site";
import { long } from "@webhand/testing/long";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect } from "vitest";
import { test } from "../fixtures.ts";

// Three of the development tasks; `npm run bench -- miniwob` plays all of them.
const tasks = ["choose-list", "click-checkboxes", "enter-password"];
const episodeLimitMs = 8_000;
let site: Site;

beforeAll(async () => {
	site = await servePages(await getPages());
});

afterAll(() => site?.close());

test("tasks of a public benchmark are carried out from their own sentences", long, async ({ browser, ready }) => {
	const opened = await browser.open(site.url(tasks[0] ?? ""));
	const panel = { page: opened.panel, tabId: opened.tabId };
	await signIn(panel, { url: ready.url, ...ready.member });
	const played = [];
	for (const task of tasks) played.push(await playOne(opened.site, panel, task));
	expect(played.filter(({ reward }) => reward <= 0)).toEqual([]);
});

async function playOne(tab: Page, panel: Panel, task: string) {
	const sentence = await beginEpisode(tab, site.url(task), 0);
	const { reward, run } = await playEpisode(tab, panel, { sentence, limitMs: episodeLimitMs });
	return { task, sentence, reward, end: run?.failure?.message ?? run?.question?.text ?? run?.steps.map(({ action }) => action).join(" ") };
}
