import { beforeAll, describe, expect, test } from "vitest";
import { idOf } from "../e2e/pages/hard-pages.ts";
import { storyOf } from "../e2e/panel.ts";
import { clickOn, deciding, greeting, has, isAsking, useStage } from "../e2e/scenarios/stage.ts";
import { fillTests } from "./scenarios/fills.ts";
import { planTests } from "./scenarios/plans.ts";
import { questionTests } from "./scenarios/questions.ts";
import { stuckTests } from "./scenarios/stuck.ts";
import { troubleTests } from "./scenarios/trouble.ts";

const stage = useStage();

describe("in autonomous mode", () => {
	beforeAll(() => stage.setMode("autonomous"));

	test("a form is filled in and sent", async () => {
		const play = await stage.play({
			path: "/guests",
			page: greeting,
			task: "Sign the guest book as Ada",
			mind: deciding((ask) => {
				if (has(ask, "Thank you")) return "finish()";
				return has(ask, 'value="Ada"') ? clickOn("Send")(ask) : `setValue(${idOf(ask.page, "Name")}, "Ada")`;
			}),
		});
		const run = await play.end();
		expect(run, storyOf(run)).toMatchObject({ state: "completed" });
		expect(stage.site().effects("/guests/send")).toEqual([{ method: "POST", path: "/guests/send", body: "name=Ada" }]);
	});

	stuckTests(stage);
	questionTests(stage);
	troubleTests(stage);
	planTests(stage);
	fillTests(stage);

	test("a task whose service is killed while the model thinks goes on by itself, and nothing is done twice", async () => {
		let isKilled = false;
		const play = await stage.play({
			path: "/outage",
			page: `<h1>Presses: <output>0</output></h1><button onclick="const out = document.querySelector('output'); out.textContent = Number(out.textContent) + 1">Press</button>
				<form method="post" action="/outage/send"><button>Send</button></form>`,
			task: "Press once and send",
			mind: deciding((ask) => {
				if (has(ask, "Thank you")) return "finish()";
				if (!has(ask, "Presses: 1")) return clickOn("Press")(ask);
				if (!isKilled) stage.killDecider();
				isKilled = true;
				return clickOn("Send")(ask);
			}),
		});
		const run = await play.end();
		expect(run, storyOf(run)).toMatchObject({ state: "completed" });
		expect(run.steps.map(({ stepIndex }) => stepIndex)).toEqual([0, 1, 2]);
		expect(stage.site().effects("/outage/send")).toHaveLength(1);
	});
});

describe("in careful mode", () => {
	beforeAll(() => stage.setMode("careful"));

	test("a model that insists on what was refused ends the task, and nothing was sent", async () => {
		const play = await stage.play({
			page: greeting.replaceAll("guests", "refused"),
			path: "/refused",
			task: "Sign the refused guest book",
			mind: deciding(clickOn("Send")),
		});
		const first = await play.until(isAsking);
		await play.answer(first, { approved: false });
		const run = await play.end();
		expect(run, storyOf(run)).toMatchObject({ state: "failed", failure: { category: "refused" } });
		expect(stage.site().effects("/refused/send")).toEqual([]);
	});
});
