import { expect, test } from "vitest";
import { parseHtml } from "./html.ts";

const parse = (html: string) => parseHtml(new TextEncoder().encode(html));
const blocksOf = (html: string) =>
	parse(html).sections.flatMap(({ path, blocks }) =>
		blocks.map((block) => `${path === "" ? "" : `${path}: `}${block.kind === "text" ? block.text : block.rows.join(" / ")}`),
	);

test.for([
	["<p>One\n  two<p>Three", ["One two", "Three"]],
	["<p>One<br>two &lt;three&gt; &eacute;", ["One\ntwo <three> é"]],
	["<div>a<div>b</div>c</div>", ["a", "b", "c"]],
	[
		"<h1>Help</h1><h2>Travel <b>costs</b></h2><p>x<h3>Trains</h3>y<h2>Meals</h2>z",
		["Travel costs: x", "Travel costs › Trains: y", "Meals: z"],
	],
	["<ul><li>a<li>b<ul><li>c</ul></ul><ol start=3><li>d<li><p>e</p></ol>", ["- a", "- b", "- c", "3. d", "4. e"]],
	["<dl><dt>Term<dd>Meaning</dl>", ["Term", "Meaning"]],
	["<pre>a  b\n\n  c</pre>", ["a b\nc"]],
	["<table><tr><th>Kind<th>Limit<tr><td>Hotel<td><p>120</p><p>euros</p></table>after", ["Kind | Limit / Hotel | 120 euros", "after"]],
	["<table><caption>Limits</caption><tr><td colspan=2>a<td>b<tr><td>1<td>2<td>3</table>", ["Limits", "a |  | b / 1 | 2 | 3"]],
	["<table><tr><td><h2>Head</h2><table><tr><td>a<td>b</table><td>side</table>", ["Head: a | b", "Head: side"]],
	["<table><tr><td></table>", []],
	["<a href=/x>Link</a> <button>Save</button> <img alt=cat>", ["Link Save cat"]],
	[
		'<figure><img alt="Plan of the grebe hall" src=p.png><figcaption>Ground floor</figcaption></figure>',
		["Plan of the grebe hall", "Ground floor"],
	],
	['<p>Press <img alt="the green arrow" src=a.png> twice.<img alt="" src=line.png><img src=x.png></p>', ["Press the green arrow twice."]],
	[
		"<h2>Travel</h2><p>x</p><aside><h3>Note</h3>Ask first.<ul><li><a href=/a>Trains</a></ul></aside><p>y</p>",
		["Travel: x", "Travel: Note", "Travel: Ask first.", "Travel: y"],
	],
] as const)("the page %j reads as %j", ([html, blocks]) => {
	expect(blocksOf(html)).toEqual(blocks);
});

test.for([
	"<script>secret</script>",
	"<style>secret{}</style>",
	"<template>secret</template>",
	"<noscript>secret</noscript>",
	"<!-- secret -->",
	"<nav>secret</nav>",
	"<footer>secret</footer>",
	"<div role=navigation>secret</div>",
	"<p hidden>secret</p>",
	'<p hidden=""><b>secret</b></p>',
	"<p aria-hidden=true>secret</p>",
	'<p style="color:red; DISPLAY : none !important">secret</p>',
	'<p style="display:/**/none">secret</p>',
	'<p style="visibility:hidden">secret</p>',
	'<p style="font-size:0px">secret</p>',
	'<p style="opacity: 0.0">secret</p>',
	"<dialog>secret</dialog>",
	"<svg><title>secret</title><text>secret</text></svg>",
	"<iframe>secret</iframe>",
	"<select><option>secret</select>",
	"<textarea>secret</textarea>",
	'<input value="secret">',
	"<table><tr><td hidden>secret<td>shown</table>",
	"<h2 hidden>secret</h2>",
])("a reader of the page does not see %j, nor does search", (hidden) => {
	const { title, sections } = parse(`<p>before</p>${hidden}<p>after</p>`);
	expect(title).toBeUndefined();
	expect(JSON.stringify(sections)).not.toContain("secret");
	expect(JSON.stringify(sections)).toMatch(/before.*after/);
});

test.for([
	'<p style="display:block">shown</p>',
	'<p style="opacity:0.5;font-size:0.8em">shown</p>',
	"<p aria-hidden=false>shown</p>",
	"<dialog open>shown</dialog>",
	"<details><summary>shown</summary></details>",
])("a reader of the page sees %j", (html) => {
	expect(blocksOf(html)).toEqual(["shown"]);
});

test.for([
	["<title> Travel – Acme </title><h1>Travel</h1>x", "Travel – Acme"],
	["<title></title><h1>Travel <i>rules</i></h1>x", "Travel rules"],
	["<h2>Travel</h2>x", null],
	["<svg><title>Icon</title></svg><h1>Travel</h1>x", "Travel"],
	[`<title>${"a".repeat(300)}</title>x`, `${"a".repeat(199)}…`],
] as const)("the title of %j is %j", ([html, title]) => {
	expect(parse(html).title ?? null).toBe(title);
});

const menu = "<div><a href=/>Home</a> <a href=/p>Products</a> <button>Prices</button></div>";
const story = `<p>${"Book a train. ".repeat(10).trim()}</p>`;
test.for([
	{ part: "main", html: `<header><h1>Acme</h1></header>${menu}<main>${story}</main><div><a href=/i>Imprint</a></div>` },
	{ part: "article", html: `${menu}<main>${menu}<article>${story}</article></main>` },
	{ part: "role", html: `${menu}<div role=main>${story}</div>` },
])("of a page with most of its text in a $part menus are left out", ({ html }) => {
	expect(blocksOf(html)).toEqual([story.slice(3, -4)]);
});

test("what stands beside the main part comes after it, below no heading", () => {
	const beside = "<div class=hours>Open from 9 to 17</div><section><h2>Help</h2><p>Call <a href=tel:1>1234</a> by day.</p></section>";
	expect(blocksOf(`${beside}<main><h1>Guide</h1><h2>Travel</h2>${story}</main><aside>Changed in May</aside>`)).toEqual([
		`Travel: ${story.slice(3, -4)}`,
		"Open from 9 to 17",
		"Help",
		"Call 1234 by day.",
		"Changed in May",
	]);
});

test("a page is read as a whole when no article holds most of its text", () => {
	expect(blocksOf(`<p>intro</p><article>one</article><article>two</article>`)).toEqual(["intro", "one", "two"]);
});
