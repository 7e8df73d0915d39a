import { expect, test } from "vitest";
import type { QuietCounters } from "./quiet.ts";
import { isQuiet, quietInMs } from "./quiet.ts";

const still: QuietCounters = { since: 10_000, isNewDocument: false, isLoaded: true, lastMutation: 0, lastResource: 0 };

test.each([
	["at once", still, 10_000, "waiting"],
	["before 250 ms", still, 10_249, "waiting"],
	["after 250 ms without any change", still, 10_250, "quiet"],
	["200 ms after a mutation", { ...still, lastMutation: 10_300 }, 10_500, "waiting"],
	["300 ms after a mutation", { ...still, lastMutation: 10_300 }, 10_600, "quiet"],
	["100 ms after a resource", { ...still, lastResource: 10_900 }, 11_000, "waiting"],
	["with a mutation just now, 3 s later", { ...still, lastMutation: 12_990 }, 13_000, "capped"],
	["a new document that is not parsed yet", { ...still, isNewDocument: true, isLoaded: false }, 14_000, "waiting"],
	["a new document, parsed and still", { ...still, isNewDocument: true }, 10_300, "quiet"],
	["a new document that never comes to rest", { ...still, isNewDocument: true, lastMutation: 24_990 }, 25_000, "capped"],
	["a new document that is never parsed", { ...still, isNewDocument: true, isLoaded: false }, 25_000, "capped"],
] as const)("a page is settled or not: %s", (_, counters, now, result) => {
	expect(isQuiet(counters, now)).toBe(result);
});

test.each([
	["at once", still, 10_000, 250],
	["after 240 ms", still, 10_240, 10],
	["100 ms after a mutation", { ...still, lastMutation: 10_300 }, 10_400, 200],
	["long after a resource", { ...still, lastResource: 10_300 }, 11_000, 0],
] as const)("when a page will have settled is known: %s", (_, counters, now, expected) => {
	expect(quietInMs(counters, now)).toBe(expected);
});
