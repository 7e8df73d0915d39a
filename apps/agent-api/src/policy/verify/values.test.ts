import { parsePage } from "@webhand/page/parse/parse";
import { expect, test } from "vitest";
import { isPartOfValue } from "./values.ts";

const code = `<input 1 "Digit 1" value="4">\n<input 2 "Digit 2" value="0">\n<input 3 "Digit 3" value="7">`;
const date = `<spinbutton 1 "month" value="03 – March">\n<spinbutton 2 "day" value="5">\n<spinbutton 3 "year" value="2026">`;
const text = "const a = 1;\nconst b = 2;\nconst c = 3;";

test.each<[what: string, body: string, wanted: string, clientValue: string | undefined, isPart: boolean]>([
	["a code in its boxes", code, "407", "407", true],
	["a code in groups", code, "40-7", "40-7", true],
	["a code of which a box shows another digit", code, "408", "408", false],
	["a code that the client did not read back", code, "407", undefined, false],
	["a code that the client read otherwise", code, "407", "40", false],
	["one box that kept the first of two characters", `<input 1 "Amount" value="1">`, "10", "10", false],
	["a date in its parts", date, "2026-03-05", "2026-03-05", true],
	["a date with another day", date, "2026-03-06", "2026-03-06", false],
	["a date in words", `<input 1 "Day" value="Mar 5, 2026">`, "2026-03-05", "2026-03-05", true],
	["a date in words of another language", `<input 1 "Day" value="5 mars 2026">`, "2026-03-05", "2026-03-05", true],
	["a button that shows the chosen day", `<button 1>February 28, 2027</>`, "2027-02-28", "2027-02-28", true],
	["another date in words", `<input 1 "Day" value="Apr 5, 2026">`, "2026-03-05", "2026-03-05", false],
	["an editor that draws its last lines", `<editable 1 "Code" value="const b = 2; const c = 3;">`, text, text, true],
	["an editor that draws other lines", `<editable 1 "Code" value="let old;">`, text, text, false],
	["a month shown by its name", `<spinbutton 1 "Month" value="March">03</>`, "3", "3", true],
	["another month shown by its name", `<spinbutton 1 "Month" value="April">04</>`, "3", "3", false],
	["a number shown as a word", `<slider 1 "Size" value="Large">`, "2", "2", true],
	["a word that is another one", `<slider 1 "Size" value="Large">`, "Small", "Small", false],
	["a number that the page cut", `<spinbutton 1 "Size" value="1">`, "10", "10", false],
])("%s", (_what, body, wanted, clientValue, isPart) => {
	const page = parsePage(`@page 1\n@url https://example.org/\n@epoch k3f9w2mz\n@screen 1280x800, page 1 of 1\n\n@view\n${body}`);
	const element = page.elements.get(1);
	if (element === undefined) throw new Error("the page has no element 1");
	expect(isPartOfValue({ element, page, wanted, clientValue })).toBe(isPart);
});
