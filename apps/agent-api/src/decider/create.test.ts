import { formatAction } from "@webhand/contracts/action/format";
import { createRulesDecider } from "@webhand/rules/decider";
import { describe, expect, test } from "vitest";
import { pageOf, turnOf } from "../../test/turns.ts";
import { makePlan } from "../policy/progress/plan.ts";
import { createRulesFirst } from "./create.ts";
import type { Decider } from "./port.ts";
import type { PastStep, Turn } from "./turn.ts";

const never = new AbortController().signal;
const page = pageOf('<button 1 "Save">\n<button 2 "Share">');

function both() {
	const asked: Turn[] = [];
	const usage = { promptTokens: 100, completionTokens: 10, calls: 1 };
	const model: Decider = {
		name: "scripted",
		model: "m",
		decide: async (turn) => {
			asked.push(turn);
			return { thought: "model", action: { name: "click", id: 2 }, usage };
		},
		judge: async () => ({ verdict: "success", confidence: 0.8, reason: "model", usage }),
		complete: async () => ({ verdict: "complete", evidence: "model", missing: [], usage }),
	};
	return { decider: createRulesFirst(createRulesDecider(), model), asked };
}

describe("rules first", () => {
	test("a literal order costs no token", async () => {
		const { decider, asked } = both();
		const decision = await decider.decide(turnOf({ query: "Click Save", page }), never);
		expect(decision).toMatchObject({ action: { name: "click", id: 1 }, decidedBy: "rules" });
		expect(decision.usage).toBeUndefined();
		expect(asked).toEqual([]);
	});

	test("what the rules do not read goes to the model, which is noticed before", async () => {
		const { decider, asked } = both();
		let notices = 0;
		const beforeModel = async () => {
			notices += 1;
		};
		const decision = await decider.decide(turnOf({ query: "Make sure that nobody else sees it", page, beforeModel }), never);
		expect(decision).toMatchObject({ thought: "model", action: { name: "click", id: 2 } });
		expect(decision.decidedBy).toBeUndefined();
		expect([asked.length, notices]).toEqual([1, 1]);
	});

	test("a model that took over keeps the task", async () => {
		const { decider } = both();
		const first = await decider.decide(turnOf({ query: "Make it nicer", page }), never);
		const second = await decider.decide(
			turnOf({ query: "Make it nicer", page: pageOf('<button 1 "Make it nicer">'), state: first.state }),
			never,
		);
		expect(second.thought).toBe("model");
	});

	test("takes over where the rules cannot go on, with what was done so far", async () => {
		const { decider, asked } = both();
		const query = "Click Save and click Archive";
		const history: PastStep[] = [];
		let decision = await decider.decide(turnOf({ query, page }), never);
		const plan = makePlan(decision.plan ?? [], query, new Date());
		// The rules wait a moment for what is not there yet.
		for (let stepIndex = 0; decision.decidedBy === "rules" && stepIndex < 5; stepIndex += 1) {
			const { action: parsed, state } = decision;
			const verification = { stepIndex, verdict: "success", confidence: 0.9, by: "facts", observations: [] } as const;
			history.push({ stepIndex, thought: "", action: formatAction(parsed), parsed, verification: { ...verification, observations: [] } });
			decision = await decider.decide(turnOf({ query, page, plan, history, state }), never);
		}
		expect(history.map(({ action }) => action).filter((action) => action !== "wait(1)")).toEqual(["click(1)"]);
		expect(decision).toMatchObject({ thought: "model", doneSteps: [0] });
		expect(asked[0]?.plan?.steps.map(({ status }) => status)).toEqual(["completed", "active"]);
	});

	test("a no of the person is no reason to ask a model", async () => {
		const { decider, asked } = both();
		const notes = ["The person said: stop"];
		expect(await decider.decide(turnOf({ query: "Click Save", page, notes }), never)).toMatchObject({ failure: { category: "refused" } });
		expect(asked).toEqual([]);
	});

	test("a question between equals is asked, without a model", async () => {
		const { decider, asked } = both();
		const twice = pageOf('list 1\n  <button 2 "Delete">\n  <button 3 "Delete">');
		expect((await decider.decide(turnOf({ query: "Click Delete", page: twice }), never)).action.name).toBe("ask");
		expect(asked).toEqual([]);
	});

	test("who decided also judges and completes", async () => {
		const { decider } = both();
		const step = { action: "click(1)", expect: { kind: "any_change" }, observations: ["mutated"] } as const;
		expect((await decider.judge({ ...step, decidedBy: "rules" }, never)).usage).toBeUndefined();
		expect((await decider.judge(step, never)).usage).toBeDefined();
		const turn = turnOf({ query: "Click Save", page });
		expect((await decider.complete({ ...turn, decidedBy: "rules" }, undefined, never)).usage).toBeUndefined();
		expect((await decider.complete(turn, undefined, never)).evidence).toBe("model");
	});
});
