import { afterAll, beforeAll, test } from "vitest";
import type { TestBrowser } from "../test/browser/browser.ts";
import { startBrowser } from "../test/browser/browser.ts";
import { properties } from "../test/browser/properties.ts";

let browser: TestBrowser;
beforeAll(async () => {
	browser = await startBrowser();
});
afterAll(async () => browser.close());

test.each(Object.entries(properties))("%s", async (_, holds) => {
	await holds(browser, {
		numRuns: Number(process.env["PROPERTY_RUNS"] ?? 150),
		seed: Number(process.env["PROPERTY_SEED"] ?? Date.now()) | 0,
	});
});
