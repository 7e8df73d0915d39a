import { expect, test } from "vitest";
import type { Stages } from "./content-script.ts";

export function keyTests(stage: Stages): void {
	test("Enter in a field presses the form's own button, unless the page takes the key", async () => {
		const { page, id, act } =
			await stage.open(`<form id="search" onsubmit="event.preventDefault(); log.textContent += 'sent by ' + (event.submitter?.textContent ?? 'nobody') + ' '">
			<label>Query <input name="q"></label><button name="go" value="1">Go</button></form>
			<label>Chat <textarea id="chat"></textarea></label><p id="log"></p><script>
			chat.addEventListener("keydown", (event) => { if (event.key === "Enter") { event.preventDefault(); log.textContent += "chat " + chat.value + " " } })</script>`);
		await act({ name: "setValue", id: await id("Query"), text: "tea", submit: true });
		await act({ name: "setValue", id: await id("Chat"), text: "hello", submit: true });
		await act({ name: "press", id: await id("Query"), keys: "Enter" });
		expect(await page.locator("#log").textContent()).toBe("sent by Go chat hello sent by Go ");
	});

	test("keys do what they do by hand: write, erase, copy, move the focus, close a dialog", async () => {
		const { page, id, act } =
			await stage.open(`<label>First <input value="abc"></label><label>Second <input></label><dialog id="box"><button>In the dialog</button><p id="tip" popover>Tip</p></dialog>
			<input type="range" aria-label="Volume" min="0" max="10" value="5">`);
		const press = async (keys: string, name?: string, clipboard?: string) =>
			act({ name: "press", keys, ...(name === undefined ? {} : { id: await id(name) }) }, clipboard === undefined ? {} : { clipboard });
		await press("End", "First");
		await press("Backspace");
		await press("X");
		expect(await page.getByLabel("First").inputValue()).toBe("abX");
		await press("Control+A");
		const copied = await press("Control+C");
		expect(copied.clipboard).toBe("abX");
		await press("Tab");
		await press("Control+V", undefined, copied.clipboard);
		expect(await page.getByLabel("Second").inputValue()).toBe("abX");
		await press("ArrowUp", "Volume");
		expect(await page.getByLabel("Volume").inputValue()).toBe("6");
		await page.evaluate(() => (document.querySelector("#box") as HTMLDialogElement).showModal());
		await page.evaluate(() => (document.querySelector("#tip") as HTMLElement).showPopover());
		const isOpen = () => page.locator("#box, #tip").evaluateAll((boxes) => boxes.map((box) => box.matches(":popover-open, :modal")));
		await press("Escape");
		expect(await isOpen()).toEqual([true, false]);
		await press("Escape");
		expect(await isOpen()).toEqual([false, false]);
		expect(await press("Hyper+Q")).toMatchObject({ success: false, code: "BAD_VALUE" });
		await page.getByLabel("First").fill("x".repeat(20_001));
		await press("Control+A", "First");
		expect(await press("Control+X", "First")).toMatchObject({ success: false, code: "BAD_VALUE" });
		expect(await page.getByLabel("First").inputValue()).toHaveLength(20_001);
	});

	test("a key for an element that cannot have the focus reaches this element, and never the field that has it", async () => {
		const { page, id, act } = await stage.open(`<label>Note <input></label><div role="button" aria-label="Row" id="row">Row</div>
			<button disabled>Off</button><p id="log"></p><script>
			row.addEventListener("keydown", (event) => { log.textContent += event.key + " " }); document.querySelector("label input").focus()</script>`);
		const press = async (keys: string, name: string) => act({ name: "press", keys, id: await id(name) });
		expect(await press("x", "Row")).toMatchObject({ success: true });
		expect(await press("Delete", "Row")).toMatchObject({ success: true });
		expect(await page.locator("#log").textContent()).toBe("x Delete ");
		expect(await page.getByLabel("Note").inputValue()).toBe("");
		expect(await press("x", "Off")).toMatchObject({ success: false, code: "DISABLED" });
	});

	test("a key for a box that passes the focus on to a password is not struck", async () => {
		const { page, id, act } = await stage.open(`<div id="host" role="button" aria-label="Code"></div><script>
			const root = host.attachShadow({ mode: "closed", delegatesFocus: true });
			root.innerHTML = '<p><input placeholder="first"></p><p><input type="password"></p>';
			root.querySelector("input").onfocus = () => root.querySelector("[type=password]").focus();
			root.addEventListener("input", () => { document.title = "written" });
		</script>`);
		expect(await act({ name: "press", id: await id("Code"), keys: "a" })).toMatchObject({ success: false, code: "SENSITIVE_FIELD" });
		expect(await page.title()).toBe("Stage");
		expect(await act({ name: "press", id: await id("Code"), keys: "Tab" })).toMatchObject({ success: true });
	});

	test("a key for a secret field that has the focus and shows nowhere is not struck", async () => {
		const { page, act } =
			await stage.open(`<div>_ _ _ _</div><input id="code" autocomplete="one-time-code" style="position: absolute; left: -9999px">
			<input id="back" name="cvv" style="width: 0; height: 0; border: 0; padding: 0"><label>City <input id="city" style="opacity: 0"></label>`);
		const pressIn = async (field: string) => {
			await page.focus(field);
			return act({ name: "press", keys: "1" });
		};
		for (const field of ["#code", "#back"]) expect(await pressIn(field)).toMatchObject({ success: false, code: "SENSITIVE_FIELD" });
		expect(await pressIn("#city")).toMatchObject({ success: true });
		const fields = page.locator("input");
		expect(await fields.evaluateAll((all) => all.map((field) => (field as HTMLInputElement).value))).toEqual(["", "", "1"]);
	});

	test("a number that Tab has chosen is replaced by the next key, one that was left or set meanwhile is not", async () => {
		const { page, id, act } = await stage.open(
			`<label>From <input></label><label>Sum <input type="number" value="12"></label><button>Go</button>`,
		);
		const press = async (keys: string, name: string) => act({ name: "press", keys, id: await id(name) });
		const sum = page.getByLabel("Sum");
		await press("Tab", "From");
		await act({ name: "press", keys: "Tab" });
		await sum.click();
		await press("5", "Sum");
		expect(await sum.inputValue()).toBe("125");
		await press("Tab", "From");
		await sum.evaluate((field) => {
			(field as HTMLInputElement).value = "34";
		});
		await press("5", "Sum");
		expect(await sum.inputValue()).toBe("345");
		await press("Tab", "From");
		await press("5", "Sum");
		expect(await sum.inputValue()).toBe("5");
	});
}
