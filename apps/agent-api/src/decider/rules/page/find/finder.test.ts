import type { PageView } from "@webhand/page/parse/view";
import { describe, expect, test } from "vitest";
import { pageOf, play } from "../../cases/play.ts";
import { thingOf } from "../../sentence/nouns/things.ts";
import { tokensOf } from "../../words/tokens.ts";
import { clickable, isTextField, isToggle } from "../roles.ts";
import { Finder } from "./finder.ts";

const thing = (words: string) => thingOf(tokensOf(words));

/** The id found, the ids of a tie, or "none". */
function idOf(page: PageView, words: string, accepts = clickable): number | string {
	const found = new Finder(page).find(thing(words), accepts);
	if (found.kind === "one") return found.match.element.id;
	return found.kind === "none" ? "none" : found.matches.map(({ element }) => element.id).join(" ");
}

const shop = pageOf(`<a 1 />Harbour Tea</>
<nav "Shop"> <a 2 /teas>Teas</> <a 3 /help>Help</> <a 4 /sign-in>Log in</> <a 5 /basket>Basket (2)</>
<form "" /search>
 <search 6 "Search"> <button 7 submit>Search</>
<main>
 # Teas
 ## Green
 - <a 10 /teas/sencha>Sencha</> 12.00 € <button 11>Add to basket</> <checkbox 12 "Compare Sencha">
 - <a 13 /teas/matcha>Matcha</> 24.00 € <button 14>Add to basket</> <checkbox 15 "Compare Matcha">
 ## Black
 - <a 20 /teas/assam>Assam</> 9.00 € <button 21>Add to basket</> <checkbox 22 "Compare Assam">
 - <a 23 /teas/darjeeling>Darjeeling</> 15.00 € <button 24>Add to basket</> <checkbox 25 "Compare Darjeeling">
 <a 30 /terms>Terms and conditions</> <button 31>More teas</> <button 32 hint="trash"></> <button 33 "Close">×`);

describe("a control is found", () => {
	test.each([
		["by its name", '"Help"', 3],
		["whatever the case", "help", 3],
		["with its role", "the Help link", 3],
		["by a synonym of two words", "Sign in", 4],
		["by a synonym of one word", "the cart", 5],
		["without the count behind it", "Basket", 5],
		["by the words it holds", "More", 31],
		["when one letter is wrong", "Senhca", 10],
		["when a word is in the plural", "the helps", 3],
		["by the hint of its icon", "the trash icon", 32],
		["by a word for the same icon", "the delete icon", 32],
		["by its sign", '"×"', 33],
		["although its name holds a joint", "Terms and conditions", 30],
		["by its position", "the second link in the section Black", 23],
		["as the last of its sort", "the last button", 33],
		["beside another one", 'the "Add to basket" button next to "Matcha"', 14],
		["in the row of another one", "Add to basket in the row of Assam", 21],
		["under a heading", 'the first link in the section "Green"', 10],
		["for somebody", "Add to basket for Darjeeling", 24],
		["below another one", "the link below Darjeeling", 30],
	])("%s: %s", (_, words, expected) => expect(idOf(shop, words)).toBe(expected));

	test.each([
		["a name that is not there", '"Coffee"'],
		["a place that is not there", '"Add to basket" next to "Coffee"'],
		["the beginning of another word", '"Ass"'],
		["another number", "Teas 3"],
		["a sort that is not there", "the slider"],
	])("never by %s: %s", (_, words) => expect(idOf(shop, words)).toBe("none"));

	test("by its kind, where another of the same name comes first", () => {
		const page = pageOf('<a 1 /sign-in>Sign in</>\n<form "Sign in" post>\n <password 2 "Password">\n <button 3 submit>Sign in');
		expect([idOf(page, 'the "Sign in" button'), idOf(page, "the Sign in button"), idOf(page, "the sign in link")]).toEqual([3, 3, 1]);
	});

	test("by its very letters, where another one differs in case only", () => {
		expect(idOf(pageOf("<button 1>yes</> <button 2>Yes"), 'the "Yes" button')).toBe(2);
	});

	test("not at all when several fit equally well and stand in different rows", () => {
		expect(idOf(shop, '"Add to basket"')).toBe("11 14 21 24");
	});
});

const form = pageOf(`<form "Delivery" post>
 Full name
 <input 1>
 E-mail: <input 2>
 <input 3 "Phone" placeholder="+49 …">
 | ZIP code | <input 4> | City | <input 5>
 <textarea 6 "Message">
 <select 7 "Country" value="France" options="Austria|Belgium|France*|… +24">
 <checkbox 8></> I agree to the terms
 <radio 9 of="Speed"></> Standard <radio 10 of="Speed"></> Express
 <input 11 "First name"></> <input 12 "Last name"></> <date 13 "Date of birth">
 <button 14 submit>Place order</>`);

describe("a field is found", () => {
	const field = (words: string) => idOf(form, words, (element) => (isTextField(element) ? 1 : 0));
	test.each([
		["by the line above it", "the full name", 1],
		["by the text before it", "email", 2],
		["by a synonym of that text", "the mail address", 2],
		["by its own name", "the phone field", 3],
		["by the cell before it", "the postcode", 4],
		["by the second label of a row", "city", 5],
		["by its sort", "the text area", 6],
		["by a name that starts like an ordinal", "first name", 11],
		["by another one", "the last name field", 12],
		["by a synonym of its name", "surname", 12],
		["by words for a day", "birthday", 13],
		["by its position", "the third text field", 3],
	])("%s: %s", (_, words, expected) => expect(field(words)).toBe(expected));

	test("as a box by the text behind it", () => {
		const toggle = (words: string) => idOf(form, words, (element) => (isToggle(element) ? 1 : 0));
		expect(toggle("I agree to the terms")).toBe(8);
		expect(toggle("the checkbox")).toBe(8);
	});
});

describe("a drawn thing is found", () => {
	const drawing = pageOf(
		`<shape 1 "red circle" at=10,10 size=20x20></> <shape 2 "red circle" at=60,10 size=40x40></> <shape 3 "blue square" at=120,10 size=30x30></> <box 4 "green rectangle" at=10,80 size=12x12></>`,
	);
	test.each([
		["by colour and shape", "the blue square", 3],
		["by size", "the large red circle", 2],
		["by the other size", "the smallest circle", 1],
		["by another word for its shape", "the green box", 4],
		["by a place", "the large circle to the left of the blue square", 2],
		["not by another colour", "the yellow circle", "none"],
	])("%s: %s", (_, words, expected) => expect(idOf(drawing, words)).toBe(expected));
});

describe("what was spoken of last", () => {
	const inbox = pageOf(`- <a 1 /m/1>Ada</> Lunch? <button 2>Star</> <button 3>Delete</>
- <a 4 /m/2>Bob</> Report <button 5>Star</> <button 6>Delete</>`);
	test("decides between equal controls", () => {
		const finder = new Finder(inbox, { referent: { text: "Bob", epoch: inbox.epoch, id: 4 } });
		expect(finder.find(thing("Delete"), clickable)).toMatchObject({ kind: "one", match: { element: { id: 6 } } });
	});

	test("is found again by its words once its number means nothing any more", () => {
		const finder = new Finder(inbox, { referent: { text: "Ada", epoch: "another", id: 4 } });
		expect(finder.find(thing("Delete"), clickable)).toMatchObject({ kind: "one", match: { element: { id: 3 } } });
	});
});

test.each([
	["ticket 4021", 1],
	["#4025", 3],
	["ticket 402", undefined],
	["ticket 4099", undefined],
])("a number that is one piece of a line tells whose line it is: %s", (words, line) => {
	const page = pageOf("- <a 1>Login\n \\#4021 · Ada\n- <a 2>Export\n \\#4025 · Bob");
	expect(new Finder(page).anchors(thing(words))[0]?.line).toBe(line);
});

test("a page that repeats the instruction is not searched for its own words", () => {
	const echo = 'Click the link "Harbour"';
	const page = pageOf(`Click the link "Harbour"\n<a 1 /h>Harbour</>`);
	expect(new Finder(page, { echo }).anchors(thing('"Harbour"')).map((spot) => spot.element?.id)).toEqual([1]);
});

test.each(["Sign out", "Add to cart", "Mute alerts"])("an instruction that is a button's own name means that button: %s", (query) => {
	const page = pageOf(`# Shop\n${query}\n<button 1>${query}</>\n<button 2>Other`);
	expect(play(query, page, () => ({ page })).actions).toEqual(["click(1)", "finish()"]);
});
