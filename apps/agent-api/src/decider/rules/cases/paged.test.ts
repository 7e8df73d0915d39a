import { describe, expect, test } from "vitest";
import { pageOf, play } from "./play.ts";

describe("a list of several pages", () => {
	const names = ["Anna", "Bob", "Carla", "David", "Eva"];
	const shown = (at: number) =>
		pageOf(
			`<nav> <a 1 /crm>Customers</> <a 2 /deals>Deals</> <a 3 /settings>Settings</>\n# Customers\n${names
				.slice(at * 2 - 2, at * 2)
				.map(
					(name, row) =>
						`| <checkbox ${row + 10} "Select ${name}"></> | <a ${row + 20 + at * 10}>${name}</> | <button ${row + 60 + at * 10}>Delete`,
				)
				.join("\n")}\n<button 8${at === 1 ? " disabled" : ""}>Previous</> Page ${at} of 3 <button 9${at === 3 ? " disabled" : ""}>Next`,
		);
	const from = (at: number, query: string): readonly string[] => {
		let page = at;
		return play(query, shown(at), (action) => {
			if (action.name === "click" && (action.id === 8 || action.id === 9)) page += action.id === 9 ? 1 : -1;
			return { page: shown(page) };
		}).actions;
	};

	test.each([
		["Go to page 3", 1, ["click(9)", "click(9)", "finish()"]],
		["Go to the second page", 1, ["click(9)", "finish()"]],
		["Go to the last page", 2, ["click(9)", "finish()"]],
		["Go to page 1", 3, ["click(8)", "click(8)", "finish()"]],
		["Go to the first page", 2, ["click(8)", "finish()"]],
		["Go to page 2", 2, ["finish()"]],
		["Open the last customer", 1, ["click(9)", "click(9)", "click(50)", "finish()"]],
		["Delete the last customer in the list", 1, ["click(9)", "click(9)", "click(90)", "finish()"]],
		["Open the third customer", 1, ["click(9)", "click(40)", "finish()"]],
		["Delete Anna", 2, ["click(9)", "click(8)", "click(8)", "click(70)", "finish()"]],
		["Open Bob", 3, ["click(8)", "click(8)", "click(31)", "finish()"]],
		["Click Delete in the row of Eva", 1, ["click(9)", "click(9)", "click(90)", "finish()"]],
	])("%s from page %i", (query, at, actions) => {
		expect(from(at, query)).toEqual(actions);
	});

	test.each(["Go to page 5", "Open page 7"])("a page that is not there is no other link: %s", (query) => {
		expect(from(1, query).map((action) => action.split("(")[0])).toEqual(["fail"]);
	});

	test.each(["Open the customer with the highest revenue", "Delete the oldest customer", "Open the newest customer"])(
		"and nothing is compared of which one page shows a part: %s",
		(query) => {
			expect(from(1, query).map((action) => action.split("(")[0])).toEqual(["fail"]);
		},
	);

	test("where nothing says which page is shown, pages are counted from the first alone", () => {
		const page = (isFirst: boolean) => pageOf(`# Log\n- One\n- Two\n<button 8${isFirst ? " disabled" : ""}>Previous</> <button 9>Next`);
		const actions = (isFirst: boolean) => play("Go to page 3", page(isFirst), () => ({ page: page(false) })).actions;
		expect([actions(true), actions(false).map((action) => action.split("(")[0])]).toEqual([["click(9)", "click(9)", "finish()"], ["fail"]]);
	});
});
