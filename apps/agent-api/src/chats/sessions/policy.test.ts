import { describe, expect, test } from "vitest";
import { chatStatusOf, prefixedTitle, renamedTitle, searchPattern, snippetOf } from "./policy.ts";

test.each([
	["planning", "active"],
	["executing", "active"],
	["verifying", "active"],
	["correcting", "active"],
	["needs_user_input", "active"],
	["completed", "completed"],
	["failed", "failed"],
	["cancelled", "interrupted"],
	["expired", "interrupted"],
] as const)("a chat whose newest task is %s is %s", (task, chat) => {
	expect(chatStatusOf(task)).toBe(chat);
});

test.each([
	["shop.example", "Tea", "shop.example: Tea"],
	["shop.example", "shop.example: Tea", "shop.example: Tea"],
	["shop.example", "Shop.Example:  shop.example: Tea", "shop.example: Tea"],
	["shop.example", "shop.examples: Tea", "shop.example: shop.examples: Tea"],
	["shop.example", "other.example: Tea", "shop.example: other.example: Tea"],
	["shop.example", "  Tea \n\t and \u0007\u202Ecoffee\u202C ", "shop.example: Tea and coffee"],
	["shop.example", "شاي أخضر 🍵", "shop.example: شاي أخضر 🍵"],
	["shop.example", "\u200Dمی\u200Cخواهم 👨\u200D👩\u200D👧\u200C", "shop.example: می\u200Cخواهم 👨\u200D👩\u200D👧"],
	["shop.example", "\u200C \u200D\u200C", null],
	["shop.example", "x".repeat(200), `shop.example: ${"x".repeat(200)}`],
	["shop.example", "😀".repeat(200), `shop.example: ${"😀".repeat(200)}`],
	[null, "note: Tea", "note: Tea"],
	["shop.example", "x".repeat(201), null],
	["shop.example", "shop.example: ", null],
	["shop.example", "\u202E\u200F\u2066", null],
	[null, " \n ", null],
	[null, "", null],
] as const)("a chat of %s that is renamed to %j is called %j", (domain, title, expected) => {
	expect(renamedTitle(domain, title)).toBe(expected);
});

test.each([
	["Tea", "shop.example: Tea"],
	["shop.example: Tea", "shop.example: Tea"],
	["", "shop.example"],
])("an old chat called %j that gets the domain shop.example is called %j", (title, expected) => {
	expect(prefixedTitle("shop.example", title)).toBe(expected);
});

describe("a search", () => {
	test.each([
		["a.b*c", "xA.B*Cx", true],
		["a.b", "axb", false],
		["(tea|", "some (TEA| here", true],
		["[^$]{2}\\/-#", "[^$]{2}\\/-#", true],
		["green  tea", "green\n tea", true],
		["green tea", "green\u00A0\u3000tea", true],
		["می\u200Cخواهم", "چای می\u200Cخواهم", true],
		["ÜBERSICHT", "die übersicht", true],
		["заказ", "ЗАКАЗ 17", true],
		["配送", "注文の配送先", true],
		["شاي", "كوب شاي", true],
	])("for %j in %j finds something: %s", (words, text, isFound) => {
		expect(snippetOf(text, searchPattern(words) ?? "$^") !== null).toBe(isFound);
	});

	test("for nothing but control characters and white space is none", () => {
		expect(searchPattern(" \u0000\n\u202E ")).toBeNull();
	});
});

describe("a snippet", () => {
	const pattern = searchPattern("tea") ?? "";
	const words = "word ".repeat(100);

	test("is a short text whole, in one line", () => {
		expect(snippetOf("  Buy\n\tgreen TEA\u0007 now ", pattern)).toBe("Buy green TEA now");
	});

	test("shows the found words between whole words, at most 200 characters", () => {
		const snippet = snippetOf(`${words}green tea ${words}`, pattern) ?? "";
		expect(snippet).toMatch(/^…word .*green tea word .*…$/);
		expect(snippet.length).toBeLessThanOrEqual(200);
	});

	test("holds what it found also in a text of 20,000 characters without a space, and never half a character", () => {
		const snippet = snippetOf(`${"😀".repeat(5_000)}tea${"😀".repeat(5_000)}`, pattern) ?? "";
		expect([snippet.includes("tea"), snippet.length <= 200, snippet.isWellFormed()]).toEqual([true, true, true]);
	});

	test("at the end of a long text has its beginning cut only", () => {
		expect(snippetOf(`${words}tea`, pattern)).toMatch(/^…(?:word )+tea$/);
	});
});
