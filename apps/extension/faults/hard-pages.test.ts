import { poll } from "@webhand/testing/poll";
import type { Dialog } from "playwright-core";
import { describe, expect, test } from "vitest";
import type { Move } from "../e2e/pages/hard-pages.ts";
import { act, choose, click, effectsOf, fill, hover, idOf, upload, useHardPages } from "../e2e/pages/hard-pages.ts";
import { runAllowing, runToEnd, runUntil, storyOf } from "../e2e/panel.ts";

const pages = useHardPages();
const press =
	(name: string, key: string): Move =>
	(page) =>
		`press(${idOf(page, name)}, "${key}")`;
const dateValues = {
	Day: "2026-03-14",
	Hour: "18:30",
	Moment: "2026-03-14T18:30",
	Month: "2026-03",
	Week: "2026-W11",
	Colour: "#1a2b3c",
	Count: "42",
	Volume: "8",
	Born: "14/03/2026",
};
const choices = [click("By bill"), choose("Languages", "Dutch", "Greek"), choose("Colour", "Blue"), choose("Airport", "Lisbon")];

describe.concurrent("a page that is hard for an agent", () => {
	test.each<[promise: string, path: string, moves: readonly Move[], effects: readonly unknown[]]>([
		[
			"editors, also one with a document of its own",
			"editors",
			[fill("Letter", "Dear Ada"), fill("Article", "Kettles")],
			["letter Dear Ada", "article Kettles"],
		],
		[
			"dates, times, colours and numbers in the control's own form",
			"dates",
			Object.entries(dateValues).map(([name, value]) => fill(name, value)),
			Object.entries(dateValues).map(([name, value]) => `${name} ${value}`),
		],
		[
			"names from right to left and emoji",
			"scripts",
			[fill("שם מלא", "שלום 👋"), click("حفظ 💾"), click("👩👩👧 Family")],
			["saved שלום 👋", "family"],
		],
		[
			"boxes, choices and lists of plain elements",
			"choices",
			[fill("News by mail", "true"), ...choices, fill("Night mode", "true")],
			["news true", "pay bill", "languages Dutch+Greek", "colour Blue", "airport Lisbon", "night true"],
		],
		[
			"three mouse buttons, a place, and a pointer that rests",
			"mouse",
			[
				click("Everything", "double"),
				click("Everything", "right"),
				click("Everything", "middle"),
				click("Board", 30, 40),
				hover("Products"),
				click("Kettles"),
				act('press("Control+k")'),
			],
			["double", "menu", "button 1", "board 30,40", "kettles", "palette"],
		],
		[
			"drags by pointer and by drag events",
			"drags",
			[(page) => `drag(${idOf(page, "Price")}, 120, 0)`, (page) => `drag(${idOf(page, "Write tests")}, ${idOf(page, "Done")})`],
			["price 120px", "done 1"],
		],
		[
			"a zoomed, turned page",
			"zoomed",
			["Board", "Small button", "Far button", "Knob"].map((name) => click(name)),
			["board", "small", "far", "knob"],
		],
		[
			"closed shadow roots in open ones, with slots",
			"shadows",
			[fill("Secret place", "attic"), click("Deep button"), click("Slotted button")],
			["deep attic", "slotted"],
		],
		["a list without end", "endless", [act('scroll("bottom")'), act('scroll("bottom")'), click("Item 37")], ["Item 37"]],
		["the strictest content security policy", "policy", [fill("Amount", "40"), click("Note it")], ["noted 40"]],
		["new elements twenty times a second", "renders", [click("Count"), click("Count"), click("Count")], ["count 1", "count 2", "count 3"]],
		[
			"field names that clobber the DOM",
			"clobbered",
			[fill("Note", "tea"), press("Note", "Enter"), fill("Note", "milk"), click("Send it")],
			["sent tea", "sent milk"],
		],
		["no id and no attribute left", "stripped", [fill("Street", "Main Street"), click("Store")], ["stored Main Street"]],
		["document.open while it is read", "reopened", [act("wait(1)"), click("Press here")], ["pressed"]],
		["a page that never comes to rest", "restless", [click("Press")], ["pressed"]],
		["a hundred thousand elements", "huge", [act('scroll("bottom")'), click("At the very end")], ["found"]],
		[
			"a megabyte of text, ten thousand nested elements, invisible letters",
			"weighty",
			[click("Press me"), click("Innermost")],
			["seen", "innermost"],
		],
		["a removed overlay", "unmarked", [click("Click me")], ["removed a mark", "clicked"]],
	])("is worked in: %s", async (...[, path, moves, expected]) => {
		const { effects } = await pages.play(path, moves);
		const told = await effects();
		// The page removes the overlay several times.
		expect(path === "unmarked" ? [...new Set(told)].sort() : told).toEqual(path === "unmarked" ? expected.toSorted() : expected);
	});

	test("a button that waits until all was scrolled through is pressed after that", async () => {
		const scroll: Move = (page) => `scroll("bottom", ${idOf(page, "Terms text")})`;
		const { effects, run } = await pages.play("terms", [click("I agree"), scroll, click("I agree")]);
		expect(run.steps[0]?.result?.code).toBe("DISABLED");
		expect(await effects()).toEqual(["agreed"]);
	});

	test("javascript: links and forms run in the page, once; an element that vanishes when it is pressed is not clicked", async () => {
		const { effects, run } = await pages.play("script-links", [
			click("Post back"),
			click("Handled"),
			click("Elsewhere"),
			fill("Word", "tea"),
			click("Send it"),
			press("Word", "Enter"),
			...["Other way", "By a script", "Inner", "Choose now"].map((name) => click(name)),
		]);
		const told = ["link", "own click", "sent tea", "sent tea", "formaction", "once", "shadow", "pressed", "released"];
		expect(await effects()).toEqual(told);
		// An unknown outcome is read again, which is a step of its own.
		const unseen = run.steps.filter(({ result }) => result?.code === "OUTCOME_UNKNOWN");
		expect(unseen.map(({ target }) => target?.name)).toEqual(["Elsewhere", "Choose now"]);
	});

	test("a page that accepts trusted events only: the step says what is missing", async () => {
		const { effects, run } = await pages.play("gate", [click("Go on"), click("Go on")], "failed");
		expect(await effects()).toEqual([]);
		expect(run.steps.map(({ result }) => result)).toContainEqual(
			expect.objectContaining({ code: "TRUSTED_INPUT_NEEDED", message: expect.stringContaining("trusted-input build") }),
		);
	});

	test("a page that changes its address by itself is followed, and one step back", async () => {
		const { effects, run } = await pages.play("routes", [click("News"), click("Read it"), act("back()")]);
		expect(await effects()).toEqual(["read", "back"]);
		expect(run.steps[0]?.verification).toMatchObject({ verdict: "success" });
	});

	const toldElsewhere = async (pattern: RegExp) => {
		const told: readonly string[] = await (await fetch(pages.url("effects"))).json();
		return told.filter((what) => pattern.test(what));
	};

	test("pages are gone to, loaded again, left and come back to", async () => {
		const { site } = await pages.play("visits", [
			act("reload()"),
			act(`navigate("${pages.url("arrived")}")`),
			act("back()"),
			act("forward()"),
			act(`openTab("${pages.url("helper?by=address")}")`),
			click("Do it here"),
		]);
		expect(site.url()).toBe(pages.url("arrived"));
		const visits = ["visits?by=navigate", "visits?by=reload", "visits?by=back_forward", "tabs?by=address"];
		expect(await toldElsewhere(/^visits|address$/)).toEqual(visits);
	});

	test("what the page text leaves out is searched for, looked into and listed", async () => {
		const { effects, run } = await pages.play("lookups", [
			act('find("css:#lever")'),
			(_page, prompt) => `click(${/‹\w+ (\d+)›hidden lever/.exec(prompt)?.[1]})`,
			(page) => `options(${idOf(page, "Town")})`,
			choose("Town", "Town 444"),
			(page) => `expand(${idOf(page, "Town")})`,
		]);
		expect(await effects(), storyOf(run)).toEqual(["lever", "Town 444"]);
	});

	test("a download link is asked about, and each download is reported", async () => {
		const { run } = await pages.play("downloads", [click("Price list"), click("Report")]);
		const asked = run.steps.filter(({ action }) => action.startsWith("ask(")).map(({ action }) => action);
		expect(asked).toEqual([expect.stringContaining("Price list")]);
		const clicks = run.steps.filter(({ action }) => action.startsWith("click("));
		const started = expect.stringContaining("download_started");
		expect(clicks.map(({ verification }) => verification?.observations.join())).toEqual([started, started]);
	});

	test("a PDF and a missing page cannot be read; the task says so and goes on elsewhere", async () => {
		// Nobody named the second one: it is asked about once more.
		const addresses = [pages.url("paper"), "http://127.0.0.1:9/", "http://127.0.0.1:9/", pages.url("arrived")];
		const { effects } = await pages.play("arrived", [...addresses.map((url) => act(`navigate("${url}")`)), click("We are here")]);
		expect(await effects()).toEqual(["arrived"]);
		const reasons = pages.prompts().map((prompt) => /^@restricted (.+)$/m.exec(prompt)?.[1]);
		expect(reasons).toEqual(expect.arrayContaining(["PDF document", "error page: unsafe port"]));
	});

	test("a dialog of the page waits for the user, who alone answers it, and the task goes on after it", async () => {
		await pages.seated(async () => {
			const { site, tabId } = await pages.open("dialogs");
			const shown = { panel: pages.panel(), tabId };
			const next = () => site.waitForEvent("dialog");
			let coming = next();
			await pages.start(tabId, [click("Tell me"), click("Ask me"), click("How many")]);
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

	test.each([
		["replace", "STALE_ELEMENT"],
		["cover", "COVERED"],
		["disable", "DISABLED"],
		["same", undefined],
	])("a target that changes between reading and acting (%s): %s, and never a wrong click", async (trick, code) => {
		const swap = (site: { evaluate: (text: string) => Promise<unknown> }): Move[] => [
			async (page) => {
				const id = idOf(page, "Keep");
				await site.evaluate(`tricks.${trick}()`);
				return `click(${id})`;
			},
		];
		const { effects, run } = await pages.play("swaps", swap, code === undefined ? "completed" : "failed");
		expect(run.steps[0]?.result?.code).toBe(code);
		expect(await effects()).toEqual(code === undefined ? ["kept"] : []);
	});

	test("a page whose getters throw is read and worked in", async () => {
		await pages.play("armed", [fill("Word", "hello"), click("Say it")]);
		expect(await toldElsewhere(/^armed/)).toEqual(["armed?said%20hello"]);
	});

	test("a page that leaves in the middle of a click", async () => {
		const { site, effects } = await pages.play("leaves", [click("Leave slowly"), click("We are here")]);
		expect(site.url()).toBe(pages.url("arrived"));
		expect(await effects()).toEqual(["arrived"]);
	});

	test("two tasks in two windows at once, each tab in a group of its task's colour, do not disturb each other", async () => {
		await pages.seated(async () => {
			const shown = [await pages.open("scripts"), await pages.openWindow("scripts")];
			for (const { tabId } of shown) {
				const fillIn: Move = async (page) => {
					await poll(async () => (await pages.groupOf(tabId)) === "Webhand blue");
					return `setValue(${idOf(page, "שם מלא")}, "of ${tabId}")`;
				};
				await pages.start(tabId, [fillIn, click("حفظ 💾")]);
			}
			for (const { site, tabId } of shown) {
				const run = await runToEnd({ panel: pages.panel(), tabId });
				expect(run, storyOf(run)).toMatchObject({ state: "completed" });
				expect(await effectsOf(site)).toEqual([`saved of ${tabId}`]);
			}
			for (const { site, tabId } of shown) {
				await poll(async () => (await pages.groupOf(tabId)) === null);
				await site.close();
			}
		});
	});

	test("frames in frames, of other origins and in sandboxes, are worked in", async () => {
		const names = ["same", "deep", "sandboxed"];
		const { site } = await pages.play(
			"frames",
			names.flatMap((name) => [fill(`Field ${name}`, name), click(`Save ${name}`)]),
		);
		const said = await Promise.all(site.frames().map((frame) => frame.evaluate<readonly unknown[]>("effects")));
		expect(said.flat()).toEqual(expect.arrayContaining(["same same", "deep deep", "sandboxed sandboxed"]));
	});

	test("a file that the user attached in the panel reaches the page's field", async () => {
		await pages.seated(async () => {
			const { site, tabId } = await pages.open("upload");
			const panel = await pages.openPanel(tabId);
			await panel.locator("input[type=file]").setInputFiles({ name: "cv.txt", mimeType: "text/plain", buffer: Buffer.from("Ada's CV") });
			await panel.getByRole("button", { name: "Remove cv.txt" }).waitFor();
			const sentence = pages.script([upload("Your CV", "letter.pdf"), upload("Your CV", "cv.txt")]);
			await panel.getByLabel("What should be done on this page?").fill(sentence);
			await panel.getByRole("button", { name: "Start", exact: true }).click();
			// An upload is asked about in each mode.
			const run = await runAllowing({ panel, tabId });
			expect(run, storyOf(run)).toMatchObject({ state: "completed" });
			const missing = run.steps.find(({ action }) => action.includes("letter.pdf") && action.startsWith("upload"));
			expect(missing?.result, storyOf(run)).toMatchObject({ code: "FILE_MISSING", message: expect.stringContaining("cv.txt") });
			expect(await effectsOf(site)).toEqual(["cv.txt text/plain Ada's CV"]);
			expect(pages.prompts().some((prompt) => prompt.includes('@files "cv.txt"'))).toBe(true);
		});
	});
});
