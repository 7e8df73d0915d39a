import { describe, expect, test } from "vitest";
import { fingerprint } from "../src/parse/fingerprint.ts";
import { parsePage } from "../src/parse/parse.ts";
import { useBrowser } from "../test/browser/browser.ts";

const browser = useBrowser();

describe("a page that fights", () => {
	test("with patched prototypes and throwing getters is read", async () => {
		const { call } = await browser.open(`<script>
			for (const key of ["getAttribute", "checkVisibility", "getBoundingClientRect", "matches", "querySelectorAll"]) Element.prototype[key] = () => { throw new Error("patched") };
			Object.defineProperty(Node.prototype, "firstChild", { get() { throw new Error("patched") } });
			window.getComputedStyle = () => { throw new Error("patched") };
		</script><button>Still here</button><script>Object.defineProperty(document.querySelector("button") ?? {}, "shadowRoot", { get() { throw new Error("no") } })</script>`);
		expect((await call("readPage")).text).toContain("<button 1>Still here");
	});

	test("with the language itself patched, and closed roots, is read and located", async () => {
		const { call, evaluate } = await browser.open(`<x-c></x-c><button>Light</button><script>
			for (const [where, key] of [[Element.prototype, "attachShadow"], [JSON, "stringify"], [JSON, "parse"], [Array.prototype, Symbol.iterator], [Array.prototype, "push"], [Map.prototype, "get"], [WeakMap.prototype, "get"], [String.prototype, "replace"]])
				where[key] = () => { throw new Error("patched") };
			for (const key of ["kind", "id", "zone", "name", "get"])
				Object.defineProperty(Object.prototype, key, { get() { throw new Error("patched") }, set() { throw new Error("patched") }, configurable: true });
		</script>`);
		await evaluate(
			'{ const root = document.querySelector("x-c").attachShadow({ mode: "closed" }); root.innerHTML = "<button>Inside</button>"; closedRoots.set(document.querySelector("x-c"), root); }',
		);
		expect((await call("readPage")).text).toContain("<button 1>Inside</> <button 2>Light");
		expect(await call("locate", { id: 1, docEpoch: "testpage" })).toMatchObject({ ok: true });
		expect(await call("find", "inside")).toMatchObject({ ok: true, total: 1 });
	});

	test("that reuses the nodes of a list for other rows is read as it is now", async () => {
		const { call, page } = await browser.open(`<ul><li><button>Row 1</button><li><button>Row 2</button></ul><script>
			new MutationObserver(() => document.querySelector("i")?.remove()).observe(document, { subtree: true, childList: true });
		</script>`);
		await call("readPage");
		const before = await call("locate", { id: 2, docEpoch: "testpage" });
		await page.evaluate(() => {
			document.body.append(document.createElement("i"));
			for (const [index, button] of document.querySelectorAll("button").entries()) button.textContent = `Row ${index + 7}`;
		});
		expect((await call("readPage")).text).toMatch(/<button 1>Row 7\n- <button 2>Row 8/);
		// What was decided on the old row no longer fits the element that shows another one now.
		const [old, now] = [before, await call("locate", { id: 2, docEpoch: "testpage" })].map((found) => (found.ok ? found.facts : undefined));
		expect([old?.name, now?.name, old?.fingerprint === now?.fingerprint]).toEqual(["Row 2", "Row 8", false]);
	});

	test("with HTML names on elements of other languages is read", async () => {
		const { call, page } = await browser.show("<svg width=200 height=200></svg><div role=button></div><form></form>");
		await page.evaluate(() => {
			const names =
				"a area button input select textarea label summary details slot iframe form fieldset legend img video table td dialog option";
			const languages = ["http://www.w3.org/2000/svg", "http://www.w3.org/1998/Math/MathML", null];
			const elements = languages.flatMap((language) => names.split(" ").map((name) => document.createElementNS(language, name)));
			for (const element of elements) element.append("said");
			for (const parent of document.querySelectorAll("svg,div,form")) parent.append(...elements.map((element) => element.cloneNode(true)));
			document.body.append("The end");
		});
		expect((await call("readPage")).text).toContain("The end");
	});

	test("that changes all the time, or rewrites its document, is read again", async () => {
		const { call, page } = await browser.open(
			"<p>a</p><script>setInterval(() => { document.body.innerHTML = '<button>B' + Math.random() + '</button>' }, 5)</script>",
		);
		for (let run = 0; run < 5; run += 1) expect(parsePage((await call("readPage")).text).problems).toEqual([]);
		await page.evaluate(() => {
			document.open();
			document.write("<button>Written</button>");
			document.close();
		});
		expect((await call("readPage")).text).toMatch(/Written|B0\./);
	});

	test("under the strictest policy is read, looked up and located", async () => {
		const { call } = await browser.open(
			`<meta http-equiv=Content-Security-Policy content="default-src 'none'; script-src 'none'; style-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'; sandbox"><button>Pay</button><p>text</p>`,
		);
		const view = parsePage((await call("readPage")).text);
		expect([...view.elements.values()].map(({ name }) => name)).toEqual(["Pay"]);
		expect(await call("find", "text")).toMatchObject({ ok: true, total: 1 });
		expect(await call("locate", { id: 1, docEpoch: "testpage" })).toMatchObject({ ok: true });
	});

	test("whose nodes are replaced in each frame, without any attribute that stays, keeps its numbers", async () => {
		const { call, page } = await browser.open(`<main></main><script>
			let count = 0;
			const paint = () => {
				count += 1;
				document.querySelector("main").innerHTML = '<form class=c' + count + ' id=i' + count + '><input aria-label=Name id=n' + count + '><button id=b' + count + '>Send</button></form>';
				requestAnimationFrame(paint);
			};
			paint();
		</script>`);
		const see = async () => parsePage((await call("readPage")).text);
		for (let run = 0; run < 5; run += 1)
			expect([...(await see()).elements.values()].map(({ id, name }) => [id, name])).toEqual([
				[1, "Name"],
				[2, "Send"],
			]);
		const view = await see();
		const send = view.elements.get(2);
		const claim = { id: 2, docEpoch: "testpage", fingerprint: send === undefined ? "" : fingerprint(send, view) };
		await page.evaluate(() => new Promise(requestAnimationFrame));
		expect(await call("locate", claim)).toMatchObject({ ok: true, id: 2, isRelocated: true, facts: { name: "Send" } });
	});

	test("that replaces its document between a reading and an action is still answered", async () => {
		const { call, page } = await browser.open("<h1>Old</h1><button>Old</button>");
		await call("readPage");
		await call("resetBaseline", "button");
		await page.evaluate(() => {
			document.open();
			document.write("<button>New</button>");
		});
		expect(await call("locate", { id: 1, docEpoch: "testpage" })).toEqual({ ok: false, code: "STALE_ELEMENT" });
		expect(await call("expand", 1)).toEqual({ ok: false, code: "NOT_FOUND" });
		expect(await call("options", 1)).toEqual({ ok: false, code: "NOT_FOUND" });
		expect(await call("find", "new")).toMatchObject({ ok: true, total: 1 });
		expect((await call("sinceBaseline")).addedCount).toBeGreaterThan(0);
		expect((await call("readPage")).text).toMatch(/@changed \+1 -1/);
		await page.evaluate(() => document.documentElement.remove());
		expect((await call("readPage")).text).toContain("@shown 0/0 controls");
		expect(await call("snapshot")).toMatchObject({ elements: [], visibleText: "" });
	});

	test("sees nothing of having been read", async () => {
		const { call, page } = await browser.open("<div><input value=a><button>B</button></div>");
		const before = await page.content();
		await page.evaluate(() => {
			Object.assign(window, { seen: 0 });
			new MutationObserver(() => Object.assign(window, { seen: 1 })).observe(document, {
				subtree: true,
				childList: true,
				attributes: true,
				characterData: true,
			});
		});
		await call("readPage");
		await call("snapshot");
		expect(await page.content()).toBe(before);
		expect(await page.evaluate(() => "seen" in window && window.seen)).toBe(0);
	});
});
