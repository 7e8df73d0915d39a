import { describe, expect, test } from "vitest";
import { clausesOf } from "../sentence/clauses.ts";
import type { Row } from "./notation.ts";
import { notationOf } from "./notation.ts";
import { pageOf, play } from "./play.ts";

const reads = (sentence: string, clauses: string) => expect(notationOf(clausesOf(sentence))).toBe(clauses);

describe("politeness and “only once” are nothing to do", () => {
	test.each<Row>([
		["Click the Save button, thank you", "click Save /button"],
		["Click Save. Thanks!", "click Save"],
		["Click Thank you", "click Thank you"],
		["Click Add to watchlist, but only once", "click Add to watchlist"],
		["Click Save only once.", "click Save"],
	])("%s → %s", reads);
});

describe("a full stop ends a sentence only where a sentence ends", () => {
	test.each<Row>([
		["Street: Hauptstr. 1, City: Berlin.", 'fill Street = "Hauptstr. 1" + City = "Berlin"'],
		["Type 5. Click Next", 'fill ? = "5"; click Next'],
		["1. Click Save. 2. Click Next", "click Save; click Next"],
	])("%s → %s", reads);
});

describe("a prohibition stays one", () => {
	test.each<Row>([
		["Set the language to French but do not click Save", 'fill language = "French"; avoid'],
		["Select French, but never click Save", "choose French; avoid"],
		["Fill in name with Ada and town with Bath without submitting the form", 'fill name = "Ada" + town = "Bath"; avoid'],
		['Type "without saving" into Name', 'fill Name = "without saving"'],
		["Type Ada into Name without flurbing", 'unknown; fill Name = "Ada"'],
		["Click Save but never click Save", "unknown; click Save"],
		["Search for tea without pressing Enter", 'unknown; search "tea"'],
	])("%s → %s", reads);
});

describe("waiting for what is named", () => {
	const page = (line: string) => pageOf(`# Reports\n<button 5>Generate report\n${line}\n## Log\n- Entry 1\n- Entry 2\n<button 8>Load more`);
	const waitsOf = (query: string, shown: string, after: number) => {
		let waited = 0;
		const { actions, decisions, last } = play(query, page("⏳ Generating…"), (action) => {
			waited += action.name === "wait" ? action.seconds : 0;
			return { page: page(waited >= after ? shown : "⏳ Generating…") };
		});
		return { actions, waited, last, expects: decisions.slice(0, -1).map(({ expect }) => expect) };
	};

	test.each([
		['Wait until "Import finished" appears', "Import finished", 9],
		['Click Generate report and wait until "Report October" appears', "## Report October", 16],
		['Wait for "Report ready"', "Report ready", 40],
		["Wait until the order confirmation is visible", "Order confirmation", 25],
	])("%s: up to a minute", (query, shown, after) => {
		const { actions, waited, expects } = waitsOf(query, shown, after);
		expect(actions.at(-1)).toBe("finish()");
		expect(waited).toBeLessThan(after + 10);
		expect(expects.at(-1)).toMatchObject({ kind: "text_appears" });
	});

	test("what never comes is told after a minute, and nothing is pressed to look for it", () => {
		const { actions, waited, last } = waitsOf('Wait until "Import finished" appears', "", 1_000);
		expect(actions.slice(0, -1).every((action) => action.startsWith("wait("))).toBe(true);
		expect(waited).toBe(60);
		expect(last.failure).toMatchObject({ category: "stuck", message: expect.stringContaining("“Import finished”, and it did not appear") });
	});
});

describe("waiting for a number", () => {
	test.each<Row>([
		["Wait until the price is above 500, then click Add", "wait for price greater 500; click Add"],
		["Wait for the price to drop below 10", "wait for price less 10"],
		["Wait until the count reaches 5", "wait for count atLeast 5"],
		["Wait until the status is Ready", "unknown"],
		["Wait until the price is above 500 and stable", "unknown"],
		["Wait until the list is visible", "wait for /select"],
	])("%s → %s", reads);

	const ticker = (price: number) => pageOf(`Price: ${price} €\n<button 1>Add to watchlist`);
	const query = "Wait until the price is above 500, then click Add to watchlist";

	test("nothing is clicked before the page shows it", () => {
		const prices = [480, 499, 512, 512];
		let at = 0;
		const { actions } = play(query, ticker(470), () => ({ page: ticker(prices[at++] ?? 512) }));
		expect(actions).toEqual(["wait(2)", "wait(2)", "wait(2)", "click(1)", "finish()"]);
	});

	test("a wait that is in vain ends, and says so", () => {
		const { actions, last } = play(query, ticker(470), () => ({ page: ticker(471) }));
		expect(actions.slice(0, -1).every((action) => action.startsWith("wait("))).toBe(true);
		expect(last.failure).toMatchObject({ category: "stuck", message: expect.stringContaining("which is 471") });
	});

	test.each([
		["Price: 1.200 €", "wait(2)"],
		["Old price: 90 €\nPrice: 700 €", "wait(2)"],
		["Price: 1 200 €", "wait(2)"],
		["Price: 99,50 €", "click(1)"],
	])("which is read as a person reads it: %s", (lines, first) => {
		const page = pageOf(`${lines}\n<button 1>Add`);
		expect(play("Wait until the price is below 100, then click Add", page, () => ({ page })).actions[0]).toBe(first);
	});

	test.each(["Timer: 00:10", "Timer: 1.200", "Timer: 0 of 10"])("or not at all, where it may be read in two ways: %s", (line) => {
		const page = pageOf(`${line}\n<button 1>Add`);
		const { actions } = play("Wait until the timer is 0, then click Add", page, () => ({ page }));
		expect(actions.map((action) => action.split("(")[0])).toEqual(["fail"]);
	});

	test("a page without the number is refused", () => {
		const page = pageOf("<button 1>Add to watchlist");
		expect(play(query, page, () => ({ page })).last.failure?.category).toBe("not_understood");
	});
});

describe("one or the other", () => {
	const page = pageOf("<button 1>Rename project</> <button 2>Delete project");

	test("is asked about where both are there, and the answer is clicked alone", () => {
		const { actions } = play("Click Rename or Delete project", page, (action) => ({
			page,
			...(action.name === "ask" ? { note: `You asked: ${action.question} The person answered: Rename project` } : {}),
		}));
		expect(actions).toEqual([
			'ask("Which one do you mean by “Rename or Delete project”?", "Rename project", "Delete project")',
			"click(1)",
			"finish()",
		]);
	});

	test("is the one that is there", () => {
		const only = pageOf("<button 1>Yes</> <button 2>Help");
		expect(play("Click OK or Yes", only, () => ({ page: only })).actions).toEqual(["click(1)", "finish()"]);
	});
});
