import { expect, test } from "vitest";
import { useStage } from "./content-script.ts";

const stage = useStage();

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
	await ask({ type: "page_overlay", state: "working" });
	expect(await page.locator("[popover]").count()).toBe(1);
	const text = (await read()).text;
	expect(text.slice(text.indexOf("\n\n"))).toBe(before.slice(before.indexOf("\n\n")));
	expect(await act({ name: "click", id: await id("Corner") })).toMatchObject({ success: true });
	expect(await page.locator("#count").textContent()).toBe("clicked");
	await page.evaluate(() => (document.querySelector("[popover]") as HTMLElement).click());
	await ask({ type: "page_overlay_hide" });
	expect(await page.locator("[popover]").count()).toBe(0);
});
