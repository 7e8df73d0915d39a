import { describe, expect, test } from "vitest";
import { parsePage } from "../src/parse/parse.ts";
import type { OpenPage } from "../test/browser/browser.ts";
import { useBrowser } from "../test/browser/browser.ts";

const browser = useBrowser();

/** Counts how often a reading calls the method or accessor `key` of a prototype. */
async function callsIn({ evaluate, call }: OpenPage, prototype: string, key: string): Promise<number> {
	await evaluate(`calls = 0; was = Object.getOwnPropertyDescriptor(${prototype}, "${key}");
		counted = (real) => real && function (...values) { calls += 1; return real.apply(this, values); };
		Object.defineProperty(${prototype}, "${key}", "value" in was ? { ...was, value: counted(was.value) } : { ...was, get: counted(was.get) }); 0`);
	await call("reset");
	await call("readPage");
	return Number(await evaluate(`Object.defineProperty(${prototype}, "${key}", was); calls`));
}

describe("a page", () => {
	// Chromium crashes with more than about 2,000 nested boxes; elements without a box nest deeper.
	test.each([
		["li", 1_500],
		["x-c", 10_000],
	])("of %s, %i deep, is read", async (tag, levels) => {
		const { call, page } = await browser.open("<style>x-c{display:contents}</style><body></body>");
		await page.evaluate(
			([name, count]) => {
				let at: Element = document.body;
				for (let level = 0; level < Number(count); level += 1) {
					const inner = document.createElement(String(name));
					if (level % 50 === 0) inner.append(`t${level}`);
					at.append(inner);
					at = inner;
				}
				at.innerHTML = "<button>Deepest</button>";
			},
			[tag, levels] as const,
		);
		const { text } = await call("readPage");
		expect(parsePage(text).elements.size).toBe(1);
	});

	test("with a text of a million characters is read within its cap", async () => {
		const { call } = await browser.open(`<button>First</button><p>${"word ".repeat(200_000)}</p><button>Last</button>`);
		const { text } = await call("readPage");
		expect(text.length).toBeLessThanOrEqual(200_000);
		expect(text).toContain("<button 1>First");
		expect(text).toContain("<button 2>Last");
	});

	test("with 100,000 nodes is read whole, or until its time ends", async () => {
		const { call, page } = await browser.open("<body></body>");
		await page.evaluate(() => {
			document.body.innerHTML = "<div><a href=/x>link</a><span>text</span></div>".repeat(33_000);
		});
		expect(await call("readTicks", 1_000_000)).not.toContain("@partial");
		const text = await call("readTicks", 250);
		expect(text).toContain("@partial time");
		expect(parsePage(text).problems).toEqual([]);
	});

	test("with long names and values is read whole", async () => {
		const { call, page } = await browser.open(
			`<input id=card><textarea id=text></textarea><table id=names>${"<tr><td><b>Price</b><td><input value=1>".repeat(2_000)}</table>${"<input aria-labelledby=names>".repeat(200)}<p id=long></p>${"<button aria-labelledby=long>x</button>".repeat(200)}`,
		);
		await page.evaluate(() => {
			const [card, text] = [document.querySelector("#card"), document.querySelector("#text")];
			if (card instanceof HTMLInputElement) card.value = "4 ".repeat(1_000_000);
			if (text instanceof HTMLTextAreaElement) text.value = "4-\u200b".repeat(2_000_000);
			document.querySelector("#long")?.append("word ".repeat(200_000));
		});
		const text = await call("readTicks", 1_000_000);
		expect(text).not.toContain("@partial");
		expect(text).toMatch(/^<input 1 value="4 4 .*…" rest=1999920-[0-9a-f]{8}/m);
		expect(text.match(/<input \d+ "Price Price /g)).toHaveLength(200);
		expect(text.match(/<button \d+ "word word /g)).toHaveLength(200);
	});

	test("with many images that share a large map reads each area once", async () => {
		const parts = Array.from({ length: 100 }, (_, index) => `<area href="/${index}" coords="0,0,9,9">`).join("");
		const opened = await browser.open(`${"<img usemap=#m width=20 height=20>".repeat(100)}<map name=m>${parts}</map>`);
		expect(await callsIn(opened, "Element.prototype", "getAttributeNames")).toBeLessThan(2_000);
		expect(parsePage((await opened.call("readPage")).text).elements.size).toBe(100);
	});

	test("with 200 lists above its dialog takes few hit tests", async () => {
		const dialog = '<div role=dialog aria-modal=true style="position:fixed;inset:0;background:#fff"><button>OK</button></div>';
		const list = '<ul role=listbox style="position:fixed;left:0;top:0"><li>One</ul>';
		const opened = await browser.open(`<button>Behind</button>${dialog}${list.repeat(200)}`);
		expect(await callsIn(opened, "Document.prototype", "elementFromPoint")).toBeLessThan(100);
	});

	test("with 200 dialogs does not compare every pair", async () => {
		const opened = await browser.open('<div aria-modal=true style="position:fixed;inset:0">Text</div>'.repeat(200));
		expect(await callsIn(opened, "Node.prototype", "parentNode")).toBeLessThan(4_000);
	});

	test("with a legend that hides a long text reads its beginning", async () => {
		const { call, evaluate } = await browser.open(
			`<fieldset><legend>Delivery <span style="display:none">${"word ".repeat(2_000)}</span></legend><input aria-label=Street></fieldset>`,
		);
		await evaluate(
			"longest = 0; test = RegExp.prototype.test; RegExp.prototype.test = function (text) { longest = Math.max(longest, text.length); return test.call(this, text); }; 0",
		);
		expect((await call("readPage")).text).toContain("Delivery");
		expect(await evaluate("RegExp.prototype.test = test; longest")).toBeLessThanOrEqual(4_000);
	});

	test("too long for its time is searched to its end, because only possible matches are read", async () => {
		const paragraphs = "<p>text <b>more</b></p>".repeat(200);
		const { call } = await browser.open(
			`<button>First</button><div style="height:3000px"></div>${`<section>${paragraphs}</section>`.repeat(30)}<section>${paragraphs}<p>The harbour <i>lantern</i></p><button aria-label="Light it">*</button><p style="opacity:0">hidden lantern</p></section>`,
		);
		expect(await call("readTicks", 60)).not.toContain("lantern");
		const found = await call("findTicks", "harbour LANTERN", 60);
		expect(found).toMatchObject({ ok: true, total: 1 });
		expect(found).toMatchObject({ text: expect.stringMatching(/^… 1 found\n<text \d+>The harbour lantern$/) });
		expect(await call("findTicks", "light it", 60)).toMatchObject({ text: expect.stringMatching(/^… 1 found\n<button \d+ "Light it">/) });
		expect(await call("findTicks", "css:[aria-label]", 60)).toMatchObject({ text: expect.stringContaining('"Light it"') });
		expect(await call("findTicks", "hidden", 60)).toMatchObject({ text: "… 0 found" });
		expect(await call("findTicks", "text", 60)).toMatchObject({ text: expect.stringContaining("found, the time did not suffice") });
	});

	test("that is searched in parts finds labels elsewhere and other spellings", async () => {
		const far = `<input id=wax><button aria-label="Tom &amp; Jerry's&nbsp;mug">*</button><button><i class="icon-shopping-cart"></i></button>
			<p><b style="display:inline-block">Add</b><b style="display:inline-block">sugar</b></p><input aria-invalid=true aria-describedby=why>`;
		const { call } = await browser.open(
			`<label for=wax>Wax colour</label><p id=why>Too sweet</p><div style="height:3000px"></div><section>${"<p>text</p>".repeat(5_000)}</section><section>${far}</section>`,
		);
		const firstLine = async (what: string) => {
			const found = await call("find", what);
			return found.ok ? found.text.split("\n")[1] : found.code;
		};
		expect(await firstLine("wax colour")).toMatch(/^<input \d+ "Wax colour"/);
		expect(await firstLine("Tom & Jerry's mug")).toMatch(/^<button \d+ "Tom & Jerry's mug"/);
		expect(await firstLine("shopping cart")).toMatch(/^<button \d+ hint="shopping cart"/);
		expect(await firstLine("add sugar")).toMatch(/^<text \d+>Add sugar/);
		expect(await firstLine("too sweet")).toMatch(/^<input \d+ .*error="Too sweet"/);
	});

	test("of nested shadow roots is read, and deep ones are not marked as covered", async () => {
		const { call, page } = await browser.open("<div></div>");
		await page.evaluate(() => {
			let host = document.querySelector("div");
			for (let depth = 0; depth < 100; depth += 1) {
				const shadow: ShadowRoot | undefined = host?.attachShadow({ mode: "open" });
				if (shadow !== undefined) shadow.innerHTML = depth % 33 === 0 ? `<button>${depth}</button><div></div>` : "<div></div>";
				host = shadow?.querySelector("div") ?? null;
			}
		});
		expect((await call("readPage")).text).toMatch(/<button 1>0\n<button 2>33\n<button 3>66\n<button 4>99$/);
	});

	test("with 200 frames is read", async () => {
		const { call } = await browser.open("<iframe srcdoc=x title=F></iframe>".repeat(200));
		expect((await call("readPage")).frames).toHaveLength(200);
	});
});
