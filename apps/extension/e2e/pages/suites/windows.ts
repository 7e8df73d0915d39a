import type { Dialog } from "playwright-core";
import { describe, expect, test } from "vitest";
import { runToEnd, runUntil, sendCommand, storyOf } from "../../panel.ts";
import type { HardPages } from "../hard-pages.ts";
import { act, choose, click, effectsOf, fill, idOf } from "../hard-pages.ts";

/** Shadow roots, routes, tabs, downloads, dialogs and other sites. */
export function windowTests(zoo: HardPages): void {
	describe.concurrent("where a page leads", () => {
		test("closed roots in open ones, and what is slotted into them", async () => {
			const { effects } = await zoo.play("shadows", [fill("Secret place", "attic"), click("Deep button"), click("Slotted button")]);
			expect(await effects()).toEqual(["deep attic", "slotted"]);
		});

		test("a list without end is scrolled until the thing is there", async () => {
			const { effects } = await zoo.play("endless", [act('scroll("bottom")'), act('scroll("bottom")'), click("Item 37")]);
			expect(await effects()).toEqual(["Item 37"]);
		});

		test("a page that changes its address by itself is followed, and one step back", async () => {
			const { effects, run } = await zoo.play("routes", [click("News"), click("Read it"), act("back()")]);
			expect(await effects()).toEqual(["read", "back"]);
			expect(run.steps[0]?.verification).toMatchObject({ verdict: "success" });
		});

		test("pages are gone to, loaded again, left and come back to", async () => {
			const { site } = await zoo.play("visits", [
				act("reload()"),
				act(`navigate("${zoo.url("arrived")}")`),
				act("back()"),
				act("forward()"),
				act(`openTab("${zoo.url("helper?by=address")}")`),
				click("Do it here"),
			]);
			expect(site.url()).toBe(zoo.url("arrived"));
			const told: readonly string[] = await (await fetch(zoo.url("effects"))).json();
			expect(told.filter((what) => /^visits|address$/.test(what))).toEqual([
				"visits?by=navigate",
				"visits?by=reload",
				"visits?by=back_forward",
				"tabs?by=address",
			]);
		});

		test("what the page text leaves out is searched for, looked into and listed", async () => {
			const { effects, run } = await zoo.play("lookups", [
				act('find("css:#lever")'),
				(_page, prompt) => `click(${/‹\w+ (\d+)›hidden lever/.exec(prompt)?.[1]})`,
				(page) => `options(${idOf(page, "Town")})`,
				choose("Town", "Town 444"),
				(page) => `expand(${idOf(page, "Town")})`,
			]);
			expect(await effects(), storyOf(run)).toEqual(["lever", "Town 444"]);
		});

		test("tabs that a page opens belong to the task: worked in, changed to, closed", async () => {
			const { effects, run } = await zoo.play("tabs", (_site, tabId) => [
				click("Open a page"),
				click("Do it here"),
				act(`switchTab(${tabId})`),
				click("Open by script"),
				click("Do it here"),
				(page) => `closeTab(${/(\d+)\*/.exec(/^@tabs .*/m.exec(page)?.[0] ?? "")?.[1]})`,
				async () => `switchTab(${tabId})`,
				click("Back home"),
				act("switchTab(999999)"),
				act("wait(0)"),
			]);
			expect(await effects()).toEqual(["home"]);
			const told: readonly string[] = await (await fetch(zoo.url("effects"))).json();
			expect(told.filter((what) => /by=(link|script)$/.test(what))).toEqual(["tabs?by=link", "tabs?by=script"]);
			expect(run.steps.find(({ action }) => action === "switchTab(999999)")?.result?.code).toBe("TAB_CLOSED");
		});

		test("a link that says it is a download is asked about, and each download is told of", async () => {
			const { run } = await zoo.play("downloads", [click("Price list"), click("Report")]);
			expect(run.steps.filter(({ action }) => action.startsWith("ask(")).map(({ action }) => action)).toEqual([
				expect.stringContaining("Price list"),
			]);
			const clicks = run.steps.filter(({ action }) => action.startsWith("click("));
			expect(clicks.map(({ verification }) => verification?.observations.join())).toEqual([
				expect.stringContaining("download_started"),
				expect.stringContaining("download_started"),
			]);
		});

		test("the strictest policy of a page does not stop the person's agent", async () => {
			const { effects } = await zoo.play("policy", [fill("Amount", "40"), click("Note it")]);
			expect(await effects()).toEqual(["noted 40"]);
		});

		test("a paper and a missing page cannot be read, and the task says so and goes on elsewhere", async () => {
			const { run, effects } = await zoo.play("arrived", [
				act(`navigate("${zoo.url("paper")}")`),
				act('navigate("http://127.0.0.1:9/")'),
				act(`navigate("${zoo.url("arrived")}")`),
				click("We are here"),
			]);
			expect(await effects()).toEqual(["arrived"]);
			const reasons = zoo.prompts().map((prompt) => /^@restricted (.+)$/m.exec(prompt)?.[1]);
			expect(reasons).toEqual(expect.arrayContaining(["PDF document", "error page"]));
			expect(run.state).toBe("completed");
		});

		test("a dialog of the page waits for the person, who alone answers it, and the task goes on after it", async () => {
			await zoo.seated(async () => {
				const { site, tabId } = await zoo.open("dialogs");
				const shown = { panel: zoo.panel(), tabId };
				const next = () => site.waitForEvent("dialog");
				let coming = next();
				await zoo.start(tabId, [click("Tell me"), click("Ask me"), click("How many")]);
				const answers = [
					["alert", "Stock is low", (dialog: Dialog) => dialog.accept()],
					["confirm", "Really?", (dialog: Dialog) => dialog.dismiss()],
					["prompt", "How many?", (dialog: Dialog) => dialog.accept("7")],
				] as const;
				for (const [type, message, answer] of answers) {
					const dialog = await coming;
					expect([dialog.type(), dialog.message()]).toEqual([type, message]);
					await runUntil(shown, ({ wait }) => wait?.kind === "page_dialog");
					coming = next();
					coming.catch(() => undefined);
					await answer(dialog);
				}
				const run = await runToEnd(shown);
				expect(run, storyOf(run)).toMatchObject({ state: "completed" });
				expect(await effectsOf(site)).toEqual(["told", "answer false", "number 7"]);
			});
		});

		test("an address that leads to another site asks the person first", async () => {
			await zoo.seated(async () => {
				const { site, tabId } = await zoo.open("elsewhere");
				await zoo.start(tabId, [click("Go there"), click("Do it here")]);
				const shown = { panel: zoo.panel(), tabId };
				const asking = await runUntil(shown, ({ wait }) => wait?.kind === "site");
				expect(asking.wait).toMatchObject({ kind: "site", domain: "localhost" });
				await sendCommand(zoo.panel(), "site_grant", { domain: "localhost", scope: "task" });
				const run = await runToEnd(shown);
				expect(run, storyOf(run)).toMatchObject({ state: "completed" });
				expect(await effectsOf(site)).toEqual(["done"]);
			});
		});
	});
}
