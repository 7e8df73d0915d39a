import { eachOf } from "@webhand/testing/long";
import type { Page } from "playwright-core";
import { beforeAll, describe, expect } from "vitest";
import type { Views } from "./views.ts";
import { openViews } from "./views.ts";

/** A picture of a view in the panel: how the view is reached from a state, and a sentence that says it is there. */
export type Shot = { readonly state: string; readonly reach?: (page: Page) => Promise<unknown>; readonly seen: string | RegExp };

export const press = (page: Page, name: string | RegExp) => page.getByRole("button", { name, exact: typeof name === "string" }).click();

type Shots = {
	/** Begins the names of the pictures. */
	readonly folder: string;
	/** The view's name for a screen reader. */
	readonly region: string;
	readonly height: number;
	readonly shots: Readonly<Record<string, Shot>>;
	/** One picture of each view, for `npm test`. */
	readonly visited: readonly string[];
};

/** Takes each picture, light and dark, and looks for faults, also in a wide and in a narrow panel. */
export function testEachShot(views: () => Views, { folder, region, height, shots, visited }: Shots): void {
	const viewport = { width: 360, height };
	describe("each state", () => {
		let opened: Awaited<ReturnType<typeof openViews>>;
		beforeAll(async () => {
			opened = await openViews(views(), { viewport, locale: "en-GB", timezoneId: "UTC" });
		});

		eachOf(Object.entries(shots), ([name]) => visited.includes(name))(
			"%s has no accessibility fault, no error and no sideways scrolling",
			async (name, { state, reach, seen }) => {
				const { page, problems, show, violationsInBoth, overflow } = opened;
				await show(`${state}/${name}`);
				await page.getByRole("region", { name: region }).waitFor();
				await reach?.(page);
				await page.getByText(seen).first().waitFor();
				// A button under the pointer has another colour.
				await page.mouse.move(150, 20);
				expect(await violationsInBoth(`${folder}-${name}`)).toEqual([]);
				expect(problems.splice(0)).toEqual([]);
				for (const width of [480, 320, 180]) {
					await page.setViewportSize({ ...viewport, width });
					await expect.poll(overflow, { message: `at ${width} pixels` }).toBe(0);
				}
				await page.setViewportSize(viewport);
				await page.keyboard.press("Escape");
			},
		);
	});
}
