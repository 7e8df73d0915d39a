import { poll } from "@webhand/testing/poll";
import { describe, expect, test } from "vitest";
import { runToEnd, storyOf } from "../../panel.ts";
import type { HardPages } from "../hard-pages.ts";
import { act, click, effectsOf, fill, idOf } from "../hard-pages.ts";

/** Pages that fight, mislead, or are too much. */
export function fightTests(zoo: HardPages): void {
	describe.concurrent("pages that fight", () => {
		test("new elements twenty times a second: each click counts once", async () => {
			const { effects } = await zoo.play("renders", [click("Count"), click("Count"), click("Count")]);
			expect(await effects()).toEqual(["count 1", "count 2", "count 3"]);
		});

		test.each([
			["replace", "STALE_ELEMENT"],
			["rename", "APPROVAL_STALE"],
			["cover", "COVERED"],
			["disable", "DISABLED"],
			["same", undefined],
		])("a target that is changed between look and act (%s): %s, and never a wrong click", async (trick, code) => {
			const { effects, run } = await zoo.play(
				"swaps",
				(site) => [
					async (page) => {
						const id = idOf(page, "Keep");
						await site.evaluate(`tricks.${trick}()`);
						return `click(${id})`;
					},
				],
				code === undefined ? "completed" : "failed",
			);
			expect(run.steps[0]?.result?.code).toBe(code);
			expect(await effects()).toEqual(code === undefined ? ["kept"] : []);
		});

		test("names of fields and pictures that stand in the way of a script's own", async () => {
			const { effects } = await zoo.play("clobbered", [
				fill("Note", "tea"),
				(page) => `press(${idOf(page, "Note")}, "Enter")`,
				fill("Note", "milk"),
				click("Send it"),
			]);
			expect(await effects()).toEqual(["sent tea", "sent milk"]);
		});

		test("a page that takes away every id and attribute", async () => {
			const { effects } = await zoo.play("stripped", [fill("Street", "Main Street"), click("Store")]);
			expect(await effects()).toEqual(["stored Main Street"]);
		});

		test("a page that throws at whoever reads it", async () => {
			await zoo.play("armed", [fill("Word", "hello"), click("Say it")]);
			const told: readonly string[] = await (await fetch(zoo.url("effects"))).json();
			expect(told.filter((what) => what.startsWith("armed"))).toEqual(["armed?said%20hello"]);
		});

		test("a page that is written anew while it is read", async () => {
			const { effects } = await zoo.play("reopened", [act("wait(1)"), click("Press here")]);
			expect(await effects()).toEqual(["pressed"]);
		});

		test("a page that removes the mark is worked in all the same", async () => {
			const { effects } = await zoo.play("unmarked", [click("Click me")]);
			expect(await effects()).toEqual(expect.arrayContaining(["removed a mark", "clicked"]));
		});

		test("a page that never comes to rest is not waited for", async () => {
			const { effects } = await zoo.play("restless", [click("Press")]);
			expect(await effects()).toEqual(["pressed"]);
		});

		test("a page that leaves in the middle of a click", async () => {
			const { site, effects } = await zoo.play("leaves", [click("Leave slowly"), click("We are here")]);
			expect(site.url()).toBe(zoo.url("arrived"));
			expect(await effects()).toEqual(["arrived"]);
		});

		test("orders in the page, forged messages, a fake mark and scripted clicks on ours move nothing", async () => {
			const { effects, run } = await zoo.play("hostile", [click("Save quietly")]);
			expect(await effects()).toEqual(["saved"]);
			expect(run.state).toBe("completed");
		});

		test("two tasks in two windows at once, each tab in a group of its task's colour, do not disturb each other", async () => {
			await zoo.seated(async () => {
				const shown = [await zoo.open("scripts"), await zoo.openWindow("scripts")];
				for (const { tabId } of shown) {
					await zoo.start(tabId, [
						async (page) => {
							await poll(async () => (await zoo.groupOf(tabId)) === "Webhand blue");
							return `setValue(${idOf(page, "שם מלא")}, "of ${tabId}")`;
						},
						click("حفظ 💾"),
					]);
				}
				for (const { site, tabId } of shown) {
					const run = await runToEnd({ panel: zoo.panel(), tabId });
					expect(run, storyOf(run)).toMatchObject({ state: "completed" });
					expect(await effectsOf(site)).toEqual([`saved of ${tabId}`]);
				}
				for (const { site, tabId } of shown) {
					await poll(async () => (await zoo.groupOf(tabId)) === null, { limitMs: 20_000 });
					await site.close();
				}
			});
		});
	});
}
