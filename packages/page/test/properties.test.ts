import { test } from "vitest";
import { useBrowser } from "./browser/browser.ts";
import { properties } from "./browser/properties.ts";

const browser = useBrowser();

// The same few pages in each run; `npm run test:full` tries hundreds of others.
test.each(Object.entries(properties))("%s", async (_, holds) => {
	await holds(browser, { numRuns: 8, seed: 20_261_121 });
});
