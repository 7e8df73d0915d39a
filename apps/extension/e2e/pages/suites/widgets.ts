import { describe, expect, test } from "vitest";
import type { HardPages } from "../hard-pages.ts";
import { act, click, fill, hover, idOf } from "../hard-pages.ts";

/** Widgets, layers and drawings. */
export function widgetTests(zoo: HardPages): void {
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

		test("links and forms that are scripts run in the page, once; what vanishes when it is pressed is not clicked", async () => {
			const { effects, run } = await zoo.play("script-links", [
				click("Post back"),
				click("Handled"),
				click("Elsewhere"),
				fill("Word", "tea"),
				click("Send it"),
				(page) => `press(${idOf(page, "Word")}, "Enter")`,
				click("Other way"),
				click("By a script"),
				click("Inner"),
				click("Choose now"),
			]);
			const told = ["link", "own click", "sent tea", "sent tea", "formaction", "once", "shadow", "pressed", "released"];
			expect(await effects()).toEqual(told);
			// What was not seen to its end is looked at again, which is a step of its own.
			const unseen = run.steps.filter(({ result }) => result?.code === "OUTCOME_UNKNOWN");
			expect(unseen.map(({ target }) => target?.name)).toEqual(["Elsewhere", "Choose now"]);
		});

		test("a page that believes nobody but the person: the step says what is missing", async () => {
			const { effects, run } = await zoo.play("gate", [click("Go on"), click("Go on")], "failed");
			expect(await effects()).toEqual([]);
			expect(run.steps.map(({ result }) => result)).toContainEqual(
				expect.objectContaining({ code: "TRUSTED_INPUT_NEEDED", message: expect.stringContaining("trusted-input build") }),
			);
		});
	});
}
