import type { ActResult } from "@webhand/page/execute/page-action";
import { expect, test } from "vitest";
import { partReports, surpriseOf } from "./batch.ts";

const url = "https://shop.example/form";
const read = (actualState: Record<string, unknown>): ActResult => ({ success: true, actualState: { url, ...actualState } });

test.each([
	["the text stands there", 'setValue(4, "Ada")', read({ value: "Ada" }), null],
	["the page wrote it its own way", 'setValue(4, "ada ")', read({ value: "Ada" }), null],
	["a secret is not read back", 'setValue(4, "Ada")', read({}), null],
	["another text stands there", 'setValue(4, "Ada")', read({ value: "Ad" }), "value"],
	["the box is ticked", 'setValue(4, "true")', read({ checked: true }), null],
	["the box did not take it", 'setValue(4, "true")', read({ checked: false }), "value"],
	["the page spoke up", 'setValue(4, "Ada")', read({ value: "Ada", dialogs: [{ type: "alert", message: "" }] }), "dialog"],
	["the page went elsewhere", 'setValue(4, "Ada")', read({ value: "Ada", url: "https://shop.example/next" }), "navigation"],
	["it failed", 'setValue(4, "Ada")', { success: false, code: "STALE_ELEMENT" }, "error"],
	["nobody knows", 'setValue(4, "Ada")', { success: false, isOpen: true }, "error"],
] as const)("a batch goes on or ends: %s", (_, action, result, expected) => {
	expect(surpriseOf(action, result, url)).toBe(expected);
});

test("in a frame the address says nothing", () => {
	expect(surpriseOf('setValue(4, "Ada")', read({ value: "Ada", url: "https://frame.example/" }), null)).toBeNull();
});

test("each part is reported with its state, up to the surprise", () => {
	const results = [read({ value: "Ada" }), { success: false, code: "STALE_ELEMENT" }];
	expect(partReports(['setValue(4, "Ada")', 'setValue(5, "Lovelace")', 'setValue(6, "x")'], results, url)).toEqual([
		{ url, value: "Ada", action: 'setValue(4, "Ada")', success: true },
		{ action: 'setValue(5, "Lovelace")', success: false, surprise: "error", code: "STALE_ELEMENT" },
	]);
});
