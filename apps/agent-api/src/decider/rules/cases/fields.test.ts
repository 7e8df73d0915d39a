import { viewFromSnapshot } from "@webhand/page/parse/snapshot";
import { describe, expect, test } from "vitest";
import { clausesOf } from "../sentence/clauses.ts";
import type { Row } from "./notation.ts";
import { notationOf } from "./notation.ts";
import { actionsOn, pageOf, play } from "./play.ts";

const reads = (sentence: string, clauses: string) => expect(notationOf(clausesOf(sentence))).toBe(clauses);

/** A form that takes what is typed, ticked and chosen. */
function form(query: string) {
	const values = new Map<string, string>();
	const shown = (id: number) => (values.has(String(id)) ? ` value="${values.get(String(id))}"` : "");
	const page = () =>
		pageOf(
			`<form "Kontakt" post>\n <input 1 "Name"${shown(1)}>\n <email 2 "E-Mail"${shown(2)}>\n <input 3 "Postleitzahl"${shown(3)}>\n <textarea 4 "Bemerkung"${shown(4)}>\n <checkbox 5 "AGB"${values.has("5") ? " checked" : ""}>\n <button 6 submit>Absenden`,
		);
	return play(query, page(), (action) => {
		if (action.name === "setValue") values.set(String(action.id), action.text);
		return { page: page() };
	});
}

describe("each value of a list goes into the field that was named with it", () => {
	test.each<Row>([
		['Fill in name with "Ada", email with "ada@x.example"', 'fill name = "Ada" + email = "ada@x.example"'],
		["Fill in name with Ada and message with Hello there", 'fill name = "Ada" + message = "Hello there"'],
		['Fill in name with "A", email with "b", phone with "c" and click Send', 'fill name = "A" + email = "b" + phone = "c"; click Send'],
		["Put Ada in Name, Bath in Town and 10115 in Postcode", 'fill Name = "Ada" + Town = "Bath" + Postcode = "10115"'],
		["Enter Ada Lovelace into Name and Bath into Town, then click Save", 'fill Name = "Ada Lovelace" + Town = "Bath"; click Save'],
		["Enter Ada for name and Bath for town", 'fill name = "Ada" + town = "Bath"'],
		["Fill in name with Ada but leave the email empty", "unknown"],
		["Enter the voucher TEA10 and apply it", 'fill voucher = "TEA10"; named apply (<it>)'],
		["Type the promo code SAVE-20", 'fill promo code = "SAVE-20"'],
		["Type the answer to question 4b", 'fill ? = "the answer to question 4b"'],
		["Change nothing and log out", "unknown; named log out"],
		['Type "nothing"', 'fill ? = "nothing"'],
		["Set size to L and rate to daily", 'fill size = "L" + rate = "daily"'],
		["Type I was born in May and live in Bath into the story box", 'fill story /field = "I was born in May and live in Bath"'],
		['Email with "a@x.example", town with "Bath"', "unknown"],
		['Fill in name with "Ada", "a@x.example"', "unknown"],
	])("%s → %s", reads);

	test("and nothing is sent that nobody asked to send", () => {
		expect(form('Fill in name with "Ada", email with "ada@x.example"').actions).toEqual([
			'setValue(1, "Ada")',
			'setValue(2, "ada@x.example")',
			"finish()",
		]);
	});

	test("whatever a page calls it, with a hyphen or without", () => {
		expect(form('Fill in name with "J. Groß", e mail with "j@x.example", Post-leitzahl with "12a" and click Absenden').actions).toEqual([
			'setValue(1, "J. Groß")',
			'setValue(2, "j@x.example")',
			'setValue(3, "12a")',
			"click(6)",
			"finish()",
		]);
	});

	test("without quotation marks as well", () => {
		expect(
			form("Put Ada in Name, ada@x.example in E-Mail and 10115 in Postleitzahl, tick the AGB checkbox and click Absenden").actions,
		).toEqual([
			'setValue(1, "Ada")',
			'setValue(2, "ada@x.example")',
			'setValue(3, "10115")',
			'setValue(5, "true")',
			"click(6)",
			"finish()",
		]);
	});
});

describe("switching one thing to another sets it", () => {
	test.each<Row>([
		["Switch the language to French and save", 'fill language = "French"; named save'],
		["Switch the newsletter off", "untick newsletter"],
		["Switch to the second tab", "click /tab #2"],
		["Switch the language from German to French", "unknown"],
	])("%s → %s", reads);
});

describe("an address that a button is for", () => {
	const people = (inside: string, value = "") =>
		pageOf(`# People\n| Ann | ann@x.example | <button 9>Remove\n<form "Invite">\n <email 1 "Work email"${value}>\n${inside}`);
	const invited = (query: string, inside: string) =>
		play(query, people(inside), (action) => ({ page: people(inside, action.name === "setValue" ? ` value="${action.text}"` : "") }))
			.actions;

	test("goes into the field before it is pressed", () => {
		const inside = ' <select 2 "Role" value="Viewer" options="Viewer*|Editor"></>\n <button 3 submit>Invite\n</>';
		expect(invited("Invite eva@x.example", inside)).toEqual(['setValue(1, "eva@x.example")', "click(3)", "finish()"]);
	});

	test.each([
		["Invite eva@x.example", ' <input 2 "Full name">\n <button 3 submit>Invite\n</>'],
		["Invite eva@x.example", " <button 3 submit>Send\n</>"],
		["Invite eva@x.example", " <button 3 submit>Invite\n <button 4>Invite later\n</>"],
		["Invite ann@x.example", " <button 3 submit>Invite\n</>"],
		["Remove eva@x.example", " <button 3 submit>Remove\n</>"],
	])("is written nowhere where more is wanted, no button says so, or somebody has it: %s, %j", (query, inside) => {
		expect(invited(query, inside).filter((action) => action.startsWith("setValue"))).toEqual([]);
	});
});

describe("a box of a snapshot", () => {
	type Told = { readonly checked?: boolean };
	const box = { tag: "input", role: "", text: "", bbox: { x: 0, y: 0, width: 0, height: 0 }, type: "checkbox" };
	const page = (own: Told, other: Told) =>
		viewFromSnapshot({
			...{ url: "https://shop.example/", title: "Shop", visibleText: "", docEpoch: "", shown: 2, total: 2, timestamp: 0 },
			viewport: { width: 0, height: 0, scrollX: 0, scrollY: 0, pages: 1 },
			elements: [
				{ ...box, id: "agent-1", ariaLabel: "Newsletter", ...own },
				{ ...box, id: "agent-2", ariaLabel: "Gift wrap", ...other },
			],
		});
	const unknown = 'fail("I cannot tell whether “Newsletter” is ticked';

	test.each([
		["tick the Newsletter box", {}, {}, unknown],
		["untick the Newsletter box", {}, {}, unknown],
		["set Newsletter to off", {}, {}, unknown],
		["toggle the Newsletter box", {}, {}, "click(1)"],
		["click the Newsletter box", {}, {}, "click(1)"],
		["untick the Newsletter box", { checked: false }, {}, "finish()"],
		["untick the Newsletter box", {}, { checked: true }, "finish()"],
		["tick the Newsletter box", {}, { checked: false }, 'setValue(1, "true")'],
		["toggle the Newsletter box", { checked: true }, {}, 'setValue(1, "false")'],
	] as const)("%s, which is told %j, beside one told %j", (query, own, other, expected) => {
		expect(actionsOn(page(own, other), query)[0]?.slice(0, expected.length)).toBe(expected);
	});
});

test.each([
	["| Reason | <radio 5 checked></> Relocation <radio 6></> Damage <radio 7></> Sample", ["Damage", 6], ["Sample", 7]],
	["<radio 5 checked></> Relocation <radio 6></> Damage <radio 7></> Sample", ["Damage", 6], ["Sample", 7]],
	["Relocation <radio 5></> Damage <radio 6></> Sample <radio 7>", ["Damage", 6], ["Sample", 7]],
] as const)("boxes without labels are called by the text that is theirs: %s", (body, ...choices) => {
	for (const [name, id] of choices) {
		const page = pageOf(`# Transfer\n${body}\n<button 9>Book`);
		expect(play(`Choose ${name}`, page, () => ({ page })).actions[0]).toBe(`click(${id})`);
	}
});
