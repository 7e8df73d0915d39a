import { expect, test } from "vitest";
import type { PictureFacts } from "../../src/page/messages.ts";
import { useStage } from "./content-script.ts";

const stage = useStage({ keepsPages: true });

test("a content script, which shares a process with its page, cannot read what the extension stores", async () => {
	const { tabId, worker } = await stage.open("<p>Hello</p>");
	const answer = await worker.evaluate(async (id) => {
		const [injected] = await chrome.scripting.executeScript({
			target: { tabId: id },
			func: () =>
				Promise.all(
					[chrome.storage.local, chrome.storage.session].map((area) =>
						area.get().then(
							() => "read",
							() => "refused",
						),
					),
				),
		});
		return injected?.result;
	}, tabId);
	expect(answer).toEqual(["refused", "refused"]);
});

test("a page cannot frame the panel, nor speak to the extension", async () => {
	const { page, worker } = await stage.open("<iframe></iframe>");
	await page.evaluate((url) => document.querySelector("iframe")?.setAttribute("src", url), new URL("/sidepanel.html", worker.url()).href);
	await expect.poll(() => page.frames()[1]?.url()).toMatch(/^chrome-error:/);
	expect(await page.evaluate(() => typeof globalThis.chrome?.runtime)).toBe("undefined");
});

test("the overlay is no part of the page's text, takes no click meant for the page, and ignores a scripted click", async () => {
	const { page, read, id, act, ask } = await stage.open(
		`<style>button { position: fixed; right: 12px; bottom: 12px; width: 300px; height: 40px }</style><button onclick="count.textContent = 'clicked'">Corner</button><p id="count"></p>`,
	);
	const before = (await read()).text;
	await ask({ type: "page_overlay", state: "working", status: "Webhand is working", button: "Stop" });
	expect(await page.locator("[popover]").count()).toBe(1);
	const text = (await read()).text;
	expect(text.slice(text.indexOf("\n\n"))).toBe(before.slice(before.indexOf("\n\n")));
	expect(await act({ name: "click", id: await id("Corner") })).toMatchObject({ success: true });
	expect(await page.locator("#count").textContent()).toBe("clicked");
	await page.evaluate(() => (document.querySelector("[popover]") as HTMLElement).click());
	await ask({ type: "page_overlay_hide" });
	expect(await page.locator("[popover]").count()).toBe(0);
});

test("a page that learned the token of a frame passes no other frame off as it in a picture", async () => {
	const { page, worker, tabId, ask, read } =
		await stage.open(`<iframe id="one" srcdoc="<script>addEventListener('message', ({ data }) => { parent.heard = data })</script>"></iframe>
		<iframe id="two" srcdoc="two"></iframe><iframe id="three" srcdoc="three"></iframe>`);
	const { docEpoch } = await read();
	await page.waitForFunction("globalThis.heard");
	// The first frame shows another document by then, and the page is faster than the extension with the second one.
	await page.evaluate(
		() => new Promise((resolve) => Object.assign(document.querySelector("iframe") ?? {}, { onload: resolve, srcdoc: "other" })),
	);
	await worker.evaluate((id) => chrome.scripting.executeScript({ target: { tabId: id, allFrames: true }, files: ["/page.js"] }), tabId);
	await page.evaluate("two.contentWindow.postMessage(heard, '*')");
	await read();
	const facts = (await ask({ type: "page_picture", docEpoch })) as PictureFacts;
	const claims = await worker.evaluate(async (id) => {
		const frames = ((await chrome.webNavigation.getAllFrames({ tabId: id })) ?? []).filter(({ frameId }) => frameId !== 0);
		return Promise.all(
			frames.map(async ({ documentId }) => {
				const say = async (asked: object) => (await chrome.tabs.sendMessage(id, { v: 1, id: "a", ...asked }, { documentId })).data;
				const look = await say({ type: "page_read", firstId: 10_001 });
				return [look.text.split("\n").at(-1), (await say({ type: "page_picture", docEpoch: look.docEpoch })).token];
			}),
		);
	}, tabId);
	expect(claims).toEqual(["other", "two", "three"].map((text, place) => [text, facts.frames[place]?.token]));
	expect(facts.frames).toHaveLength(3);
});

test("a page that Chrome kept shows no sign of a task when one comes back to it", async () => {
	const { page, worker, tabId, ask } = await stage.open("<p>Hello</p>");
	const documentNow = () =>
		worker.evaluate(async (id) => (await chrome.webNavigation.getFrame({ tabId: id, frameId: 0 }))?.documentId, tabId);
	const kept = await documentNow();
	await ask({ type: "page_overlay", state: "working", status: "Webhand is working", button: "Stop" });
	await page.goto(new URL("/next", page.url()).href);
	await worker.evaluate((id) => chrome.tabs.goBack(id), tabId);
	await expect.poll(documentNow).toBe(kept);
	const [found] = await worker.evaluate(
		(id) => chrome.scripting.executeScript({ target: { tabId: id }, func: () => document.querySelectorAll("[popover]").length }),
		tabId,
	);
	expect(found?.result).toBe(0);
});
