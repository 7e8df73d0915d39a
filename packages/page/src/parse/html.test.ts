import { describe, expect, test } from "vitest";
import { render } from "../../test/render.ts";
import { parsePage } from "./parse.ts";

function bodyOf(html: string): string {
	return render(parsePage(html)).split("\n\n").slice(1).join("\n\n").replace("@view\n", "");
}

describe("simplified HTML", () => {
	test.each([
		['<button id="3">Save</button>', "<button 3 submit>Save"],
		['<button id="agent-17" type="button" aria-label="Close">×</button>', '<button 17 "Close">×'],
		['<div data-agent-id="4" role="tab">Home</div>', "<tab 4>Home"],
		['<label>Full name <input id=1 value="Ada" required></label>', 'Full name <input 1 "Full name" required value="Ada">'],
		['<input id=2 type="checkbox" checked aria-label="Gift">', '<checkbox 2 "Gift" checked>'],
		['<input id=2 type="password" value="geheim">', "<password 2 filled>"],
		["<label>PIN <input id=2 value=1234></label>", 'PIN <input 2 "PIN" filled>'],
		["<input id=2 value=4111111111111111>", "<input 2 filled>"],
		['<input id=2 value="4111 1111 1111 1111 is mine">', '<input 2 value="•••• •••• •••• 1111 is mine">'],
		["<textarea id=2 name=passphrase>open sesame</textarea>", "<textarea 2 filled>"],
		["<select id=2 name=ssn><option selected>123</select>", "<select 2 filled>"],
		['<button id=2 type=button aria-label="4111111111111111"></button>', '<button 2 "••••••••••••1111">'],
		['<input id=2 type="submit" value="Go">', '<button 2 "Go" submit>'],
		["<select id=5><option>A<option selected>B</select>", '<select 5 value="B" options="A|B*">'],
		['<textarea id=6 placeholder="Note">hi</textarea>', '<textarea 6 "Note" value="hi" placeholder="Note">'],
		['<a id=7 href="/cart?x=1">Cart</a>', "<a 7 /cart>Cart"],
		["<h2>Title</h2><ul><li>one<li>two</ul>", "## Title\n- one\n- two"],
		["<table><tr><td>a<td>b<tr><td>c<td>d</table>", "| a | b\n| c | d"],
		['<form method="post" action="https://pay.example/"><button id=1>Pay</button></form>', "<form post pay.example> <button 1 submit>Pay"],
		[
			'<form name="Card"><label>Card number <input id=1></label><div><input type=password></div><button id=2>Pay</button></form>',
			'<form "Card" sensitive=card,password>\n Card number <input 1 "Card number">\n <button 2 submit>Pay',
		],
		["<form><input id=1 value=4111111111111111></form>", "<form sensitive=card> <input 1 filled>"],
		["<form><label for=1>CVV</label> <input id=1 value=123></form>", '<form sensitive=card> CVV <input 1 "CVV" filled>'],
		[`<input id=2 value="${"x".repeat(100)}">`, `<input 2 value="${"x".repeat(79)}…" rest=21-ac246ad5>`],
		[
			`<textarea id=2>${"x".repeat(500)}</textarea><input id=3 name=pin value="${"1".repeat(100)}">`,
			`<textarea 2 value="${"x".repeat(199)}…" rest=301-22310915></><input 3 filled>`,
		],
		["<input type=hidden id=7 value=secret><input type=HIDDEN id=8><button id=2>Go</button>", "<button 2 submit>Go"],
		["<a id=2 href=/f.zip download>Go</a>", "<a 2 /f.zip download>Go"],
		["<button id=2 type=bogus>Go</button><button id=3 type=BUTTON>No</button>", "<button 2 submit>Go</><button 3>No"],
		[
			'<form action="/x" method=post><button id=2 formaction="https://evil.example/x">Go</button></form>',
			'<form post /x> <button 2 submit action="evil.example/x" method=post>Go',
		],
		[
			'<form><input type=submit id=2 value=Go formaction="//evil.example/" formmethod=POST></form>',
			'<form> <button 2 "Go" submit action="evil.example/" method=post>',
		],
		['<button id=2 formaction="https://evil.example/x">Go</button>', '<button 2 submit action="evil.example/x" method=get>Go'],
		[
			'<form id=f action="https://evil.example/x" method=post></form><button id=2 form=f>Go</button>',
			'<form post evil.example/x>\n … more of this form stands elsewhere\n<button 2 submit action="evil.example/x" method=post form=1>Go',
		],
		[
			"<button id=2 form=f>Go</button><p><form></form><form>a</form><form id=f action=/pay><input id=3 name=cvv></form><input id=4 form=f>",
			'<button 2 submit action="/pay" method=get form=2>Go\n<form> a\n<form /pay sensitive=card>\n <input 3>\n … more of this form stands elsewhere\n<input 4 action="/pay" method=get form=2>',
		],
		[
			"<form id=f></form><input id=1 form=f type=password><button id=2 form=nowhere>Go</button>",
			"<form sensitive=password>\n … more of this form stands elsewhere\n<password 1 method=get form=1></><button 2 submit>Go",
		],
		["<form action=https://a.example/x><form action=/y><button id=2>Go</button></form>", "<form a.example/x> <button 2 submit>Go"],
		[
			'<head><base target=_blank><base href="https://evil.example/a/"><base href="/"></head><form action="x" method=post><button id=2>Go</button></form><a id=3 href=y>y</a>',
			"<form post evil.example/a/x> <button 2 submit>Go\n<a 3 evil.example/a/y>y",
		],
		['<form action=x><button id=2>Go</button></form><base href="https://evil.example/">', "<form evil.example/x> <button 2 submit>Go"],
		['<template><base href=https://a.example></template><base href="/app/"><a id=3 href=y>y</a>', "<a 3 /app/y>y"],
		["<head><title>Shop</title><body><button id=2>Go</button>", "<button 2 submit>Go"],
		["<form><input id=1 name=city></form><input id=2 name=iban>", "<form> <input 1>\n<input 2>"],
		["a &lt;button 9&gt; b &amp; c", "a &lt;button 9&gt; b &amp; c"],
		["<p>a &lt;button 9&gt; b</p>", "a ‹button 9› b"],
		["<script>alert(1)</script><style>p{}</style><p>text</p>", "text"],
		["<button id=3>one</button><button id=3>two</button>", "<button 3 submit>one</>two"],
		["<button id=0>one</button><button id=x>two</button>", "onetwo"],
	])("%s is read as %s", (html, text) => {
		expect(bodyOf(html)).toBe(text);
	});

	test("gives controls outside their form the facts of that form", () => {
		const view = parsePage(
			"<h2><form>gone in a heading</form></h2><form>\u200b</form><table><tr>x<td><form>y</form></table><input id=1 form=f type=password><form id=f action=/pay method=post>Pay</form>",
		);
		expect(view.forms[view.elements.get(1)?.form ?? -1]).toMatchObject({ path: "/pay", method: "post", sensitive: ["password"] });
	});

	test("is distinguished from page text and from prose", () => {
		expect(parsePage("<p>x</p>").mode).toBe("html");
		expect(parsePage("just prose").mode).toBe("text");
		expect(parsePage('{"a": [1, 2]}').mode).toBe("text");
	});

	test("without numeric ids is only text", () => {
		const view = parsePage("<h1>Shop</h1><button>Buy</button>");
		expect(view.elements.size).toBe(0);
		expect(view.lines.map(({ text }) => text)).toEqual(["Shop", "Buy"]);
	});

	test("cannot inject header lines or tags of the grammar", () => {
		const view = parsePage("<p>@page 1</p><p>&lt;button 5&gt;</p><p>@view</p>");
		expect([view.elements.size, view.url]).toEqual([0, ""]);
		expect(view.lines.map(({ text }) => text)).toEqual(["@page 1", "‹button 5›", "@view"]);
	});
});

test("prose keeps its lines", () => {
	expect(parsePage("one\n\n two \n- three").lines.map(({ text }) => text)).toEqual(["one", "two", "- three"]);
});
