import { expect, test } from "vitest";
import { clausesOf } from "../../sentence/clauses.ts";
import { readingOf } from "./reading.ts";

test("an instruction is read once, however many steps it takes", () => {
	const query = 'press "Save", then tick "News"';
	const first = readingOf(query);
	expect(first).toEqual(clausesOf(query));
	expect(readingOf(query)).toBe(first);
});

test("an instruction that was not used for a long time is read again", () => {
	const first = readingOf('press "Oldest"');
	const used = readingOf('press "Used"');
	for (let number = 0; number < 255; number += 1) {
		readingOf(`press "${number}"`);
		readingOf('press "Used"');
	}
	expect(readingOf('press "Used"')).toBe(used);
	expect(readingOf('press "Oldest"')).not.toBe(first);
});
