import { describe, expect, test } from "vitest";
import type { TestBrowser } from "../browser/browser.ts";

/** What one reading keeps for the next: ids and changes. */
export function readingTests(browser: TestBrowser): void {
	describe("ids", () => {
		test("stay with their elements, and new ones are marked", async () => {
			const { body, page } = await browser.show("<button>A</button><button>B</button>");
			expect(await body()).toBe("@view\n<button 1>A</> <button 2>B");
			await page.evaluate(() => document.body.insertAdjacentHTML("afterbegin", "<button>New</button>"));
			expect(await body()).toBe("@view\n<button 3*>New</> <button 1>A</> <button 2>B");
			expect(await body()).toBe("@view\n<button 3>New</> <button 1>A</> <button 2>B");
		});

		test("on demand leave records that stand side by side as rows", async () => {
			const record = (name: string) => `<div style="display:flex;gap:9px"><span>${name}</span><span>Paid</span><span>40 €</span></div>`;
			const { body, call } = await browser.show(`${record("Ada")}${record("Ben")}`);
			await call("find", "css:div:nth-of-type(2) > span:nth-of-type(2)");
			expect(await body()).toBe("@view\n| Ada | Paid | 40 €\n| Ben | <text 1>Paid</> | 40 €");
		});

		test("stay with elements that were hidden, shown or moved, which are read as they are now", async () => {
			const { body, page } = await browser.show(
				"<p id=a>First</p><p id=b style='opacity:0'><b>Second</b></p><p id=c style='display:none'>Third</p><button id=d>Fourth</button><div id=host></div><iframe hidden></iframe>",
			);
			expect(await body()).toBe("@view\nFirst\n<button 1>Fourth");
			await page.evaluate(() => {
				const [first, second, third, fourth] = ["a", "b", "c", "d"].map((id) => document.getElementById(id));
				if (first) first.style.fontSize = "0";
				if (second) second.style.opacity = "1";
				if (third) third.style.display = "inline";
				const shadow = document.getElementById("host")?.attachShadow({ mode: "open" });
				const frame = document.querySelector("iframe")?.contentDocument;
				if (!fourth || !frame) return;
				frame.body.append(fourth);
				shadow?.append(fourth);
			});
			expect(await body()).toBe("@view\nSecond\nThird\n<button 1>Fourth");
		});

		test("are not given to unreachable fields", async () => {
			const { call } = await browser.show(
				'<div style="margin-top:-400px;height:60px"><input aria-label=Off></div><p inert><input aria-label=Inert></p>',
			);
			const { text } = await call("readPage");
			expect(text).toContain("@shown 0/0 controls");
			expect(text).not.toContain("Off");
		});

		test("pass to successors when a page replaces its nodes", async () => {
			const { body, call, page } = await browser.show("<div id=app><button>A</button><button>Same</button><button>Same</button></div>");
			const before = await body();
			const replaceNodes = () =>
				page.evaluate(() => {
					const app = document.getElementById("app");
					if (app !== null) app.innerHTML = app.innerHTML.slice(0);
				});
			await replaceNodes();
			expect(await body()).toBe(before);
			await replaceNodes();
			expect(await call("find", "same")).toMatchObject({ text: "… 2 found\n<button 2>Same\n<button 3>Same" });
			expect(await body()).toBe(before);
		});

		test("come from further blocks when one is used up", async () => {
			const { call } = await browser.show("<a href=/1>A</a> <a href=/2>B</a> <a href=/3>C</a>");
			// The highest id also ends a block.
			await call("reset", 2_147_483_646);
			expect((await call("readPage")).missingIds).toBe(1);
			await call("addBlock", 10_001);
			expect(await call("readPage")).toMatchObject({ missingIds: 0, text: expect.stringContaining("<a 10001* /3>C") });
		});
	});

	describe("what changed", () => {
		test("is one line: controls, values, states, dialogs, text", async () => {
			const { call, page } = await browser.show("<input aria-label=A value=x><input type=checkbox aria-label=B><p id=t>old</p>");
			expect((await call("readPage")).text).not.toContain("@changed");
			await page.evaluate(() => {
				const [a, b] = document.querySelectorAll("input");
				if (a !== undefined) a.value = "y";
				if (b !== undefined) b.checked = true;
				document.getElementById("t")?.replaceWith("fresh words");
				document.body.insertAdjacentHTML("beforeend", "<button>More</button>");
			});
			expect((await call("readPage")).text).toContain('@changed +1 -0; 1 value="y"; 2 checked; text "fresh words"\n');
			expect((await call("readPage")).text).toContain("@changed +0 -0\n");
		});

		test("holds nothing typed into a secret field", async () => {
			const { call, page } = await browser.show("<input type=password aria-label=P>");
			await call("readPage");
			await page.fill("input", "CANARY");
			const { text } = await call("readPage");
			expect(text).not.toContain("CANARY");
			expect(text).toContain('1 value="•••"');
		});
	});
}
