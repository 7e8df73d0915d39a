import { describe, expect, test } from "vitest";
import { runToEnd, runUntil, storyOf, tell } from "../panel.ts";
import { act, choose, click, effectsOf, fill, hover, idOf, useZoo } from "./zoo.ts";

const zoo = useZoo();

describe.concurrent("fields", () => {
	test("what a framework controls keeps what was entered", async () => {
		const { site } = await zoo.play("controlled", [
			fill("Name", "Ada"),
			fill("Story", "Once\nupon"),
			fill("Terms", "true"),
			choose("City", "Rome"),
			fill("Size L", "true"),
		]);
		expect(await site.evaluate("state")).toEqual({ name: "Ada", story: "Once\nupon", terms: true, city: "Rome", size: "L" });
	});

	test("editors take a new text, also one that keeps a document of its own", async () => {
		const { effects } = await zoo.play("editors", [fill("Letter", "Dear Ada"), fill("Article", "Kettles")]);
		expect(await effects()).toEqual(expect.arrayContaining(["letter Dear Ada", "article Kettles"]));
	});

	test("dates, times, colours and numbers are entered in the control's own form", async () => {
		const values = {
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
		const { effects } = await zoo.play(
			"dates",
			Object.entries(values).map(([name, value]) => fill(name, value)),
		);
		expect(await effects()).toEqual(Object.entries(values).map(([name, value]) => `${name} ${value}`));
	});

	test("names from right to left and emoji find their controls", async () => {
		const { effects } = await zoo.play("scripts", [fill("שם מלא", "שלום 👋"), click("حفظ 💾"), click("👩👩👧 Family")]);
		expect(await effects()).toEqual(["saved שלום 👋", "family"]);
	});

	test("a button that waits until all was scrolled through is pressed after that", async () => {
		const { effects, run } = await zoo.play("terms", [
			click("I agree"),
			(page) => `scroll("bottom", ${idOf(page, "Terms text")})`,
			click("I agree"),
		]);
		expect(run.steps[0]?.result?.code).toBe("DISABLED");
		expect(await effects()).toEqual(["agreed"]);
	});
});

describe.concurrent("widgets", () => {
	test("a mouse has three buttons, a place and a pointer that rests", async () => {
		const { effects } = await zoo.play("mouse", [
			click("Everything", "double"),
			click("Everything", "right"),
			click("Everything", "middle"),
			click("Board", 30, 40),
			hover("Products"),
			click("Kettles"),
			act('press("Control+k")'),
		]);
		expect(await effects()).toEqual(["double", "menu", "button 1", "board 30,40", "kettles", "palette"]);
	});

	test("things are dragged by pointer and by drag events", async () => {
		const { effects } = await zoo.play("drags", [
			(page) => `drag(${idOf(page, "Price")}, 120, 0)`,
			(page) => `drag(${idOf(page, "Write tests")}, ${idOf(page, "Done")})`,
		]);
		expect(await effects()).toEqual(["price 120px", "done 1"]);
	});

	test("a dialog, a popover and what covers are dealt with in their layer", async () => {
		const { effects, run } = await zoo.play("layers", (site) => [
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

	test("a zoomed, turned page is hit where it shows", async () => {
		const { effects } = await zoo.play("zoomed", [click("Board"), click("Small button"), click("Far button"), click("Knob")]);
		expect(await effects()).toEqual(["board", "small", "far", "knob"]);
	});

	test("a page that believes nobody but the person: the step says what is missing", async () => {
		const { effects, run } = await zoo.play("gate", [click("Go on"), click("Go on")], "failed");
		expect(await effects()).toEqual([]);
		expect(run.steps[1]?.result).toMatchObject({ code: "TRUSTED_INPUT_NEEDED", message: expect.stringContaining("trusted-input build") });
	});
});

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
		expect(await (await fetch(zoo.url("effects"))).json()).toEqual(["tabs?by=link", "tabs?by=script"]);
		expect(run.steps.find(({ action }) => action === "switchTab(999999)")?.result?.code).toBe("TAB_CLOSED");
	});

	test("a download is told of", async () => {
		const { run } = await zoo.play("downloads", [click("Price list"), click("Report")]);
		expect(run.steps.slice(0, 2).map(({ verification }) => verification?.observations.join())).toEqual([
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
			act(`navigate("${zoo.url("paper.pdf")}")`),
			act('navigate("http://127.0.0.1:9/")'),
			act(`navigate("${zoo.url("arrived")}")`),
			click("We are here"),
		]);
		expect(await effects()).toEqual(["arrived"]);
		expect(zoo.prompts().filter((prompt) => prompt.includes("@restricted")).length).toBeGreaterThanOrEqual(2);
		expect(run.state).toBe("completed");
	});

	test("a dialog of the page waits for the person, and the task goes on after it", async () => {
		await zoo.seated(async () => {
			const { site, tabId } = await zoo.open("dialogs");
			const shown = site.waitForEvent("dialog");
			await zoo.start(tabId, [click("Tell me")]);
			const dialog = await shown;
			expect(dialog.message()).toBe("Stock is low");
			await runUntil({ panel: zoo.panel(), tabId }, ({ wait }) => wait?.kind === "page_dialog");
			await dialog.accept();
			const run = await runToEnd({ panel: zoo.panel(), tabId });
			expect(run, storyOf(run)).toMatchObject({ state: "completed" });
			expect(await effectsOf(site)).toEqual(["told"]);
		});
	});

	test("an address that leads to another site asks the person first", async () => {
		await zoo.seated(async () => {
			const { site, tabId } = await zoo.open("elsewhere");
			await zoo.start(tabId, [click("Go there"), click("Do it here")]);
			const shown = { panel: zoo.panel(), tabId };
			const asking = await runUntil(shown, ({ wait }) => wait?.kind === "site");
			expect(asking.wait).toMatchObject({ kind: "site", domain: "localhost" });
			await tell(zoo.panel(), "site_grant", { domain: "localhost", scope: "task" });
			const run = await runToEnd(shown);
			expect(run, storyOf(run)).toMatchObject({ state: "completed" });
			expect(await effectsOf(site)).toEqual(["done"]);
		});
	});
});

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

	test("two tasks in two tabs, one of them hidden, do not disturb each other", async () => {
		const [one, two] = await Promise.all([
			zoo.play("scripts", [fill("שם מלא", "one"), click("حفظ 💾")]),
			zoo.play("scripts", [fill("שם מלא", "two"), click("حفظ 💾")]),
		]);
		expect([await one.effects(), await two.effects()]).toEqual([["saved one"], ["saved two"]]);
	});
});
