import { writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { expect, test } from "vitest";
import { expectSteps, serve, useRecordStage } from "./record-stage.ts";

const stage = useRecordStage();

test("what a person does in a form becomes sentences, a fill once and a secret unread", async () => {
	const recorded = await stage.record({
		"/": `<form action="/done" method="post" aria-label="Invoice"><label>Customer <input name="customer"></label>
			<button type="button" onclick="this.nextElementSibling.hidden = false">More</button>
			<label hidden>Country <select name="country"><option>Germany<option>France</select></label>
			<label><input type="checkbox" name="paid"> Paid</label> <label>Password <input type="password" name="p"></label>
			<label>Card number <input name="c" autocomplete="cc-number"></label> <button>Save</button></form>`,
		"/done": "<p>Saved</p>",
	});
	const { page } = recorded;
	await page.getByLabel("Customer").click();
	await page.keyboard.type("Adla");
	await page.keyboard.press("Backspace");
	await page.keyboard.press("Backspace");
	await page.keyboard.type("a");
	await page.getByRole("button", { name: "More" }).click();
	await page.getByLabel("Country").focus();
	await page.keyboard.type("F");
	await page.getByText("Paid").click();
	await page.getByLabel("Password").click();
	await page.keyboard.type("sesame-77");
	await page.getByLabel("Card number").click();
	await page.keyboard.type("4111 1111 1111 1111");
	await page.getByRole("button", { name: "Save" }).click();
	await page.getByText("Saved").waitFor();
	await expectSteps(recorded, [
		"Fill “Customer” with “Ada”",
		"Click “More” in the form “Invoice”",
		"Choose “France” in “Country”",
		"Tick “Paid”",
		"Fill “Password” with {a secret}",
		"Fill “Card number” with {a secret}",
		"Click “Save” in the form “Invoice”",
	]);
	expect(JSON.stringify(await recorded.read())).not.toMatch(/sesame|4111/);
	await expect
		.poll(async () => (await recorded.steps()).at(-1)?.event)
		.toMatchObject({ sends: true, effect: { url: expect.stringContaining("/done") } });
});

test("of a list what has no value is no choice, of radio buttons the group is one", async () => {
	const recorded = await stage.record({
		"/": `<form aria-label="Order"><label>Country <select><option value="">Please choose<option>Germany<option disabled>Atlantis<option>France</select></label>
			<fieldset><legend>Payment</legend><label><input type="radio" name="pay"> Card</label><label><input type="radio" name="pay"> Cash</label></fieldset></form>`,
	});
	const { page } = recorded;
	await page.getByLabel("Country").focus();
	await page.keyboard.type("F");
	await page.getByText("Cash").click();
	await expectSteps(recorded, ["Choose “France” in “Country”", "Choose “Cash”"]);
	const [country, payment] = (await recorded.steps()).map(({ event }) => event);
	expect(country).toMatchObject({ values: ["France"], options: ["Germany", "France"] });
	expect(country).not.toHaveProperty("isEmpty");
	expect(payment).toMatchObject({ kind: "tick", group: { label: "Payment", options: ["Card", "Cash"] } });
	await page.getByLabel("Country").focus();
	await page.keyboard.press("Home");
	await expect.poll(async () => (await recorded.steps()).at(-1)?.event).toMatchObject({ values: ["Please choose"], isEmpty: true });
});

test("controls in frames and in open and closed shadow roots are recorded with their place", async () => {
	const recorded = await stage.record({
		"/": `<h1>Outside</h1><div id="open"></div><p>Between</p><p>them</p><div id="closed"></div><iframe src="/inner" width="400" height="200"></iframe><script>
			const inside = '<label>Note <input></label><button>Keep</button>';
			document.querySelector("#open").attachShadow({ mode: "open" }).innerHTML = inside;
			document.querySelector("#closed").attachShadow({ mode: "closed" }).innerHTML = "<label>Memo <input></label>";</script>`,
		"/inner": `<label>City <input></label> <button>Send</button>`,
	});
	const { page } = recorded;
	await page.getByLabel("Note").click();
	await page.keyboard.type("one");
	await page.keyboard.press("Tab");
	const closed = await page.locator("#closed").boundingBox();
	await page.mouse.click((closed?.x ?? 0) + 80, (closed?.y ?? 0) + 10);
	await page.keyboard.type("two");
	const frame = page.frameLocator("iframe");
	await frame.getByLabel("City").click();
	await page.keyboard.type("Kiel");
	await frame.getByRole("button", { name: "Send" }).click();
	await page.getByRole("button", { name: "Keep" }).click();
	await expectSteps(recorded, [
		"Fill “Note” with “one”",
		"Fill “Memo” with “two”",
		"Fill “City” with “Kiel”",
		"Click “Send”",
		"Click “Keep”",
	]);
	const targets = (await recorded.steps()).map(({ event }) => ("target" in event ? event.target?.where?.frame : undefined));
	expect(targets.map((host) => host !== undefined)).toEqual([false, false, true, true, false]);
});

test("what the page does by itself is no step: events that it makes, clicks that it calls, the button that Enter presses", async () => {
	const recorded = await stage.record({
		"/": `<form onsubmit="event.preventDefault()"><label>Name <input id="name"></label><button>Go</button></form>
			<label><input type="checkbox" id="all" onclick="one.click(); two.click()"> All</label>
			<label><input type="checkbox" id="one"> One</label><label><input type="checkbox" id="two"> Two</label>
			<button onclick="document.querySelector('#other').click()">Outer</button><button id="other">Other</button>`,
	});
	const { page } = recorded;
	await page.evaluate(() => {
		document.querySelector<HTMLElement>("#other")?.click();
		const field = document.querySelector<HTMLInputElement>("#name");
		field?.dispatchEvent(new InputEvent("beforeinput", { bubbles: true, composed: true }));
		if (field !== null) field.value = "forged";
		field?.dispatchEvent(new InputEvent("input", { bubbles: true, composed: true }));
		field?.dispatchEvent(new KeyboardEvent("keydown", { key: "Enter", bubbles: true, composed: true }));
	});
	await page.locator("#name").fill("");
	await page.locator("#name").click();
	await page.keyboard.type("Ada");
	await page.keyboard.press("Enter");
	await page.getByText("All").click();
	await page.getByRole("button", { name: "Outer" }).click();
	await expectSteps(recorded, ["Fill “Name” with “Ada”", "Press Enter in “Name”", "Tick “All”", "Click “Outer”"]);
});

test("rich text, a chat box and a list under a field are recorded as what they mean", async () => {
	const recorded = await stage.record({
		"/": `<div id="rich" contenteditable role="textbox" aria-label="Letter" aria-multiline="true" style="min-height: 40px"></div>
			<label>Message <textarea id="chat"></textarea></label>
			<label>Fruit <input id="fruit" role="combobox" aria-expanded="false" aria-controls="fruits"></label>
			<ul id="fruits" role="listbox" hidden><li role="option">Apple</li><li role="option">Apricot</li></ul><button>End</button><script>
			chat.onkeydown = (event) => { if (event.key === "Enter" && !event.shiftKey) { event.preventDefault(); chat.value = ""; } };
			fruit.oninput = () => { fruits.hidden = false; fruit.setAttribute("aria-expanded", "true"); };
			for (const option of fruits.children) option.onmousedown = (event) => event.preventDefault();
			for (const option of fruits.children) option.onclick = () => { fruit.value = option.textContent; fruits.hidden = true; fruit.setAttribute("aria-expanded", "false"); };
			</script>`,
	});
	const { page } = recorded;
	await page.locator("#rich").click();
	await page.keyboard.type("First");
	await page.keyboard.press("Enter");
	await page.keyboard.type("Second");
	await page.locator("#chat").click();
	await page.keyboard.type("Hello");
	await page.keyboard.press("Enter");
	await page.waitForTimeout(200);
	await page.locator("#fruit").click();
	await page.keyboard.type("Ap");
	await page.getByRole("option", { name: "Apricot" }).click();
	await page.getByRole("button", { name: "End" }).click();
	await expectSteps(recorded, [
		"Fill “Letter” with “First\nSecond”",
		"Fill “Message” with “Hello”",
		"Press Enter in “Message”",
		"Fill “Fruit” with “Ap”",
		"Click “Apricot”",
		"Click “End”",
	]);
});

test("files, double and right clicks, sliders and dates are one step each", async () => {
	const recorded = await stage.record({
		"/": `<button onclick="file.click()">Attach</button><input type="file" id="file" hidden aria-label="Receipt">
			<button id="twice">Twice</button><button id="menu" oncontextmenu="return false">Menu</button>
			<label>Volume <input type="range" id="volume" min="0" max="10" value="0"></label> <label>Day <input type="date" id="day"></label><button>End</button>`,
	});
	const { page } = recorded;
	await pickFile(page, () => page.getByRole("button", { name: "Attach" }).click());
	await page.getByRole("button", { name: "Twice" }).dblclick();
	await page.getByRole("button", { name: "Menu" }).click({ button: "right" });
	await page.getByLabel("Volume").focus();
	for (let press = 0; press < 3; press += 1) await page.keyboard.press("ArrowRight");
	await page.getByLabel("Day").focus();
	await page.keyboard.type("03052026");
	await page.getByRole("button", { name: "End" }).click();
	await expectSteps(recorded, [
		"Attach “receipt.pdf” to “Receipt”",
		"Double-click “Twice”",
		"Right-click “Menu”",
		"Fill “Volume” with “3”",
		"Fill “Day” with “2026-03-05”",
		"Click “End”",
	]);
});

/** Picks a file as a person does: Playwright's own way makes events that Chrome does not trust. */
async function pickFile(page: Page, open: () => Promise<void>): Promise<void> {
	const path = join(tmpdir(), "receipt.pdf");
	await writeFile(path, "receipt");
	const devtools = await page.context().newCDPSession(page);
	await devtools.send("Page.enable");
	await devtools.send("Page.setInterceptFileChooserDialog", { enabled: true });
	const opened = new Promise<{ backendNodeId?: number }>((resolve) => devtools.once("Page.fileChooserOpened", resolve));
	await open();
	const { backendNodeId } = await opened;
	await devtools.send("DOM.setFileInputFiles", { files: [path], ...(backendNodeId === undefined ? {} : { backendNodeId }) });
	await devtools.detach();
}

test("rows are told apart, and the recording goes on over navigations, tabs and the death of the worker", async () => {
	const recorded = await stage.record({
		"/": `<table><tr><th>Name<th>Price<th></tr><tr><td>Tea<td>1 €<td><a href="/tea" target="_blank">Open</a></tr>
			<tr><td>Cup<td>2 €<td><a href="/cup">Open</a></tr></table>`,
		"/cup": `<h1>Cup</h1><button>Buy</button>`,
		"/tea": `<h1>Tea</h1><button>Brew</button>`,
	});
	const { page } = recorded;
	await page.getByRole("row", { name: "Cup" }).getByRole("link").click();
	await page.getByRole("button", { name: "Buy" }).waitFor();
	await expect.poll(async () => (await recorded.read()).tabs[0]?.visited.length).toBe(2);
	await page.waitForTimeout(300);
	await page.getByRole("button", { name: "Buy" }).click();
	await expectSteps(recorded, ["Click “Open” in the row of “Cup”", "Click “Buy”"]);
	await stage.kill();
	// A step back right after an act is what the page did.
	await page.waitForTimeout(1_600);
	await page.evaluate(() => history.back());
	await page.getByRole("row", { name: "Tea" }).waitFor();
	await page.waitForTimeout(2_000);
	const [tea] = await Promise.all([page.context().waitForEvent("page"), page.getByRole("row", { name: "Tea" }).getByRole("link").click()]);
	await tea.getByRole("button", { name: "Brew" }).waitFor();
	await tea.waitForTimeout(500);
	await tea.getByRole("button", { name: "Brew" }).click();
	await expectSteps(recorded, [
		"Click “Open” in the row of “Cup”",
		"Click “Buy”",
		"Go back",
		"Click “Open” in the row of “Tea”",
		"Go to the tab “Page /tea”",
		"Click “Brew”",
	]);
	await tea.close();
});

test("a value that the person shows becomes a check by its label and row, and the page hears nothing of the press", async () => {
	const recorded = await stage.record({
		"/": `<p>Invoice number: <b>2026-17</b></p><table><tr><th>Name<th>Price</tr><tr><td>Tea<td>1 €</tr>
			<tr><td>Cup<td onclick="document.title = 'pressed'">2 €</tr></table><label>Password <input type="password" value="sesame-77"></label>`,
	});
	const { page } = recorded;
	for (const value of ["2026-17", "2 €"]) {
		await recorded.change({ isPicking: true });
		await page.getByText(value).click();
		await expect.poll(async () => (await recorded.read()).isPicking).toBe(false);
	}
	await recorded.change({ isPicking: true });
	await page.getByLabel("Password").click();
	await expect.poll(async () => (await recorded.read()).isPickEmpty).toBe(true);
	await expectSteps(recorded, ["Check that “Invoice number” is “2026-17”", "Check that “Price” in the row of “Cup” is “2 €”"]);
	expect(await page.title()).toBe("Page /");
	expect(JSON.stringify(await recorded.read())).not.toContain("sesame");
});

test("a page that is too busy to be read at first is recorded once it answers", { tags: ["long"] }, async () => {
	const recorded = await stage.record({ "/": `<button>Next</button>` }, { busyMs: 8_000 });
	await recorded.page.getByRole("button", { name: "Next" }).click();
	await expectSteps(recorded, ["Click “Next”"]);
});

test("nothing is recorded in a frame of another site before the person allows that site", async () => {
	const other = await serve({ "/": "<button>Pay</button>" });
	const recorded = await stage.record({ "/": `<button>Next</button><iframe src="${other}/"></iframe>` });
	const { page } = recorded;
	const { host } = new URL(other);
	await expect.poll(async () => (await recorded.read()).framed).toEqual([host]);
	await page.frameLocator("iframe").getByRole("button", { name: "Pay" }).click();
	await page.getByRole("button", { name: "Next" }).click();
	await expectSteps(recorded, ["Click “Next”"]);
	await recorded.change({ sites: [...(await recorded.read()).sites, host] });
	await page.frameLocator("iframe").getByRole("button", { name: "Pay" }).click();
	await expectSteps(recorded, ["Click “Next”", "Click “Pay”"]);
	expect((await recorded.steps())[1]?.event).toMatchObject({ target: { where: { frame: host } } });
});

test("on a large page the pressed row is recorded, although the press waits for no distant one", async () => {
	const rows = Array.from({ length: 1_500 }, (_, at) => `<tr><td>INV-${at}<td>open<td><button>Remind</button>`).join("");
	const recorded = await stage.record({ "/": `<table><tr><th>Number<th>State<th></tr>${rows}</table>` });
	const { page } = recorded;
	for (const at of [1_000, 40]) {
		await page.evaluate((row) => document.querySelectorAll("button")[row]?.scrollIntoView({ block: "center" }), at);
		await page.getByRole("button").nth(at).click();
	}
	await expectSteps(recorded, ["Click “Remind” in the row of “INV-1000”", "Click “Remind” in the row of “INV-40”"]);
	// What a later press does not read is not gone.
	expect((await recorded.steps())[0]?.event.effect?.isTargetGone).not.toBe(true);
});
