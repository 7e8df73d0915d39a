import { describe, expect, test } from "vitest";
import { idOf } from "../pages/hard-pages.ts";
import { storyOf } from "../panel.ts";
import { deciding, useStage } from "./stage.ts";
import { fillTests } from "./suites/fills.ts";
import { planTests } from "./suites/plans.ts";
import { questionTests } from "./suites/questions.ts";
import { stuckTests } from "./suites/stuck.ts";
import { troubleTests } from "./suites/trouble.ts";
import { clickOn, greeting, has, isAsking } from "./words.ts";

// One stack, browser and model for all of them.
const stage = useStage();

describe("in autonomous mode", () => {
	test("the mode is on", async () => await stage.setMode("autonomous"));

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
	test("the mode is on", async () => await stage.setMode("careful"));

	const sendIt = {
		page: greeting.replaceAll("guests", "careful"),
		mind: deciding((ask) => {
			if (has(ask, "Thank you") || ask.prompt.includes("The person refused")) return "finish()";
			return has(ask, 'value="Ada"') ? clickOn("Send")(ask) : `setValue(${idOf(ask.page, "Name")}, "Ada")`;
		}),
	};

	test("filling in is free, sending is asked for", async () => {
		const play = await stage.play({ ...sendIt, path: "/careful", task: "Sign the careful guest book" });
		const asking = await play.until(isAsking);
		expect(asking.question).toMatchObject({ kind: "approval", approval: { class: "commit" } });
		expect(await play.site.inputValue("input")).toBe("Ada");
		await play.answer(asking, { approved: true });
		expect(await play.end()).toMatchObject({ state: "completed" });
		expect(stage.site().effects("/careful/send")).toHaveLength(1);
	});

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
