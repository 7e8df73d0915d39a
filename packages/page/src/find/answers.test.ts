import fc from "fast-check";
import { expect, test } from "vitest";
import { joinedAnswer, shortAnswer } from "./answers.ts";

const asJson = (text: string) => JSON.stringify(text).length - 2;

test.each([
	["as it is, where there is room", "… 2 found\n<a 1>\n<b 2>", 100, "… 2 found\n<a 1>\n<b 2>"],
	["whole lines, and how many there are", "… 3 lines\none\ntwo\nthree and more", 24, "… 2 of 3 lines\none\ntwo"],
	["with how many there were before", "… 50 of 120 found, the time\n<a>\n<b>", 33, "… 1 of 120 found, the time\n<a>"],
	["cut in the only line that is too long", `… 1 lines\n${"word ".repeat(40)}`, 30, "… 1 lines\nword word wo…"],
	["of another shape", "name: tea\nprice: 4", 12, "name: tea"],
])("an answer that is too long is shortened: %s", (_how, text, room, expected) => {
	expect(shortAnswer(text, room)).toBe(expected);
});

test("an answer is never longer than its limit, as text or as JSON", () => {
	const line = fc.string({ maxLength: 60, unit: fc.constantFrom("a", '"', "\\", "é", " ") });
	const answers = fc.array(line, { minLength: 1, maxLength: 40 }).map((lines) => [`… ${lines.length} found`, ...lines].join("\n"));
	fc.assert(
		fc.property(answers, fc.integer({ min: 60, max: 2_000 }), (text, room) => {
			for (const sizeOf of [asJson, (piece: string) => piece.length]) {
				const short = shortAnswer(text, room, sizeOf);
				expect(sizeOf(short)).toBeLessThanOrEqual(room);
				expect(text.length <= room ? text : short).toMatch(/^… \d+/);
			}
		}),
	);
});

test("answers of a page and its frames are joined, the page's own first", () => {
	const limits = { lines: 50, characters: 20_000 };
	const many = `… 50 of 60 found\n${Array.from({ length: 50 }, (_, index) => `<text ${index}>`).join("\n")}`;
	expect(joinedAnswer(["… 0 found", "… 1 found, the time\n<button 10001>Send"], limits)).toEqual({
		text: "… 1 found, the time\n<button 10001>Send",
		total: 1,
	});
	const { text, total } = joinedAnswer(["… 1 found\n<a 1>", many], limits, ", one part did not answer");
	expect(text.split("\n").slice(0, 3)).toEqual(["… 50 of 61 found, one part did not answer", "<a 1>", "<text 0>"]);
	expect([total, text.split("\n").length]).toEqual([61, 51]);
});
