import { beforeAll, describe, expect, test } from "vitest";
import { askText } from "../../src/panel/ask/words.ts";
import type { Views } from "../views.ts";
import { openViews, splitStates } from "../views.ts";
import { galleryStates } from "./states.ts";

const viewport = { width: 360, height: 760 };

export const { visited, others } = splitStates(Object.keys(galleryStates), [
	"loading",
	"sign-in",
	"first",
	"running",
	"approval",
	"server-approval",
	"question",
	"paused",
	"failed",
	"notice",
	"tenants-busy",
	"history",
	"deliveries",
	"long",
	"client",
]);

export function testEachState(views: () => Views, names: readonly string[]): void {
	describe("each state", () => {
		let opened: Awaited<ReturnType<typeof openViews>>;
		beforeAll(async () => {
			opened = await openViews(views(), { viewport });
		});

		test.each(names)("%s has no accessibility fault, no error and no sideways scrolling", async (name) => {
			const { page, problems, show, violationsInBoth, overflow } = opened;
			await show(name);
			await page.locator("h1").first().waitFor({ state: "attached" });
			// Allow is disabled for the first half second and then fades in.
			if (["approval", "server-approval", "server-approval-command"].includes(name))
				await page.locator("button:enabled", { hasText: askText.allow }).waitFor();
			expect(await violationsInBoth(name)).toEqual([]);
			expect(problems.splice(0)).toEqual([]);
			expect(await overflow()).toBe(0);
			// 320: 640 px at 200 %; 180: Chrome's narrowest panel at 200 %.
			for (const width of [320, 180]) {
				await page.setViewportSize({ ...viewport, width });
				expect(await overflow(), `at ${width} pixels`).toBe(0);
			}
			await page.setViewportSize(viewport);
			// A page longer than its window shows the root's colour below the body.
			const [root, body] = await page.evaluate(() =>
				[document.documentElement, document.body].map((element) => getComputedStyle(element).backgroundColor),
			);
			expect(root).toBe(body);
		});
	});
}
