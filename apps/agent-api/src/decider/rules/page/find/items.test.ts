import { describe, expect, test } from "vitest";
import { pageOf } from "../../cases/play.ts";
import { thingOf } from "../../sentence/nouns/things.ts";
import { tokensOf } from "../../words/tokens.ts";
import { Finder } from "./finder.ts";
import { findItem } from "./items.ts";

const item = (body: string, words: string, passed = 0) => findItem(new Finder(pageOf(body)), thingOf(tokensOf(words)), passed);
const idOf = (body: string, words: string, passed = 0) => item(body, words, passed).item?.element.id;

const results = `<nav "Shop"> <a 1 /a>Home</> <a 2 /b>Offers</> <a 3 /c>About us and our long history</>
<main>
 # Results for “lamp”
 -
  ## <a 10 /p/1>Desk lamp</>
  ★ 4.5 · 12 reviews
  39.00 € <button 11>Add to cart</>
 -
  ## <a 20 /p/2>Floor lamp</>
  ★ 4.9 · 3 reviews
  120.00 € <button 21>Add to cart</>
 -
  ## <a 30 /p/3>Night light</>
  ★ 3.1 · 99 reviews
  9.50 € <button 31>Add to cart</>
<nav "Pages"> <a 40 /2>Next page`;

describe("an item of a list is found", () => {
	test.each([
		["the first result", 10],
		["the third product", 30],
		["the 2nd search result", 20],
		["the cheapest product", 30],
		["the most expensive lamp", 20],
		["the product with the most reviews", 30],
		['the result "Floor lamp"', 20],
	])("%s", (words, expected) => expect(idOf(results, words)).toBe(expected));

	test("the last one on the last page alone", () => {
		expect([idOf(results, "the last item"), idOf(results.replace("Next page", "Imprint"), "the last item")]).toEqual([undefined, 30]);
	});

	test("on a later page by counting on from the pages before", () => {
		expect(idOf(results, "the 6th result", 3)).toBe(30);
		expect(item(results, "the 6th result")).toMatchObject({ item: undefined, seen: 3 });
	});

	test("by the person it is from, in flat pages too", () => {
		const inbox = "## Inbox\n<div 2>Flossi Lunch at noon</>\n<div 3>Helsa The report</>\n<div 4>Ada A question";
		expect(idOf(inbox, "the email from Helsa")).toBe(3);
		expect(idOf(inbox, "the first email")).toBe(2);
	});

	test("in a table, its header not counted", () => {
		const table = "| Name | Price\n| <a 1 /x>Anchor</> | 3 €\n| <a 2 /y>Boat</> | 7 €";
		expect(idOf(table, "the first row")).toBe(1);
		expect(idOf(table, "the row of Boat")).toBe(2);
	});

	test("even if it is the only one", () => {
		expect(idOf("<main>\n # Results\n -\n  ## <a 10 /p/1>Desk lamp</>\n  39.00 €", "the first result")).toBe(10);
	});
});

describe("a button of a row that does something opens nothing, in whatever language", () => {
	const rows = (button: (name: string, id: number) => string) =>
		["Ada", "Bob", "Eve"].map((name, index) => `| ${name} | 12 € | ${button(name, index + 1)} |`).join("\n");

	test.each([
		["called alike in every row", rows((_name, id) => `<button ${id}>Löschen</>`)],
		["the same with another script", rows((_name, id) => `<button ${id}>Удалить</>`)],
		["called after its row and a word more", rows((name, id) => `<button ${id}>${name} löschen</>`)],
		["a verb that we know", rows((name, id) => `<button ${id}>Delete ${name}</>`)],
	])("%s", (_name, body) => expect(idOf(body, "the second row")).toBeUndefined());

	test.each([
		["a title", rows((name, id) => `<button ${id}>Profil ${id} ${name.length}</>`)],
		["the row's own name", ["Ada", "Bob"].map((name, index) => `| <button ${index + 1}>${name}</> | 12 € |`).join("\n")],
		["what says that it shows", rows((_name, id) => `<button ${id}>Details</>`)],
		["what unfolds", rows((_name, id) => `<button ${id} collapsed>Mehr</>`)],
		["a link, whatever it is called", rows((_name, id) => `<a ${id} /x/${id}>Anzeigen</>`)],
		["the title beside the deed", rows((name, id) => `<button ${id}>Profil ${name.length}${id}</> <button ${id + 10}>Löschen</>`)],
	])("but %s does", (_name, body) => expect(idOf(body, "the second row")).toBe(2));
});
