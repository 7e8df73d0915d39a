import { describe, expect, test } from "vitest";
import type { TestBrowser } from "../browser/browser.ts";

/** Pages that hold secrets. */
export function secretTests(browser: TestBrowser): void {
	describe("a secret never leaves the page", () => {
		const canary = "CANARY7713";
		test.each([
			["a password", `<input type=password value=${canary}>`],
			[
				"a password field inside the label of another",
				`<label>Pay <input type=password value=${canary}> now <input id=o></label><label for=o></label>`,
			],
			[
				"a password that something is labelled by",
				`<input type=password id=p value=${canary}><div role=button tabindex=0 aria-labelledby=p>x</div>`,
			],
			[
				"a password that is a part of its own name",
				`<input type=password id=p aria-labelledby="p l" value=${canary}><span id=l>Door</span>`,
			],
			["a number inside the label of another", `<label>Use code <input type=checkbox><input type=number name=cvv value=7713></label>`],
			[
				"a choice inside the label of another",
				`<label>Expires <input type=checkbox><select autocomplete=cc-exp-year><option>${canary}</select></label>`,
			],
			[
				"dots inside the label of another",
				`<label>Use code <input type=checkbox><input style="-webkit-text-security:disc" value=${canary}></label>`,
			],
			["a box of a page's own", `<div role=textbox tabindex=0 aria-label="Your PIN">${canary}</div>`],
			["a text area that is inert", `<div inert><textarea name=pin>${canary}</textarea></div>`],
			["a field that says much of itself", `<label>CVV: ${"three digits on the back. ".repeat(30)}<input value=${canary}></label>`],
			["a field with a long example", `<input placeholder="PIN, ${"as it stands in the letter, ".repeat(30)}" value=${canary}>`],
			["a one-time code", `<input autocomplete=one-time-code value=${canary}>`],
			["a field for a 2FA code", `<label>2FA <input name="2FA" value=${canary}></label>`],
			["a field whose text is shown as dots", `<input aria-label=Phrase style="-webkit-text-security:disc" value=${canary}>`],
			["a cvc by its label", `<label>CVC <input value=${canary}></label>`],
			["an IBAN by its name", `<input name=iban value=${canary}>`],
			["rich text that is named a PIN", `<div contenteditable aria-label="Your PIN">${canary}</div>`],
			["a password shown by its page as plain text", `<input type=text autocomplete=current-password value=${canary}>`],
			["a token in a link", `<a href="/x?token=${canary}#access_token=${canary}">go</a>`],
			["hidden text", `<p style="display:none">${canary}</p><label for=i style="font-size:0">${canary}</label>`],
		])("%s", async (_, html) => {
			const { call, page } = await browser.show(html);
			await page.evaluate((token) => history.replaceState(null, "", `/list?token=${token}`), canary);
			const snapshot = JSON.stringify(await call("snapshot"));
			const texts = [
				(await call("readPage")).text,
				(await call("readPage")).text,
				snapshot,
				JSON.stringify(await call("find", canary)),
				JSON.stringify(await call("find", "css:*")),
			];
			await page.evaluate(() => history.replaceState(null, "", "/list"));
			for (const text of texts) expect(text).not.toMatch(/CANARY|7713/);
		});

		test.each([
			["a password", "type=password", "this.type = 'text'"],
			["dots", `style="-webkit-text-security:disc"`, "this.style.cssText = ''"],
		])("what was hidden as %s stays so when the page shows it", async (_, hidden, show) => {
			const { call, page } = await browser.show(
				`<input aria-label=Key ${hidden} value=${canary} onclick="${show}"><input aria-label=Other value=plain>`,
			);
			await call("readPage");
			await page.click("input");
			const { text } = await call("readPage");
			expect(text).not.toContain(canary);
			expect(text).toMatch(/"Key"[^>]* filled/);
			expect(text).toContain('"Other" value="plain"');
		});

		test("a former secret stays out of the name of the control around it", async () => {
			const { call, page } = await browser.show(`<label>Use code <input type=checkbox><input id=c type=password value=${canary}></label>`);
			await call("readPage");
			await page.evaluate(() => document.getElementById("c")?.setAttribute("type", "text"));
			const { text } = await call("readPage");
			expect(text).toContain('<checkbox 1 "Use code">');
			expect(text).not.toContain(canary);
		});

		test("a code in a slot stays out of the name of the control around it", async () => {
			const { call, page } = await browser.show(`<div id=h><input name=otp value=${canary}><b>now</b></div>`);
			await page.evaluate(() => {
				const root = document.getElementById("h")?.attachShadow({ mode: "open" });
				if (root) root.innerHTML = "<label>Use code <slot></slot><input type=checkbox></label>";
			});
			const { text } = await call("readPage");
			expect(text).toContain('<checkbox 2 "Use code');
			expect(text).not.toContain(canary);
		});

		test("lookups reveal neither the choice of a secret field nor hidden fields", async () => {
			const { call, page } = await browser.show(
				`<select autocomplete=cc-exp-month><option>11<option selected>12</select><textarea aria-label="Your PIN">${canary}</textarea><select aria-label=Size><option selected>S</select>`,
			);
			await call("readPage");
			expect(await call("options", 1)).toMatchObject({ text: "… 2 options\n| 11\n| 12" });
			await page.evaluate(() => {
				for (const field of document.querySelectorAll("textarea,select")) (field as HTMLElement).style.display = "none";
			});
			expect(JSON.stringify(await call("expand", 2))).not.toContain(canary);
			expect(await call("options", 3)).toMatchObject({ text: "… 1 options\n| S" });
		});

		test.each([
			["a password", `<input id=s type=password value=${canary}>`],
			["a password that its page shows", `<input id=s autocomplete=new-password value=${canary}>`],
			["an empty code", "<input id=s autocomplete=one-time-code>"],
			["a box of a page's own", `<div id=s role=textbox tabindex=0 aria-label="Your PIN">${canary}</div>`],
			["a card in an ordinary field", "<input id=s value=4111111111111111>"],
			["a card in text", "<p>Paid with <b id=s>4111 1111 1111 1111</b></p>"],
			["what the person typed as a secret", "<p>You typed <b id=s>my hunter2</b></p>"],
			["the same in a field", "<input id=s value=hunter2>"],
			["a password in a shadow tree", `<div id=s><template shadowrootmode=open><input type=password value=${canary}></template></div>`],
			["a card in several pieces", "<p id=s><b>4111</b><i> 1111</i><b> 1111</b><i> 1111</i></p>"],
		])("no picture shows %s, and all else", async (_, html) => {
			// Only a document that was loaded has shadow trees from its own tags.
			const { call, page } = await browser.open(
				`<!doctype html><meta charset=utf-8><body><p>Order 1234 5678, 14.00 €</p><input value=plain><select><option>S</select>${html}<p>${canary.toLowerCase()}</p>`,
			);
			const boxes = await call("secretBoxes", ["hunter2", "14"]);
			const inside = await page.evaluate(() => {
				const element = document.getElementById("s");
				// As in page text, the last four digits stay.
				const parts = element?.tagName === "P" ? [...element.children].slice(0, 3) : [element?.shadowRoot?.firstElementChild ?? element];
				return parts.map((part) => {
					const { left, top, width, height } = part?.getBoundingClientRect() ?? new DOMRect();
					return [left, top, width, height].map(Math.round).join();
				});
			});
			expect(boxes).toEqual(inside);
		});

		test("card numbers in text keep their last four digits, even when markup splits them", async () => {
			const { call } = await browser.show(
				"<p>Card <b>4111</b> 1111 1111 <i>1111</i> is used</p><button>4111111111111111</button><iframe title=4111111111111111 srcdoc=x></iframe>",
			);
			const { text } = await call("readPage");
			expect(text).toContain("Card •••• •••• •••• 1111 is used");
			expect(text).toContain("<button 1>••••••••••••1111");
			expect(text).not.toContain("4111111111111111");
		});
	});
}
