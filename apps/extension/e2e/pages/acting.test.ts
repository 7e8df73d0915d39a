import type { PageReadReply } from "@webhand/page/execute/page-action";
import { expect, test } from "vitest";
import { useStage } from "./content-script.ts";
import { hitPointTests } from "./hit-points.ts";
import { keyTests } from "./keys.ts";
import { lastLookTests } from "./last-look.ts";
import { refusedTests } from "./refused.ts";
import { rowTests } from "./rows.ts";

// One browser; each test is a tab.
const stage = useStage();

keyTests(stage);
hitPointTests(stage);
refusedTests(stage);
lastLookTests(stage, 1);
rowTests(stage, 1);

test("a text is typed so that a framework which watches the value hears of it", async () => {
	// As React does: a value property on the element records every write, and an input handler writes the state back.
	const { page, id, act } = await stage.open(`<label>Name <input id="name"></label><p id="state"></p><script>
		const input = document.querySelector("#name"); const proto = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
		let known = ""; Object.defineProperty(input, "value", { get() { return proto.get.call(this) }, set(v) { known = v; proto.set.call(this, v) } });
		input.addEventListener("input", () => { if (proto.get.call(input) !== known) { known = proto.get.call(input); state.textContent = "state: " + known } });
	</script>`);
	const result = await act({ name: "setValue", id: await id("Name"), text: "Ada", submit: false });
	expect(result).toMatchObject({ success: true, actualState: { value: "Ada" } });
	expect(await page.locator("#state").textContent()).toBe("state: Ada");
});

test("the target is outlined for a moment by the overlay, which blocks nothing", async () => {
	const { page, id, act, ask, read } = await stage.open(`<style>#low { position: fixed; right: 20px; bottom: 16px }</style>
		<button id="low" onclick="this.textContent = 'Pressed'">Press me</button><script>
		const seen = []; new MutationObserver((records) => seen.push(...records.flatMap(({ addedNodes }) => [...addedNodes]).map((node) => node.nodeName + " " + node.childNodes.length)))
			.observe(document.documentElement, { childList: true, subtree: true, attributes: true })</script>`);
	await ask({ type: "page_overlay", state: "working", status: "Webhand is working", button: "Stop" });
	// Animations are frozen, so the outline can be inspected.
	const devtools = await page.context().newCDPSession(page);
	await devtools.send("Animation.enable");
	await devtools.send("Animation.setPlaybackRate", { playbackRate: 0 });
	const lines = async () =>
		JSON.stringify(await devtools.send("DOM.getDocument", { depth: -1, pierce: true })).split('"target","style"').length - 1;
	// The badge covers the button and hides while it is pressed.
	expect(await act({ name: "click", id: await id("Press me") })).toMatchObject({ success: true });
	expect(await page.locator("#low").textContent()).toBe("Pressed");
	expect(await lines()).toBe(1);
	expect(await page.evaluate("seen.filter((what) => what.startsWith('DIV')).length")).toBe(1);
	expect((await read()).text).not.toContain("Webhand");
	await devtools.send("Animation.setPlaybackRate", { playbackRate: 1 });
	await expect.poll(lines).toBe(0);
});

test("a page that removes the overlay is counted", async () => {
	const { page, ask } = await stage.open("<p>Text</p>");
	const show = () => ask({ type: "page_overlay", state: "working", status: "Webhand is working", button: "Stop" });
	expect([await show(), await show()]).toEqual([{ removals: 0 }, { removals: 0 }]);
	await page.evaluate(() => document.querySelector("[popover]")?.remove());
	expect(await show()).toEqual({ removals: 1 });
});

test("a document with more controls than a block continues in the next block, and starts over when asked", async () => {
	const { page, act, ask, read } = await stage.open(`<a href="#1">1</a> <a href="#2">2</a> <a href="#3">3</a>
		<button onclick="this.textContent = 'Pressed'">Last</button>`);
	const before = await read();
	// The highest id ends a block, too.
	const readFrom = async (firstId: number, isReset?: true) =>
		(await ask({ type: "page_read", firstId, ...(isReset && { isReset }) })) as PageReadReply;
	const reset = await readFrom(2_147_483_646, true);
	expect(reset).toMatchObject({ blocks: [2_147_483_646], missingIds: 2 });
	expect(reset.docEpoch).not.toBe(before.docEpoch);
	expect(await act({ name: "click", id: 4 })).toMatchObject({ code: "STALE_ELEMENT" });
	const more = await readFrom(30_001);
	expect(more).toMatchObject({ docEpoch: reset.docEpoch, blocks: [2_147_483_646, 30_001], missingIds: 0 });
	const action = { name: "click", id: 30_002 };
	expect(await ask({ type: "page_act", actionId: "more", action, docEpoch: more.docEpoch })).toMatchObject({ success: true });
	expect(await page.locator("button").textContent()).toBe("Pressed");
});

test("an embedded document gets its token as a frame does, so that its text finds its place", async () => {
	const inner = "In<script>addEventListener('message', ({ data }) => parent.postMessage(Object.values(data)[0], '*'))</script>";
	const { page, read } = await stage.open(`<script>const words = []; addEventListener("message", ({ data }) => words.push(data))</script>
		<object type="text/html" data="data:text/html,${encodeURIComponent(inner)}" width="300" height="90"></object>`);
	await expect.poll(async () => (await read()).frames.length).toBe(1);
	const [frame] = (await read()).frames;
	await expect.poll(() => page.evaluate("words")).toContain(frame?.token);
});

test("fields take a value in their own form, and say which it is when it is another", async () => {
	const { id, act } =
		await stage.open(`<label>Day <input type="date"></label><label>Hour <input type="time"></label><label>Week <input type="week"></label>
		<label>Colour <input type="color"></label><label>Count <input type="number"></label><label>Size <input type="range" min="0" max="10"></label>
		<label>Story <textarea maxlength="5"></textarea></label>`);
	const set = async (name: string, text: string) => act({ name: "setValue", id: await id(name), text, submit: false });
	expect(await set("Day", "2026-03-14")).toMatchObject({ success: true, actualState: { value: "2026-03-14" } });
	expect(await set("Day", "14.3.2026")).toMatchObject({
		success: false,
		isInert: true,
		code: "BAD_VALUE",
		message: expect.stringContaining("2026-12-31"),
	});
	expect(await set("Hour", "18:30")).toMatchObject({ success: true, actualState: { value: "18:30" } });
	expect(await set("Week", "2026-W11")).toMatchObject({ success: true, actualState: { value: "2026-W11" } });
	expect(await set("Colour", "#1A2B3C")).toMatchObject({ success: true, actualState: { value: "#1a2b3c" } });
	expect(await set("Count", "many")).toMatchObject({ success: false, code: "BAD_VALUE" });
	expect(await set("Size", "7")).toMatchObject({ success: true, actualState: { value: "7" } });
	expect(await set("Story", "short")).toMatchObject({ success: true, actualState: { value: "short" } });
});

test("boxes and choices are ticked once, also where only their label shows", async () => {
	const { page, id, act } = await stage.open(`<style>.hidden { position: absolute; opacity: 0; width: 0; height: 0 }</style>
		<label><input type="checkbox" id="news"> Newsletter</label><label><input type="checkbox" class="hidden" id="terms"><span>Terms</span></label>
		<div role="switch" aria-checked="false" tabindex="0" aria-label="Dark" onclick="this.setAttribute('aria-checked', this.getAttribute('aria-checked') !== 'true')">o</div>`);
	const tick = async (name: string, text: string) => act({ name: "setValue", id: await id(name), text, submit: false });
	expect(await tick("Newsletter", "true")).toMatchObject({ success: true, actualState: { checked: true } });
	expect(await tick("Newsletter", "true")).toMatchObject({ success: true, actualState: { checked: true } });
	expect(await tick("Terms", "true")).toMatchObject({ success: true, actualState: { checked: true } });
	expect(await tick("Dark", "true")).toMatchObject({ success: true, actualState: { checked: true } });
	expect(await page.locator("#terms").isChecked()).toBe(true);
});

test("an option is chosen by its label or value, in a native list and in one made of divs", async () => {
	const { page, id, act } =
		await stage.open(`<label>Country <select id="country"><option value="">Choose</option><option value="AT">Austria</option><option value="FR">France</option></select></label>
		<button aria-haspopup="listbox" aria-label="Fruit" onclick="list.hidden = false">▾</button><ul id="list" role="listbox" hidden>
		<li role="option" onclick="fruit.textContent = 'Pear'">Pear</li><li role="option" onclick="fruit.textContent = 'Plum'">Plum</li></ul><p id="fruit"></p>`);
	const select = async (name: string, ...options: string[]) => act({ name: "select", id: await id(name), options });
	expect(await select("Country", "france")).toMatchObject({ success: true, actualState: { value: "France" } });
	expect(await select("Country", "AT")).toMatchObject({ success: true, actualState: { value: "Austria" } });
	expect(await select("Country", "Spain")).toMatchObject({
		success: false,
		code: "OPTION_NOT_FOUND",
		message: expect.stringContaining('"Austria"'),
	});
	expect(await select("Fruit", "Plum")).toMatchObject({ success: true });
	expect(await page.locator("#fruit").textContent()).toBe("Plum");
});

test("a click goes where a mouse would: not through a cover, not onto a disabled control", async () => {
	const { page, id, act } =
		await stage.open(`<style>#cover { position: absolute; inset: 0 0 auto 0; height: 60px; background: #fff }</style>
		<button onclick="log.textContent += 'under '">Under</button><div id="cover">Cookies?</div><p style="margin-top: 80px"><button disabled>Off</button>
		<button onclick="log.textContent += 'free '" ondblclick="log.textContent += 'double '" oncontextmenu="log.textContent += 'menu '">Free</button></p>
		<p style="margin-top: 3000px"><button onclick="log.textContent += 'far '">Far</button></p>
		<p style="margin-top: 3000px">Some <a style="display: contents" href="#x" onclick="log.textContent += 'boxless '">words</a></p>
		<p style="margin-top: 3000px"><img usemap="#map" width="100" height="60" src="data:image/gif;base64,R0lGODlhAQABAAAAACw="></p><p id="log"></p>
		<div role="button" tabindex="0" aria-label="Card" onclick="log.textContent += 'card '" style="padding: 20px; text-align: center">
		<button onclick="event.stopPropagation(); log.textContent += 'gone '">Delete</button><a href="#no">More</a></div>
		<div style="position: relative; width: 170px" onmousedown="log.textContent += 'list '"><span style="position: absolute; inset: 0"><input role="combobox" aria-label="Priority"
		style="opacity: 0; width: 100%; height: 100%"></span><span style="position: relative">High</span></div>
		<map name="map"><area coords="60,10,90,50" href="#part" alt="Part" onclick="log.textContent += 'part'"></map>`);
	const click = async (name: string, kind?: "double" | "right") =>
		act({ name: "click", id: await id(name), ...(kind === undefined ? {} : { kind }) });
	expect(await click("Under")).toMatchObject({
		success: false,
		isInert: true,
		code: "COVERED",
		message: expect.stringContaining("Cookies?"),
	});
	expect(await click("Off")).toMatchObject({ success: false, code: "DISABLED" });
	await click("Free");
	await click("Free", "double");
	await click("Free", "right");
	await click("Far");
	await click("words");
	await click("Card");
	await click("Priority");
	await click("Part");
	expect(await page.locator("#log").textContent()).toBe("free free free double menu far boxless card list part");
	expect(page.url()).toContain("#part");
});

test("an editor made of editable text takes a new text, and its lines are read back as lines", async () => {
	const { page, id, act } =
		await stage.open(`<div contenteditable="true" aria-label="Letter" id="letter">Dear all,</div><p id="log"></p><script>
		letter.addEventListener("input", (event) => { log.textContent = event.inputType })</script>`);
	expect(await act({ name: "setValue", id: await id("Letter"), text: "Dear Ada,", submit: false })).toMatchObject({
		success: true,
		actualState: { value: "Dear Ada," },
	});
	expect(await page.locator("#log").textContent()).toBe("insertText");
	expect(await act({ name: "setValue", id: await id("Letter"), text: "Dear Ada,\n\nthe tea", submit: false })).toMatchObject({
		success: true,
		actualState: { value: "Dear Ada,\nthe tea" },
	});
});

test("things are dragged by pointer and by drag events", async () => {
	const { page, id, act } = await stage.open(`<style>div { width: 80px; height: 40px; margin: 8px; background: #ccc }</style>
		<div id="knob" tabindex="0" role="button" aria-label="Knob"></div><div id="card" draggable="true" role="button" tabindex="0" aria-label="Card"></div>
		<div id="bin" role="button" tabindex="0" aria-label="Bin"></div><p id="log"></p><script>
		let from; knob.addEventListener("pointerdown", (e) => { from = e.clientX }); addEventListener("pointerup", (e) => { if (from) log.textContent += "moved " + Math.round(e.clientX - from) + " "; from = 0 });
		card.addEventListener("dragstart", (e) => e.dataTransfer.setData("text/plain", "card")); bin.addEventListener("dragover", (e) => e.preventDefault());
		bin.addEventListener("drop", (e) => { log.textContent += "dropped " + e.dataTransfer.getData("text/plain") })</script>`);
	await act({ name: "drag", id: await id("Knob"), to: { kind: "offset", dx: 120, dy: 0 } });
	await act({ name: "drag", id: await id("Card"), to: { kind: "element", id: await id("Bin") } });
	expect(await page.locator("#log").textContent()).toBe("moved 120 dropped card");
});

test("the page scrolls, and says when there is nothing more", async () => {
	const { act, id } = await stage.open(`<p style="height: 5000px">Long</p><button>Below</button>`);
	const scroll = (direction: "down" | "up" | "bottom") => act({ name: "scroll", to: { kind: "direction", direction } });
	expect(await scroll("up")).toMatchObject({ success: false, code: "SCROLL_END" });
	const down = await scroll("down");
	expect(down).toMatchObject({ success: true });
	expect(down.actualState?.["scrollY"]).toBeGreaterThan(300);
	const before = Number(down.actualState?.["scrollY"]);
	expect(await act({ name: "scroll", to: { kind: "pixels", deltaY: 600 } })).toMatchObject({ actualState: { scrollY: before + 600 } });
	const there = await act({ name: "scroll", to: { kind: "element", id: await id("Below") } });
	expect(there.actualState?.["scrollY"]).toBeGreaterThan(before + 600);
	expect(await scroll("bottom")).toMatchObject({ success: true });
	expect(await scroll("bottom")).toMatchObject({ success: true });
	expect(await scroll("down")).toMatchObject({ success: false, code: "SCROLL_END" });
});

test("a box scrolls where its control stands, in the way that was meant, and the page stays", async () => {
	const rows = (count: number, name: string) =>
		Array.from({ length: count }, (_, at) => `<p style="height: 30px"><button>${name} ${at}</button></p>`).join("");
	const box = (id: string, style: string, inside: string) =>
		`<div id="${id}" style="width: 300px; height: 120px; ${style}">${inside}</div>`;
	const { page, act, id } = await stage.open(`${box("own", "overflow-y: auto", rows(40, "Own"))}
		<div role="group" tabindex="0" aria-label="Many">${box("virtual", "overflow: auto", `<div id="all" style="height: 30000px; position: relative"></div>`)}</div>
		${box("list", "overflow-y: scroll", `<div style="width: 280px; overflow-x: auto; white-space: nowrap"><button>Wide</button><i style="display: inline-block; width: 900px">…</i></div>${rows(20, "More")}`)}
		${box("canvas", "overflow: hidden", `<div id="moved">${rows(40, "Drawn")}</div>`)}<x-box></x-box><p style="height: 4000px">Long</p><script>
		const draw = () => { all.innerHTML = ""; for (let at = Math.floor(virtual.scrollTop / 30); at < virtual.scrollTop / 30 + 5; at += 1)
			all.insertAdjacentHTML("beforeend", "<button style='position: absolute; top: " + at * 30 + "px'>Entry " + at + "</button>"); };
		virtual.onscroll = draw; draw();
		canvas.addEventListener("wheel", (event) => { event.preventDefault(); moved.style.marginTop = parseFloat(moved.style.marginTop || 0) - event.deltaY + "px" }, { passive: false });
		customElements.define("x-box", class extends HTMLElement { connectedCallback() {
			this.attachShadow({ mode: "open" }).innerHTML = "<div id=in style='height: 90px; overflow: auto'><button>Inside</button><p style='height: 900px'></p></div>" } });</script>`);
	const scroll = async (name: string, direction: "down" | "right") =>
		act({ name: "scroll", to: { kind: "direction", direction, id: await id(name) } });
	for (const [name, direction, where] of [
		["Own 0", "down", "own.scrollTop"],
		["Many", "down", "virtual.scrollTop"],
		["Wide", "down", "list.scrollTop"],
		["Wide", "right", "list.firstElementChild.scrollLeft"],
		["Drawn 0", "down", "-parseFloat(moved.style.marginTop || 0)"],
		["Inside", "down", "document.querySelector('x-box').shadowRoot.querySelector('#in').scrollTop"],
	] as const) {
		const before = Number(await page.evaluate(where));
		expect([name, await scroll(name, direction)]).toMatchObject([name, { success: true }]);
		expect([name, Number(await page.evaluate(where)) > before, await page.evaluate("scrollY")]).toEqual([name, true, 0]);
	}
	expect(await id("Entry 4")).toBeGreaterThan(0);
});

test("an action is done once per document, and never in another document", async () => {
	const { page, id, act, ask } = await stage.open(
		`<button onclick="count.textContent = Number(count.textContent) + 1">More</button><p id="count">0</p>`,
	);
	const more = { name: "click", id: await id("More") } as const;
	const first = await act(more, { actionId: "task:0" });
	expect(await act(more, { actionId: "task:0" })).toEqual(first);
	expect(await page.locator("#count").textContent()).toBe("1");
	expect(await ask({ type: "page_outcome", actionId: "task:0" })).toMatchObject({ state: "done" });
	expect(await ask({ type: "page_outcome", actionId: "task:1" })).toEqual({ state: "unknown" });
	expect(await ask({ type: "page_act", actionId: "task:2", action: more, docEpoch: "elsewher" })).toMatchObject({
		isInert: true,
		code: "STALE_ELEMENT",
	});
	expect(await page.locator("#count").textContent()).toBe("1");
});

test("a wrapper stands for its one list; a disabled list or group, and one of several lists, is left alone", async () => {
	const list = (attributes = "", option = "<option>Blue") => `<select ${attributes}><option>Red${option}</select>`;
	const box = (name: string, inside: string) => `<div role="group" tabindex="0" aria-label="${name}" onclick="1">${inside}</div>`;
	const { page, id, act } = await stage.open(
		box("One", list()) +
			box("Off", list("disabled")) +
			box("Group", list("", "<optgroup disabled><option>Blue")) +
			box("Two", list() + list()),
	);
	const choose = async (name: string) => act({ name: "select", id: await id(name), options: ["Blue"] });
	expect(await choose("One")).toMatchObject({ success: true });
	expect(await choose("Off")).toMatchObject({ success: false, code: "DISABLED" });
	expect(await choose("Group")).toMatchObject({ success: false, code: "OPTION_NOT_FOUND" });
	expect(await choose("Two")).toMatchObject({ success: false, code: "OPTION_NOT_FOUND" });
	const values = await page.locator("select").evaluateAll((lists) => lists.map((each) => (each as HTMLSelectElement).value));
	expect(values).toEqual(["Blue", "Red", "Red", "Red", "Red"]);
});

test("a control without a box is clicked by its label, not through its neighbour, nor on a link in the label", async () => {
	const hidden = 'style="position: absolute; width: 0; height: 0; opacity: 0; appearance: none; border: 0; margin: 0; padding: 0"';
	const { page, id, act } = await stage.open(`<p><label><input type="checkbox" id="news" ${hidden}><span>News</span></label></p>
		<p><label><input type="checkbox" id="terms" aria-label="Terms" ${hidden}><a href="#t" style="display: block">All terms</a></label></p>
		<p><button id="gone">Gone</button><button onclick="document.title = 'wrong'" style="width: 300px">Beside</button></p>`);
	const gone = await id("Gone");
	await page.evaluate("gone.style.display = 'none'");
	expect(await act({ name: "click", id: await id("News") })).toMatchObject({ success: true });
	expect(await act({ name: "click", id: await id("Terms") })).toMatchObject({ success: false, code: "COVERED" });
	expect(await act({ name: "click", id: gone })).toMatchObject({ success: false });
	expect(await page.locator("input").evaluateAll((boxes) => boxes.map((box) => (box as HTMLInputElement).checked))).toEqual([true, false]);
	expect(await page.title()).toBe("Stage");
});

test("a given point lies in its element, and on no control inside it", async () => {
	const { page, id, act } = await stage.open(`<div role="button" tabindex="0" aria-label="Row" onclick="document.title += ' row'"
		style="position: relative; width: 100px; height: 20px"><button style="position: absolute; left: 60px" onclick="document.title += ' pay'">Pay</button></div>`);
	const clickAt = async (x: number, y: number) => (await act({ name: "click", id: await id("Row"), at: { x, y } })).code;
	expect(await clickAt(30, 10)).toBeUndefined();
	expect([await clickAt(30, 41), await clickAt(-1, 10), await clickAt(101, 10)]).toEqual(["BAD_VALUE", "BAD_VALUE", "BAD_VALUE"]);
	expect(await clickAt(70, 10)).toBe("COVERED");
	expect(await page.title()).toBe("Stage row");
});

test("a control that shows when its row is pointed at is pointed at first, and a hidden submit button takes Enter", async () => {
	const { page, read, id, act } = await stage.open(`<style>.acts { opacity: 0 } li.on .acts { opacity: 1 }</style>
		<ul><li onmouseover="this.className = 'on'; log.textContent += 'over '">Tea <span class="acts"><button onclick="log.textContent += 'edit '">Edit</button></span></ul>
		<form onsubmit="event.preventDefault(); log.textContent += 'sent'"><label>Search <input></label>
		<button style="position: absolute; width: 1px; height: 1px; margin: -1px; overflow: hidden; clip: rect(0, 0, 0, 0)">Go</button></form><p id="log"></p>`);
	expect((await read()).text).toMatch(/<button \d+ "Edit" on-hover>[\s\S]*<button \d+ "Go" on-focus submit>/);
	expect(await act({ name: "click", id: await id("Edit") })).toMatchObject({ success: true });
	expect(await act({ name: "click", id: await id("Go") })).toMatchObject({ success: true });
	expect(await page.locator("#log").textContent()).toBe("over edit sent");
});

test("a control that a style sheet shows under the pointer is brought up first, and one that nobody can bring up is left alone", async () => {
	const { page, read, id, act } =
		await stage.open(`<style>.tools { display: none } li:hover .tools { display: inline } .more { visibility: hidden }
		li:hover .more { visibility: visible }</style><ul><li onmouseover="log.textContent += 'over '">Tea <span class="tools"><button
		onclick="log.textContent += 'edit '">Edit</button></span><button class="more" onclick="log.textContent += 'more '">More</button></ul>
		<a href="#log" style="position: absolute; left: -9999px">Skip</a><button id="shut" onclick="log.textContent += 'shut '">Shut</button><p id="log"></p>`);
	expect((await read()).text).toMatch(/<button \d+ "Edit" on-hover>[\s\S]*<button \d+ "More" on-hover>[\s\S]*<a \d+ "Skip" on-focus>/);
	const shut = await id("Shut");
	await page.evaluate("shut.style.display = 'none'");
	expect(await act({ name: "click", id: await id("Edit") })).toMatchObject({ success: true });
	expect(await act({ name: "click", id: await id("More") })).toMatchObject({ success: true });
	expect(await act({ name: "hover", id: await id("More") })).toMatchObject({ success: true });
	expect(await act({ name: "click", id: await id("Skip") })).toMatchObject({ success: true });
	expect(await act({ name: "click", id: shut })).toMatchObject({ success: false });
	expect(await page.locator("#log").textContent()).toBe("over over edit over over more over ");
	expect(await page.evaluate("location.hash")).toBe("#log");
});

test("a page that tells of its windows for ever is heard again after each reading", async () => {
	const { page, read, worker } = await stage.open("<p>Text</p>");
	await worker.evaluate(() => {
		Object.assign(globalThis, { heard: 0 });
		chrome.runtime.onMessage.addListener(({ type }) => {
			if (type === "gesture_needed") Object.assign(globalThis, { heard: Reflect.get(globalThis, "heard") + 1 });
		});
	});
	const heard = () => worker.evaluate(() => Reflect.get(globalThis, "heard"));
	const tell = () =>
		page.evaluate(() => {
			for (let time = 0; time < 25; time += 1) document.dispatchEvent(new CustomEvent("webhand-gesture", { detail: "clipboard" }));
		});
	await tell();
	await expect.poll(heard).toBe(20);
	await read();
	await tell();
	await expect.poll(heard).toBe(40);
});
