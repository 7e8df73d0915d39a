import { test } from "vitest";
import { useBrowser } from "../test/browser/browser.ts";
import { properties } from "../test/browser/properties.ts";

const browser = useBrowser();

const wanted = Number(process.env["PROPERTY_SEED"]);
const tries = {
	numRuns: Number(process.env["PROPERTY_RUNS"] ?? 60),
	seed: Number.isInteger(wanted) ? wanted : Date.now() % 2 ** 31,
	interruptAfterTimeLimit: 120_000,
};

test.each(Object.entries(properties))("%s", async (_, holds) => {
	await holds(browser, tries);
});
