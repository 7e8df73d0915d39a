import { createRulesDecider } from "@webhand/rules/decider";
import { describe, expect, test } from "vitest";
import { pageOf, turnOf } from "../../test/turns.ts";
import { createRulesFirst } from "./create.ts";
import type { Decider } from "./port.ts";
import { withoutModel } from "./without-model.ts";

const page = pageOf('<button 1 "Save">');
const never = new AbortController().signal;

const model: Decider = {
	name: "openai",
	model: "gpt-x",
	decide: async () => ({ thought: "model", action: { name: "click", id: 1 } }),
	judge: async () => ({ verdict: "success", confidence: 0.8, reason: "model" }),
	complete: async () => ({ verdict: "complete", evidence: "model", missing: [] }),
	conversation: {
		contextTokens: 8_000,
		ask: async () => ({ text: "model", calls: [], usage: { promptTokens: 1, completionTokens: 1, calls: 1 } }),
	},
};
const step = { action: "click(1)", expect: { kind: "any_change" } as const, observations: [] };

describe("a decider without its model", () => {
	const rules = createRulesDecider();
	const first = createRulesFirst(rules, model);
	const shut = withoutModel(first, rules, { category: "budget", words: "Nothing is left", judges: true });

	test("does what the rules read, and ends where they stop", async () => {
		expect(await shut.decide(turnOf({ query: "Click Save", page }), never)).toMatchObject({ action: { name: "click", id: 1 } });
		expect(await shut.decide(turnOf({ query: "Make it nicer", page }), never)).toMatchObject({
			action: { name: "fail" },
			failure: { category: "budget", message: "Nothing is left" },
		});
	});

	test("keeps what the rules answered before they stopped", async () => {
		const failure = { category: "stuck", message: "Nothing to press", answer: "The price is 14 €" } as const;
		const reading: Decider = { ...rules, decide: async () => ({ thought: "", action: { name: "fail" }, canHandOver: true, failure }) };
		const ended = withoutModel(first, reading, { category: "budget", words: "Nothing is left", judges: true });
		expect((await ended.decide(turnOf({ query: "Read the price and go on", page }), never)).failure).toEqual({
			category: "budget",
			message: "Nothing is left",
			answer: "The price is 14 €",
		});
	});

	test("ends a task that the model had taken over", async () => {
		const { state } = await first.decide(turnOf({ query: "Make it nicer", page }), never);
		expect((await shut.decide(turnOf({ query: "Click Save", page, state }), never)).action.name).toBe("fail");
	});

	test("ends each task where no rules stand before the model", async () => {
		const bare = withoutModel(model, rules, { category: "budget", words: "Nothing is left", judges: true });
		expect((await bare.decide(turnOf({ query: "Click Save", page }), never)).action.name).toBe("fail");
	});

	test("asks the model for a verdict only where it may", async () => {
		expect((await shut.judge(step, never)).reason).toBe("model");
		const forbidden = withoutModel(first, rules, { category: "refused", words: "No", judges: false });
		expect((await forbidden.judge(step, never)).reason).not.toBe("model");
	});

	test("has no conversation", async () => {
		await expect(shut.conversation?.ask({ messages: [], tools: [] }, never)).rejects.toThrow("Nothing is left");
	});
});
