import { expect, test } from "vitest";
import { storyOf } from "../../e2e/panel.ts";
import type { Stage } from "../../e2e/scenarios/stage.ts";
import { clickOn, deciding, has } from "../../e2e/scenarios/stage.ts";

export function stuckTests(stage: Stage): void {
	test("after a dead click another way is taken, and the model is told why", async () => {
		const play = await stage.play({
			path: "/dead",
			page: `<h1>Door</h1><button id="dead">Open</button> <button onclick="document.querySelector('h1').textContent='The door is open'">Handle</button>`,
			task: "Open the door",
			mind: deciding((ask) => {
				if (has(ask, "The door is open")) return "finish()";
				return ask.index === 0 ? clickOn("Open")(ask) : clickOn("Handle")(ask);
			}),
		});
		const run = await play.end();
		expect(run, storyOf(run)).toMatchObject({ state: "completed" });
		expect(run.steps[0]?.verification).toMatchObject({ verdict: "failure" });
		expect(play.asks("decide")[1]?.prompt).toMatch(/LAST RESULT:[\s\S]*failure/i);
	});

	test("a model that repeats a dead click is stopped, and that is no success", async () => {
		const play = await stage.play({
			path: "/stuck",
			page: "<h1>Lift</h1><button>Call the lift</button>",
			task: "Call the lift until it comes",
			mind: deciding(clickOn("Call the lift")),
		});
		const run = await play.end();
		expect(run, storyOf(run)).toMatchObject({ state: "failed", failure: { category: expect.stringMatching(/^(loop|stuck)$/) } });
		expect(run.steps.length).toBeLessThanOrEqual(6);
	});

	test("a model that goes to and fro is stopped", async () => {
		stage.site().put("/there", '<h1>There</h1><a href="/here">Go to here</a>');
		const play = await stage.play({
			path: "/here",
			page: '<h1>Here</h1><a href="/there">Go to there</a>',
			task: "Find the place that does not exist",
			mind: deciding((ask) => (has(ask, "Go to there") ? clickOn("Go to there")(ask) : clickOn("Go to here")(ask))),
		});
		const run = await play.end();
		expect(run, storyOf(run)).toMatchObject({ state: "failed", failure: { category: "loop" } });
		expect(run.steps.length).toBeLessThanOrEqual(10);
	});
}
