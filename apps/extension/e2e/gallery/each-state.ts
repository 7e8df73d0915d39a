import { eachOf } from "@webhand/testing/long";
import { beforeAll, describe, expect } from "vitest";
import { askText } from "../../src/panel/ask/words.ts";
import type { Views } from "../views.ts";
import { openViews } from "../views.ts";
import { galleryStates } from "./states.ts";

const viewport = { width: 360, height: 760 };

/** One state of each component, for `npm test`. */
const visited: readonly string[] = [
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
	"recording",
	"recording-rests",
	"recording-review",
	"recording-saved",
] satisfies (keyof typeof galleryStates)[];

export function testEachState(views: () => Views): void {
	describe("each state", () => {
		let opened: Awaited<ReturnType<typeof openViews>>;
		beforeAll(async () => {
			opened = await openViews(views(), { viewport });
		});

		eachOf(Object.keys(galleryStates), (name) => visited.includes(name))(
			"%s has no accessibility fault, no error and no sideways scrolling",
			async (name) => {
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
			},
		);
	});
}
