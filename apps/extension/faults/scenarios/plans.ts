import { expect, test } from "vitest";
import { idOf } from "../../e2e/pages/hard-pages.ts";
import { storyOf } from "../../e2e/panel.ts";
import type { Stage } from "../../e2e/scenarios/stage.ts";
import { clickOn, deciding, has } from "../../e2e/scenarios/stage.ts";

export function planTests(stage: Stage): void {
	test("a plan of several steps is shown and advanced by what is proven", async () => {
		const play = await stage.play({
			path: "/steps",
			page: `<label>City <input></label><button onclick="document.title='sent'">Show weather</button>`,
			task: "Enter Oslo as city and show the weather",
			mind: deciding((ask) => {
				const plan = "<Plan>1. Enter the city\n2. Show the weather</Plan>";
				if (ask.index === 0) return `<Thought>First the city</Thought>${plan}<Action>setValue(${idOf(ask.page, "City")}, "Oslo")</Action>`;
				if (ask.index === 1) return `<Thought>Now show it</Thought><Done>0</Done><Action>click(${idOf(ask.page, "Show weather")})</Action>`;
				return "<Thought>Done</Thought><Done>1</Done><Action>finish()</Action>";
			}),
		});
		const run = await play.end();
		expect(run, storyOf(run)).toMatchObject({ state: "completed" });
		expect(run.plan?.steps.map(({ description, status }) => `${description}: ${status}`)).toEqual([
			"Enter the city: completed",
			"Show the weather: completed",
		]);
	});

	test("a plan that three corrections did not help is made anew, and what was done stays done", async () => {
		const lid = (name: string, work = "") => `<button${work === "" ? "" : ` onclick="${work}"`}>${name}</button>`;
		const play = await stage.play({
			path: "/jar",
			page: `<h1>Jar</h1><p id="lid">closed</p><label>Label <input></label>${["Twist", "Pull", "Push"].map((name) => lid(name)).join("")}
				${lid("Warm water", "lid.textContent = 'open'; document.title = 'open'")}`,
			task: "Label the jar as Honey and open it",
			mind: deciding((ask) => {
				const plan = (...steps: readonly string[]) => `<Plan>${steps.join("\n")}</Plan>`;
				const say = (action: string, more = "") => `<Thought>As the scenario says</Thought>${more}<Action>${action}</Action>`;
				if (ask.index === 0) return say(`setValue(${idOf(ask.page, "Label")}, "Honey")`, plan("Label the jar", "Open it by hand"));
				if (has(ask, "open\n") || has(ask, "@title open")) return say("finish()", "<Done>1</Done>");
				const dead = ["Twist", "Pull", "Push"][ask.index - 1];
				if (dead !== undefined) return say(clickOn(dead)(ask), "<Done>0</Done>");
				return say(clickOn("Warm water")(ask), plan("Open it with warm water"));
			}),
		});
		const run = await play.end();
		expect(run, storyOf(run)).toMatchObject({ state: "completed" });
		expect(play.asks("decide")[3]?.prompt).toContain("Open it by hand");
		expect(play.asks("decide")[4]?.prompt).not.toContain("Open it by hand");
		expect(run.plan?.steps.map(({ description, status }) => `${description}: ${status}`)).toEqual([
			"Label the jar: completed",
			"Open it with warm water: completed",
		]);
		expect(await play.site.textContent("#lid")).toBe("open");
	});
}
