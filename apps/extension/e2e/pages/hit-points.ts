import { expect, test } from "vitest";
import type { Stages } from "./content-script.ts";

/** Where trusted input goes, and where a mouse would hit. */
export function hitPointTests(stage: Stages): void {
	test("trusted input does not reach an element that the page moves under the pointer after the last check", async () => {
		const { page, read, id, ask } =
			await stage.open(`<style>button { position: absolute; left: 20px; top: 20px; width: 120px; height: 40px }</style>
			<button id="pay" style="left: 300px" onclick="document.title = 'paid'">Pay</button>
			<button id="search" onclick="document.title = 'searched'" onpointermove="if (moves) pay.style.left = '20px', pay.style.zIndex = 1">Search</button>
			<script>var moves = true</script>`);
		const { docEpoch } = await read();
		const clicked = async (actionId: string) => {
			const action = { name: "click", id: await id("Search") };
			expect(await ask({ type: "page_input_begin", actionId, action, docEpoch })).toMatchObject({ ready: true, from: { x: 80, y: 40 } });
			await page.mouse.move(80, 40);
			await page.mouse.down();
			await page.mouse.up();
			return [await ask({ type: "page_input_end", actionId }), await page.title()];
		};
		expect(await clicked("real:1")).toMatchObject([{ success: false, code: "COVERED", message: expect.stringContaining("Pay") }, "Stage"]);
		await page.evaluate("moves = false; pay.style.left = '300px'");
		expect(await clicked("real:2")).toMatchObject([{ success: true }, "searched"]);
	});

	test("trusted typing reaches no other field that the page moves the focus to", async () => {
		const { page, read, id, ask } =
			await stage.open(`<input aria-label="Search" id="search"><input aria-label="Reply" id="reply" value="Dear Ada,">
			<script>search.onmouseup = () => { if (moves) reply.focus() }; var moves = true</script>`);
		const { docEpoch } = await read();
		const typed = async (actionId: string) => {
			const action = { name: "setValue", id: await id("Search"), text: "tea", submit: false };
			const { from } = (await ask({ type: "page_input_begin", actionId, action, docEpoch })) as {
				readonly from: { readonly x: number; readonly y: number };
			};
			await page.mouse.click(from.x, from.y);
			await page.keyboard.press("Control+A");
			await page.keyboard.insertText("tea");
			return ask({ type: "page_input_end", actionId });
		};
		expect(await typed("real:1")).toMatchObject({ success: false, code: "NOT_TAKEN" });
		expect(await page.inputValue("#reply")).toBe("Dear Ada,");
		await page.evaluate("moves = false");
		expect(await typed("real:2")).toMatchObject({ success: true, actualState: { value: "tea" } });
	});

	test("trusted input without an end is over with the next reading: the user's keys arrive, and the badge is back", async () => {
		const { page, read, id, ask } = await stage.open(`<input aria-label="Search"><input id="other" aria-label="Other">`);
		const { docEpoch } = await read();
		await ask({ type: "page_overlay", state: "working", status: "Webhand is working", button: "Stop" });
		const action = { name: "press", id: await id("Search"), keys: "a" };
		expect(await ask({ type: "page_input_begin", actionId: "real:1", action, docEpoch })).toMatchObject({ ready: true });
		await page.focus("#other");
		await page.keyboard.press("b");
		expect(await page.inputValue("#other")).toBe("");
		await read();
		await page.keyboard.press("c");
		expect(await page.inputValue("#other")).toBe("c");
		const { width = 0, height = 0 } = page.viewportSize() ?? {};
		const isMarkBack = ([x, y]: readonly number[]) => document.elementFromPoint(x ?? 0, y ?? 0)?.getAttribute("role") === "status";
		expect(await page.evaluate(isMarkBack, [width - 30, height - 30])).toBe(true);
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

	test("a point in a scaled frame is where a mouse hits it; a rotated or mirrored frame has none", async () => {
		const inner = `<body style='margin:0'><i style='position:absolute;left:30px;top:40px;width:6px;height:6px' onclick='parent.log.textContent += "hit "'></i>`;
		const { page, ask, read } =
			await stage.open(`<style>#around { width: 240px; transform-origin: 0 0 }</style><div id="around"><iframe srcdoc="${inner.replaceAll('"', "&quot;")}"
			style="width:200px;height:150px;border:5px solid;padding:7px"></iframe></div><p id="log"></p>`);
		const placeIn = async (style: string) => {
			await page.evaluate((text) => document.getElementById("around")?.setAttribute("style", text), style);
			const [frame] = (await read()).frames;
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

	test("a box is not clicked on the one control that covers it, unless that is its own; shadow roots count", async () => {
		const box = (inside: string) => `<div role="button" tabindex="0" aria-label="Row" style="width: 300px; height: 40px">${inside}</div>`;
		const whole = `style="display: block; width: 100%; height: 100%"`;
		const { page, read, act } =
			await stage.open(`${box(`<button ${whole}>Pay now</button>`)}${box(`<i role="switch" tabindex="0" ${whole}>Erase</i>`)}
			${box("<x-two></x-two>")}${box(`<a href="#all" ${whole}>All</a>`)}${box(`<button aria-label="Row" ${whole}>▸</button>`)}
			<x-one role="button" tabindex="0" aria-label="Save" style="display: block; width: 300px; height: 40px"></x-one>
			<script>
			const define = (name, inside) => customElements.define(name, class extends HTMLElement {
				constructor() { super(); this.attachShadow({ mode: "open" }).innerHTML = inside } });
			define("x-two", '<a href="#gone" style="display: block; height: 40px">Delete</a><a href="#more">More</a>');
			define("x-one", '<button style="width: 100%; height: 100%">✓</button>');
			addEventListener("click", (event) => { event.preventDefault(); document.title += " " + event.composedPath()[0].localName }, true)</script>`);
		const outer = [...(await read()).text.matchAll(/^ <button (\d+)/gm)].map((found) => Number(found[1]));
		const codes = [];
		for (const id of outer) codes.push((await act({ name: "click", id })).code);
		expect(codes).toEqual(["COVERED", "COVERED", "COVERED", undefined, undefined, undefined]);
		expect(await page.title()).toBe("Stage a button button");
	});
}
