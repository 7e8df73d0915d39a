import { expect, test } from "vitest";
import { actionsOf, storyOf } from "../../e2e/panel.ts";
import type { Stage } from "../../e2e/scenarios/stage.ts";
import { clickOn, deciding, has } from "../../e2e/scenarios/stage.ts";

export function troubleTests(stage: Stage): void {
	test("a model that fails three times is told to the user, and the task goes on with the next try", async () => {
		let isDown = true;
		const play = await stage.play({
			path: "/down",
			page: "<h1>Read me: 42</h1>",
			task: "Read the number on the page that is down",
			mind: (ask) => {
				if (isDown) return { kind: "error", status: 500 };
				return deciding(() => 'finish("42")')(ask);
			},
		});
		await play.until((run) => run.wait !== null && run.wait.kind !== "user");
		isDown = false;
		await play.resume();
		const run = await play.end();
		expect(run, storyOf(run)).toMatchObject({ state: "completed", answer: "42" });
	});

	test("a busy provider is waited for", async () => {
		const play = await stage.play({
			path: "/busy",
			page: "<h1>Read me: 43</h1>",
			task: "Read the number on the busy page",
			mind: deciding((ask) => (ask.index === 0 ? { kind: "error", status: 429, retryAfterSeconds: 1 } : 'finish("43")')),
		});
		expect(await play.end()).toMatchObject({ state: "completed", answer: "43" });
	});

	test("an answer that cannot be read is asked for once more", async () => {
		const play = await stage.play({
			path: "/prose",
			page: "<h1>Read me: 44</h1>",
			task: "Read the number on the page of prose",
			mind: deciding((ask) => (ask.index === 0 ? "I would rather tell you a story." : 'finish("44")')),
		});
		expect(await play.end()).toMatchObject({ state: "completed", answer: "44" });
		expect(play.asks("decide")).toHaveLength(2);
	});

	test("a model that only talks ends the task with the reason", async () => {
		const play = await stage.play({
			path: "/talk",
			page: "<h1>Nothing</h1>",
			task: "Do something on the page of talk",
			mind: deciding(() => "Once upon a time there was a button."),
		});
		expect(await play.end()).toMatchObject({ state: "failed", failure: { category: "model_output_invalid" }, steps: [expect.anything()] });
	});

	test("a control that is not there is never clicked; the nearest names are told", async () => {
		const play = await stage.play({
			path: "/ids",
			page: `<button onclick="document.body.innerHTML='<h1>Saved it</h1>'">Keep</button><button>Discard everything</button>`,
			task: "Keep my changes",
			mind: deciding((ask) => {
				if (has(ask, "Saved it")) return "finish()";
				return ask.index === 0 ? "click(4711)" : clickOn("Keep")(ask);
			}),
		});
		const run = await play.end();
		expect(run, storyOf(run)).toMatchObject({ state: "completed" });
		expect(actionsOf(run)[0]).not.toContain("4711");
		expect(play.asks("decide")[1]?.prompt).toContain("4711");
	});

	test("a finish that comes too early is refused", async () => {
		const play = await stage.play({
			path: "/early",
			page: `<h1>Lamp</h1><button onclick="document.querySelector('h1').textContent='The lamp is on'">Switch</button>`,
			task: "Switch the lamp on",
			mind: (ask) => {
				if (ask.kind === "judge") return '{"verdict": "success", "confidence": 0.9, "reason": "It did."}';
				if (ask.kind === "complete") {
					return has(ask, "The lamp is on")
						? '{"verdict": "complete", "evidence": "The lamp is on", "missing": []}'
						: '{"verdict": "continue", "evidence": "", "missing": ["the lamp is off"]}';
				}
				return ask.index === 0 || has(ask, "The lamp is on") ? "finish()" : clickOn("Switch")(ask);
			},
		});
		const run = await play.end();
		expect(run, storyOf(run)).toMatchObject({ state: "completed" });
		expect(await play.site.textContent("h1")).toBe("The lamp is on");
	});
}
