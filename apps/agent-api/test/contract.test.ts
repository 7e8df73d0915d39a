import { describe, expect } from "vitest";
import { pageText, scriptedDecider, shop, test } from "./agent.ts";

describe("a task from its first to its last step", () => {
	test("the first request makes a task, and the reply holds every field that is always there", async ({ agent }) => {
		const data = await agent.step({ query: "Show more products" });
		expect(data).toMatchObject({
			thought: "I do click(7)",
			action: "click(7)",
			stepIndex: 0,
			maxSteps: 50,
			status: "executing",
			currentStep: 0,
			totalSteps: 1,
			plan: {
				currentStepIndex: 0,
				steps: [{ id: "step_0", index: 0, description: "Show more products", status: "active", toolType: "DOM" }],
			},
			usage: { promptTokens: 100, completionTokens: 10 },
			cost: { taskTokens: 110, tokenBudget: 400_000 },
			guard: { docEpoch: "e1", id: 7, role: "button", name: "Show more", approved: false },
			expect: { kind: "any_change" },
			reasoning: { source: "page", confidence: 0.85, evidence: ["button “Show more”"] },
		});
	});

	test("a plan without an action keeps the task planning; the action comes with the next page", async ({ open }) => {
		const plan = ["Look", "Pay"].map((description) => ({ description, toolType: "DOM" as const }));
		const wait = { name: "wait", seconds: 0 } as const;
		const agent = await open({
			decider: scriptedDecider((_turn, call) => (call === 0 ? { action: wait, isPlanOnly: true, plan } : "click(7)")),
		});
		const first = await agent.step({});
		expect(first).toMatchObject({ action: "wait(0)", status: "planning", totalSteps: 2 });
		expect(await agent.step({ taskId: first.taskId })).toMatchObject({ action: "click(7)", status: "executing", totalSteps: 2 });
	});

	test.for([
		[0.69, "correcting", "unclear"],
		[0.7, "executing", "success"],
	] as const)("what facts do not settle is a success from 0.70 on, and no sooner: %d", async ([confidence, status, verdict], { open }) => {
		const decider = scriptedDecider(() => "click(7)");
		const usage = { promptTokens: 50, completionTokens: 10, calls: 1 };
		const agent = await open({ decider: { ...decider, judge: async () => ({ verdict: "success", confidence, reason: "it did", usage }) } });
		const { taskId } = await agent.step({});
		const next = await agent.step({ taskId, dom: shop.dom.replace("# Harbour tea", "# Harbour teas"), lastActionStatus: "success" });
		expect(next).toMatchObject({ status, verification: { verdict, confidence, by: "model" } });
	});

	test("the next request proves the action before and goes on; finish ends the task with its answer", async ({ open, mongo }) => {
		const agent = await open({
			decider: scriptedDecider((_turn, call) => ["click(7)", 'finish("There are two teas")'][call] ?? "wait(0)"),
		});
		const first = await agent.step({});
		const more = shop.dom.replace("<button 7>Show more", "<button 7>Show more\n<a 8 /black>Black tea");
		const last = await agent.step({ taskId: first.taskId, dom: more, lastStepIndex: 0, lastActionStatus: "success" });
		expect(last).toMatchObject({
			action: "finish()",
			answer: "There are two teas",
			status: "completed",
			stepIndex: 1,
			verification: {
				stepIndex: 0,
				verdict: "success",
				confidence: 0.85,
				by: "facts",
				observations: expect.arrayContaining(["elements_added 1"]),
			},
			plan: { steps: [{ status: "completed" }] },
		});
		expect(last.expect).toBeUndefined();
		expect(await mongo.db.collection("tasks").findOne({ _id: first.taskId as never })).toMatchObject({
			status: "completed",
			stepCount: 2,
			answer: "There are two teas",
		});
		expect(await mongo.db.collection("task_actions").findOne({ taskId: first.taskId, stepIndex: 0 })).toMatchObject({
			verification: { verdict: "success" },
		});
	});

	test("fail ends the task with its category and no plan step active", async ({ open }) => {
		const failure = { category: "not_understood", message: "I understood nothing" } as const;
		const agent = await open({ decider: scriptedDecider(() => ({ action: { name: "fail" }, failure })) });
		expect(await agent.step({})).toMatchObject({ action: "fail()", status: "failed", failure, plan: { steps: [{ status: "failed" }] } });
	});

	test("the query of the first request counts, and the history comes from the server", async ({ open }) => {
		const agent = await open({ decider: scriptedDecider((_turn, call) => ["click(1)", "click(7)", "fail()"][call] ?? "fail()") });
		const first = await agent.step({ query: "Open the tea" });
		const page = pageText("# Green tea\n<button 7>Add", { url: "https://shop.example/tea", epoch: "e2" });
		await agent.step({ taskId: first.taskId, query: "Something else", dom: page, url: "https://shop.example/tea" });
		const turn = agent.decider.turns[1];
		expect(turn).toMatchObject({
			query: "Open the tea",
			history: [{ stepIndex: 0, action: "click(1)", targetName: "Green tea", verification: { verdict: "success" } }],
		});
		expect(turn?.page.url).toBe("https://shop.example/tea");
	});

	test("a plan is shown, ticked off over proven ground, and never left on planning", async ({ open }) => {
		const plan = ["Search", "Open"].map((description) => ({ description, toolType: "DOM" as const }));
		const agent = await open({
			decider: scriptedDecider((_turn, call) =>
				call === 0 ? { action: { name: "click", id: 1 }, plan } : { action: { name: "click", id: 7 }, doneSteps: [0] },
			),
		});
		const first = await agent.step({});
		expect(first.plan.steps.map((step) => step.status)).toEqual(["active", "pending"]);
		const opened = pageText("# Green tea\n<button 7>Add", { url: "https://shop.example/tea", epoch: "e2" });
		const second = await agent.step({ taskId: first.taskId, dom: opened });
		expect(second).toMatchObject({
			currentStep: 1,
			totalSteps: 2,
			plan: {
				steps: [
					{ id: "step_0", status: "completed" },
					{ id: "step_1", status: "active" },
				],
			},
		});
	});

	test("fifty steps are taken, the fifty-first is refused and ends the task", async ({ open, mongo }) => {
		const agent = await open({ decider: scriptedDecider((_turn, call) => `setValue(4, "name ${call}")`) });
		let taskId = (await agent.step({})).taskId;
		for (let index = 1; index < 50; index += 1) {
			const dom = shop.dom.replace('"Full name"', `"Full name" value="name ${index - 1}"`);
			const data = await agent.step({ taskId, dom, lastStepIndex: index - 1 });
			taskId = data.taskId;
			expect([data.stepIndex, data.action]).toEqual([index, `setValue(4, "name ${index}")`]);
			expect(data.warnings?.includes("LAST_STEP") ?? false).toBe(index === 49);
		}
		const refused = await agent.post({ taskId });
		expect([refused.status, refused.body]).toMatchObject([400, { success: false, error: { code: "MAX_STEPS_EXCEEDED" } }]);
		expect(await mongo.db.collection("tasks").findOne({ _id: taskId as never })).toMatchObject({
			status: "failed",
			failure: { category: "max_steps" },
			stepCount: 50,
		});
		expect(await mongo.db.collection("task_actions").countDocuments({ taskId })).toBe(50);
		expect((await agent.post({ taskId })).body).toMatchObject({ error: { code: "TASK_COMPLETED", details: { status: "failed" } } });
	});
});

describe("a page that is no page text is read all the same", () => {
	test.for([
		["HTML with ids", '<button id="4">Save</button>', "click(4)", "executing"],
		["prose", "There is nothing here to press", 'navigate("https://shop.example/")', "executing"],
		["JSON", '{"a":1}', "fail()", "failed"],
		["page text of another version", "@page 9\n@url https://shop.example/\n\n<button 4>Save", "click(4)", "executing"],
	] as const)("%s", async ([_name, dom, action, status], { open }) => {
		const agent = await open({ decider: scriptedDecider(() => action) });
		expect(await agent.step({ dom })).toMatchObject({ action, status });
	});
});
