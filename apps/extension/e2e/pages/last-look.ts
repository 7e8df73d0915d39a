import type { ActResult, PageAction, PageGuard, PageReadReply } from "@webhand/page/execute/page-action";
import { fingerprint, formInDocument } from "@webhand/page/parse/fingerprint";
import { parsePage } from "@webhand/page/parse/parse";
import { expect, test } from "vitest";
import type { Stages } from "./content-script.ts";

type Stage = Awaited<ReturnType<Stages["open"]>>;

/** A page that acts on everything that reaches it: `acts` says which form, and with which button. */
const till = `<h1>Till</h1><form id="till" method="post" action="/pay"><p>Total <span id="sum">14.00 €</span></p>
	<label>Note <input id="note"></label><button id="pay">Send order</button></form>
	<p><button id="other" onclick="acts.push('other')">Other</button></p>
	<script>const acts = []; document.addEventListener("submit", (event) => {
		event.preventDefault(); acts.push(event.target.getAttribute("action") + " " + (event.submitter?.textContent ?? ""));
	})</script>`;

const click = (id: number): PageAction => ({ name: "click", id });
const enter = (id: number): PageAction => ({ name: "press", id, keys: "Enter" });

/** What the page does between the decision and the act, and what undoes it. `before` puts the page where the decision was made. */
type Swap = { readonly action: (id: number) => PageAction; readonly before?: string; readonly swap: string; readonly undo: string };

const swaps: Readonly<Record<string, Swap>> = {
	focus: { action: () => ({ name: "press", keys: "Enter" }), before: "pay.focus()", swap: "other.focus()", undo: "pay.focus()" },
	"focus when it arrives": {
		action: enter,
		before: "pay.blur()",
		swap: "pay.onfocus = () => other.focus()",
		undo: "pay.onfocus = null; pay.focus()",
	},
	label: { action: click, swap: "pay.textContent = 'Delete all'", undo: "pay.textContent = 'Send order'" },
	"label under the pointer": {
		action: click,
		swap: "pay.onpointerover = () => { pay.textContent = 'Delete all' }",
		undo: "pay.onpointerover = null; pay.textContent = 'Send order'",
	},
	"label while pressed": {
		action: click,
		swap: "pay.onmousedown = () => { pay.textContent = 'Delete all' }",
		undo: "pay.onmousedown = null; pay.textContent = 'Send order'",
	},
	form: { action: click, swap: "till.action = '/elsewhere'", undo: "till.action = '/pay'" },
	"form when it gets the focus": {
		action: enter,
		before: "pay.blur()",
		swap: "pay.onfocus = () => { till.action = '/elsewhere' }",
		undo: "pay.onfocus = null; till.action = '/pay'; pay.blur()",
	},
	"amount in letters": {
		action: click,
		before: "sum.textContent = '14 EUR'",
		swap: "sum.textContent = '94 EUR'",
		undo: "sum.textContent = '14.00 €'",
	},
	amount: { action: click, swap: "sum.textContent = '1,400.00 €'", undo: "sum.textContent = '14.00 €'" },
};

/** The guard that the server sends with an approved action. */
export function guardOf({ text }: PageReadReply, id: number): PageGuard {
	const page = parsePage(text);
	const target = page.elements.get(id);
	if (target === undefined) throw new Error(`no element ${id}`);
	const form = formInDocument(target, page);
	const submits = target.states.has("submit");
	const facts = form && {
		origin: new URL(page.url).host,
		path: form.path ?? "",
		method: form.method,
		submits,
		sensitive: [...form.sensitive],
	};
	const { epoch: docEpoch } = target;
	const named = { fingerprint: fingerprint(target, page), role: target.type, name: target.name };
	return { docEpoch, id, ...named, approved: true, ...(facts === undefined ? {} : { form: facts }) };
}

/** Swaps something between decision and act. @param tries of each */
export function lastLookTests(stage: Stages, tries: number): void {
	test("what a page swaps between decision and act is not acted on, and the page as it was is", async () => {
		const { page, id, act, read } = await stage.open(till);
		const pay = await id("Send order");
		const acts = () => page.evaluate("acts.splice(0)");
		for (let round = 0; round < tries; round += 1)
			for (const [what, { action, before = "0", swap, undo }] of Object.entries(swaps)) {
				await page.evaluate(before);
				const guard = guardOf(await read(), pay);
				await page.evaluate(swap);
				const refused = await act(action(pay), { guard });
				expect([what, refused.success, await acts()], JSON.stringify(refused)).toEqual([what, false, []]);
				await page.evaluate(undo);
				const twin = guardOf(await read(), pay);
				expect([what, await act(action(pay), { guard: twin })]).toMatchObject([what, { success: true }]);
				expect([what, await acts()]).toEqual([what, ["/pay Send order"]]);
			}
	});

	test("an action for a row that went away is done in no other row", async () => {
		const rows = (...names: readonly string[]) =>
			names.map((name) => `<li>${name} <button onclick="acts.push('${name}')">Remove</button>`).join("");
		const { page, act, read } = await stage.open(`<ul id="list"></ul><script>const acts = []</script>`);
		for (let round = 0; round < tries; round += 1) {
			await page.evaluate((html) => document.getElementById("list")?.setHTMLUnsafe(html), rows("Bob", "Eve"));
			const look = await read();
			const [bob] = [...parsePage(look.text).elements.values()];
			const guard = guardOf(look, bob?.id ?? 0);
			await page.evaluate("list.firstElementChild.remove()");
			expect(await act(click(guard.id), { guard })).toMatchObject({ success: false, code: "STALE_ELEMENT" });
			await page.evaluate((html) => document.getElementById("list")?.setHTMLUnsafe(html), rows("Bob"));
			expect(await act(click(guard.id), { guard })).toMatchObject({ success: true });
			expect(await page.evaluate("acts.splice(0)")).toEqual(["Bob"]);
		}
	});

	test("nothing is dragged onto what became another thing", async () => {
		const { page, id, act, read } = await stage.open(`<style>[role] { width: 200px; height: 40px; background: #ddd }</style>
			<div id="card" role="listitem" tabindex="0" draggable="true">Card</div><div id="place" role="button" tabindex="0">Done</div>
			<script>const acts = []; place.ondragover = (event) => event.preventDefault(); place.ondrop = () => acts.push(place.textContent)</script>`);
		const drag: PageAction = { name: "drag", id: await id("Card"), to: { kind: "element", id: await id("Done") } };
		const swaps = ["place.textContent = 'Delete'", "card.onpointerover = () => { place.textContent = 'Delete' }"];
		for (let round = 0; round < Math.ceil(tries / 10); round += 1)
			for (const swap of swaps) {
				await read();
				await page.evaluate(swap);
				expect(await act(drag)).toMatchObject({ success: false, code: "STALE_ELEMENT" });
				await page.evaluate("card.onpointerover = null; place.textContent = 'Done'");
				expect(await act(drag)).toMatchObject({ success: true });
				expect(await page.evaluate("acts.splice(0)")).toEqual(["Done"]);
			}
	});

	test("real keys send no form that goes elsewhere since the decision", async () => {
		const { page, id, ask, read } = await stage.open(till);
		const note = await id("Note");
		const send = async (actionId: string, swap: string) => {
			const look = await read();
			const action: PageAction = { name: "setValue", id: note, text: "tea", submit: true };
			const begun = { type: "page_input_begin", actionId, action, docEpoch: look.docEpoch, guard: guardOf(look, note) };
			const { from } = (await ask(begun)) as { readonly from: { readonly x: number; readonly y: number } };
			await page.mouse.click(from.x, from.y);
			await page.keyboard.press("Control+A");
			await page.keyboard.insertText("tea");
			await page.evaluate(swap);
			await page.keyboard.press("Enter");
			return [((await ask({ type: "page_input_end", actionId })) as ActResult).success, await page.evaluate("acts.splice(0)")];
		};
		expect(await send("real:1", "till.action = '/elsewhere'")).toEqual([false, []]);
		await page.evaluate("till.action = '/pay'");
		expect(await send("real:2", "0")).toEqual([true, ["/pay Send order"]]);
	});

	test("an action for a frame whose document was replaced reaches no other document", async () => {
		const inner = (name: string) => `<button onclick='parent.acts.push(\\"${name}\\")'>Go</button>`;
		const opened = await stage.open(
			`<iframe srcdoc="${inner("first").replaceAll('\\"', "&quot;")}"></iframe><script>var acts = []</script>`,
		);
		const { page } = opened;
		for (let round = 0; round < tries; round += 1) {
			const first = await readFrame(opened);
			const target = Number(/<button (\d+)/.exec(first.look.text)?.[1]);
			const guard = guardOf(first.look, target);
			expect(await first.act(click(target), guard)).toMatchObject({ success: true });
			await page.evaluate(
				(body) =>
					new Promise((resolve) => {
						const frame = document.querySelector("iframe");
						if (frame === null) return resolve(null);
						frame.onload = resolve;
						frame.srcdoc = body;
					}),
				`<!--${round}-->${inner("second").replaceAll('\\"', '"')}`,
			);
			await expect(first.act(click(target), guard)).rejects.toThrow();
			expect(await page.evaluate("acts.splice(0)")).toEqual([round === 0 ? "first" : "second"]);
		}
	});
}

/** Reads the document of the page's frame, and sends actions to this document alone, as the worker does. */
async function readFrame({ worker, tabId }: Stage) {
	const documentId = await worker.evaluate(async (id) => {
		await chrome.scripting.executeScript({ target: { tabId: id, allFrames: true }, files: ["/page.js"] });
		return (await chrome.webNavigation.getAllFrames({ tabId: id }))?.find(({ frameId }) => frameId !== 0)?.documentId ?? "";
	}, tabId);
	const ask = (message: object) =>
		worker.evaluate(
			async ({ id, document, asked }) => {
				const sent = { v: 1, id: crypto.randomUUID(), ...asked };
				return (await chrome.tabs.sendMessage(id, sent, { documentId: document })).data;
			},
			{ id: tabId, document: documentId, asked: message },
		);
	const look = (await ask({ type: "page_read", firstId: 10_001 })) as PageReadReply;
	const { docEpoch } = look;
	return {
		look,
		act: async (action: PageAction, guard: PageGuard) =>
			(await ask({ type: "page_act", actionId: crypto.randomUUID(), action, docEpoch, guard })) as ActResult,
	};
}
