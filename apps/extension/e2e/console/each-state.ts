import { eachOf } from "@webhand/testing/long";
import { beforeAll, describe, expect } from "vitest";
import type { Views } from "../views.ts";
import { openViews } from "../views.ts";
import { consoleStates } from "./states.ts";

const wide = { width: 1_024, height: 800 };
const narrow = { width: 320, height: 760 };

/** The dark theme has the same elements: one state of each page shows its colours. */
const pageOf = (name: string) => name.split("-")[0];
export const names = Object.keys(consoleStates);
export const isFirstOfPage = (name: string) => names.find((other) => pageOf(other) === pageOf(name)) === name;

/** One state of every third page, for `npm test`. */
const visited = names.filter(isFirstOfPage).filter((_, index) => index % 3 === 0);

export function testEachState(views: () => Views): void {
	describe("each state", () => {
		let opened: Awaited<ReturnType<typeof openViews>>;
		beforeAll(async () => {
			opened = await openViews(views(), { viewport: wide, locale: "en-GB", timezoneId: "UTC" });
			await opened.context.grantPermissions(["clipboard-read", "clipboard-write"]);
		});

		eachOf(names, (name) => visited.includes(name))("%s has no accessibility fault, no error and no sideways scrolling", async (name) => {
			const { page, problems, show, violationsInBoth, overflow } = opened;
			await show(name);
			await page.locator("h1").first().waitFor({ state: "attached" });
			expect(await violationsInBoth(`console-${name}-1024`, { fullPage: true, isDarkToo: isFirstOfPage(name) })).toEqual([]);
			expect(await overflow()).toBe(0);
			// 640 px at 200 %. The mark of a chosen segment follows a frame later.
			await page.setViewportSize(narrow);
			await expect.poll(overflow).toBe(0);
			await page.setViewportSize(wide);
			expect(problems.splice(0)).toEqual([]);
		});
	});
}
