import { describe, expect, test } from "vitest";
import type { TestBrowser } from "../browser/browser.ts";
import { bodyTextOf, readCases } from "./body.ts";

/** Exact page texts. */
export function goldenTests(browser: TestBrowser): void {
	describe("a page text has", () => {
		test.each(readCases("goldens.txt"))("$name", async ({ html, text }) => {
			expect(await bodyTextOf(browser, html)).toBe(text);
		});

		test("deferred content when it comes near", async () => {
			const { page, body } = await browser.show('<div style="content-visibility:auto"><button>Near</button></div>');
			// Chromium paints it with the first frame.
			await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
			expect(await body()).toBe("@view\n<button 1>Near");
		});
	});
}
