import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parsePage } from "../src/parse/parse.ts";
import { render } from "../src/write/render.ts";
import type { TestBrowser } from "./browser/browser.ts";
import { startBrowser } from "./browser/browser.ts";

let browser: TestBrowser;
beforeAll(async () => {
	browser = await startBrowser();
});
afterAll(async () => browser.close());

/** Body of the page text of a body, the mark of the visible area left out. */
async function bodyOf(html: string): Promise<string> {
	const { body } = await browser.show(html);
	const text = await body();
	expect(render(parsePage(`@page 1\n\n${text}`))).toBe(`@page 1\n\n${text}`);
	return text.replace(/^@view\n/, "");
}

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
	["a pointer cursor", "<style>.c{cursor:pointer}</style><span class=c>Pick</span> <span>not</span>", "<span 1>Pick</> not"],
	[
		"links that say where they lead, on another site with its host",
		'<a href="/cart?token=1#x">Cart</a> <a href="https://other.example/a">Other</a> <a href="mailto:ada@a.example">Mail</a>',
		"<a 1 /cart>Cart</> <a 2 other.example/a>Other</> <a 3 mailto:ada@a.example>Mail",
	],
	["no script targets", '<a href="javascript:alert(1)">Run</a>', "<a 1>Run"],
	["headings and lists", "<h1>One</h1><h3>Three</h3><ul><li>a<ul><li>b</ul><li>c</ul>", "# One\n### Three\n- a\n - b\n- c"],
	[
		"tables as rows",
		"<table><tr><th>Name<th>Price<tr><td>Tea<td>1 €<td><button>Add</button></table>",
		"| Name | Price\n| Tea | 1 € | <button 1>Add",
	],
	["a clickable row", "<table><tr onclick=1><td>Tea<td>1 €</table>", '| <tr 1 "Tea 1 €"></> Tea | 1 €'],
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
		'<switch 1 checked>Dark\n<slider 2 "V" value="3" min="0" max="9">\n<combobox 3 collapsed>Red',
	],
	["rich text as a field", "<div contenteditable aria-label=Note>Dear <b>Ada</b></div>", '<editable 1 "Note" value="Dear Ada">'],
	["display: contents", '<div style="display:contents"><button style="display:contents">A</button><p>text</p></div>', "A\ntext"],
	[
		"a visible child of a hidden parent",
		'<div style="visibility:hidden">no <button style="visibility:visible">Yes</button></div>',
		"<button 1>Yes",
	],
	["aria-hidden text and controls, which are seen", "<div aria-hidden=true>seen <button>Go</button></div>", "seen <button 1>Go"],
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

describe("a page text has", () => {
	test.each(goldens)("%s", async (_, html, text) => {
		expect(await bodyOf(html)).toBe(text);
	});
});

const unseen: readonly (readonly [name: string, html: string])[] = [
	["display: none", '<p style="display:none">CANARY</p>'],
	["the hidden attribute", "<p hidden>CANARY</p>"],
	["hidden until found", "<p hidden=until-found>CANARY</p>"],
	["visibility: hidden", '<p style="visibility:hidden">CANARY</p>'],
	["opacity 0", '<div style="opacity:0"><p>CANARY</p></div>'],
	["a font smaller than a pixel", '<p style="font-size:0.5px">CANARY</p>'],
	["a colour without opacity", '<p style="color:transparent">CANARY</p>'],
	["a clip path", '<p style="clip-path:inset(50%)">CANARY</p>'],
	["a clip path of inline text", '<span style="clip-path:inset(50%)">CANARY</span>'],
	["a drawer left of the window", '<div style="position:fixed;left:-300px;width:300px;top:0">CANARY <a href=/x>CANARY</a></div>'],
	["a polygon without extent", '<p style="clip-path:polygon(0 0,0 0,0 0)">CANARY</p>'],
	["a box of one pixel", '<p style="position:absolute;width:1px;height:1px;overflow:hidden">CANARY</p>'],
	["the old clip", '<p style="position:absolute;clip:rect(0,0,0,0)">CANARY</p>'],
	["a closed accordion", '<div style="height:0;overflow:hidden"><p>CANARY</p></div>'],
	[
		"what is placed inside a closed accordion",
		'<div style="height:0;overflow:hidden;position:relative"><p style="position:absolute">CANARY</p></div>',
	],
	[
		"what is fixed inside something of opacity 0",
		'<div style="height:0;overflow:hidden;opacity:0"><p style="position:fixed">CANARY</p></div>',
	],
	...[
		"filter:blur(0px)",
		"will-change:transform",
		"contain:paint",
		"translate:0 1px",
		"perspective:100px",
		"transform:rotate(0deg)",
	].flatMap((holding) =>
		["absolute", "fixed"].map(
			(position) =>
				[
					`what is ${position} inside a closed accordion of ${holding}`,
					`<div style="height:0;overflow:hidden;${holding}"><p style="position:${position};top:0">CANARY</p></div>`,
				] as const,
		),
	),
	[
		"what is placed inside a line of a closed accordion",
		'<div style="height:0;overflow:hidden"><span style="position:relative"><b style="position:absolute">CANARY</b></span></div>',
	],
	[
		"what is fixed to a box inside a closed accordion",
		'<div style="height:0;overflow:hidden;position:relative"><div style="transform:rotate(0deg)"><p style="position:fixed">CANARY</p></div></div>',
	],
	["a place left of the page", '<p style="position:absolute;left:-9999px">CANARY</p>'],
	["a place above the page", '<p style="position:absolute;top:-9999px">CANARY</p>'],
	["content-visibility: hidden", '<div style="content-visibility:hidden"><p>CANARY</p></div>'],
	[
		"a script, a style and a template",
		"<script>//CANARY</script><style>/*CANARY*/</style><template>CANARY</template><noscript>CANARY</noscript>",
	],
	["a comment", "<!-- CANARY -->"],
	["an alt text of an image that is not shown", '<img alt=CANARY style="display:none">'],
	["data attributes, classes and ids", "<p class=CANARY id=CANARY data-x=CANARY>text</p>"],
	["a hidden field", "<input type=hidden value=CANARY>"],
];

describe("nobody reads what nobody sees:", () => {
	test.each(unseen)("%s", async (_, html) => {
		expect(await bodyOf(`<p>seen</p>${html}`)).not.toContain("CANARY");
	});
});

test("a gradient text, whose colour is transparent, is read all the same", async () => {
	expect(await bodyOf('<p style="color:transparent;background:linear-gradient(red,blue);background-clip:text">Shiny</p>')).toBe("Shiny");
});

describe("shadow roots", () => {
	test("open and nested ones are read in place of their hosts, slots with what is slotted", async () => {
		const html = `<div id=host><b slot=title>Slotted</b><i>default</i><u slot=none>lost</u></div><script>
			const root = document.getElementById("host").attachShadow({ mode: "open" });
			root.innerHTML = "<h2><slot name=title></slot></h2><slot></slot><div id=inner></div><slot name=empty>fallback</slot>";
			root.getElementById("inner").attachShadow({ mode: "open" }).innerHTML = "<button>Deep</button><label>Name <input></label>";
		</script>`;
		expect(await bodyOf(html)).toBe('## Slotted\ndefault\n<button 1>Deep</> <input 2 "Name">\nfallback');
	});

	test("closed ones are read where they can be opened", async () => {
		const opened = await browser.open("<div id=host></div>");
		await opened.evaluate(
			'globalThis.root = document.getElementById("host").attachShadow({ mode: "closed" }); root.innerHTML = "<button>Inside</button>"',
		);
		expect(await opened.body()).not.toContain("Inside");
		await opened.evaluate('closedRoots.set(document.getElementById("host"), root)');
		expect(await opened.body()).toContain("<button 1*>Inside");
		await opened.page.close();
	});
});

test.each(["position:relative", "transform:rotate(0deg)", "filter:blur(0px)", "contain:paint"])(
	"what is placed inside a box of %s is as far away as that box scrolls",
	async (holding) => {
		const { body } = await browser.show(
			`<div style="overflow:auto;height:100px;${holding}"><p>top</p><div style="position:absolute;top:400px"><button>Far</button></div></div>`,
		);
		expect(await body()).toContain("@below\n <button 2>Far");
	},
);

test.each(["span", "bdo", "label"])("what stands far below, and a %s in its line moves up into view, is in view", async (tag) => {
	const { body } = await browser.show(
		`<div style="height:1200px"></div><p>far <${tag} style="position:relative;top:-900px"><button>Near</button></${tag}></p>`,
	);
	expect(await body()).toBe("@view\nfar <button 1>Near");
});

test("lines that overflow a box out of reach are read where they can be seen", async () => {
	const { body } = await browser.show(
		`<div style="position:relative;top:-60px;height:20px"><p style="margin:0">lost</p>start<br><br><br><br><br><br>seen <i><a href=/x>Link</a></i></div>`,
	);
	expect(await body()).toBe("@view\nseen <a 1 /x>Link");
});

test.each(["div", "span"])("what follows a moved %s is pulled into view with what is pulled up inside it", async (tag) => {
	const { body } = await browser.show(
		`<div style="height:1200px"></div><div>far <${tag} style="position:relative"><div style="margin-top:-900px">up</div></${tag}><a href=/x>Link</a></div>`,
	);
	expect(await body()).toContain("<a 1 /x>Link");
	expect(await body()).not.toContain("@below\n<a");
});

describe("what lies over the page", () => {
	test("a modal dialog comes first and the rest is one line", async () => {
		const { call, page } = await browser.open(
			'<button>Behind</button><a href=/x>Also</a><dialog aria-label="Sign in"><input aria-label=Email><button>OK</button></dialog><script>document.querySelector("dialog").showModal()</script>',
		);
		const text = await call("read");
		expect(text).toContain('@dialog "Sign in" 1\n');
		expect(text.split("\n\n")[1]).toBe(
			'@view\n<dialog 1 "Sign in"> <input 2 "Email" focused></> <button 3>OK\n… behind the dialog: 2 controls, expand(6)',
		);
		expect(text).toContain("@shown 3/5 controls");
		const behind = await call("expand", 6);
		expect(behind.ok && behind.text).toContain("<button 4>Behind");
		await page.close();
	});

	test("a modal dialog in a shadow root, also one that opens later, comes first", async () => {
		const { call, page } = await browser.open(
			"<button>Behind</button><x-dialog></x-dialog><script>document.querySelector('x-dialog').attachShadow({mode:'open'}).innerHTML='<dialog aria-label=Sign><button>In</button></dialog>'</script>",
		);
		const open = (name: "showModal" | "close") =>
			page.evaluate((method) => document.querySelector("x-dialog")?.shadowRoot?.querySelector("dialog")?.[method](), name);
		await open("showModal");
		const { text } = await call("look");
		expect(text).toContain('@dialog "Sign"');
		expect(text).toMatch(/<dialog \d+ "Sign"> <button \d+( focused)?>In\n… behind the dialog: 1 control/);
		await open("close");
		expect((await call("look")).text).toContain("Behind");
		await open("showModal");
		expect((await call("look")).text).toMatch(/In\n… behind the dialog: 1 control/);
		await page.close();
	});

	test("an aria-modal one that covers the page hides it, one beside the page does not", async () => {
		const covering = await bodyOf(
			'<button>Behind</button><div role=dialog aria-modal=true aria-label=D style="position:fixed;inset:0;background:#fff"><button>OK</button></div>',
		);
		expect(covering).toContain("behind the dialog: 1 control");
		const beside = await bodyOf(
			'<button>Beside</button><div role=dialog aria-modal=true aria-label=D style="position:fixed;left:600px;top:300px;width:200px;height:90px"><button>OK</button></div>',
		);
		expect(beside).toBe('<dialog 1 "D"> <button 2>OK\n<button 3>Beside');
	});

	test("a popover comes first and the page stays", async () => {
		const text = await bodyOf("<button>Menu</button><div popover id=p><a href=/a>A</a></div><script>p.showPopover()</script>");
		expect(text).toBe("<popover> <a 1 /a>A\n<button 2>Menu");
	});

	test("a portal at the end of the document is in view", async () => {
		const { body, page } = await browser.open(
			'<div style="height:3000px">long</div><div><div style="position:fixed;top:10px;left:10px">Menu <button>Item</button></div></div>',
		);
		expect(await body()).toBe("@view\nlong\nMenu <button 1>Item");
		await page.close();
	});

	test("a control under something else is covered", async () => {
		const text = await bodyOf(
			'<button>Under</button><button style="margin-left:200px">Free</button><div style="position:absolute;left:0;top:0;width:120px;height:60px;background:#eee">over</div>',
		);
		expect(text).toBe("<button 1 covered>Under</> <button 2>Free\nover");
	});

	test("alerts are told when they appear", async () => {
		const { call, page } = await browser.open("<div role=alert>Old</div><div role=status id=s></div>");
		expect(await call("read")).toContain('@alert "Old"');
		await page.evaluate(() => {
			const status = document.getElementById("s");
			if (status !== null) status.textContent = "Saved";
		});
		const text = await call("read");
		expect(text).toContain('@alert "Saved"');
		expect(text).not.toContain('@alert "Old"');
		await page.close();
	});
});

describe("where things are", () => {
	test("lines are marked above, in, below and beside the visible area", async () => {
		const { body, page } = await browser.open(
			'<p>top</p><div style="height:2000px"></div><p>middle</p><div style="height:2000px"></div><p>bottom</p><p style="position:absolute;left:5000px;top:2100px;width:50px">beside</p>',
		);
		await page.evaluate(() => scrollTo(0, 1_900));
		expect(await body()).toBe("@above\ntop\n@view\nmiddle\n@below\nbottom\n@aside\nbeside");
		await page.close();
	});

	test("far links keep their path only where their name does not tell them apart", async () => {
		const { body, page } = await browser.open(
			'<a href=/near>Near</a><div style="height:3000px"></div><a href=/far>Far</a> <a href=/one>more</a> <a href=/two>Same</a> <a href=/three>Same</a>',
		);
		expect(await body()).toBe("@view\n<a 1 /near>Near\n@below\n<a 2>Far</> <a 3 /one>more</> <a 4 /two>Same</> <a 5 /three>Same");
		await page.close();
	});

	test("the header says which page, how much of it, and what has the focus", async () => {
		const { call, page } = await browser.open(
			"<title> The   shop </title><input autofocus aria-label=Q><div style='height:1600px'></div>",
			{ url: "https://shop.example/list?session=abc&page=2" },
		);
		// The browser gives it the focus when it draws.
		await page.locator("input:focus").waitFor();
		expect((await call("read")).split("\n\n")[0]).toMatch(
			/^@page 1\n@url https:\/\/shop\.example\/list\?session=…&page=2\n@title The shop\n@epoch testpage\n@screen 1280x800, page 1 of 2(\.\d)?\n@focus 1\n@shown 1\/1 controls$/,
		);
		await page.close();
	});
});

describe("ids", () => {
	test("stay with their elements, and new ones are marked", async () => {
		const { body, page } = await browser.open("<button>A</button><button>B</button>");
		expect(await body()).toBe("@view\n<button 1>A</> <button 2>B");
		await page.evaluate(() => document.body.insertAdjacentHTML("afterbegin", "<button>New</button>"));
		expect(await body()).toBe("@view\n<button 3*>New</> <button 1>A</> <button 2>B");
		expect(await body()).toBe("@view\n<button 3>New</> <button 1>A</> <button 2>B");
		await page.close();
	});

	test("are not given to a field that nobody can reach, as if it were a coloured box", async () => {
		const { call } = await browser.show(
			'<div style="margin-top:-400px;height:60px"><input aria-label=Off></div><p inert><input aria-label=Inert></p>',
		);
		const { text } = await call("look");
		expect(text).toContain("@shown 0/0 controls");
		expect(text).not.toContain("Off");
	});

	test("pass to the successors when a page replaces its nodes", async () => {
		const { body, page } = await browser.open("<div id=app><button>A</button><button>Same</button><button>Same</button></div>");
		const before = await body();
		await page.evaluate(() => {
			const app = document.getElementById("app");
			if (app !== null) app.innerHTML = app.innerHTML.slice(0);
		});
		expect(await body()).toBe(before);
		await page.close();
	});

	test("come from further blocks when one is used up", async () => {
		const { call, page } = await browser.open(Array.from({ length: 10_100 }, (_, index) => `<a href=/${index}>x</a>`).join(" "));
		expect((await call("look")).missingIds).toBe(10_100 - 9_999);
		await call("grant", 10_001);
		expect((await call("look")).missingIds).toBe(0);
		await page.close();
	});
});

describe("what changed", () => {
	test("is told in one line: controls, values, states, dialogs, text", async () => {
		const { call, page } = await browser.open("<input aria-label=A value=x><input type=checkbox aria-label=B><p id=t>old</p>");
		expect((await call("look")).text).not.toContain("@changed");
		await page.evaluate(() => {
			const [a, b] = document.querySelectorAll("input");
			if (a !== undefined) a.value = "y";
			if (b !== undefined) b.checked = true;
			document.getElementById("t")?.replaceWith("fresh words");
			document.body.insertAdjacentHTML("beforeend", "<button>More</button>");
		});
		expect((await call("look")).text).toContain('@changed +1 -0; 1 value="y"; 2 checked; text "fresh words"\n');
		expect((await call("look")).text).toContain("@changed +0 -0\n");
		await page.close();
	});

	test("says nothing of what is typed into a secret field", async () => {
		const { call, page } = await browser.open("<input type=password aria-label=P>");
		await call("look");
		await page.fill("input", "CANARY");
		const { text } = await call("look");
		expect(text).not.toContain("CANARY");
		expect(text).toContain('1 value="•••"');
		await page.close();
	});
});

test("the second form has the same ids, a hundred controls at most and 6,000 characters", async () => {
	const rows = Array.from({ length: 300 }, (_, index) => `<p>Some words of line ${index} <a href=/${index}>Item ${index}</a></p>`).join("");
	const { call, page } = await browser.open(`<h1>List</h1>${rows}<button>Last</button><input aria-label=Q value=v placeholder=p>`);
	const snapshot = await call("snapshot");
	expect(snapshot.elements).toHaveLength(100);
	expect(snapshot.visibleText.length).toBeLessThanOrEqual(6_000);
	expect(snapshot).toMatchObject({ url: "https://shop.example/list", docEpoch: "testpage", shown: 100, total: 302, timestamp: 1_000 });
	expect(snapshot.elements[0]).toMatchObject({ id: "agent-1", tag: "a", role: "a", text: "Item 0", href: "/0" });
	expect(snapshot.elements[0]?.bbox.width).toBeGreaterThan(10);
	await page.close();
});
