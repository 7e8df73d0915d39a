import { expect, test } from "vitest";
import type { Stages } from "./content-script.ts";

/** Actions that cannot be done, or only seem to be. */
export function refusedTests(stage: Stages): void {
	test("a value that its field cannot hold is refused before anything is typed", async () => {
		const { page, id, act } = await stage.open(`<label>Short <input type="tel" maxlength="4" value="1234"></label>
			<label>Count <input type="number" maxlength="3" value="7"></label><label>Tea <input type="radio" name="drink" checked></label>
			<input type="text" aria-label="Fixed" value="as it is" readonly><textarea aria-label="Long"></textarea>`);
		const set = async (name: string, text: string) => act({ name: "setValue", id: await id(name), text, submit: false });
		expect(await set("Short", "123456")).toMatchObject({
			isInert: true,
			code: "BAD_VALUE",
			message: expect.stringContaining("4 characters"),
		});
		expect(await set("Count", "1,5")).toMatchObject({ isInert: true, code: "BAD_VALUE", message: expect.stringContaining("42.5") });
		expect(await set("Count", "1500")).toMatchObject({ success: true, actualState: { value: "1500" } });
		expect(await set("Long", "tea ".repeat(2_400))).toMatchObject({ success: true, actualState: { value: "tea ".repeat(2_400) } });
		expect(await set("Tea", "false")).toMatchObject({ isInert: true, code: "BAD_VALUE" });
		expect(await set("Fixed", "changed")).toMatchObject({ isInert: true, code: "READ_ONLY" });
		const chosen = await act({ name: "select", id: await id("Count"), options: ["7"] });
		expect(chosen).toMatchObject({ isInert: true, code: "OPTION_NOT_FOUND", message: expect.stringContaining("setValue") });
		expect(await page.getByLabel("Short").inputValue()).toBe("1234");
	});

	test("what a user cannot reach is refused: behind a dialog, inert or hidden", async () => {
		const { page, id, act, ask, read } =
			await stage.open(`<label>Behind <input value="old"></label><label>Size <select><option>S<option>L</select></label>
			<div id="off"><label>Later <input></label></div><label>Day <input type="date"></label><div id="step"><label>Hidden <input></label></div>
			<dialog id="box">Sure?<label>Reason <input></label></dialog>`);
		const ids = {
			behind: await id("Behind"),
			size: await id("Size"),
			later: await id("Later"),
			hidden: await id("Hidden"),
			day: await id("Day"),
		};
		const set = (target: number) => act({ name: "setValue", id: target, text: "tea", submit: false });
		const { docEpoch } = await read();
		// Trusted typing would write into parts of a date.
		const typed = { name: "setValue", id: ids.day, text: "2026-03-14", submit: false };
		expect(await ask({ type: "page_input_begin", actionId: "real:1", action: typed, docEpoch })).toMatchObject({
			isInert: true,
			code: "NOT_TAKEN",
		});
		await page.evaluate("off.inert = true; step.style.display = 'none'");
		for (const gone of [ids.later, ids.hidden]) expect(await set(gone)).toMatchObject({ success: false, isInert: true });
		await page.evaluate("box.showModal()");
		expect(await set(ids.behind)).toMatchObject({ isInert: true, code: "COVERED", message: expect.stringContaining("Sure?") });
		expect(await act({ name: "select", id: ids.size, options: ["L"] })).toMatchObject({ isInert: true, code: "COVERED" });
		expect(await act({ name: "press", id: ids.behind, keys: "x" })).toMatchObject({ isInert: true, code: "COVERED" });
		expect(await set(await id("Reason"))).toMatchObject({ success: true, actualState: { value: "tea" } });
		expect(await page.getByLabel("Behind").inputValue()).toBe("old");
	});

	test("a key writes no more than its field takes, and does not empty one that it does not fit", async () => {
		const { page, id, act } =
			await stage.open(`<label>Pin <input maxlength="4" value="1234"></label><label>Day <input type="date" value="2026-03-14"></label>
			<label>Count <input type="number" step="any" value="7"></label><label>Rate <input type="number" value="3" readonly></label>
			<label>Size <select><option>S<option disabled>M<option>L</select></label><label>Tax <input type="number" step="any" value="1.5"></label>
			<label>Sum <input type="number" value="12"></label>`);
		const press = async (name: string, keys: string) => act({ name: "press", id: await id(name), keys });
		await press("Pin", "5");
		await press("Day", "9");
		expect(await press("Count", ".")).toMatchObject({ success: false, code: "NOT_TAKEN" });
		await press("Count", "ArrowUp");
		expect(await press("Tax", "Backspace")).toMatchObject({ success: false, code: "NOT_TAKEN" });
		await press("Sum", "Control+A");
		await press("Sum", "5");
		await press("Rate", "ArrowUp");
		await press("Size", "ArrowDown");
		const values = await page.locator("input, select").evaluateAll((fields) => fields.map((field) => (field as HTMLInputElement).value));
		expect(values).toEqual(["1234", "2026-03-14", "8", "3", "L", "1.5", "5"]);
	});

	test("Enter presses the button that has the focus, and sends a form only where it does so by hand", async () => {
		const { page, id, act } =
			await stage.open(`<form onsubmit="event.preventDefault(); log.textContent += (event.submitter?.value ?? 'alone') + ' '">
			<input type="submit" value="Save"><input type="submit" value="Leave"></form>
			<form onsubmit="event.preventDefault(); log.textContent += 'two '"><label>From <input></label><label>To <input></label></form>
			<form onsubmit="event.preventDefault(); log.textContent += 'one '"><label>Search <input></label><select><option>All</select></form>
			<form onsubmit="event.preventDefault(); log.textContent += (event.submitter?.name ?? 'nobody') + ' '"><label>Code <input></label><label>Name <input></label>
			<input type="image" name="go" alt="Go" src="data:image/gif;base64,R0lGODlhAQABAAAAACw="></form><p id="log"></p>`);
		await act({ name: "press", id: await id("Leave"), keys: "Enter" });
		const enter = async (name: string) => act({ name: "setValue", id: await id(name), text: "tea", submit: true });
		expect((await enter("To")).actualState?.["submitted"]).toBeUndefined();
		expect((await enter("Search")).actualState?.["submitted"]).toBe(true);
		await enter("Code");
		expect(await page.locator("#log").textContent()).toBe("Leave one go ");
	});

	test("a form that the page submits on a click is not submitted twice; of five scripts none is started", async () => {
		const { id, act } =
			await stage.open(`<form action="javascript:void log.append('sent ')"><label>Word <input onclick="this.form.requestSubmit()"></label></form>
			<button aria-haspopup="listbox">Tools</button><ul role="listbox">${[1, 2, 3, 4, 5].map((number) => `<li><a role="option" href="javascript:void log.append(${number})">T${number}</a>`).join("")}</ul><p id="log"></p>`);
		const clicked = await act({ name: "click", id: await id("Word") });
		expect([clicked.success, clicked.scripts]).toEqual([true, undefined]);
		const chosen = await act({ name: "select", id: await id("Tools"), options: ["T1", "T2", "T3", "T4", "T5"] });
		expect(chosen).toMatchObject({ success: false, isOpen: true, code: "OUTCOME_UNKNOWN" });
		expect(chosen.scripts).toBeUndefined();
	});

	test("an option is taken from the list that its own control opens, not from one that shows already", async () => {
		const { page, id, act } =
			await stage.open(`<div role="radiogroup"><span role="radio" aria-checked="false" onclick="log.textContent += 'terms '">Yes</span></div>
			<div role="listbox"><div role="option" onclick="log.textContent += 'other '">Yes</div></div>
			<button role="combobox" aria-label="Newsletter" aria-expanded="false" onclick="own.hidden = false; this.ariaExpanded = true">-</button>
			<div role="listbox" id="own" hidden><div role="option" onclick="log.textContent += 'newsletter '">Yes</div></div>
			<button role="combobox" aria-label="Faded" aria-expanded="false" onclick="faded.style = ''">-</button>
			<div role="listbox" id="faded" style="opacity: 0; visibility: hidden"><div role="option" onclick="log.textContent += 'faded '">Yes</div></div>
			<button role="combobox" aria-label="Folded" aria-expanded="false" onclick="folded.style = ''">-</button>
			<div role="listbox" id="folded" style="max-height: 0; overflow: hidden"><div role="option" onclick="log.textContent += 'folded '">Yes, please</div></div>
			<button role="combobox" aria-label="Broken" aria-expanded="false">-</button><p id="log"></p>`);
		expect(await act({ name: "select", id: await id("Newsletter"), options: ["Yes"] })).toMatchObject({ success: true });
		await page.evaluate("own.hidden = true");
		expect(await act({ name: "select", id: await id("Faded"), options: ["Yes"] })).toMatchObject({ success: true });
		expect(await act({ name: "select", id: await id("Folded"), options: ["Yes, please"] })).toMatchObject({ success: true });
		expect(await act({ name: "select", id: await id("Broken"), options: ["Yes"] })).toMatchObject({
			success: false,
			code: "OPTION_NOT_FOUND",
		});
		expect(await page.locator("#log").textContent()).toBe("newsletter faded folded ");
	});

	test("a drag ends where it was meant to, or is not begun: not on itself, nor on what covers the place", async () => {
		const { page, id, act } =
			await stage.open(`<style>.box { width: 90px; height: 40px; background: #ccc } #bar { position: fixed; inset: auto 0 0; height: 60px; background: #fff }</style>
			<div class="box" draggable="true" role="button" tabindex="0" aria-label="Card" ondragstart="event.dataTransfer.setData('text/plain', 'card')"></div>
			<div style="height: 700px"></div><div class="box" role="button" tabindex="0" aria-label="Near" ondragover="event.preventDefault()" ondrop="log.textContent += 'near '"></div>
			<div style="height: 3000px"></div><div class="box" role="button" tabindex="0" aria-label="Far" ondragover="event.preventDefault()" ondrop="log.textContent += 'far '"></div>
			<div id="bar" ondragover="event.preventDefault()" ondrop="log.textContent += 'bar '"><button>Below</button> <span id="log"></span></div>`);
		const drag = async (name: string) => act({ name: "drag", id: await id("Card"), to: { kind: "element", id: await id(name) } });
		await page.setViewportSize({ width: 1_000, height: 600 });
		expect(await drag("Far")).toMatchObject({ success: false, isInert: true, code: "NOT_VISIBLE" });
		await page.setViewportSize({ width: 1_000, height: 795 });
		expect(await drag("Near")).toMatchObject({ success: false, isInert: true, code: "COVERED" });
		await page.setViewportSize({ width: 1_000, height: 900 });
		expect(await drag("Near")).toMatchObject({ success: true });
		expect(await page.locator("#log").textContent()).toBe("near ");
	});

	test("an editor that renders later has taken the text; scrolling to an invisible element fails", async () => {
		const { id, act, page } =
			await stage.open(`<div contenteditable="true" aria-label="Note" id="note">old</div><button id="gone">Gone</button><script>
			note.addEventListener("beforeinput", (event) => { event.preventDefault(); setTimeout(() => { note.textContent = event.data }, 20) })</script>`);
		expect(await act({ name: "setValue", id: await id("Note"), text: "new", submit: false })).toMatchObject({ success: true });
		const gone = await id("Gone");
		await page.evaluate("gone.style.display = 'none'");
		expect(await act({ name: "scroll", to: { kind: "element", id: gone } })).toMatchObject({ success: false });
	});
}
