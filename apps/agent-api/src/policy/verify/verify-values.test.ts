import { describe, expect, test } from "vitest";
import { body, outcome, swap } from "../../../test/verify-cases.ts";
import type { Report } from "./before-state.ts";
import { isSameButFormat } from "./values.ts";

describe("where no field shows what it holds, a client's word counts", () => {
	const form = (name = "", gift = "") => ({ html: `<input id=1 aria-label=Name${name}><input id=3 type=checkbox aria-label=Gift${gift}>` });
	const done: Report = { lastActionStatus: "success", lastActionResult: { success: true } };
	test.each([
		["it says that it typed", 'setValue(1, "Ada")', {}, done, "success 0.75"],
		["it says that it ticked", "click(3)", {}, done, "success 0.75"],
		["it says that it chose", 'setValue(3, "true")', {}, done, "success 0.75"],
		[
			"it read another value",
			'setValue(1, "Ada")',
			{},
			{ lastActionResult: { success: true, actualState: { value: "Bob" } } },
			"failure 0.9",
		],
		["it read the value", 'setValue(1, "Ada")', {}, { lastActionResult: { success: true, actualState: { value: "Ada" } } }, "success 1"],
		["it says nothing", 'setValue(1, "Ada")', {}, {}, "judge"],
		["it could not", 'setValue(1, "Ada")', {}, { lastActionStatus: "failure" }, "failure 0.95"],
		["another field shows what it holds", 'setValue(1, "Ada")', form("", " checked"), done, "failure 0.9"],
		["the field shows it", 'setValue(1, "Ada")', form(" value=Ada"), done, "success 1"],
		["a button was pressed in vain", "click(1)", {}, done, "failure 0.9"],
	] as const)("%s", (_name, action, after, report, expected) => {
		expect(outcome({ action, was: form(), after: { ...form(), ...after }, report: report as Report })).toBe(expected);
	});
});

describe("a tick of a snapshot is proven by what its boxes tell, never by what they leave out", () => {
	const done: Report = { lastActionStatus: "success", lastActionResult: { success: true } };
	const boxes = (...told: readonly (boolean | undefined)[]) => ({
		boxes: told.map((checked) => ({ type: "checkbox", ...(checked === undefined ? {} : { checked }) })),
	});
	const radio = { boxes: [{ type: "radio" }] };
	test.each([
		["none tells: ticked", 'setValue(1, "true")', boxes(undefined), boxes(undefined), "judge"],
		["none tells: unticked", 'setValue(1, "false")', boxes(undefined), boxes(undefined), "judge"],
		["none tells: the box is gone", 'setValue(2, "false")', boxes(undefined, undefined), boxes(undefined), "judge"],
		["none tells: a radio button", 'setValue(1, "true")', radio, radio, "success 0.75"],
		["none tells: a click as such", "click(1)", boxes(undefined), boxes(undefined), "success 0.75"],
		["all tell: ticked in vain", 'setValue(1, "true")', boxes(false), boxes(false), "failure 0.9"],
		["all tell: clicked in vain", "click(1)", boxes(false), boxes(false), "failure 0.9"],
		["all tell: the only one unticked", 'setValue(1, "false")', boxes(true), boxes(false), "success 1"],
		["those that are on tell: the only one unticked", 'setValue(1, "false")', boxes(true), boxes(undefined), "success 1"],
		["another one tells: ticked in vain", 'setValue(1, "true")', boxes(undefined, true), boxes(undefined, true), "failure 0.9"],
	] as const)("%s", (_name, action, was, after, expected) => {
		expect(outcome({ action, was, after, report: done })).toBe(expected);
	});
});

describe("a value that was set is read back", () => {
	const named = (value: string) => swap('"Full name"', `"Full name" value="${value}"`);
	test.each([
		["equal", 'setValue(1, "Ada")', named("Ada"), "success 1"],
		["equal but for spacing and quotes", 'setValue(1, " Ada  \\"A\\" ")', named("Ada 'A'"), "success 1"],
		["cut by the page text", `setValue(1, "${"long ".repeat(30)}")`, named(`${"long ".repeat(15)}lon…`), "success 1"],
		["a phone number in groups", 'setValue(1, "+4912345678")', named("+49 123 456-78"), "success 0.9"],
		["a date in another order", 'setValue(1, "2026-01-30")', named("01/30/2026"), "success 0.9"],
		["an amount with other separators", 'setValue(1, "1234.5")', named("1.234,50 €"), "success 0.9"],
		["a code in capitals", 'setValue(1, "b-kx 17")', named("B-KX 17"), "success 0.9"],
		["an amount with decimals", 'setValue(1, "1")', named("1.00"), "success 0.9"],
		["another value", 'setValue(1, "Ada")', named("Bob"), "failure 0.9"],
		["still empty", 'setValue(1, "Ada")', {}, "failure 0.9"],
		["emptied", 'setValue(1, "")', {}, "success 1"],
		["ticked", 'setValue(3, "true")', swap('"Gift"', '"Gift" checked'), "success 1"],
		["not ticked", 'setValue(3, "true")', {}, "failure 0.9"],
		["unticked", 'setValue(3, "false")', {}, "success 1"],
		["a secret that is filled", 'setValue(4, "•••")', swap('"Password"', '"Password" filled'), "success 1"],
		["a secret that is not", 'setValue(4, "•••")', {}, "failure 0.9"],
		["submitted, and the page went on", 'setValue(1, "Ada", true)', { url: "https://a.example/next", epoch: "e2" }, "success 0.85"],
		[
			"chosen",
			'select(2, "France")',
			swap('value="Austria" options="Austria*|Belgium|France"', 'value="France" options="Austria|Belgium|France*"'),
			"success 1",
		],
		["not chosen", 'select(2, "France")', {}, "failure 0.9"],
		["uploaded", 'upload(7, "cv.pdf")', swap('"CV"', '"CV" value="cv.pdf"'), "success 1"],
		["another file", 'upload(7, "cv.pdf")', swap('"CV"', '"CV" value="x.txt"'), "failure 0.9"],
		["a file whose name ends like it", 'upload(7, "cv.pdf")', swap('"CV"', '"CV" value="old-cv.pdf"'), "failure 0.9"],
		["a file behind a made-up folder", 'upload(7, "cv.pdf")', swap('"CV"', '"CV" value="C:\\fakepath\\cv.pdf"'), "success 1"],
		["a number that lost its point", 'setValue(1, "12.50")', named("1250"), "failure 0.9"],
		["a number that lost its sign", 'setValue(1, "-15")', named("15"), "failure 0.9"],
		["a code with another letter", 'setValue(1, "B-1234")', named("C-1234"), "failure 0.9"],
		["nothing shown of the upload", 'upload(7, "cv.pdf")', {}, "judge"],
	] as const)("%s", (_name, action, after, expected) => {
		expect(outcome({ action, after })).toBe(expected);
	});

	test("a choice beyond the listed ones is read as the client says, whole", () => {
		const far = swap('value="Austria" options="Austria*|Belgium|France"', 'value="10" options="1|2|3|… +24"');
		const report = (value: string): Report => ({ lastActionResult: { success: true, actualState: { value } } });
		expect(outcome({ action: 'select(2, "1")', after: far, report: report("10") })).toBe("failure 0.9");
		expect(outcome({ action: 'select(2, "10")', after: far, report: report("10") })).toBe("success 1");
		expect(outcome({ action: 'select(2, "10", "11")', after: far, report: report("10, 11") })).toBe("success 1");
	});

	test("where the page shows no value the client's reading counts", () => {
		const gone = { body: body.replace(' <input 1 "Full name">\n', "") };
		const report = (value: string): Report => ({ lastActionResult: { success: true, actualState: { value } } });
		expect(outcome({ action: 'setValue(1, "Ada")', after: gone, report: report("Ada") })).toBe("success 1");
		expect(outcome({ action: 'setValue(1, "Ada")', after: gone, report: report("Bob") })).toBe("failure 0.9");
		expect(outcome({ action: 'setValue(1, "Ada")', after: gone })).toBe("judge");
	});

	test("a value that cannot be read, with an error on the page, is a failure", () => {
		const after = { body: body.replace(' <input 1 "Full name">\n', "") };
		const report: Report = { lastActionResult: { success: true, actualState: { validationMessage: "Required" } } };
		expect(outcome({ action: 'setValue(1, "Ada")', after, report })).toBe("failure 0.9");
	});
});

test.each([
	["+49 (0)30 123", "+49030123", true],
	["30.01.2026", "2026-01-30", true],
	["01/30/26", "2026-01-30", true],
	["1,234.50", "1234.5", true],
	["14.00 €", "14", true],
	["B-KX 17", "b-kx 17", true],
	["ZOË MÜLLER", "Zoë Müller", true],
	["Ada Lovelace", "ada lovelace", true],
	["STRASSE 5", "Straße 5", true],
	["DE89 3704 0044 0532 0130 00", "de89370400440532013000", true],
	["ABCD-1234", "abcd1234", true],
	["#FF8800", "ff8800", true],
	["5 %", "5", true],
	["5%", "5", true],
	["5 kg", "5", true],
	["90 min", "90", true],
	["€ 5", "5", true],
	["07", "7", true],
	["007", "7", true],
	["1.00", "1", true],
	["1,00 €", "1", true],
	["0.50", "0.5", true],
	["1.500", "1.5", true],
	["1,500", "1,5", true],
	["-1.00", "-1", true],
	["Zo Mller", "Zoë Müller", false],
	["ADA LOVELAC", "Ada Lovelace", false],
	["AdaLovelace", "Ada Lovelace", false],
	["10", "1", false],
	["1.01", "1", false],
	["0.1", "1", false],
	["100", "150", false],
	["100 %", "150", false],
	["15 kg", "1.5 kg", false],
	["5 g", "5 kg", false],
	["5 PM", "5", false],
	["5 of 9", "5", false],
	["7.000", "7", false],
	["1234", "01234", false],
	["B-KX 18", "b-kx 17", false],
	["B-KX 1.7", "b-kx 17", false],
	["", "0", false],
	["12", "13", false],
	["Ada 12", "Bob 12", false],
	["12.50", "1250", false],
	["1.5", "15", false],
	["-15", "15", false],
	["0.50", "050", false],
	["A-12345", "B-12345", false],
	["12345 items", "12345", false],
	["10:30 PM", "10:30", false],
	["10:30 AM", "10:30", true],
	["123456789", "123-45-6789", true],
	["2026-04-03", "2026-03-04", false],
	["04.03.1926", "2026-03-04", false],
	["03.04.2026", "04.03.2026", false],
	["30:20:10", "10:20:30", false],
	["04/03/2026", "2026-03-04", true],
	["2026-01-31", "2026-01-30", false],
] as const)("%s and %s are the same but for format: %s", (left, right, expected) => {
	expect(isSameButFormat(left, right)).toBe(expected);
});
