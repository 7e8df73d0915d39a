import { long } from "@webhand/testing/long";
import { describe, expect, test } from "vitest";
import { runToEnd, runUntil, sendCommand, storyOf } from "../panel.ts";
import { act, choose, click, effectsOf, fill, idOf, useHardPages } from "./hard-pages.ts";

// One of each kind; the others run in `faults/hard-pages.test.ts`.
const pages = useHardPages();

describe.concurrent("a page that is hard for an agent", () => {
	test("fields that a framework controls keep what was entered", async () => {
		const values = [
			fill("Name", "Ada"),
			fill("Story", "Once\nupon"),
			fill("Terms", "true"),
			choose("City", "Rome"),
			fill("Size L", "true"),
		];
		const { site } = await pages.play("controlled", values);
		expect(await site.evaluate("state")).toEqual({ name: "Ada", story: "Once\nupon", terms: true, city: "Rome", size: "L" });
	});

	test("a dialog, a popover and a covering banner are dealt with in their layer", async () => {
		const { effects, run } = await pages.play("layers", (site) => [
			click("Open dialog"),
			fill("Nickname", "Ada"),
			click("Keep it"),
			click("Tips"),
			click("Take the tip"),
			async (page) => {
				const id = idOf(page, "Store it");
				await site.evaluate('cookies.style.display = "block"');
				return `click(${id})`;
			},
			click("Refuse all"),
			click("Store it"),
		]);
		expect(run.steps[5]?.result).toMatchObject({ code: "COVERED", message: expect.stringContaining("Cookies") });
		expect(await effects()).toEqual(["nick Ada", "tip taken", "cookies refused", "stored"]);
	});

	test("tabs that a page opens belong to the task: worked in, changed to, closed", long, async () => {
		const { effects, run } = await pages.play("tabs", (_site, tabId) => [
			click("Open a page"),
			click("Do it here"),
			act(`switchTab(${tabId})`),
			click("Open by script"),
			click("Do it here"),
			(page) => `closeTab(${/(\d+)\*/.exec(/^@tabs .*/m.exec(page)?.[0] ?? "")?.[1]})`,
			act(`switchTab(${tabId})`),
			click("Back home"),
			act("switchTab(999999)"),
			act("wait(0)"),
		]);
		expect(await effects()).toEqual(["home"]);
		const told: readonly string[] = await (await fetch(pages.url("effects"))).json();
		expect(told.filter((what) => /by=(link|script)$/.test(what))).toEqual(["tabs?by=link", "tabs?by=script"]);
		expect(run.steps.find(({ action }) => action === "switchTab(999999)")?.result?.code).toBe("TAB_CLOSED");
	});

	test("an address that leads to another site asks the user first", long, async () => {
		await pages.seated(async () => {
			const { site, tabId } = await pages.open("elsewhere");
			await pages.start(tabId, [click("Go there"), click("Do it here")]);
			const shown = { panel: pages.panel(), tabId };
			const asking = await runUntil(shown, ({ wait }) => wait?.kind === "site");
			const domain = new URL(pages.url("")).host.replace("127.0.0.1", "localhost");
			expect(asking.wait).toMatchObject({ kind: "site", domain });
			await sendCommand(pages.panel(), "site_grant", { domain, scope: "task" });
			const run = await runToEnd(shown);
			expect(run, storyOf(run)).toMatchObject({ state: "completed" });
			expect(await effectsOf(site)).toEqual(["done"]);
		});
	});

	test("a target that is renamed between reading and acting is not clicked", long, async () => {
		const rename = (site: { evaluate: (text: string) => Promise<unknown> }) => async (page: string) => {
			const id = idOf(page, "Keep");
			await site.evaluate("tricks.rename()");
			return `click(${id})`;
		};
		const { effects, run } = await pages.play("swaps", (site) => [rename(site)], "failed");
		expect(run.steps[0]?.result?.code).toBe("STALE_ELEMENT");
		expect(await effects()).toEqual([]);
	});

	test("orders in the page, forged messages, a fake overlay and scripted clicks on ours move nothing", async () => {
		const { effects } = await pages.play("hostile", [click("Save quietly")]);
		expect(await effects()).toEqual(["saved"]);
	});
});
