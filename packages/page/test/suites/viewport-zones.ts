import { describe, expect, test } from "vitest";
import type { TestBrowser } from "../browser/browser.ts";
import { bodyTextOf } from "./body.ts";

/** Positions: shadow roots, moved boxes, above, in and below the visible area. */
export function viewportZoneTests(browser: TestBrowser): void {
	describe("shadow roots", () => {
		test("open and nested ones are read in place of their hosts, with slotted content", async () => {
			const html = `<div id=host><b slot=title>Slotted</b><i>default</i><u slot=none>lost</u></div><script>
				const root = document.getElementById("host").attachShadow({ mode: "open" });
				root.innerHTML = "<h2><slot name=title></slot></h2><slot></slot><div id=inner></div><slot name=empty>fallback</slot>";
				root.getElementById("inner").attachShadow({ mode: "open" }).innerHTML = "<button>Deep</button><label>Name <input></label>";
			</script>`;
			expect(await bodyTextOf(browser, html)).toBe('## Slotted\ndefault\n<button 1>Deep</> <input 2 "Name">\nfallback');
		});

		test("closed ones are read if they can be opened", async () => {
			const opened = await browser.open("<div id=host></div>");
			await opened.evaluate(
				'globalThis.root = document.getElementById("host").attachShadow({ mode: "closed" }); root.innerHTML = "<button>Inside</button>"',
			);
			expect(await opened.body()).not.toContain("Inside");
			await opened.evaluate('closedRoots.set(document.getElementById("host"), root)');
			expect(await opened.body()).toContain("<button 1*>Inside");
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

	test.each(["span", "bdo", "label"])("a control that a %s moves up into view is in view", async (tag) => {
		const { body } = await browser.show(
			`<div style="height:1200px"></div><p>far <${tag} style="position:relative;top:-900px"><button>Near</button></${tag}></p>`,
		);
		expect(await body()).toBe("@view\nfar <button 1>Near");
	});

	test.each([
		"translate:0 -900px",
		"scale:1 2",
		"rotate:180deg;transform-origin:50% -300px",
		"offset-path:path('M640 -300 L641 -300')",
		"display:flex;flex-direction:column-reverse;height:9px",
		"display:flex;align-items:center;height:9px",
		"display:grid;align-content:end;height:9px",
	])("what a far box of %s brings into view is in view", async (style) => {
		const { body } = await browser.show(
			`<div style="height:1100px"></div><div style="height:300px"><div style="${style}"><section><button>Near</button><div style="height:700px"></div></section></div></div>`,
		);
		expect(await body()).toBe("@view\n<button 1>Near");
	});

	test("content that `order` puts behind a moved box is in view", async () => {
		const { body } = await browser.show(
			'<div style="height:1100px"></div><div style="display:flex;flex-direction:column;height:300px"><div style="order:1"><button>Near</button></div><div style="margin-top:-900px">up</div></div>',
		);
		expect(await body()).toContain("@view\n<button 1>Near");
	});

	test("content at the top of the next column is in view", async () => {
		const { body } = await browser.show(
			'<div style="columns:2;column-fill:auto;height:1500px"><div style="height:1400px"></div><div style="height:50px"><div style="height:120px"></div><button>Next</button></div></div>',
		);
		expect(await body()).toBe("@view\n<button 1>Next");
	});

	test("content in the clip margin of a box is visible", async () => {
		const { body } = await browser.show(
			'<div style="height:30px;overflow:clip;overflow-clip-margin:200px"><div style="height:100px"></div><button>Seen</button></div>',
		);
		expect(await body()).toBe("@view\n<button 1>Seen");
	});

	test.each(["writing-mode:vertical-rl", "direction:rtl"])(
		"a document of %s is read however far it is scrolled to its side",
		async (style) => {
			const { body, page } = await browser.show(
				`<style>body{${style}}</style><div style="width:3000px;height:90px"></div><button style="margin-right:2000px">Later</button>`,
			);
			await page.evaluate(() => scrollTo(-1_900, 0));
			expect(await body()).toContain("Later");
		},
	);

	test("lines that overflow a box out of reach are read where they are visible", async () => {
		const { body } = await browser.show(
			`<div style="position:relative;top:-60px;height:20px"><p style="margin:0">lost</p>start<br><br><br><br><br><br>seen <i><a href=/x>Link</a></i></div>`,
		);
		expect(await body()).toBe("@view\nseen <a 1 /x>Link");
	});

	test.each(["div", "span"])("content after a %s with a negative margin inside is in view", async (tag) => {
		const { body } = await browser.show(
			`<div style="height:1200px"></div><div>far <${tag} style="position:relative"><div style="margin-top:-900px">up</div></${tag}><a href=/x>Link</a></div>`,
		);
		expect(await body()).toContain("<a 1 /x>Link");
		expect(await body()).not.toContain("@below\n<a");
	});

	describe("where things are", () => {
		test("lines are marked above, in, below and beside the visible area", async () => {
			const { body, page } = await browser.open(
				'<p>top</p><div style="height:2000px"></div><p>middle</p><div style="height:2000px"></div><p>bottom</p><p style="position:absolute;left:5000px;top:2100px;width:50px">beside</p>',
			);
			await page.evaluate(() => scrollTo(0, 1_900));
			expect(await body()).toBe("@above\ntop\n@view\nmiddle\n@below\nbottom\n@aside\nbeside");
		});

		test("distant links keep their path only if their name is not unique, or opening them does something", async () => {
			const { body } = await browser.open(
				'<a href=/near>Near</a><div style="height:3000px"></div><a href=/far>Far</a> <a href=/one>more</a> <a href=/two>Same</a> <a href=/three>Same</a> <a href=/items/delete/17>Story</a>',
			);
			expect(await body()).toBe(
				"@view\n<a 1 /near>Near\n@below\n<a 2>Far</> <a 3 /one>more</> <a 4 /two>Same</> <a 5 /three>Same</> <a 6 /items/delete/17>Story",
			);
		});

		test("the header says which page, how much of it, and the focus", async () => {
			const { call, page } = await browser.open(
				"<title> The   shop </title><input autofocus aria-label=Q><div style='height:1600px'></div>",
				{ url: "https://shop.example/list?session=abc&page=2" },
			);
			// The browser gives it the focus when it draws.
			await page.locator("input:focus").waitFor();
			expect((await call("readAll")).split("\n\n")[0]).toMatch(
				/^@page 1\n@url https:\/\/shop\.example\/list\?session=…&page=2\n@title The shop\n@epoch testpage\n@screen 1280x800, page 1 of 2(\.\d)?\n@focus 1\n@shown 1\/1 controls$/,
			);
		});
	});
}
