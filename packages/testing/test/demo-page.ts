import { AxeBuilder } from "@axe-core/playwright";
import type { Page } from "playwright-core";
import { test as base } from "vitest";
import { launchChromium } from "../src/chromium.ts";
import { startDemoSite } from "../src/demo-site/site.ts";

/** Vitest's `test` with the demo site and a page of Chromium. */
export const test = base
	.extend("shop", { scope: "file" }, async ({}, { onCleanup }) => {
		const site = await startDemoSite();
		onCleanup(site.close);
		return site;
	})
	.extend("browser", { scope: "file" }, async ({}, { onCleanup }) => {
		const browser = await launchChromium();
		onCleanup(() => browser.close());
		return browser;
	})
	.extend("page", async ({ browser, shop }, { onCleanup }) => {
		const context = await browser.newContext({ baseURL: shop.url, viewport: { width: 1280, height: 860 } });
		context.setDefaultTimeout(10_000);
		onCleanup(() => context.close());
		return await context.newPage();
	});

/** Accessibility violations of a page of the shop, in light and dark, with one article in the cart. */
export async function violationsOf(page: Page, path: string): Promise<readonly string[]> {
	await page.request.post("/products/blue-kettle", { form: { size: "1.5 l" } });
	await page.goto(path);
	// The mode that reaches into frames opens a second page for each run, which only the framed page is worth.
	const axe = () => new AxeBuilder({ page }).setLegacyMode(path !== "/frames");
	const light = await axe().analyze();
	await page.emulateMedia({ colorScheme: "dark" });
	const dark = await axe().withRules("color-contrast").analyze();
	return [...light.violations, ...dark.violations].map(({ id, nodes }) => `${id}: ${nodes[0]?.html}`);
}
