import { describe, expect, test } from "vitest";
import type { HardPages } from "../hard-pages.ts";
import { choose, click, fill, idOf } from "../hard-pages.ts";

/** Fields of every kind. */
export function fieldTests(zoo: HardPages): void {
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
}
