import { eachOf } from "@webhand/testing/long";
import { describe, expect, test } from "vitest";
import { useStage } from "../pages/content-script.ts";

const stage = useStage();

describe("lists", () => {
	const cities = `<div role="combobox" tabindex="0" aria-haspopup="listbox" aria-expanded="false" aria-controls="list" aria-label="Branch" id="box">Choose…</div>
		<div role="listbox" id="list" hidden><div role="option"><b>Berlin</b><br><small>Germany · 3.6 M</small></div>
		<div role="option"><b>Bern</b><br><small>Switzerland · 0.1 M</small></div></div><script>
		box.onclick = () => { list.hidden = !list.hidden; box.setAttribute("aria-expanded", !list.hidden) };
		for (const option of list.children) option.onclick = () => { box.textContent = option.querySelector("b").textContent; list.hidden = true }</script>`;

	test("an option of two lines is chosen by its words in page text or its first line, in an open list too; a list that was opened in vain is closed", async () => {
		const { page, id, act } = await stage.open(cities);
		const select = async (words: string) => act({ name: "select", id: await id("Branch"), options: [words] });
		for (const [words, shown] of [
			["Berlin Germany · 3.6 M", "Berlin"],
			["bern", "Bern"],
		] as const) {
			expect(await select(words)).toMatchObject({ success: true, actualState: { value: words } });
			expect(await page.locator("#box").textContent()).toBe(shown);
		}
		expect(await select("Ber")).toMatchObject({ code: "OPTION_NOT_FOUND", message: expect.stringContaining("Bern Switzerland · 0.1 M") });
		expect(await page.locator("#list").isVisible()).toBe(false);
		await page.locator("#box").click();
		expect(await select("Berlin")).toMatchObject({ success: true });
		expect(await page.locator("#box").textContent()).toBe("Berlin");
	});

	/** 120 entries: a window of twelve, or fifty and more at the end. */
	const drawing = {
		window: `const from = Math.floor(list.scrollTop / 24); inner.style.height = 120 * 24 + "px";
			inner.innerHTML = all.slice(from, from + 12).map((text, at) => row(text, "position: absolute; top: " + (from + at) * 24 + "px")).join("")`,
		growing: `inner.innerHTML = all.slice(0, count).map((text) => row(text, "")).join("")`,
	};
	eachOf(["window", "growing"] as const)("an entry that a list of 120 has not drawn is found: %s", async (kind) => {
		const { page, id, act } =
			await stage.open(`<div role="combobox" tabindex="0" aria-haspopup="listbox" aria-expanded="false" aria-controls="list"
			aria-label="Item" id="box">Choose</div><div role="listbox" id="list" hidden style="height: 200px; overflow: auto; position: relative"><div id="inner"></div></div><script>
			const all = Array.from({ length: 120 }, (_, at) => "Entry " + (at + 1)); let count = 50;
			const row = (text, style) => '<div role="option" style="height: 24px; ' + style + '">' + text + "</div>";
			const draw = () => { ${drawing[kind]} };
			list.onscroll = () => { if ("${kind}" === "window") requestAnimationFrame(draw);
				else if (list.scrollTop + list.clientHeight >= list.scrollHeight - 2) setTimeout(() => { count = Math.min(120, count + 50); draw() }, 150) };
			box.onclick = () => { list.hidden = !list.hidden; box.setAttribute("aria-expanded", !list.hidden); draw() };
			list.onclick = ({ target }) => { box.textContent = target.textContent; list.hidden = true; box.setAttribute("aria-expanded", "false") }</script>`);
		for (const entry of ["Entry 77", "Entry 120", "Entry 2"]) {
			expect(await act({ name: "select", id: await id("Item"), options: [entry] })).toMatchObject({ success: true });
			expect(await page.locator("#box").textContent()).toBe(entry);
		}
		expect(await act({ name: "select", id: await id("Item"), options: ["Entry 121"] })).toMatchObject({ code: "OPTION_NOT_FOUND" });
		expect([await page.locator("#box").textContent(), await page.locator("#list").isVisible()]).toEqual(["Entry 2", false]);
	});

	test("a field that looks its options up is typed into, and gets its old text back where nothing is found", async () => {
		const { page, id, act } =
			await stage.open(`<input role="combobox" aria-expanded="false" aria-controls="list" aria-label="City" id="box" value="Rome"><ul role="listbox" id="list"></ul><script>
			box.oninput = () => setTimeout(() => { list.innerHTML = "Oslo".toLowerCase() === box.value.toLowerCase() ? "<li role=option>Oslo</li>" : "" }, 100);
			list.onclick = () => { box.value = "Oslo"; list.innerHTML = "" }</script>`);
		expect(await act({ name: "select", id: await id("City"), options: ["Nowhere"] })).toMatchObject({
			success: false,
			code: "OPTION_NOT_FOUND",
		});
		expect(await page.inputValue("#box")).toBe("Rome");
		expect(await act({ name: "select", id: await id("City"), options: ["Oslo"] })).toMatchObject({
			success: true,
			actualState: { value: "Oslo" },
		});
		expect(await page.inputValue("#box")).toBe("Oslo");
	});

	test("entries without roles are chosen by their words once the control has opened them", async () => {
		const { page, id, act } = await stage.open(`<p>Blue</p><button aria-haspopup="true" aria-expanded="false" id="box">Colour</button>
			<ul id="list" hidden><li>Red<li>Blue</ul><script>box.onclick = () => { list.hidden = false; box.setAttribute("aria-expanded", "true") };
			list.onclick = ({ target }) => { document.title = target.localName + " " + target.textContent }</script>`);
		expect(await act({ name: "select", id: await id("Colour"), options: ["Blue"] })).toMatchObject({ success: true });
		expect(await page.title()).toBe("li Blue");
	});

	test("of two options with one name the one in the named group is chosen, and none without it", async () => {
		const { page, id, act } =
			await stage.open(`<label>Thing <select id="list"><optgroup label="Fruit"><option value="f">Other</option></optgroup>
			<optgroup label="Tea"><option value="t">Other</option></optgroup></select></label>`);
		const select = async (words: string) => act({ name: "select", id: await id("Thing"), options: [words] });
		expect(await select("Other")).toMatchObject({ code: "OPTION_NOT_FOUND", message: expect.stringContaining('"Fruit", "Tea"') });
		expect(await select("Tea: Other")).toMatchObject({ success: true });
		expect(await page.inputValue("#list")).toBe("t");
	});

	test("a control under a layer of its own is pressed through it, one under a layer of the page is not", async () => {
		const { page, id, act } =
			await stage.open(`<span style="position: relative; display: inline-block"><button id="city" onclick="document.title = 'opened'">City</button>
			<span style="position: absolute; inset: 0" onclick="city.click()"></span></span><p><button>Under</button></p>
			<div id="veil" hidden style="position: fixed; inset: 0"></div>`);
		expect(await act({ name: "click", id: await id("City") })).toMatchObject({ success: true });
		expect(await page.title()).toBe("opened");
		const under = await id("Under");
		await page.evaluate("veil.hidden = false");
		expect(await act({ name: "click", id: under })).toMatchObject({ success: false, code: "COVERED" });
	});
});

describe("numbers made of elements", () => {
	test("a slider goes to its value by keys, by the pointer, or by its words, and says where it stands", async () => {
		const { page, read, id, act } =
			await stage.open(`<div id="track" style="width: 300px; height: 8px; position: relative; margin: 30px; background: #ccc"><div id="knob" role="slider" tabindex="0" aria-label="Price"
			aria-valuemin="0" aria-valuemax="500" aria-valuenow="50" style="position: absolute; left: 28px; top: -6px; width: 20px; height: 20px; background: #06c"></div></div>
			<div id="size" role="slider" tabindex="0" aria-label="Size" aria-valuemin="0" aria-valuemax="3" aria-valuenow="0" aria-valuetext="Small">o</div>
			<div id="step" role="slider" tabindex="0" aria-label="Step" aria-valuemin="0" aria-valuemax="100" aria-valuenow="0">o</div><script>
			const put = (value) => { const now = Math.max(0, Math.min(500, Math.round(value))); knob.setAttribute("aria-valuenow", now); knob.style.left = (now / 500) * 280 + "px" };
			knob.onpointerdown = () => { const move = ({ clientX }) => put(((clientX - track.getBoundingClientRect().left - 10) / 280) * 500);
				addEventListener("pointermove", move); addEventListener("pointerup", () => removeEventListener("pointermove", move), { once: true }) };
			const names = ["Small", "Medium", "Large", "Huge"]; const by = (element, change, most) => { const now = Math.max(0, Math.min(most, Number(element.getAttribute("aria-valuenow")) + change)); element.setAttribute("aria-valuenow", now); return now };
			size.onkeydown = ({ key }) => size.setAttribute("aria-valuetext", names[by(size, { ArrowRight: 1, ArrowLeft: -1, Home: -9 }[key] ?? 0, 3)]);
			step.onkeydown = ({ key }) => by(step, { ArrowUp: 5, ArrowDown: -5 }[key] ?? 0, 100)</script>`);
		const set = async (name: string, text: string) => act({ name: "setValue", id: await id(name), text, submit: false });
		expect(await set("Price", "320")).toMatchObject({ success: true, actualState: { value: "320" } });
		expect(await set("Price", "0")).toMatchObject({ success: true });
		expect(await set("Price", "600")).toMatchObject({ isInert: true, code: "BAD_VALUE", message: "It goes from 0 to 500" });
		expect(await set("Size", "Large")).toMatchObject({ success: true, actualState: { value: "Large" } });
		expect(await set("Size", "Tiny")).toMatchObject({ success: false, code: "NOT_TAKEN" });
		expect(await set("Step", "75")).toMatchObject({ success: true });
		expect(await set("Step", "33")).toMatchObject({
			success: false,
			code: "NOT_TAKEN",
			message: expect.stringMatching(/^It stands at 3\d/),
		});
		expect(await page.evaluate("scrollY")).toBe(0);
		expect((await read()).text).toContain('"Price" value="0" min="0" max="500"');
	});

	test("a slider whose field is there for screen readers only is in the page text, and is set", async () => {
		const { id, act } =
			await stage.open(`<div style="width: 300px; height: 20px; position: relative"><div style="width: 16px; height: 16px; background: #06c">
			<div style="position: absolute; width: 1px; height: 1px; overflow: hidden; clip: rect(0 0 0 0)"><input type="range" aria-label="Volume" max="300"></div></div></div>`);
		expect(await act({ name: "setValue", id: await id("Volume"), text: "120", submit: false })).toMatchObject({
			success: true,
			actualState: { value: "120" },
		});
	});

	test("a code fills the boxes that take a character each, and one box takes one character", async () => {
		const boxes = Array.from(
			{ length: 6 },
			(_, at) => `<input maxlength="1" style="width: 30px; height: 40px" aria-label="Sign ${at + 1}">`,
		).join("");
		const { page, id, act } = await stage.open(`<div id="code">${boxes}</div><script>
			for (const box of code.children) box.oninput = () => { box.value = box.value.toUpperCase(); if (box.value) box.nextElementSibling?.focus() }</script>`);
		const set = async (name: string, text: string) => act({ name: "setValue", id: await id(name), text, submit: false });
		const held = () => page.locator("input").evaluateAll((all) => all.map((box) => (box as HTMLInputElement).value).join(""));
		expect(await set("Sign 1", "40A-7X9")).toMatchObject({ success: true, actualState: { value: "40A-7X9" } });
		expect(await held()).toBe("40A7X9");
		expect(await set("Sign 2", "Z")).toMatchObject({ success: true });
		expect(await held()).toBe("4ZA7X9");
		expect(await set("Sign 1", "4071")).toMatchObject({ isInert: true, code: "BAD_VALUE" });
	});

	test("two narrow fields beside each other are no code", async () => {
		const field = (name: string) => `<input aria-label="${name}" style="width: 30px; height: 30px">`;
		const { page, id, act } = await stage.open(`<div>${field("Hours")}:${field("Minutes")}</div>`);
		expect(await act({ name: "setValue", id: await id("Hours"), text: "12", submit: false })).toMatchObject({ success: true });
		expect(await page.locator("input").evaluateAll((all) => all.map((field) => (field as HTMLInputElement).value))).toEqual(["12", ""]);
	});
});

describe("days", () => {
	/** Sections as component libraries make them: typed digits or arrow keys, and a focus that moves on. */
	const section = (name: string, most: number, least = 1) =>
		`<span role="spinbutton" contenteditable tabindex="0" aria-label="${name}" aria-valuemin="${least}" aria-valuemax="${most}">--</span>`;
	eachOf(["digits", "arrows"])("a date in parts takes a day as a whole, by %s", async (how) => {
		const { page, id, act } =
			await stage.open(`<div role="group" aria-label="Born">${section("day", 31)}/${section("month", 12)}/${section("year", 9_999)}</div><script>
			for (const part of document.querySelectorAll("span")) { let typed = "";
				const put = (value) => { part.setAttribute("aria-valuenow", value); part.textContent = value };
				part.onfocus = () => { typed = "" };
				part.onbeforeinput = (event) => event.preventDefault();
				part.onkeydown = (event) => { event.preventDefault(); const now = Number(part.getAttribute("aria-valuenow") ?? 1999);
					if (event.key === "ArrowUp") put(Math.min(Number(part.ariaValueMax), now + 1)); if (event.key === "ArrowDown") put(Math.min(Number(part.ariaValueMax), now) - 1);
					if ("${how}" === "digits" && /\\d/.test(event.key)) { typed += event.key; put(Number(typed)); if (typed.length >= part.ariaValueMax.length) part.nextElementSibling?.focus() } } }</script>`);
		expect(await act({ name: "setValue", id: await id("month"), text: "1984-03-05", submit: false })).toMatchObject({
			success: true,
			actualState: { value: "1984-03-05" },
		});
		expect(await page.locator("[role=group]").textContent()).toBe("5/3/1984");
		expect(await act({ name: "setValue", id: await id("day"), text: "27", submit: false })).toMatchObject({ success: true });
		expect(await page.locator("[role=group]").textContent()).toBe("27/3/1984");
	});

	/** A calendar of 42 unnamed cells. `head` draws the month and the ways to others. */
	const calendar = (
		language: string,
		opener: string,
	) => `<style>#days { display: grid; grid-template-columns: repeat(7, 30px) } .turn { cursor: pointer }</style>
		<form onsubmit="document.title = 'sent'"><label>When <input id="field" readonly></label><button type="button" id="icon" aria-label="Calendar">▦</button><button>Send</button></form><div id="box" hidden style="width: 220px"></div><script>
		document.documentElement.lang = "${language}"; const month = new Date(Date.UTC(2026, 10, 1));
		const write = (date, style) => new Intl.DateTimeFormat("${language}", { ...style, timeZone: "UTC" }).format(date);
		const draw = () => { const first = new Date(month); first.setUTCDate(1 - ((month.getUTCDay() + 6) % 7)); let days = "";
			for (let at = 0; at < 42; at += 1) { const day = new Date(first); day.setUTCDate(first.getUTCDate() + at); days += '<span data-at="' + day.getTime() + '">' + day.getUTCDate() + "</span>" }
			box.innerHTML = '<p><i class="turn" data-by="-12">«</i> <i class="turn" data-by="-1">‹</i> ' + write(month, { month: "long", year: "numeric" }) + ' <i class="turn" data-by="1">›</i> <i class="turn" data-by="12">»</i></p><div id="days">' + days + "</div>" };
		${opener}.onclick = () => { box.hidden = false; draw() };
		box.onclick = ({ target: { dataset } }) => { if (dataset.by) { month.setUTCMonth(month.getUTCMonth() + Number(dataset.by)); draw() }
			if (dataset.at) { field.value = write(new Date(Number(dataset.at)), { day: "numeric", month: "short", year: "numeric" }); box.hidden = true } }</script>`;
	eachOf<[language: string, opener: string, shown: readonly string[]]>([
		["en", "field", ["Mar 31, 2027", "Jan 1, 2026", "Dec 31, 2025"]],
		["fr", "icon", ["31 mars 2027", "1 janv. 2026", "31 déc. 2025"]],
	])("a field that is only chosen in a calendar takes a day (%s, opened by its %s)", async (language, opener, shown) => {
		const { page, id, act } = await stage.open(calendar(language, opener));
		for (const [index, day] of ["2027-03-31", "2026-01-01", "2025-12-31"].entries()) {
			expect(await act({ name: "setValue", id: await id("When"), text: day, submit: false })).toMatchObject({
				success: true,
				actualState: { value: day },
			});
			expect(await page.inputValue("#field")).toBe(shown[index]);
		}
		expect(await page.title()).toBe("Stage");
	});

	test("a button that opens a calendar of named days gets a day by select, and a day that is off is refused", async () => {
		const { page, id, act } =
			await stage.open(`<button id="field" aria-haspopup="dialog" aria-label="Arrival">Pick</button><div id="box" hidden style="position: absolute"><p>November 2026</p></div><script>
			for (let day = 1; day <= 30; day += 1) { const cell = document.createElement("button"); cell.textContent = day; cell.setAttribute("aria-label", "November " + day + ", 2026"); cell.disabled = day > 20;
				cell.onclick = () => { field.textContent = cell.ariaLabel; box.hidden = true }; box.append(cell) }
			field.onclick = () => { box.hidden = !box.hidden }</script>`);
		const select = async (day: string) => act({ name: "select", id: await id("Arrival"), options: [day] });
		expect(await select("2026-11-05")).toMatchObject({ success: true, actualState: { value: "2026-11-05" } });
		expect(await page.locator("#field").textContent()).toBe("November 5, 2026");
		expect(await select("2026-11-21")).toMatchObject({ success: false, code: "DISABLED" });
	});

	test("a calendar without ways to other months presses nothing around it", async () => {
		const press = `onclick="document.title += this.textContent"`;
		const { page, id, act } = await stage.open(`<form onsubmit="document.title += 'sent'; return false">
			<p>Nothing was booked in November 2026 <i style="cursor: pointer" ${press}>Erase</i></p><div style="height: 200px"></div>
			<button>Send</button> <a href="/away" onclick="document.title += 'left'; return false">Away</a>
			<label>When <input id="field" readonly></label><div id="box" hidden style="width: 220px"></div></form><script>
			field.onclick = () => { box.hidden = false; for (let day = 1; day <= 30; day += 1) box.insertAdjacentHTML("beforeend", "<span style='display:inline-block;width:30px'>" + day + "</span>") }</script>`);
		expect(await act({ name: "setValue", id: await id("When"), text: "2027-03-05", submit: false })).toMatchObject({
			success: false,
			code: "NOT_TAKEN",
		});
		expect(await page.title()).toBe("Stage");
	});

	test("a field without a calendar, and a text that is no day, are refused with what a person does", async () => {
		const { id, act } = await stage.open(`<label>Total <input readonly value="5"></label>`);
		const set = async (text: string) => act({ name: "setValue", id: await id("Total"), text, submit: false });
		const refusal = { success: false, code: "READ_ONLY", message: expect.stringContaining("a person clicks it and chooses") };
		expect([await set("2026-03-05"), await set("7")]).toEqual([
			expect.objectContaining(refusal),
			expect.objectContaining({ ...refusal, isInert: true }),
		]);
	});
});

describe("drags", () => {
	test("a list whose entries become draggable on the press, or follow the pointer, is sorted", async () => {
		const { page, id, act } =
			await stage.open(`<style>li { cursor: grab; width: 200px }</style><ul id="list"><li>Alpha<li>Beta<li>Gamma</ul><div id="knob" role="button" tabindex="0" style="width: 60px; touch-action: none">Knob</div>
			<a href="#x" id="link" onpointerdown="event.preventDefault()" onmousedown="event.preventDefault()" ondragstart="document.title = 'dragged'">Link</a><script>let dragged;
			for (const entry of list.children) { entry.onpointerdown = () => { entry.draggable = true }; entry.ondragstart = () => { dragged = entry };
				entry.ondragover = (event) => { event.preventDefault(); if (entry !== dragged) entry.after(dragged) } }
			let held = 0; knob.onpointerdown = () => { held = performance.now() }; knob.onpointermove = () => { if (held > 0) knob.textContent = performance.now() - held > 250 ? "moved" : "too early"; }</script>`);
		expect(await act({ name: "drag", id: await id("Alpha"), to: { kind: "element", id: await id("Gamma") } })).toMatchObject({
			success: true,
		});
		expect(await page.locator("li").allTextContents()).toEqual(["Beta", "Gamma", "Alpha"]);
		await act({ name: "drag", id: await id("Knob"), to: { kind: "offset", dx: 50, dy: 0 } });
		expect(await page.locator("#knob").textContent()).toBe("moved");
		await act({ name: "drag", id: await id("Link"), to: { kind: "offset", dx: 50, dy: 0 } });
		expect(await page.title()).toBe("Stage");
	});
});
