import { describe, expect, test } from "vitest";
import { pageOf, play } from "./play.ts";

/** The actions of a task on a page that takes what is done, without the words of a refusal. */
function acts(query: string, body: string): readonly string[] {
	const page = pageOf(body);
	return play(query, page, () => ({ page })).actions.map((action) => (action.startsWith("fail") ? "fail" : action));
}

describe("a choice that is called so comes before any other reading of its words", () => {
	const terms =
		'# Register a supplier\nStep 3 of 4\n<form>\n <fieldset "Payment terms">\n  <radio 1 "14 days" of="Payment terms">\n  <radio 2 "30 days" of="Payment terms">\n  <radio 3 "60 days" of="Payment terms">\n <input 4 "IBAN">\n <textarea 5 "Notes">\n <button 6>Back</> <button 7 submit>Next</> <button 8>Cancel';
	test.each([
		["Choose 30 days", ["click(2)", "finish()"]],
		["Choose 30 days, click Next", ["click(2)", "click(7)", "finish()"]],
		["Select 14 days as payment terms", ["click(1)", "finish()"]],
		["Pick 60 days", ["click(3)", "finish()"]],
	])("%s", (query, expected) => {
		expect(acts(query, terms)).toEqual(expected);
	});

	test.each([
		["Select tomorrow", '<select 1 "Delivery" value="Today" options="Today*|Tomorrow|Next week">', 'select(1, "Tomorrow")'],
		["Choose next week", '<select 1 "Delivery" value="Today" options="Today*|Tomorrow|Next week">', 'select(1, "Next week")'],
		["Choose tomorrow", '<date 1 "Delivery" format="YYYY-MM-DD">', 'setValue(1, "2026-03-03")'],
	])("%s on %s", (query, body, expected) => {
		expect(acts(query, body)[0]).toBe(expected);
	});
});

describe("a refusal says what was not understood", () => {
	const said = (query: string) => {
		const page = pageOf("<button 1>Refresh");
		const { last } = play(query, page, () => ({ page }));
		return last.failure?.message ?? "";
	};
	test.each([
		["asdf qwer zxcv", "I did not understand “asdf qwer zxcv”."],
		["Cliquez sur Suivant", "I did not understand “Cliquez sur Suivant”."],
		["Click Refresh, click Refresh, flambé it", "I understood “Click Refresh” but not “flambé it”."],
	])("%s", (query, message) => {
		expect(said(query)).toContain(message);
	});

	test("and says each part once, however often it was asked for", () => {
		const message = said("Click Refresh, click Refresh, click Refresh, click Save");
		expect(message).toContain("I understood “Click Refresh” but cannot find what “click Save” means on this page.");
		expect(message).toContain("Done so far: “Click Refresh” (3 times).");
	});

	test.each(["Click Refresh, then flambé it", "Click Refresh. Pourquoi pas?"])(
		"and nothing is begun of what is not understood to its end: %s",
		(query) => {
			expect(acts(query, "<button 1>Refresh")).toEqual(["fail"]);
		},
	);
});
