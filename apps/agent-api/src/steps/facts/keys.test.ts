import { parseAction } from "@webhand/contracts/action/parse";
import { parsePage } from "@webhand/page/parse/parse";
import { describe, expect, test } from "vitest";
import { hashOfBody, keysOf } from "./keys.ts";

const page = (body: string, url = "https://a.example/list") => parsePage(`@page 1\n@url ${url}\n@title T\n@epoch e1\n\n@view\n${body}`);

function keys(text: string, body: string, url?: string) {
	const parsed = parseAction(text);
	if (!parsed.ok) throw new Error(parsed.problem.message);
	return keysOf(parsed.action, page(body, url));
}

const list = "# List\n<button 1>Next\n<button 2>Back\n- one\n- two\n- three\n- four\nUpdated 12:00:01";

describe("the key of an action", () => {
	test("names the target by what it is, not by its number", () => {
		expect(keys("click(1)", list).action).toBe(keys("click(9)", list.replace("<button 1>", "<button 9>")).action);
		expect(keys("click(1)", list).action).not.toBe(keys("click(2)", list).action);
	});
	test.each([
		['setValue(1, "a")', 'setValue(1, "b")'],
		['setValue(1, "a")', 'setValue(1, "a", true)'],
		["click(1)", 'click(1, "double")'],
		["click(1)", "click(1, 3, 4)"],
		['press(1, "Enter")', 'press(1, "Tab")'],
		['scroll("down")', 'scroll("up")'],
		["wait(1)", "wait(2)"],
		["hover(1)", "click(1)"],
	])("%s is another than %s", (left, right) => {
		expect(keys(left, list).action).not.toBe(keys(right, list).action);
	});
});

describe("the key of a page", () => {
	test.each([
		["a tracking parameter", list, "https://a.example/list?utm_source=x&gclid=1"],
		["a clock far from the target", list.replace("12:00:01", "12:00:59"), undefined],
		["the focus", list.replace("<button 2>", "<button 2 focused>"), undefined],
	] as const)("stays equal with %s", (_name, body, url) => {
		expect(keys("click(1)", body, url).page).toBe(keys("click(1)", list).page);
	});
	test.each([
		["another path", list, "https://a.example/other"],
		["another parameter", list, "https://a.example/list?page=2"],
		["another entry", list.replace("- two", "- five"), undefined],
		["a control's state", list.replace("<button 2>", "<button 2 disabled>"), undefined],
		["a control's value", `${list}\n<input 3 "Count" value="2">`, undefined],
	] as const)("differs with %s", (_name, body, url) => {
		expect(keys("click(1)", body, url).page).not.toBe(keys("click(1)", list).page);
	});
	test("digits within three lines of the target count, so a stepper makes progress", () => {
		const stepper = (count: number) => `# Cart\n<button 1>+\n${count} items\n- a\n- b\n- c`;
		expect(keys("click(1)", stepper(1)).page).not.toBe(keys("click(1)", stepper(2)).page);
		expect(keys("click(1)", stepper(1)).base).toBe(keys("click(1)", stepper(2)).base);
	});
});

test("the hash of a body does not depend on the order of its keys, but on every value", () => {
	expect(hashOfBody({ a: 1, b: { c: [1, { d: 2, e: 3 }] } })).toBe(hashOfBody({ b: { c: [1, { e: 3, d: 2 }] }, a: 1 }));
	expect(hashOfBody({ a: 1, b: undefined })).toBe(hashOfBody({ a: 1 }));
	expect(hashOfBody({ a: [1, 2] })).not.toBe(hashOfBody({ a: [2, 1] }));
	expect(hashOfBody({ a: "1" })).not.toBe(hashOfBody({ a: 1 }));
	expect(hashOfBody({})).toMatch(/^[0-9a-f]{64}$/);
	const long = "page ".repeat(1_000);
	expect(hashOfBody({ dom: long, a: 1 })).toBe(hashOfBody({ a: 1, dom: long }));
	expect(hashOfBody({ dom: long })).not.toBe(hashOfBody({ dom: `${long}.` }));
	expect(hashOfBody({ dom: long, url: "x" })).not.toBe(hashOfBody({ dom: long.slice(0, -1), url: "x" }));
});
