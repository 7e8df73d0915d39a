import { expect, test } from "vitest";
import { useStage } from "./content-script.ts";

const stage = useStage();

test("a text is typed so that a framework which watches the value hears of it", async () => {
	// As React does it: a property of the element's own that believes what passed through it, and an input handler that writes the state back.
	const { page, id, act } = await stage.open(`<label>Name <input id="name"></label><p id="state"></p><script>
		const input = document.querySelector("#name"); const proto = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, "value");
		let known = ""; Object.defineProperty(input, "value", { get() { return proto.get.call(this) }, set(v) { known = v; proto.set.call(this, v) } });
		input.addEventListener("input", () => { if (proto.get.call(input) !== known) { known = proto.get.call(input); state.textContent = "state: " + known } });
	</script>`);
	const result = await act({ name: "setValue", id: await id("Name"), text: "Ada", submit: false });
	expect(result).toMatchObject({ success: true, actualState: { value: "Ada" } });
	expect(await page.locator("#state").textContent()).toBe("state: Ada");
});

test("the element that is acted on is outlined for a moment, in our mark alone, which stands in nobody's way", async () => {
	const { page, id, act, ask, look } = await stage.open(`<style>#low { position: fixed; right: 20px; bottom: 16px }</style>
		<button id="low" onclick="this.textContent = 'Pressed'">Press me</button><script>
		const seen = []; new MutationObserver((records) => seen.push(...records.flatMap(({ addedNodes }) => [...addedNodes]).map((node) => node.nodeName + " " + node.childNodes.length)))
			.observe(document.documentElement, { childList: true, subtree: true, attributes: true })</script>`);
	await ask({ type: "page_mark", mood: "working" });
	// Time stands still for animations, so that the moment can be looked at.
	const devtools = await page.context().newCDPSession(page);
	await devtools.send("Animation.enable");
	await devtools.send("Animation.setPlaybackRate", { playbackRate: 0 });
	const lines = async () =>
		JSON.stringify(await devtools.send("DOM.getDocument", { depth: -1, pierce: true })).split('"target","style"').length - 1;
	// The badge covers the button, and is out of the way while it is pressed.
	expect(await act({ name: "click", id: await id("Press me") })).toMatchObject({ success: true });
	expect(await page.locator("#low").textContent()).toBe("Pressed");
	expect(await lines()).toBe(1);
	expect(await page.evaluate("seen.filter((what) => what.startsWith('DIV')).length")).toBe(1);
	expect((await look()).text).not.toContain("Webhand");
	await devtools.send("Animation.setPlaybackRate", { playbackRate: 1 });
	await expect.poll(lines).toBe(0);
});

test("a page that takes the mark away is counted", async () => {
	const { page, ask } = await stage.open("<p>Text</p>");
	const show = () => ask({ type: "page_mark", mood: "working" });
	expect([await show(), await show()]).toEqual([{ removals: 0 }, { removals: 0 }]);
	await page.evaluate(() => document.querySelector("[popover]")?.remove());
	expect(await show()).toEqual({ removals: 1 });
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
	expect(await set("Story", "too long")).toMatchObject({ success: true, actualState: { value: "too l" } });
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

test("a click goes where a mouse would: not through what covers, not onto what is disabled", async () => {
	const { page, id, act } =
		await stage.open(`<style>#cover { position: absolute; inset: 0 0 auto 0; height: 60px; background: #fff }</style>
		<button onclick="log.textContent += 'under '">Under</button><div id="cover">Cookies?</div><p style="margin-top: 80px"><button disabled>Off</button>
		<button onclick="log.textContent += 'free '" ondblclick="log.textContent += 'double '" oncontextmenu="log.textContent += 'menu '">Free</button></p>
		<p style="margin-top: 3000px"><button onclick="log.textContent += 'far '">Far</button></p><p id="log"></p>`);
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
	expect(await page.locator("#log").textContent()).toBe("free free free double menu far ");
});

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
		await stage.open(`<label>First <input value="abc"></label><label>Second <input></label><dialog id="box"><button>In the dialog</button></dialog>
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
	await press("Escape");
	expect(await page.locator("#box").evaluate((box: HTMLDialogElement) => box.open)).toBe(false);
	expect(await press("Hyper+Q")).toMatchObject({ success: false, code: "BAD_VALUE" });
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

test("real input is taken away from what the page moves under the pointer after the last look", async () => {
	const { page, look, id, ask } =
		await stage.open(`<style>button { position: absolute; left: 20px; top: 20px; width: 120px; height: 40px }</style>
		<button id="pay" style="left: 300px" onclick="document.title = 'paid'">Pay</button>
		<button id="search" onclick="document.title = 'searched'" onpointermove="if (moves) pay.style.left = '20px', pay.style.zIndex = 1">Search</button>
		<script>var moves = true</script>`);
	const { docEpoch } = await look();
	const clicked = async (actionId: string) => {
		const action = { name: "click", id: await id("Search") };
		expect(await ask({ type: "page_begin", actionId, action, docEpoch })).toMatchObject({ ready: true, from: { x: 80, y: 40 } });
		await page.mouse.move(80, 40);
		await page.mouse.down();
		await page.mouse.up();
		return [await ask({ type: "page_end", actionId }), await page.title()];
	};
	expect(await clicked("real:1")).toMatchObject([{ success: false, code: "COVERED", message: expect.stringContaining("Pay") }, "Stage"]);
	await page.evaluate("moves = false; pay.style.left = '300px'");
	expect(await clicked("real:2")).toMatchObject([{ success: true }, "searched"]);
});

test("real input that nobody ended is over with the next look: the person's keys arrive, and the mark is back", async () => {
	const { page, look, id, ask } = await stage.open(`<input aria-label="Search"><input id="other" aria-label="Other">`);
	const { docEpoch } = await look();
	await ask({ type: "page_mark", mood: "working" });
	const action = { name: "press", id: await id("Search"), keys: "a" };
	expect(await ask({ type: "page_begin", actionId: "real:1", action, docEpoch })).toMatchObject({ ready: true });
	await page.focus("#other");
	await page.keyboard.press("b");
	expect(await page.inputValue("#other")).toBe("");
	await look();
	await page.keyboard.press("c");
	expect(await page.inputValue("#other")).toBe("c");
	const { width = 0, height = 0 } = page.viewportSize() ?? {};
	const isMarkBack = ([x, y]: readonly number[]) => document.elementFromPoint(x ?? 0, y ?? 0)?.getAttribute("role") === "status";
	expect(await page.evaluate(isMarkBack, [width - 30, height - 30])).toBe(true);
});

test("an editor made of editable text takes a new text", async () => {
	const { page, id, act } =
		await stage.open(`<div contenteditable="true" aria-label="Letter" id="letter">Dear all,</div><p id="log"></p><script>
		letter.addEventListener("input", (event) => { log.textContent = event.inputType })</script>`);
	expect(await act({ name: "setValue", id: await id("Letter"), text: "Dear Ada,", submit: false })).toMatchObject({
		success: true,
		actualState: { value: "Dear Ada," },
	});
	expect(await page.locator("#log").textContent()).toBe("insertText");
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

test("a page that the browser shows larger is hit where it shows", async () => {
	const { page, id, act, zoom } =
		await stage.open(`<canvas id="board" role="img" tabindex="0" aria-label="Board" width="300" height="200"></canvas><p id="log"></p>
		<script>board.onclick = (event) => { log.textContent = event.offsetX + "," + event.offsetY }</script>`);
	await zoom(1.5);
	expect(await act({ name: "click", id: await id("Board"), at: { x: 30, y: 40 } })).toMatchObject({ success: true });
	await zoom(1);
	expect(await page.locator("#log").textContent()).toBe("30,40");
});

test("a place in a frame is where a mouse hits it, however the frame is scaled; in one that is turned or mirrored there is none", async () => {
	const inner = `<body style='margin:0'><i style='position:absolute;left:30px;top:40px;width:6px;height:6px' onclick='parent.log.textContent += "hit "'></i>`;
	const { page, ask, look } =
		await stage.open(`<style>#around { width: 240px; transform-origin: 0 0 }</style><div id="around"><iframe srcdoc="${inner.replaceAll('"', "&quot;")}"
		style="width:200px;height:150px;border:5px solid;padding:7px"></iframe></div><p id="log"></p>`);
	const placeIn = async (style: string) => {
		await page.evaluate((text) => document.getElementById("around")?.setAttribute("style", text), style);
		const [frame] = (await look()).frames;
		return (await ask({ type: "page_frame", token: frame?.token, from: { x: 33, y: 43 }, to: null })) as {
			readonly from: { readonly x: number; readonly y: number };
		};
	};
	const seen = ["", "scale: 0.8 1.2", "zoom: 1.5", "transform: translateX(20px) scale(1.2)", "rotate: 0deg"];
	for (const style of seen) {
		const place = await placeIn(style);
		expect(place, style).toMatchObject({ ready: true });
		await page.mouse.click(place.from.x, place.from.y);
	}
	expect(await page.locator("#log").textContent()).toBe("hit ".repeat(seen.length));
	for (const style of [
		"rotate: 20deg",
		"transform: scaleX(-1)",
		"scale: 1 -1",
		"offset-path: path('M0 0 L100 100')",
		"transform: skewX(9deg)",
	])
		expect(await placeIn(style), style).toMatchObject({ success: false, code: "TRUSTED_INPUT_NEEDED" });
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
	await scroll("bottom");
	expect(await scroll("down")).toMatchObject({ success: false, code: "SCROLL_END" });
});

test("an action that was done is never done again in the same document, and another document's never at all", async () => {
	const { page, id, act, ask } = await stage.open(
		`<button onclick="count.textContent = Number(count.textContent) + 1">More</button><p id="count">0</p>`,
	);
	const more = { name: "click", id: await id("More") } as const;
	const first = await act(more, { actionId: "task:0" });
	expect(await act(more, { actionId: "task:0" })).toEqual(first);
	expect(await page.locator("#count").textContent()).toBe("1");
	expect(await ask({ type: "page_acted", actionId: "task:0" })).toMatchObject({ state: "done" });
	expect(await ask({ type: "page_acted", actionId: "task:1" })).toEqual({ state: "unknown" });
	expect(await ask({ type: "page_act", actionId: "task:2", action: more, docEpoch: "elsewher" })).toMatchObject({
		isInert: true,
		code: "STALE_ELEMENT",
	});
	expect(await page.locator("#count").textContent()).toBe("1");
});
