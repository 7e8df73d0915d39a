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
	])("%s differs from %s", (left, right) => {
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
	test.each([
		["a clock", "It is 12:00:01", "It is 12:00:04"],
		["a countdown", "Offer ends in 01:59:58", "Offer ends in 01:59:51"],
		["an age", "Saved 5 seconds ago", "Saved 9 seconds ago"],
		["an age in German", "vor 5 Minuten gespeichert", "vor 6 Minuten gespeichert"],
	])("stays equal with %s beside the target", (_name, before, after) => {
		const body = (text: string) => `# Lift\n${text}\n<button 1>Call`;
		expect(keys("click(1)", body(before)).page).toBe(keys("click(1)", body(after)).page);
	});
	test.each([
		["a time that a stepper sets", "10:30", "10:45"],
		["a number of items", "3 items", "4 items"],
		["minutes that are chosen", "5 minutes", "6 minutes"],
	])("differs with %s beside the target", (_name, before, after) => {
		const body = (text: string) => `# Order\n${text}\n<button 1>+`;
		expect(keys("click(1)", body(before)).page).not.toBe(keys("click(1)", body(after)).page);
	});
	test.each(["Page 1 of 9", "1–10 of 53", "Seite 1 von 9", "1 / 9"])("differs with the page number, however far: %s", (pager) => {
		const body = (text: string) => `<button 1>Next\n- a\n- b\n- c\n- d\n- e\n${text}`;
		expect(keys("click(1)", body(pager)).page).not.toBe(keys("click(1)", body(pager.replace("1", "2"))).page);
	});
	test("samples the lines with numbers: a list that is turned differs in all, a counter in one", () => {
		const body = (first: number, count = 1) =>
			`<button 1>Next\n- a\n- b\n- c\n${Array.from({ length: 30 }, (_, index) => `- order ${first + index}`).join("\n")}\n${count} online`;
		const shared = (left: string, right: string) =>
			(left.match(/.{6}/g) ?? []).filter((line) => right.match(/.{6}/g)?.includes(line)).length;
		const [one, turned, counted] = [keys("click(1)", body(1)), keys("click(1)", body(31)), keys("click(1)", body(1, 2))];
		expect([one.page, one.base]).toEqual([turned.page, turned.base]);
		expect(one.numbers).toHaveLength(16 * 6);
		expect(shared(one.numbers, turned.numbers)).toBe(0);
		expect(counted.page).toBe(one.page);
		expect(shared(one.numbers, counted.numbers)).toBeGreaterThanOrEqual(15);
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
