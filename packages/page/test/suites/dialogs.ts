import { describe, expect, test } from "vitest";
import type { TestBrowser } from "../browser/browser.ts";
import { bodyTextOf } from "./body.ts";

/** Dialogs, popovers and other content above the page. */
export function dialogTests(browser: TestBrowser): void {
	describe("content above the page", () => {
		test("a modal dialog comes first, and the page behind is one line", async () => {
			const { call } = await browser.show(
				'<button>Behind</button><a href=/x>Also</a><dialog aria-label="Sign in"><input aria-label=Email><button>OK</button></dialog><script>document.querySelector("dialog").showModal()</script>',
			);
			const text = await call("readAll");
			expect(text).toContain('@dialog "Sign in" 1\n');
			expect(text.split("\n\n")[1]).toBe(
				'@view\n<dialog 1 "Sign in"> <input 2 "Email" focused></> <button 3>OK\n… behind the dialog: 2 controls, expand(6)',
			);
			expect(text).toContain("@shown 3/5 controls");
			const behind = await call("expand", 6);
			expect(behind.ok && behind.text).toContain("<button 4>Behind");
		});

		test("a modal dialog in a shadow root, also one that opens later, comes first", async () => {
			const { call, page } = await browser.show(
				"<button>Behind</button><x-dialog></x-dialog><script>document.querySelector('x-dialog').attachShadow({mode:'open'}).innerHTML='<dialog aria-label=Sign><button>In</button></dialog>'</script>",
			);
			const open = (name: "showModal" | "close") =>
				page.evaluate((method) => document.querySelector("x-dialog")?.shadowRoot?.querySelector("dialog")?.[method](), name);
			await open("showModal");
			const { text } = await call("readPage");
			expect(text).toContain('@dialog "Sign"');
			expect(text).toMatch(/<dialog \d+ "Sign"> <button \d+( focused)?>In\n… behind the dialog: 1 control/);
			await open("close");
			expect((await call("readPage")).text).toContain("Behind");
			await open("showModal");
			expect((await call("readPage")).text).toMatch(/In\n… behind the dialog: 1 control/);
		});

		test("a dialog found in a shadow root, so that the page is read twice, shares the time of one reading", async () => {
			const { call } = await browser.show(
				`<x-late></x-late><script>document.querySelector("x-late").attachShadow({ mode: "open" }).innerHTML = "<dialog open>Sure?</dialog>"</script>${"<p>far <b>away</b></p>".repeat(1_500)}`,
			);
			const text = await call("readTicks", 100);
			expect(text).toContain("@partial time");
			expect(text).toContain("Sure?");
			expect(await call("readTicks", 100)).not.toContain("@partial");
		});

		test("a dialog role in a shadow root with slotted content is a dialog", async () => {
			const content = "<p>Apps stop.</p><button>Cancel</button><button>Revoke</button>";
			const dialog = '<div role=dialog aria-modal=true aria-label=Sure style="position:fixed;inset:0;background:#fff"><slot></slot></div>';
			const { call } = await browser.show(
				`<x-app></x-app><script>const app=document.querySelector('x-app').attachShadow({mode:'open'});app.innerHTML='<button>Behind</button><x-dialog>${content}</x-dialog>';app.querySelector('x-dialog').attachShadow({mode:'open'}).innerHTML=\`${dialog}\`</script>`,
			);
			for (const _turn of ["first", "second"]) {
				const { text } = await call("readPage");
				expect(text).toContain('@dialog "Sure" 1');
				expect(text).toMatch(/<dialog 1 "Sure">\n Apps stop.\n <button 2>Cancel<\/> <button 3>Revoke\n… behind the dialog: 1 control/);
			}
		});

		test("an aria-modal dialog hides the page if it covers it", async () => {
			const covering = await bodyTextOf(
				browser,
				'<button>Behind</button><div role=dialog aria-modal=true aria-label=D style="position:fixed;inset:0;background:#fff"><button>OK</button></div>',
			);
			expect(covering).toContain("behind the dialog: 1 control");
			const beside = await bodyTextOf(
				browser,
				'<button>Beside</button><div role=dialog aria-modal=true aria-label=D style="position:fixed;left:600px;top:300px;width:200px;height:90px"><button>OK</button></div>',
			);
			expect(beside).toBe('<dialog 1 "D"> <button 2>OK\n<button 3>Beside');
		});

		test("a list that an aria-modal dialog opened at the end of the page is in front", async () => {
			const options = "<li role=option>Admin</li><li role=option>Editor</li>";
			const list = (style: string) => `<ul role=listbox aria-label=Roles style="position:fixed;background:#fff;${style}">${options}</ul>`;
			const text = await bodyTextOf(
				browser,
				`<button>Behind</button>${list("left:0;top:300px")}<div role=dialog aria-modal=true aria-label=D style="position:fixed;inset:0;background:#fff"><button aria-expanded=true>Role</button></div>${list("left:20px;top:60px;z-index:9")}`,
			);
			const [front = "", behind = ""] = text.split("…");
			expect(front).toContain('<dialog 1 "D"> <button 2 expanded>Role');
			expect(front).toContain("Admin");
			expect(front.match(/Admin/g)).toHaveLength(1);
			expect(behind).toMatch(/^ behind the dialog: \d+ control/);
		});

		const ownDialog = (colour: string) =>
			`<div style="position:fixed;inset:0;z-index:2"><div style="position:absolute;inset:0;background:${colour}"></div><div role=dialog aria-modal=true aria-label=D style="position:absolute;top:200px"><button>Save</button></div></div>`;
		const modalDialog = (colour: string, style = "") =>
			`<style>::backdrop{background:${colour}}</style><dialog aria-label=D style="${style}"><button>Save</button></dialog><script>document.querySelector("dialog").showModal()</script>`;
		const whole = "inset:0;width:100vw;height:100vh;max-width:none;max-height:none;border:0;padding:0;background:";

		test.each([
			["above a dialog", 9, ownDialog("#fff"), true],
			["behind a backdrop that shows it", 1, ownDialog("#8888"), true],
			["behind a backdrop that hides it", 1, ownDialog("#fff"), false],
			["beside a modal dialog", 9, modalDialog("#8888"), true],
			["behind an empty part of a modal dialog", 9, modalDialog("#8888", `${whole}none`), true],
			["behind a modal dialog that fills the window", 9, modalDialog("#8888", `${whole}#fff`), false],
			["behind the backdrop of a modal dialog that hides it", 9, modalDialog("#fff"), false],
		])("a message of the page is read where it can be seen: %s", async (_name, layer, dialog, isRead) => {
			const fixed = (text: string, style: string) => `<div style="position:fixed;${style}">${text}</div>`;
			const live = `<p role=status style="position:relative;z-index:${layer}">Three hits</p>`;
			const text = await bodyTextOf(
				browser,
				`<main>${live}<button>Behind</button></main>${dialog}${fixed("<a href=/>Home</a>", "bottom:0")}${fixed("<li>The file is read-only</li>", `top:0;right:0;z-index:${layer}`)}`,
			);
			const [front = "", behind = ""] = text.split("…");
			expect(front).toMatch(/<dialog 1 "D"> <button 2( focused)?>Save/);
			expect(["Three hits", "The file is read-only"].map((message) => front.split(message).length - 1)).toEqual(isRead ? [1, 1] : [0, 0]);
			expect(front).not.toContain("Home");
			expect(behind).toContain("behind the dialog: 2 controls");
		});

		test("a popover comes first and the page stays", async () => {
			const text = await bodyTextOf(
				browser,
				"<button>Menu</button><div popover id=p><a href=/a>A</a></div><script>p.showPopover()</script>",
			);
			expect(text).toBe("<popover> <a 1 /a>A\n<button 2>Menu");
		});

		test("stacked dialogs are all written, and covered controls are marked", async () => {
			const text = await bodyTextOf(
				browser,
				"<button>Behind</button><dialog id=a aria-label=A><button>InA</button></dialog><dialog id=b aria-label=B><button>InB</button></dialog><div popover id=p aria-label=P style='inset:auto 0 0 auto'><button>InP</button></div><script>a.showModal();b.showModal();p.showPopover()</script>",
			);
			expect(text).toBe(
				'<dialog 1 "A"> <button 2 covered>InA\n<dialog 3 "B"> <button 4 focused>InB\n<popover "P"> <button 5 covered>InP\n… behind the dialog: 1 control, expand(7)',
			);
		});

		test("a portal at the end of the document is in view", async () => {
			const { body } = await browser.show(
				'<div style="height:3000px">long</div><div><div style="position:fixed;top:10px;left:10px">Menu <button>Item</button></div></div>',
			);
			expect(await body()).toBe("@view\nlong\nMenu <button 1>Item");
		});

		test("a control under something else is covered", async () => {
			const text = await bodyTextOf(
				browser,
				'<button>Under</button><button style="margin-left:200px">Free</button><div style="position:absolute;left:0;top:0;width:120px;height:60px;background:#eee">over</div>',
			);
			expect(text).toBe("<button 1 covered>Under</> <button 2>Free\nover");
		});

		test("alerts are reported when they appear", async () => {
			const { call, page } = await browser.show("<div role=alert>Old</div><div role=status id=s></div>");
			expect(await call("readAll")).toContain('@alert "Old"');
			await page.evaluate(() => {
				const status = document.getElementById("s");
				if (status !== null) status.textContent = "Saved";
			});
			const text = await call("readAll");
			expect(text).toContain('@alert "Saved"');
			expect(text).not.toContain('@alert "Old"');
		});
	});
}
