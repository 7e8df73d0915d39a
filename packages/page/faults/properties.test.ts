import { afterAll, beforeAll, test } from "vitest";
import type { TestBrowser } from "../test/browser/browser.ts";
import { startBrowser } from "../test/browser/browser.ts";
import { properties } from "../test/browser/properties.ts";

let browser: TestBrowser;
beforeAll(async () => {
	browser = await startBrowser();
});
afterAll(async () => browser.close());

const wanted = Number(process.env["PROPERTY_SEED"]);
const tries = {
	numRuns: Number(process.env["PROPERTY_RUNS"] ?? 60),
	seed: Number.isInteger(wanted) ? wanted : Date.now() % 2 ** 31,
	interruptAfterTimeLimit: 120_000,
};

test.each(Object.entries(properties))("%s", async (_, holds) => {
	await holds(browser, tries);
});
