import type { Action } from "@webhand/contracts/action/grammar";
import { parsePage } from "@webhand/page/parse/parse";
import { viewFromSnapshot } from "@webhand/page/parse/snapshot";
import { describe, expect, test } from "vitest";
import { approvalFingerprint } from "./fingerprint.ts";

const pay: Action = { name: "click", id: 20 };
const url = "https://shop.example/cart";

/** The hash of a page whose button 20 is pressed. */
function hashIn(body: string, { reasons = ["submits"], secrets = [] as readonly string[], action = pay } = {}): string {
	const text = body.includes("</") || body.startsWith("<h") ? body : `@page 1\n@url ${url}\n@title T\n@epoch e1\n\n@view\n${body}`;
	return approvalFingerprint(action, parsePage(text), { reasons, secrets });
}

const transfer = [
	"# Transfer",
	'<form "Transfer" post>',
	' <input 11 "Recipient" value="Bob">',
	' <checkbox 15 "Repeat monthly">',
	' <select 16 "Amount" value="10" options="10*|1000">',
	' <radio 17 "Normal" checked of="Speed">',
	' <radio 18 "Express" of="Speed">',
	' <slider 19 "Tip" value="0">',
	' <combobox 21 "Account" value="A">',
	' <textarea 22 "Note" value="hi">',
	' <button 23 "Yearly" pressed>',
	" <button 20 submit>Transfer now",
].join("\n");

describe("a yes for a form is given for all it holds", () => {
	test.for([
		["the recipient", 'value="Bob"', 'value="Eve"'],
		["a tick", '"Repeat monthly"', '"Repeat monthly" checked'],
		["a choice", 'value="10" options="10*|1000"', 'value="1000" options="10|1000*"'],
		["a radio button", '"Normal" checked of="Speed">\n <radio 18 "Express"', '"Normal" of="Speed">\n <radio 18 "Express" checked'],
		["a slider", 'value="0"', 'value="99"'],
		["what is chosen in a combobox", 'value="A"', 'value="B"'],
		["a longer text", 'value="hi"', 'value="evil"'],
		["a button that stays pressed", '"Yearly" pressed', '"Yearly"'],
		["a field that is new and holds something", " <button 20", ' <input 30 "Code" value="X">\n <button 20'],
	] as const)("%s", ([_name, from, to]) => {
		expect(transfer).toContain(from);
		expect(hashIn(transfer.replace(from, to))).not.toBe(hashIn(transfer));
	});

	test("beyond the 20th field and the 80th character too", () => {
		const many = (last: string) =>
			`<form post>\n${Array.from({ length: 25 }, (_, index) => ` <input ${30 + index} "F${index}" value="${index === 24 ? last : "x"}">`).join("\n")}\n <button 20 submit>Send`;
		expect(hashIn(many("Bob"))).not.toBe(hashIn(many("Eve")));
		const long = (tail: string) => `<form post>\n <textarea 30 "To" value="${"x".repeat(190)}${tail}">\n <button 20 submit>Send`;
		expect(hashIn(long("Bob"))).not.toBe(hashIn(long("Eve")));
		const cutShort = (to: string) => `<form><textarea id=30>${"x".repeat(900)}${to}</textarea><button id=20>Send</button></form>`;
		expect(hashIn(cutShort("Bob"))).not.toBe(hashIn(cutShort("Eve")));
	});

	test("also where the button stands outside of it", () => {
		const page = (to: string) => `<form post>\n <input 11 "To" value="${to}">\n# Bar\n<button 20 submit action="/pay" method=post>Send`;
		expect(hashIn(page("Bob"))).not.toBe(hashIn(page("Eve")));
		const html = (to: string) => `<form id=f><input id=11 value=${to}></form><h2>Bar</h2><button id=20 form=f>Send</button>`;
		expect(hashIn(html("Bob"))).not.toBe(hashIn(html("Eve")));
	});

	test("a secret of the user is masked before the hash, another value in its place is not", () => {
		const page = (value: string) => `<form post>\n <input 11 "Code" value="${value}">\n <button 20 submit>Send`;
		expect(hashIn(page("hunter2"), { secrets: ["hunter2"] })).toBe(hashIn(page("•••")));
		expect(hashIn(page("hunter3"), { secrets: ["hunter2"] })).not.toBe(hashIn(page("•••")));
	});
});

describe("a yes is given for the amounts that stand there", () => {
	const far = (amount: string) => `# Cart\nTotal ${amount}\nline one\nline two\nline three\n<button 20>Pay now`;
	const sections: readonly (readonly [string, (amount: string) => string])[] = [
		["in the form", (amount) => `<form post>\n Total ${amount}\n one\n two\n three\n <button 20 submit>Confirm`],
		["in the section", far],
		["around the form", (amount) => `# Cart\n- Tea ${amount}\n- line\n- line\n<form post>\n <input 1 "Mail">\n <button 20 submit>Order`],
		["in another section, of a total", (amount) => `## Summary\n| Total | ${amount}\n## Payment\n<button 20>Pay now`],
		["in the line after the word", (amount) => `## Summary\nTotal\n${amount}\n## Payment\n<button 20>Pay now`],
		["in HTML", (amount) => `<h1>Cart</h1><p>Total ${amount}</p><p>a</p><p>b</p><form><p>c</p><button id=20>Pay</button></form>`],
		["of a total, while the button is in a list", (amount) => `Total ${amount}\n- <button 20>Pay now`],
	];
	test.for(sections)("%s", ([_name, page]) => {
		const reasons = ["pay_word"];
		expect(hashIn(page("1000 €"), { reasons })).not.toBe(hashIn(page("10 €"), { reasons }));
		expect(hashIn(page("10 €"), { reasons })).toBe(hashIn(page("10 €"), { reasons }));
	});

	test("a total without a currency counts by its cents", () => {
		const page = (total: string) => `## Summary\n| Total | ${total}\n## Payment\n<button 20>Pay now`;
		expect(hashIn(page("1000.00"))).not.toBe(hashIn(page("10.00")));
	});

	test("in the text and the fields of a snapshot", () => {
		const context = (text: string, to: string) => {
			const viewport = { width: 0, height: 0, scrollX: 0, scrollY: 0, pages: 1 };
			const bbox = { x: 0, y: 0, width: 0, height: 0 };
			const elements = [
				{ id: "agent-20", tag: "button", role: "", text: "Pay", ariaLabel: "", bbox, type: "" },
				{ id: "agent-2", tag: "input", role: "", text: "", ariaLabel: "Send to", bbox, type: "text", value: to },
			];
			const common = { title: "Cart", docEpoch: "", viewport, shown: 2, total: 2, timestamp: 0 };
			return approvalFingerprint(pay, viewFromSnapshot({ url, visibleText: text, elements, ...common }), {
				reasons: ["pay_word"],
				secrets: [],
			});
		};
		const first = context("Total 10 €", "Bob");
		expect(context("Total 1000 €", "Bob")).not.toBe(first);
		expect(context("Total 10 €", "Eve")).not.toBe(first);
		expect(context("Total 10 €", "Bob")).toBe(first);
	});

	test("of a key that is pressed without a control, all of the page", () => {
		const action: Action = { name: "press", keys: "Enter" };
		const page = (to: string) => `<form post>\n <input 11 "To" value="${to}">`;
		expect(hashIn(page("Eve"), { action })).not.toBe(hashIn(page("Bob"), { action }));
	});
});

describe("a yes is given for what the page says that it is about", () => {
	const confirm = (lines: string) => `<dialog "Sure?">\n ${lines}\n <button 20>Yes`;
	const remove = (place: string) => `${place}\n<button 20>Delete`;
	const cases: readonly (readonly [string, string, string])[] = [
		["the dialog's question", confirm("Really delete Ann?"), confirm("Really delete Bob?")],
		["a link in the dialog", confirm("User <a 3 /u>Ann"), confirm("User <a 3 /u>Bob")],
		["the heading", remove("# Ann"), remove("# Bob")],
		["a heading further up", remove("# Ann\n## Danger zone"), remove("# Bob\n## Danger zone")],
		["the name of the section", '<section "Ann">\n <button 20>Delete', '<section "Bob">\n <button 20>Delete'],
		["the line above", remove("# Users\nAnn"), remove("# Users\nBob")],
		["the line itself", "Order 17 <button 20>Delete", "Order 18 <button 20>Delete"],
		["the line above a form of one button", "Ann\n<form post>\n <button 20 submit>Delete", "Bob\n<form post>\n <button 20 submit>Delete"],
		["a recipient in plain text", "# Pay\nTo: Ann\nSoon\n<button 20>Transfer", "# Pay\nTo: Eve\nSoon\n<button 20>Transfer"],
		["a recipient in a row", "# Pay\n| To | Ann\nSoon\n<button 20>Transfer", "# Pay\n| To | Eve\nSoon\n<button 20>Transfer"],
		["how many", "# Cart\nQuantity: 10\nSoon\n<button 20>Buy", "# Cart\nQuantity: 1000\nSoon\n<button 20>Buy"],
		["its tooltip", '<button 20 hint="Draft">Delete', '<button 20 hint="Account">Delete'],
		["the end of a long name", `<button 20>${"x".repeat(90)} draft`, `<button 20>${"x".repeat(90)} account`],
		["the frame it is in", '<frame 9 "Pay" pay.example>\n <button 20>Pay', '<frame 9 "Pay" evil.example>\n <button 20>Pay'],
	];
	test.for(cases)("%s", ([_name, shown, now]) => {
		expect(hashIn(now)).not.toBe(hashIn(shown));
	});

	test("the page's address, without what tracks and where one has scrolled to", () => {
		const at = (rest: string) =>
			approvalFingerprint(pay, parsePage(`@page 1\n@url https://shop.example${rest}\n@title T\n@epoch e1\n\n@view\n<button 20>Delete`), {
				reasons: [],
				secrets: [],
			});
		expect(at("/users/17")).not.toBe(at("/users/18"));
		expect(at("/#/users/17")).not.toBe(at("/#/users/18"));
		expect(at("/users?id=17#top")).toBe(at("/users?id=17&utm_source=x#end"));
	});

	test("what a thing is dropped upon", () => {
		const action: Action = { name: "drag", id: 20, to: { kind: "element", id: 3 } };
		const page = (onto: string) => `<treeitem 20 "Mail">\n<button 3>${onto}`;
		expect(hashIn(page("Pay now"), { action })).not.toBe(hashIn(page("Delete"), { action }));
	});

	test.for([
		["a count in the heading", remove("# Inbox (3)"), remove("# Inbox (4)")],
		["a count in the line above", remove("# Users\n312 people look at this"), remove("# Users\n313 people look at this")],
		["a countdown in the dialog", confirm("Delete Ann?\n 9 seconds left"), confirm("Delete Ann?\n 8 seconds left")],
		["another message of a list", "# Chat\n- Hi\n# Danger\n<button 20>Delete", "# Chat\n- Hi\n- Ho\n# Danger\n<button 20>Delete"],
	] as const)("but not for %s", ([_name, shown, now]) => {
		expect(hashIn(now)).toBe(hashIn(shown));
	});
});

describe("a yes outlives what runs by itself, and what is not about it", () => {
	const cart = (clock: string, more = "", ad = "9 €") =>
		`# Cart\nIt is ${clock}\nTotal 10 €\n<form post>\n <input 11 "Mail" value="a@x">${more}\n <button 20 submit>Pay\n# You may like\nCake ${ad}`;
	test.for([
		["a clock", cart("12:03:11")],
		["a counter of visitors", cart("12:03:10, 312 people look at this")],
		["another word of the page", cart("12:03:10").replace("Cake", "Best cake")],
		["an empty field that appears", cart("12:03:10", '\n <input 12 "Voucher">\n <checkbox 13 "Gift">')],
		["a clock in a field that nobody types into", cart("12:03:10", '\n <input 14 "" readonly value="12:03:10">')],
		[
			"a banner in a frame",
			cart("12:03:10").replace("# Cart", '# Cart\n<frame 40 "Ad" ads.example>\n Only 3 €\n <input 41 "Mail" value="x">'),
		],
		["the price of something under another heading", cart("12:03:10", "", "7 €")],
	] as const)("%s", ([_name, body]) => {
		expect(hashIn(body)).toBe(hashIn(cart("12:03:10")));
	});

	test.for([
		["12:03", "12:04"],
		["Item 3", "Item 4"],
		["3 left", "2 left"],
	] as const)("%s beside an amount", ([from, to]) => {
		expect(hashIn(`Total ${to} 10 €\n<button 20>Pay`)).toBe(hashIn(`Total ${from} 10 €\n<button 20>Pay`));
	});

	test("a video that plays, but not a slider that was set", () => {
		const page = (value: string, name = "Seek") => `<slider 3 "${name}" value="${value}">\n<button 20>Pay now`;
		expect(hashIn(page("0:12 of 3:40", "Video"))).toBe(hashIn(page("0:13 of 3:40", "Video")));
		expect(hashIn(page("12"))).toBe(hashIn(page("13")));
		expect(hashIn(page("30 min", "Parking"))).not.toBe(hashIn(page("60 min", "Parking")));
	});

	test("a new row in the list whose one row is deleted", () => {
		const row = (id: number, price: string) => `| <checkbox ${id}> | Order of ${price} | <button ${id + 1}>Delete`;
		const list = (first: string) => `# Orders\n${first}${row(19, "5 €")}`;
		expect(hashIn(list(`${row(7, "99 €").replace("<checkbox 7>", "<checkbox 7 checked>")}\n`), { reasons: ["destructive_word"] })).toBe(
			hashIn(list(""), { reasons: ["destructive_word"] }),
		);
	});
});
