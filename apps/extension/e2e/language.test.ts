import { eachOf } from "@webhand/testing/long";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect } from "vitest";
import { consoleStates } from "./console/states.ts";
import { galleryStates } from "./gallery/states.ts";
import { routinesStates } from "./routines/states.ts";
import { toolsStates } from "./tools/states.ts";
import { openViews, useViews } from "./views.ts";

/** 640 px at 200 %. */
const viewport = { width: 320, height: 760 };

/** A state in twenty-six, for `npm test`. */
const isSample = (names: readonly string[]) => (name: string) => names.indexOf(name) % 26 === 0;

/** The last words of each element that cuts its text, or lets it stand outside of its place. */
const cutTexts = (page: Page) =>
	page.evaluate(async () => {
		// Twice: a reply of the scripted server draws once more.
		for (let round = 0; round < 2; round += 1) await new Promise((resolve) => requestIdleCallback(resolve, { timeout: 500 }));
		const texts = (element: Element) => [...element.childNodes].filter((node) => node.nodeType === 3 && node.textContent?.trim() !== "");
		return [...document.querySelectorAll("body *")]
			.filter((element) => element.clientWidth > 1 && element.scrollWidth > element.clientWidth + 1 && texts(element).length > 0)
			.filter((element) => !["auto", "scroll"].includes(getComputedStyle(element).overflowX))
			.map((element) => texts(element).at(-1)?.textContent ?? "");
	});

const folders = { gallery: galleryStates, console: consoleStates, tools: toolsStates, routines: routinesStates } as const;

describe.each(Object.keys(folders) as (keyof typeof folders)[])("in German, %s", (folder) => {
	const views = useViews(folder);
	let german: Awaited<ReturnType<typeof openViews>>;
	let english: Awaited<ReturnType<typeof openViews>>;
	beforeAll(async () => {
		german = await openViews(views(), { viewport, locale: "de-DE", timezoneId: "UTC" });
		english = await openViews(views(), { viewport, locale: "en-GB", timezoneId: "UTC" });
	});

	const names = Object.keys(folders[folder]);
	eachOf(names, isSample(names))("%s has room for its words at 320 px", async (name) => {
		for (const { page, show } of [german, english]) {
			await show(name);
			await page.locator("h1").first().waitFor({ state: "attached" });
		}
		expect(await german.page.evaluate(() => document.documentElement.lang)).toBe("de");
		// Names and addresses are data: what stands in both languages may be cut, and so may words around it that English cuts too.
		const [inGerman, inEnglish] = await Promise.all([german, english].map(({ page }) => cutTexts(page)));
		const own = async (texts: readonly string[] = [], other: Page) => {
			const data = await other.evaluate(() => document.body.textContent ?? "");
			return texts.filter((text) => !data.includes(text));
		};
		const allowed = (await own(inEnglish, german.page)).length;
		expect((await own(inGerman, english.page)).slice(allowed)).toEqual([]);
		await expect.poll(german.overflow).toBe(0);
		expect(german.problems.splice(0)).toEqual([]);
	});
});
