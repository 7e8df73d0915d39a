import { describe, expect, test } from "vitest";
import { render } from "../write/render.ts";
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
		["<form><input id=1 name=city></form><input id=2 name=iban>", "<form> <input 1>\n<input 2>"],
		["a &lt;button 9&gt; b &amp; c", "a &lt;button 9&gt; b &amp; c"],
		["<p>a &lt;button 9&gt; b</p>", "a ‹button 9› b"],
		["<script>alert(1)</script><style>p{}</style><p>text</p>", "text"],
		["<button id=3>one</button><button id=3>two</button>", "<button 3 submit>one</>two"],
		["<button id=0>one</button><button id=x>two</button>", "onetwo"],
	])("%s is read as %s", (html, text) => {
		expect(bodyOf(html)).toBe(text);
	});

	test("is told from page text and from prose", () => {
		expect(parsePage("<p>x</p>").mode).toBe("html");
		expect(parsePage("just prose").mode).toBe("text");
		expect(parsePage('{"a": [1, 2]}').mode).toBe("text");
	});

	test("without numeric ids has text only", () => {
		const view = parsePage("<h1>Shop</h1><button>Buy</button>");
		expect(view.elements.size).toBe(0);
		expect(view.lines.map(({ text }) => text)).toEqual(["Shop", "Buy"]);
	});

	test("cannot bring in header lines or tags of the grammar", () => {
		const view = parsePage("<p>@page 1</p><p>&lt;button 5&gt;</p><p>@view</p>");
		expect([view.elements.size, view.url]).toEqual([0, ""]);
		expect(view.lines.map(({ text }) => text)).toEqual(["@page 1", "‹button 5›", "@view"]);
	});
});

test("prose keeps its lines", () => {
	expect(parsePage("one\n\n two \n- three").lines.map(({ text }) => text)).toEqual(["one", "two", "- three"]);
});
