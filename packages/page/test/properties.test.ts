import { afterAll, beforeAll, test } from "vitest";
import type { TestBrowser } from "./browser/browser.ts";
import { startBrowser } from "./browser/browser.ts";
import { properties } from "./browser/properties.ts";

let browser: TestBrowser;
beforeAll(async () => {
	browser = await startBrowser();
});
afterAll(async () => browser.close());

// The same few pages in each run; `npm run test:faults` tries hundreds of others.
test.each(Object.entries(properties))("%s", async (_, holds) => {
	await holds(browser, { numRuns: 8, seed: 20_261_121 });
});
