import { beforeAll, describe, expect, test } from "vitest";
import { actionsOf, storyOf } from "../e2e/panel.ts";
import { scenesOf } from "../e2e/scenarios/scenes.ts";
import { isAsking, useStage } from "../e2e/scenarios/stage.ts";

// One stack, browser and model for all.
const stage = useStage();
const scenes = scenesOf(stage.killDecider);

describe("in autonomous mode", () => {
	beforeAll(() => stage.setMode("autonomous"));

	test("a form is filled in and sent", async () => {
		await stage.playToEnd(scenes.guests);
		expect(stage.site().effects("/guests/send")).toEqual([{ method: "POST", path: "/guests/send", body: "name=Ada" }]);
	});

	test("after an ineffective click another way is taken, and the model learns why", async () => {
		const { run, asks } = await stage.playToEnd(scenes.dead);
		expect(run.steps[0]?.verification).toMatchObject({ verdict: "failure" });
		expect(asks("decide")[1]?.prompt).toMatch(/LAST RESULT:[\s\S]*failure/i);
	});

	test("a model that repeats an ineffective click is stopped, and that is no success", async () => {
		const { run } = await stage.playToEnd(scenes.stuck, {
			state: "failed",
			failure: { category: expect.stringMatching(/^(loop|stuck)$/) },
		});
		expect(run.steps.length).toBeLessThanOrEqual(6);
	});

	test("a model that goes to and fro is stopped", async () => {
		const { run } = await stage.playToEnd(scenes.toAndFro, { state: "failed", failure: { category: "loop" } });
		expect(run.steps.length).toBeLessThanOrEqual(10);
	});

	test("what only the user knows is asked, and the answer is used", async () => {
		const play = await stage.play(scenes.shirt);
		const asking = await play.until(isAsking);
		expect(asking.question).toMatchObject({ kind: "input", text: "Which size do you wear?", choices: ["S", "L"] });
		await play.answer(asking, { answer: "L" });
		expect(await play.end()).toMatchObject({ state: "completed" });
		expect(await play.site.title()).toBe("L");
	});

	test("a CAPTCHA is handed to the user, who solves it in the page", async () => {
		const play = await stage.play(scenes.captcha);
		const asking = await play.until(isAsking);
		expect(asking.question).toMatchObject({ kind: "handoff" });
		await play.site.locator("#human").click();
		await play.answer(asking, { done: true });
		expect(await play.end()).toMatchObject({ state: "completed" });
	});

	test("an approval is invalid when the page has changed meanwhile, and is asked for again", async () => {
		const play = await stage.play(scenes.price);
		const first = await play.until(isAsking);
		await play.site.locator("button").evaluate((button) => {
			button.textContent = "Pay 500.00 €";
		});
		await play.answer(first, { approved: true });
		const second = await play.until((run) => isAsking(run) && run.question?.id !== first.question?.id);
		expect(second.question?.approval?.label).toContain("500.00");
		expect(stage.site().effects("/price/pay")).toEqual([]);
		await play.answer(second, { approved: false });
		expect(await play.end()).toMatchObject({ state: "failed", failure: { category: "refused" } });
		expect(stage.site().effects("/price/pay")).toEqual([]);
	});

	test("a model that fails three times is reported to the user, and the task continues with the next try", async () => {
		const play = await stage.play(scenes.down);
		await play.until((run) => run.wait !== null && run.wait.kind !== "user");
		scenes.down.repair();
		await play.resume();
		expect(await play.end()).toMatchObject({ state: "completed", answer: "42" });
	});

	test.each([
		["a busy provider is waited for", scenes.busy],
		["an unreadable answer is asked for once more", scenes.prose],
	] as const)("%s", async (_, scene) => {
		const { asks } = await stage.playToEnd(scene, { state: "completed", answer: "43" });
		expect(asks("decide")).toHaveLength(2);
	});

	test("a model that only talks ends the task with the reason", async () => {
		const { run } = await stage.playToEnd(scenes.talk, { state: "failed", failure: { category: "model_output_invalid" } });
		expect(run.steps).toHaveLength(1);
	});

	test("a missing control is never clicked; the model learns the nearest names", async () => {
		const { run, asks } = await stage.playToEnd(scenes.ids);
		expect(actionsOf(run)[0]).not.toContain("4711");
		expect(asks("decide")[1]?.prompt).toContain("4711");
	});

	test("a finish that comes too early is refused", async () => {
		const { site } = await stage.playToEnd(scenes.early);
		expect(await site.textContent("h1")).toBe("The lamp is on");
	});

	const plannedSteps = (run: Awaited<ReturnType<typeof stage.playToEnd>>["run"]) =>
		run.plan?.steps.map(({ description, status }) => `${description}: ${status}`);

	test("a plan of several steps is shown and advanced by what is verified", async () => {
		const { run } = await stage.playToEnd(scenes.steps);
		expect(plannedSteps(run)).toEqual(["Enter the city: completed", "Show the weather: completed"]);
	});

	test("a plan that three corrections did not help is replaced, and what was done stays done", async () => {
		const { run, asks, site } = await stage.playToEnd(scenes.jar);
		expect([3, 4].map((index) => asks("decide")[index]?.prompt.includes("Open it by hand"))).toEqual([true, false]);
		expect(plannedSteps(run)).toEqual(["Label the jar: completed", "Open it with warm water: completed"]);
		expect(await site.textContent("#lid")).toBe("open");
	});

	const sentTo = (path: string) =>
		stage
			.site()
			.effects(path)
			.map(({ body }) => body);

	test("a form is filled in one step where the model names all fields, and each field is verified", async () => {
		const { run, asks } = await stage.playToEnd(scenes.address);
		expect(actionsOf(run).map((action) => action.replace(/\(.*/, ""))).toEqual(["setValue", "click", "finish"]);
		expect(asks("decide")[1]?.prompt.match(/Step 1: .*worked/g)).toHaveLength(3);
		expect(sentTo("/address/send")).toEqual(["name=Ada&town=Oslo&country=Norway"]);
	});

	test("fields that go together stop at the first surprise, and only what was not done is done again", async () => {
		const { run, asks } = await stage.playToEnd(scenes.fussy);
		const observations = expect.arrayContaining([expect.stringContaining("Oslo")]);
		expect(run.steps[0]?.verification).toMatchObject({ verdict: "failure", observations });
		const told = asks("decide")[1]?.prompt ?? "";
		expect([told.match(/Step 1: .*worked/g)?.length, /Step 1: .*Norway/.test(told)]).toEqual([1, false]);
		expect(sentTo("/fussy/send")).toEqual(["name=Ada&town=Oslo&country=Norway"]);
	});

	test("a task whose service is killed while the model thinks resumes by itself, and nothing is done twice", async () => {
		const { run } = await stage.playToEnd(scenes.outage);
		expect(run.steps.map(({ stepIndex }) => stepIndex)).toEqual([0, 1, 2]);
		expect(stage.site().effects("/outage/send")).toHaveLength(1);
	});
});

describe("in careful mode", () => {
	beforeAll(() => stage.setMode("careful"));

	test("a model that insists on what was refused ends the task, and nothing was sent", async () => {
		const play = await stage.play(scenes.refused);
		await play.answer(await play.until(isAsking), { approved: false });
		const run = await play.end();
		expect(run, storyOf(run)).toMatchObject({ state: "failed", failure: { category: "refused" } });
		expect(stage.site().effects("/refused/send")).toEqual([]);
	});
});
