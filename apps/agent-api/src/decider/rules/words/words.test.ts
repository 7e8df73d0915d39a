import { describe, expect, test } from "vitest";
import { monthsBetween, parseClock, parseDay, writeDay } from "./dates.ts";
import { canonical, fold, trigramSimilarity, typoSimilarity, wordsOf } from "./fold.ts";
import { calculate } from "./math.ts";
import { tokensOf } from "./tokens.ts";

const now = new Date("2026-03-04T10:00:00Z");
const kinds = (text: string) => tokensOf(text).map(({ kind, text: piece }) => `${kind}:${piece}`);

describe("a text is cut into", () => {
	test.each([
		["quotations of every sort", "“a” «b» „c“ 'd' `e` \"f\"", ["quoted:a", "quoted:b", "quoted:c", "quoted:d", "quoted:e", "quoted:f"]],
		["quotations with marks inside", '"a, b and c."', ["quoted:a, b and c."]],
		["quotations with escaped quotes", '"say \\"hi\\""', ['quoted:say "hi"']],
		["words with apostrophes", "Ada's don't", ["word:Ada's", "word:don't"]],
		[
			"addresses",
			"ada@example.org https://a.example/b?c=1, example.org/x.",
			["email:ada@example.org", "url:https://a.example/b?c=1", "mark:,", "url:example.org/x", "mark:."],
		],
		[
			"days",
			"2026-03-05 12/15/2016 5.3.2026 March 5, 2026 5th of March 2026",
			["date:2026-03-05", "date:12/15/2016", "date:5.3.2026", "date:March 5, 2026", "date:5th of March 2026"],
		],
		["times", "10:30 2pm 11:15 am", ["time:10:30", "time:2pm", "time:11:15 am"]],
		["numbers", "3 -2 1,250.50 70% $5", ["number:3", "number:-2", "number:1,250.50", "number:70%", "number:$5"]],
		["numbers in groups", "+49 30 1234, 421-048-9167", ["number:+49 30 1234", "mark:,", "number:421-048-9167"]],
		["ordinals", "3rd third last", ["ordinal:3rd", "ordinal:third", "ordinal:last"]],
		["points", "(1,-2)", ["mark:(1,-2)"]],
		["handles and tags", "@ada #2", ["word:@ada", "word:#2"]],
		["nothing", "   ", []],
	])("%s", (_, text, expected) => expect(kinds(text)).toEqual(expected));

	test("pieces with what they mean as numbers", () => {
		expect(tokensOf("last third two 1,250.50 twice").map((token) => token.value)).toEqual([-1, 3, 2, 1250.5, 2]);
	});

	test("nothing that takes long, however the quotes stand", () => {
		const started = performance.now();
		tokensOf(`"${"'".repeat(5_000)}`);
		expect(performance.now() - started).toBeLessThan(1_000);
	});
});

describe("a day is read from", () => {
	test.each([
		["2026-03-05", { year: 2026, month: 3, day: 5 }],
		["12/15/2016", { year: 2016, month: 12, day: 15 }],
		["15/12/2016", { year: 2016, month: 12, day: 15 }],
		["5.3.2026", { year: 2026, month: 3, day: 5 }],
		["March 5, 2026", { year: 2026, month: 3, day: 5 }],
		["tomorrow", { year: 2026, month: 3, day: 5 }],
		["in 3 days", { year: 2026, month: 3, day: 7 }],
		["2026-02-30", undefined],
		["hello", undefined],
		["may", undefined],
	])("%s", (text, expected) => expect(parseDay(text, now)).toEqual(expected));

	test.each([
		["iso", "2026-03-05"],
		["DD.MM.YYYY", "05.03.2026"],
		["m/d/yy", "3/5/26"],
		["dd-mmm-yyyy", "05-Mar-2026"],
		["", "03/05/2026"],
	])("and written as %s", (pattern, expected) => expect(writeDay({ year: 2026, month: 3, day: 5 }, pattern)).toBe(expected));

	test("months are counted over the end of a year", () => {
		expect(monthsBetween({ year: 2025, month: 11 }, { year: 2026, month: 2 })).toBe(3);
		expect([parseClock("2pm"), parseClock("12am"), parseClock("10:30"), parseClock("25:00")]).toEqual([
			{ hour: 14, minute: 0 },
			{ hour: 0, minute: 0 },
			{ hour: 10, minute: 30 },
			undefined,
		]);
	});
});

describe("names are compared", () => {
	test("without case, accents, quotes and marks around them", () => {
		expect(fold("  “Café – E-Mail:” ")).toBe("cafe – email");
		expect(wordsOf("Cart (2) 1.5 l, Über")).toEqual(["cart", "2", "1.5", "l", "uber"]);
		expect(canonical(["boxes", "cities", "glass", "bus", "teas", "sign", "in"])).toEqual(["box", "city", "glass", "bus", "tea", "signin"]);
	});

	test("with a slip of the keyboard forgiven, another word not", () => {
		expect(typoSimilarity("senhca", "sencha")).toBeGreaterThan(0.8);
		expect(typoSimilarity("submti", "submit")).toBeGreaterThan(0.8);
		expect(typoSimilarity("cat", "car")).toBe(0);
		expect(typoSimilarity("apples", "orange")).toBe(0);
		expect(trigramSimilarity("delivery", "delivery")).toBe(1);
	});
});

test.each([
	["3 + 4 =", 7],
	["What is 6 × 7?", 42],
	["12 - 15", -3],
	["2 + 3 * 4 - 1", 13],
	["10 / 4", 2.5],
	["5 - -3", 8],
	["2026-03-05", undefined],
	["call 030 1234", undefined],
	["no numbers", undefined],
])("the calculation in %s is %s", (text, expected) => expect(calculate(text)).toBe(expected));
