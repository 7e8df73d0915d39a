import { describe, expect, test } from "vitest";
import type { TestBrowser } from "../browser/browser.ts";
import { bodyTextOf } from "./body.ts";

const goldens: readonly (readonly [name: string, html: string, text: string])[] = [
	[
		"live values, not those of the markup",
		'<input aria-label=N value=old><script>document.querySelector("input").value = "new"</script>',
		'<input 1 "N" value="new">',
	],
	[
		"ticks as they are",
		"<label><input type=checkbox checked> A</label><label><input type=checkbox> B</label>",
		'<checkbox 1 "A" checked></> <checkbox 2 "B">',
	],
	["a chosen option", "<select aria-label=C><option>One<option selected>Two</select>", '<select 1 "C" value="Two" options="One|Two*">'],
	[
		"a multiple select",
		"<select multiple aria-label=C><option selected>One<option selected>Two<option>Three</select>",
		'<select 1 "C" multiple value="One, Two" options="One*|Two*|Three">',
	],
	["a text area", "<textarea aria-label=T>one\ntwo</textarea>", '<textarea 1 "T" value="one two">'],
	[
		"a placeholder, as a name or beside one",
		"<input placeholder=City> <input aria-label=Town placeholder=Rome>",
		'<input 1 "City"></> <input 2 "Town" placeholder="Rome">',
	],
	[
		"number fields with their range",
		"<input type=number aria-label=N min=1 max=9 step=2 value=3>",
		'<number 1 "N" value="3" min="1" max="9" step="2">',
	],
	["dates with their format", "<input type=date aria-label=D value=2026-01-31>", '<date 1 "D" value="2026-01-31" format="YYYY-MM-DD">'],
	[
		"times, colours and ranges",
		'<input type=time aria-label=T value=10:30><input type=color aria-label=C value="#ff0000"><input type=range aria-label=R value=7 max=10>',
		'<time 1 "T" value="10:30" format="HH:MM"></> <color 2 "C" value="#ff0000" format="#rrggbb"></> <range 3 "R" value="7" max="10">',
	],
	[
		"a password, which never shows",
		"<input type=password aria-label=P value=geheim><input type=password aria-label=Q>",
		'<password 1 "P" filled></> <password 2 "Q">',
	],
	["a card number typed into a plain field", '<input aria-label=N value="4111 1111 1111 1111">', '<input 1 "N" filled>'],
	[
		"states",
		"<input aria-label=A required readonly disabled><button aria-pressed=true>B</button><button aria-expanded=false>C</button><a href=/ aria-current=page>D</a>",
		'<input 1 "A" disabled required readonly></> <button 2 pressed>B</> <button 3 collapsed>C</> <a 4 / current>D',
	],
	[
		"an error message",
		"<input aria-label=A aria-invalid=true aria-errormessage=e><span id=e>Too short</span>",
		'<input 1 "A" invalid error="Too short"></> Too short',
	],
	[
		"a submit button and a plain one",
		"<form><button>Go</button><button type=button>Stop</button><input type=submit></form>",
		'<form> <button 1 submit>Go</> <button 2>Stop</> <button 3 "Submit" submit>',
	],
	[
		"where a form goes",
		'<form method=post action="https://pay.example/charge" aria-label=Pay><input autocomplete=cc-number aria-label=Card></form>',
		'<form "Pay" post pay.example/charge sensitive=card> <input 1 "Card">',
	],
	[
		"a button that sends its form elsewhere",
		'<form action=/a><button formaction="https://evil.example/x" formmethod=post>Go</button></form>',
		'<form /a> <button 1 submit action="evil.example/x" method=post>Go',
	],
	[
		"a button outside of its form",
		"<form id=f method=post action=/pay><input aria-label=A></form><button form=f>Pay</button>",
		'<form post /pay> <input 1 "A">\n<button 2 submit action="/pay" method=post>Pay',
	],
	[
		"an icon button by its label, title or class",
		'<button aria-label="Close">×</button><button title="Edit"><svg width=16 height=16></svg></button><button><i class="icon-trash"></i></button>',
		'<button 1 "Close">×</> <button 2 "Edit"></> <button 3 hint="trash">',
	],
	["a link around a block", "<a href=/x><div><h3>Tea</h3><p>Green</p></div></a>", "<a 1 /x>Tea Green"],
	["a link inside a clickable card", '<div style="cursor:pointer">Card <a href=/y>more</a></div>', "<div 1>Card <a 2 /y>more"],
	[
		"only the outermost of nested clickables",
		'<div onclick="1" style="cursor:pointer"><span style="cursor:pointer">Open</span></div>',
		"<div 1>Open",
	],
	[
		"a large clickable area by its tag, and what is in it below",
		"<div onclick=1><ul><li>one<li>two</ul><button>x</button></div>",
		'<div 1 "one two x">\n - one\n - two\n <button 2>x',
	],
	[
		"what has no box by what is in it",
		'<form method=post action=/pay style="display:contents"><a href=/x style="display:contents">Link</a> <button style="display:contents">Go</button></form><a href=/y aria-label=Empty style="display:contents"></a>',
		"<form post /pay> <a 1 /x>Link</> <button 2 submit>Go",
	],
	[
		"formulas and annotations in their line",
		"<p>a <math><mi>x</mi><mo>=</mo><mn>2</mn></math> <ruby>漢<rt>kan</rt></ruby>字</p>",
		"a x = 2 漢kan字",
	],
	[
		"a list whose options are drawn by the page",
		"<style>select,::picker(select){appearance:base-select}</style><select aria-label=C><button><selectedcontent></selectedcontent></button><option>One</option><option selected><b>Two</b> big</option></select>",
		'<select 1 "C" value="Two big" options="One|Two big*">',
	],
	[
		"text fields made of any element",
		"<div contenteditable=plaintext-only aria-label=Note>Hello</div>",
		'<editable 1 "Note" value="Hello">',
	],
	[
		"months, weeks and ranges of any step",
		"<input type=month aria-label=M value=2026-05><input type=week aria-label=W value=2026-W07><input type=range aria-label=R step=any max=1 value=0.5>",
		'<month 1 "M" value="2026-05" format="YYYY-MM"></> <week 2 "W" value="2026-W07" format="YYYY-Www"></> <range 3 "R" value="0.5" max="1" step="any">',
	],
	[
		"fields for several files",
		"<input type=file aria-label=F multiple accept=image/*><input type=file aria-label=G webkitdirectory>",
		'<file 1 "F" multiple></> <file 2 "G">',
	],
	["nothing to press in a page that is inert", "<button>In</button><script>document.documentElement.inert = true</script>", "In"],
	["nothing to press in what is inert", "<div inert><button>In</button> said</div><button>Out</button>", "In said\n<button 1>Out"],
	[
		"slotted elements where a script put them",
		'<x-s><b>One</b></x-s><script>{const h=document.querySelector("x-s");const r=h.attachShadow({mode:"open",slotAssignment:"manual"});r.innerHTML="first <slot>fallback</slot> second <slot></slot>";r.querySelectorAll("slot")[1].assign(h.firstChild)}</script>',
		"first fallback second One",
	],
	[
		"links and forms by the base of the document",
		'<base href="https://other.example/dir/"><a href=x>Rel</a><form action=z method=post aria-label=F><button>Go</button></form>',
		'<a 1 other.example/dir/x>Rel\n<form "F" post other.example/dir/z> <button 2 submit>Go',
	],
	["frames without scripts by their names", "<iframe sandbox srcdoc=x title=S></iframe>", '<frame 1 "S">'],
	["a pointer cursor", "<style>.c{cursor:pointer}</style><span class=c>Pick</span> <span>not</span>", "<span 1>Pick</> not"],
	[
		"links that say where they lead, on another site with its host",
		'<a href="/cart?token=1#x">Cart</a> <a href="https://other.example/a">Other</a> <a href="mailto:ada@a.example">Mail</a>',
		"<a 1 /cart>Cart</> <a 2 other.example/a>Other</> <a 3 mailto:ada@a.example>Mail",
	],
	[
		"the end of a long value by a hash of the whole",
		`<input aria-label=N value=${"x".repeat(100)}>`,
		`<input 1 "N" value="${"x".repeat(79)}…" rest=21-ac246ad5>`,
	],
	["a link that downloads", "<a href=/f.zip download>Get</a>", "<a 1 /f.zip download>Get"],
	["no script targets", '<a href="javascript:alert(1)">Run</a>', "<a 1>Run"],
	["headings and lists", "<h1>One</h1><h3>Three</h3><ul><li>a<ul><li>b</ul><li>c</ul>", "# One\n### Three\n- a\n - b\n- c"],
	[
		"tables as rows",
		"<table><tr><th>Name<th>Price<tr><td>Tea<td>1 €<td><button>Add</button></table>",
		"| Name | Price\n| Tea | 1 € | <button 1>Add",
	],
	[
		"a row with choices in it as a row",
		"<table><tr><th>Name<th>Average<th>Here<tr><td>Ada<td>91<td><fieldset><label><input type=radio name=a checked> Yes</label><label><input type=radio name=a> No</label></fieldset></table>",
		'| Name | Average | Here\n| Ada | 91 | <radio 1 "Yes" checked></> <radio 2 "No">',
	],
	[
		"a row with a form in it",
		"<table><tr><th>Name<th>Bin<tr><td>Tea<td>A1<td><form method=post action=/del><button>Del</button></form> <a href=/e>Edit</a></table>",
		"| Name | Bin\n| Tea | A1 | <a 2 /e>Edit\n <form post /del> <button 1 submit>Del",
	],
	["a clickable row", "<table><tr onclick=1><td>Tea<td>1 €</table>", '| <tr 1 "Tea 1 €"></> Tea | 1 €'],
	[
		"a table whose column of boxes has no head",
		"<table><tr><th></th><th>Order</th><th>Due</th><th>Status</th><tr><td><input type=checkbox aria-label=S></td><td>7</td><td></td><td>Open</td></table>",
		'| | Order | Due | Status\n| <checkbox 1 "S"></> | 7 | | Open',
	],
	["a table that only lays out", "<table role=presentation><tr><td><p>left</p><td><p>right</p></table>", "left\nright"],
	[
		"closed and open details",
		"<details><summary>More</summary>hidden</details><details open><summary>Less</summary>shown</details>",
		"<summary 1 collapsed>More\n<summary 2 expanded>Less\nshown",
	],
	[
		"radio buttons of a group",
		"<fieldset><legend>Speed</legend><label><input type=radio name=s checked> Slow</label> 1 € <label><input type=radio name=s> Fast</label></fieldset>",
		'<fieldset "Speed"> <radio 1 "Slow" checked of="Speed"></> 1 € <radio 2 "Fast" of="Speed">',
	],
	[
		"a checkbox that custom styling hides",
		'<style>.h{position:absolute;opacity:0}</style><label><input type=checkbox class=h checked><span style="display:inline-block;width:20px;height:20px;background:blue"></span>Gift</label>',
		'<checkbox 1 "Gift" checked>',
	],
	[
		"a checkbox that is not displayed at all, by its label",
		"<style>.n{display:none}</style><input type=checkbox id=g class=n><label for=g>Gift</label>",
		'<checkbox 1 "Gift">',
	],
	[
		"a file field behind a button",
		'<label style="border:1px solid">Choose <input type=file style="display:none"></label>',
		'<file 1 "Choose">',
	],
	[
		"a switch, a slider and a combobox by their roles",
		'<div role=switch aria-checked=true tabindex=0>Dark</div><div role=slider tabindex=0 aria-label=V aria-valuenow=3 aria-valuemin=0 aria-valuemax=9 style="width:90px;height:9px"></div><div role=combobox tabindex=0 aria-expanded=false>Red</div>',
		'<switch 1 checked>Dark\n<slider 2 "V" value="3" min="0" max="9">\n<combobox 3 collapsed readonly>Red',
	],
	[
		"a list that takes no text says so, one around a field does not",
		"<button role=combobox aria-expanded=false aria-label=Size>M</button><div role=combobox aria-expanded=false aria-label=Town style='border:1px solid'><input aria-label=Town></div>",
		'<combobox 1 "Size" collapsed readonly>M\n<combobox 2 collapsed><input 3 "Town">',
	],
	[
		"a list whose own input has no opacity, with what is drawn in its place; without that there is none",
		'<div style="width:170px"><div style="position:relative"><span style="position:absolute;inset:0"><input type=search role=combobox aria-label=Priority aria-expanded=false readonly style="opacity:0;width:100%;height:100%"></span><span>High</span></div></div><div style="position:relative;height:20px"><input role=combobox aria-label=Nowhere style="opacity:0"></div>',
		'<combobox 1 "Priority" collapsed readonly value="High">\nHigh',
	],
	[
		"a list whose own input has no opacity, in which nothing is chosen yet",
		'<div style="position:relative;width:170px"><span style="position:absolute;inset:0"><input role=combobox aria-label=City style="opacity:0;width:100%;height:100%"></span><span class=select-placeholder>Please  select</span></div>',
		'<combobox 1 "City">\nPlease select',
	],
	["rich text as a field", "<div contenteditable aria-label=Note>Dear <b>Ada</b></div>", '<editable 1 "Note" value="Dear Ada">'],
	[
		"the lines of rich text as words of their own, without what nobody sees",
		"<div contenteditable aria-label=Note>l1<div>l2<br>l3</div><ul><li>l4<li>l5</ul><b style='display:none'>no</b><script>no()</script></div>",
		'<editable 1 "Note" value="l1 l2 l3 l4 l5">',
	],
	[
		"what one can operate inside of rich text",
		"<div contenteditable><p>One <a href=/x>link</a></p><div contenteditable=false><button>Menu</button><label><input type=checkbox> Done</label></div><p contenteditable=true>Two</p><div contenteditable=false><p contenteditable aria-label=Own>Three</p></div></div>",
		'<editable 1 value="One link Done Two">\n<a 2 /x>link\n<button 3>Menu</> <checkbox 4 "Done">\n<editable 5 "Own" value="Three">',
	],
	[
		"the parts of an image that lead somewhere, where they are",
		'<img usemap=#m width=200 height=100 src="data:image/gif;base64,R0lGODlhAQABAAAAACw="><map name=m><area shape=rect coords="0,0,50,50" href="/here" alt=Here><area shape=circle coords="100,50,20" href="/round" title=Round><area coords="0,0,1,1" alt=Nowhere></map>',
		'<a 1 "Here" /here></> <a 2 "Round" /round>',
	],
	[
		"other documents, however they are embedded",
		'<object data="https://shop.example/list" type="text/html" title=O width=300 height=100></object><embed src="https://ads.example/" type="text/html" title=E width=300 height=100><object>None</object>',
		'<frame 1 "O">\n<frame 2 "E" ads.example>\nNone',
	],
	["display: contents", '<div style="display:contents"><button style="display:contents">A</button><p>text</p></div>', "<button 1>A\ntext"],
	[
		"a visible child of a hidden parent",
		'<div style="visibility:hidden">no <button style="visibility:visible">Yes</button></div>',
		"<button 1>Yes",
	],
	["aria-hidden text and controls, which are seen", "<div aria-hidden=true>seen <button>Go</button></div>", "seen <button 1>Go"],
	[
		"a part of the page that one can write in, drag or click, as an editor in it or with a number of its own",
		"<main contenteditable aria-label=Note>Dear <b>Ada</b></main><fieldset draggable=true><legend>Card</legend>Task</fieldset><form onclick=go() aria-label=Area>Here <button type=button>Go</button></form>",
		'<main "Note"> <editable 1 "Note" value="Dear Ada">\n<fieldset 2 "Card"> Task\n<form 3 "Area"> Here <button 4>Go',
	],
	["inert controls without an id", "<div inert>text <button>Go</button></div>", "text Go"],
	[
		"flex rows as one line",
		'<div style="display:flex"><span>Total</span><span>9 €</span><button>Pay</button></div>',
		"Total 9 € <button 1>Pay",
	],
	["preformatted lines", "<pre>a\n  b\nc</pre>", "a\nb\nc"],
	["images by their text", '<img alt="A cup of tea" src=x width=20 height=20>', "[image: A cup of tea]"],
	[
		"shapes of a drawing",
		"<svg width=100 height=100><circle cx=20 cy=20 r=15 fill=red /><rect x=50 y=50 width=30 height=30 fill=blue><title>Bar</title></rect></svg>",
		'<shape 1 "red circle" at=13,13 size=30x30></> <shape 2 "Bar" at=58,58 size=30x30>',
	],
	["colour boxes", '<div style="width:40px;height:40px;background:yellow"></div>', '<box 1 "yellow square" at=8,8 size=40x40>'],
	[
		"icons of a clickable row that style sheets paint, by their class",
		"<style>.star{display:inline-block;width:16px;height:16px;background:url(star.png)}</style><div onclick=1>Mail <span class=star></span></div>",
		'<div 1>Mail <box 2 "star" at=46,8 size=16x16>',
	],
	["a canvas", "<canvas width=200 height=100></canvas>", '<canvas 1 "canvas" at=8,8 size=200x100>'],
	[
		"scroll containers",
		'<div style="height:100px;overflow:auto"><p style="margin:0;height:300px">long</p></div>',
		'<scroll 1 scroll="2 more below"> long',
	],
	["frames", '<iframe title=Ad src="https://ads.example/x" width=300 height=100></iframe>', '<frame 1 "Ad" ads.example>'],
	["right-to-left text and emoji", "<p dir=rtl>مرحبا <a href=/x>سلة</a> 😀</p>", "مرحبا <a 1 /x>سلة</> 😀"],
	[
		"a side bar that a box of no height holds, which does not clip it",
		'<div style="height:0;overflow:hidden"><p>lost</p><div style="position:fixed;top:0;overflow:auto"><a href=/x>Side</a></div></div>',
		"<a 1 /x>Side",
	],
	[
		"what is placed out of a closed accordion",
		'<div style="height:0;overflow:hidden"><p>lost</p><p style="position:absolute">placed</p></div>',
		"placed",
	],
	[
		"what is placed out of a closed accordion inside of what was placed out of one",
		'<div style="height:0;overflow:hidden"><div style="position:absolute"><div style="height:0;overflow:hidden"><b style="position:absolute">in</b></div></div></div>',
		"in",
	],
	[
		"what is fixed to a box around a closed accordion",
		'<div style="transform:rotate(0deg)"><div style="height:0;overflow:hidden"><p style="position:fixed;top:0">kept</p></div></div>',
		"kept",
	],
	["our own mark, which is not of the page", "<div id=our-own-mark><button>Stop</button></div>text", "text"],
];

/** Page texts to the letter. */
export function goldenTests(browser: TestBrowser): void {
	describe("a page text has", () => {
		test.each(goldens)("%s", async (_, html, text) => {
			expect(await bodyTextOf(browser, html)).toBe(text);
		});

		test("what is painted when it comes near", async () => {
			const { page, body } = await browser.show('<div style="content-visibility:auto"><button>Near</button></div>');
			// It is painted with the first frame.
			await page.evaluate(() => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))));
			expect(await body()).toBe("@view\n<button 1>Near");
		});
	});
}
