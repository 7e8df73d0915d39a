import { expect, test } from "vitest";
import { orders } from "./orders/all.ts";
import { realModelPlan } from "./plan.ts";
import { firstState } from "./site/pages.ts";

test("by default all thirty orders run with Qwen", () => {
	expect(realModelPlan({})).toEqual({ orders, modelFile: "qwen", rulesFirst: null, transcript: null, pictures: null, serve: null });
	expect(new Set(orders.map(({ name }) => name)).size).toBe(30);
});

test("the simple orders are seventeen, and others may be named with them", () => {
	expect(realModelPlan({ only: ["simple"] }).orders).toHaveLength(17);
	expect(realModelPlan({ only: ["simple", "shop-demo"] }).orders.map(({ name }) => name)).toContain("shop-demo");
	expect(realModelPlan({ only: ["list-amount"], orders: "3", "rules-first": "off" })).toMatchObject({
		orders: [{ name: "list-amount" }],
		rulesFirst: false,
	});
	expect(realModelPlan({ orders: "2" }).orders).toEqual(orders.slice(0, 2));
});

test("a wrong option is refused by its name", () => {
	expect(() => realModelPlan({ only: ["fly"] })).toThrow("real-model has no order “fly”");
	expect(() => realModelPlan({ "model-file": "gpt" })).toThrow("--model-file takes qwen or gemma");
	expect(() => realModelPlan({ "rules-first": "maybe" })).toThrow("--rules-first takes on or off");
	expect(() => realModelPlan({ orders: "0" })).toThrow("--orders takes a number from 1 to 30");
	expect(() => realModelPlan({ serve: "70000" })).toThrow("--serve takes a number from 1 to 65535");
});

test("what an order wants differs from how its page starts", () => {
	for (const { start, wanted = {} } of orders) {
		if (!("page" in start)) continue;
		const state = firstState(start.page);
		for (const [key, value] of Object.entries(wanted)) {
			expect(state).toHaveProperty([key]);
			expect(state[key]).not.toBe(value);
		}
	}
});
