import { expect, test } from "vitest";
import { Memory, memoryOf, stored } from "./memory.ts";

const many = (count: number, text: string) => Array.from({ length: count }, (_, index) => `${index}${text}`);

/** A memory with all that it may hold, of some sign. */
const fullOf = (sign: string): Memory => ({
	...Memory.parse({}),
	...{ clause: 7, part: 3, seen: 900, since: 40, isAsked: true, listedAs: "items", chosen: sign.repeat(400), filledIn: "e".repeat(40) },
	step: { index: 49, action: sign.repeat(900), key: sign.repeat(400), then: "again", isExploring: true },
	...{ tried: many(60, sign.repeat(200)), retried: many(30, sign.repeat(200)), visited: many(300, "abcdefg"), heard: many(30, "abcdefg") },
	...{ copied: sign.repeat(2_000), remembered: sign.repeat(2_000), answers: many(12, sign.repeat(900)), added: many(5, sign.repeat(399)) },
	...{ passed: many(12, sign.repeat(200)), beside: sign.repeat(200) },
	referent: { text: sign.repeat(300), epoch: "e".repeat(40), id: 2_147_483_647 },
	field: { text: sign.repeat(300), epoch: "e".repeat(40), id: 2_147_483_647 },
	slide: { how: "key", shown: 12.5, pixels: 300, jump: 0.25 },
});

test.each(["a", "ß", "\n"])("whatever a task remembers is kept within its bound and read back, however long: of %j", (sign) => {
	const kept = stored(fullOf(sign));
	expect(JSON.stringify(kept).length).toBeLessThanOrEqual(8_000);
	expect(memoryOf(JSON.parse(JSON.stringify(kept)))).toMatchObject({ clause: 7, part: 3, since: 40, heard: kept.heard, added: kept.added });
	expect(memoryOf(JSON.parse(JSON.stringify(kept)))).toEqual(kept);
});
