import { setImmediate } from "node:timers/promises";
import { expect, test } from "vitest";
import { createTurns } from "./turns.ts";

test("work of one key runs one after the other, a failure too, and other keys do not wait", async () => {
	const turns = createTurns();
	const seen: string[] = [];
	const work =
		(name: string, fails = false) =>
		async () => {
			seen.push(`${name} begins`);
			await setImmediate();
			seen.push(`${name} ends`);
			if (fails) throw new Error(name);
			return name;
		};
	const ends = await Promise.allSettled([turns("a", work("first", true)), turns("a", work("second")), turns("b", work("other"))]);
	expect(ends.map(({ status }) => status)).toEqual(["rejected", "fulfilled", "fulfilled"]);
	expect(seen.indexOf("second begins")).toBeGreaterThan(seen.indexOf("first ends"));
	expect(seen.indexOf("other begins")).toBeLessThan(seen.indexOf("first ends"));
});
