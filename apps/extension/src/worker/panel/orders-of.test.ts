import { readPageText } from "@webhand/page/parse/page-text";
import { expect, test } from "vitest";
import { ordersOf } from "./orders-of.ts";

const page = (...body: readonly string[]) =>
	readPageText(["@page 1", "@url https://shop.example/", "@title Shop", "@epoch e1", "", "@view", ...body].join("\n"));

test.each([
	[
		"a shop",
		["<nav>", " <a 1 /support>Support</>", "<main>", ' <search 2 "Search products">', " <a 3 /kettle>Blue kettle</>"],
		['Search for "Blue kettle"', 'Open "Blue kettle"', 'Open "Support"'],
	],
	["a page without links", ["Hello"], ["Read the page title"]],
	["a name that stands twice", ["<main>", " <a 1 /a>More</>", " <a 2 /b>More</>"], ["Read the page title", "How many links are there?"]],
	["buttons are never pressed", ["<main>", " <button 1>Delete all</>"], ["Read the page title"]],
])("%s gives orders that only look", (_name, body, orders) => {
	expect(ordersOf(page(...body))).toEqual(orders);
});
