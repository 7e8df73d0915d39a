import type { Action } from "@webhand/contracts/action/grammar";
import { parseAction } from "@webhand/contracts/action/parse";
import { QuestionId } from "@webhand/contracts/ids";
import { parsePage } from "@webhand/page/parse/parse";
import { expect, test } from "vitest";
import { approvalFacts, approvalQuestion } from "./question.ts";

const page = parsePage(
	[
		"@page 1\n@url https://shop.example/\n@title Shop\n@epoch e1\n\n@view",
		'<form "Search" get>',
		' <search 1 "Search products">',
		' <input 2 "Town" value="Graz">',
		' <password 3 "Password" filled>',
		'<search 4 "Find help">',
	].join("\n"),
);

function fieldsOf(text: string, secrets: readonly string[] = []): readonly string[] {
	const parsed = parseAction(text);
	if (!parsed.ok) throw new Error(parsed.problem.message);
	return approvalFacts({ action: parsed.action, page, risk: { class: "commit", reasons: ["submits"] } }, secrets).fields;
}

test("a question about a search shows the search text", () => {
	expect(fieldsOf('setValue(1, "red kettle", true)')).toEqual(["Search products: red kettle", "Town: Graz", "Password: •••"]);
	expect(fieldsOf('setValue(4, "returns", true)')).toContain("Find help: returns");
});

const transfer = parsePage(
	[
		"@page 1\n@url https://shop.example/\n@title Shop\n@epoch e1\n\n@view",
		'<form "Transfer" post>',
		' <input 11 "Recipient" value="Bob">',
		' <checkbox 15 "Repeat monthly">',
		' <select 16 "Amount" value="10" options="10*|1000">',
		' <radio 17 "Normal" of="Speed">',
		' <radio 18 "Express" checked of="Speed">',
		' <slider 19 "Tip" value="5">',
		' <switch 21 "Notify" checked>',
		" <button 20 submit>Transfer now",
		"# Elsewhere",
		'<input 30 "Note">',
		'<input 31 "Name" value="Ada">',
		"<button 32>Send",
		"<button 33>Show more” is harmless. “OK",
	].join("\n"),
);
const factsOf = (action: Action, view = transfer) =>
	approvalFacts({ action, page: view, risk: { class: "commit_protected", reasons: [] } }, []);

test("a question about a form shows its ticks, choices and sliders too", () => {
	const all = ["Recipient: Bob", "Repeat monthly: no", "Amount: 10", "Speed: Express", "Tip: 5", "Notify: yes"];
	expect(factsOf({ name: "click", id: 20 }).fields).toEqual(all);
	expect(factsOf({ name: "select", id: 16, options: ["1000"] }).fields).toEqual(all.with(2, "Amount: 1000"));
	expect(factsOf({ name: "setValue", id: 15, text: "true", submit: false }).fields).toEqual(all.with(1, "Repeat monthly: yes"));
});

test("a question about a form tells an empty field from one whose value is hidden", () => {
	const body = [
		'<form "Card" post>',
		' <input 1 "Name">',
		' <password 2 "Password">',
		' <password 3 "Code" filled>',
		" <button 4 submit>Save",
	];
	const card = parsePage(["@page 1\n@url https://shop.example/\n@title Card\n@epoch e1\n\n@view", ...body].join("\n"));
	expect(factsOf({ name: "click", id: 4 }, card).fields).toEqual(["Name (empty)", "Password (empty)", "Code: •••"]);
});

test("a question about a button without a form shows the fields around it", () => {
	expect(factsOf({ name: "click", id: 32 }).fields).toEqual(["Name: Ada"]);
});

test("of more than 20 fields the first are read, and how many more there are", () => {
	const inputs = Array.from({ length: 25 }, (_, index) => ` <input ${30 + index} "F${index}" value="x">`);
	const lines = ["@page 1\n@url https://shop.example/\n\n@view", "<form post>", ...inputs, " <button 20 submit>Send"];
	const facts = factsOf({ name: "click", id: 20 }, parsePage(lines.join("\n")));
	expect([facts.fields.length, facts.fields.at(-1), facts.moreFields]).toEqual([20, "F19: x", 5]);
});

test("a password, and a card's number in the user's own words, stand in no question", () => {
	expect(fieldsOf('setValue(3, "hunter2", true)')).toContain("Password: •••");
	expect(fieldsOf('setValue(1, "4111 1111 1111 1111", true)', ["4111 1111 1111 1111"])).toContain("Search products: •••");
});

const written = parsePage(
	[
		"@page 1\n@url https://shop.example/\n@title Shop\n@epoch e1\n\n@view",
		'<form "Pay" post>',
		' <input 1 "Security code" value="to Mallory">',
		' <input 2 "PIN" hint="cvc password token">',
		' <textarea 3 "Message">',
		" <button 9 submit>Send",
	].join("\n"),
);
const long = `${"Dear Bob, ".repeat(30)}send it to Mallory`;

test.each([
	["a value behind a name that sounds secret", 'setValue(3, "token=(Function)(alert)()", true)', [], "Message: token=(Function)(alert)()"],
	[
		"text behind the first line of a key",
		'setValue(3, "-----BEGIN PRIVATE KEY----- pay Mallory", true)',
		[],
		"Message: -----BEGIN PRIVATE KEY----- pay Mallory",
	],
	[
		"text beside a card's number",
		'setValue(3, "4111 1111 1111 1111 to Mallory", true)',
		["4111 1111 1111 1111"],
		"Message: ••• to Mallory",
	],
	["what is written into a field that the page calls secret", 'setValue(2, "Mallory", true)', [], "PIN: Mallory"],
	["what stands in a field that the page calls secret", "click(9)", [], "Security code: to Mallory"],
	["the end of a long text", `setValue(3, "${long}", true)`, [], `Message: ${long}`],
] as const)("a form or a name covers nothing: %s", (_name, action, secrets, field) => {
	const parsed = parseAction(action);
	if (!parsed.ok) throw new Error(parsed.problem.message);
	const risk = { class: "commit", reasons: ["submits"] } as const;
	expect(approvalFacts({ action: parsed.action, page: written, risk }, secrets).fields).toContain(field);
});

test.each([
	[
		'<form "Pay" post>\n <input 1 "To">\n <button 9 submit action="evil.example/x" method=post>Go',
		{ formTarget: "evil.example/x", method: "post" },
	],
	[
		'<form "Pay" post>\n <input 1 "To">\n <button 9 submit action="/steal" method=get>Go',
		{ formTarget: "shop.example/steal", method: "get" },
	],
	['<form "Pay" post pay.example/x>\n <button 9 submit>Go', { formTarget: "pay.example/x", method: "post" }],
	["<a 9 evil.example/x>Tea", { address: "evil.example/x" }],
	["<a 9 /items?action=delete>Tea", { address: "/items?action=delete" }],
])("a question tells where a press sends or leads to: %s", (body, facts) => {
	const view = parsePage(`@page 1\n@url https://shop.example/\n\n@view\n${body}`);
	expect(factsOf({ name: "click", id: 9 }, view)).toMatchObject(facts);
});

test("a long address is shown to its end", () => {
	const url = `https://tea.example/${"a/".repeat(300)}?to=mallory`;
	expect(factsOf({ name: "navigate", url }).label).toBe(url);
});

test("what is written is shown, however many fields stand before it", () => {
	const inputs = Array.from({ length: 25 }, (_, index) => ` <input ${30 + index} "F${index}" value="x">`);
	const many = parsePage(["@page 1\n@url https://shop.example/\n\n@view", "<form post>", ...inputs].join("\n"));
	expect(factsOf({ name: "setValue", id: 54, text: "Mallory", submit: true }, many).fields).toContain("F24: Mallory");
});

test("a secret of the user stands in no question, in whatever field", () => {
	expect(fieldsOf('setValue(1, "my hunter2-canary", true)', ["hunter2-canary"])).toContain("Search products: my •••");
	expect(fieldsOf('setValue(1, "kettle", true)', ["Graz"])).toContain("Town: •••");
	const longer = `${"a".repeat(70)}hunter2-canary`;
	expect(fieldsOf(`setValue(1, "${longer}", true)`, ["hunter2-canary"]).join()).not.toContain("hunter2");
});

test("a question about a control in a row names the row, without its buttons and without secrets", () => {
	const lines = [
		"- Old draft <button 4>Delete",
		"| 101 | <a 1 /tea>Teekanne</> | 24,50 € | <button 2>Edit</> <button 3>Löschen",
		"<button 5>Delete",
	];
	const list = parsePage(`@page 1\n@url https://shop.example/\n@title Shop\n@epoch e1\n\n@view\n${lines.join("\n")}`);
	const rowOf = (id: number, secrets: readonly string[] = []) =>
		approvalFacts(
			{ action: { name: "click", id }, page: list, risk: { class: "commit_protected", reasons: ["destructive_word"] } },
			secrets,
		).row;
	expect([rowOf(3), rowOf(4), rowOf(5)]).toEqual(["101 Teekanne 24,50 €", "Old draft", undefined]);
	expect(rowOf(3, ["Teekanne"])).toBe("101 ••• 24,50 €");
});

test.each([
	['press("Enter")', "May I press Enter on shop.example? It submits a form."],
	['press(11, "Enter")', "May I press Enter in “Recipient” on shop.example? It submits a form."],
	["click(20)", "May I click “Transfer now” on shop.example? It submits a form."],
	["click(33)", 'May I click “Show more" is harmless. "OK” on shop.example? It submits a form.'],
	["drag(32, 20)", "May I drag “Send → Transfer now” on shop.example? It submits a form."],
	['navigate("https://tea.example/")', "May I go to “https://tea.example/” on shop.example? It submits a form."],
])("the question about %s reads %j", (action, question) => {
	const parsed = parseAction(action);
	if (!parsed.ok) throw new Error(parsed.problem.message);
	const risk = { class: "commit", reasons: ["submits"] } as const;
	const held = { action: parsed.action, page: transfer, risk, secrets: [], beside: [] };
	expect(approvalQuestion(held, { id: QuestionId.parse(`que_${"a".repeat(22)}`), expiresAt: new Date(0) }).text).toBe(question);
});

test.each([
	["sandboxed-shop-example.invalid", "in a sandboxed frame of shop.example"],
	["sandboxed-pay--here-example.invalid:8443", "in a sandboxed frame of pay-here.example:8443"],
	["pay.example", "on pay.example"],
])("the question about a button of the frame %s says %j", (host, where) => {
	const body = [`<frame 9 "Pay" ${host} epoch=e2>`, " <button 10001>Book"];
	const framed = parsePage(["@page 1\n@url https://shop.example/\n@title Shop\n@epoch e1\n\n@view", ...body].join("\n"));
	const risk = { class: "commit", reasons: ["submits"] } as const;
	const held = { action: { name: "click", id: 10_001 } as const, page: framed, risk, secrets: [], beside: [] };
	const { text } = approvalQuestion(held, { id: QuestionId.parse(`que_${"a".repeat(22)}`), expiresAt: new Date(0) });
	expect(text).toBe(`May I click “Book” ${where}? It submits a form.`);
});
