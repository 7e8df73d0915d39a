import { expect, test } from "vitest";
import { orders } from "./orders/all.ts";
import type { Order } from "./orders/order.ts";
import type { Played } from "./play.ts";
import { lineOf, rowsOf } from "./table.ts";

const [cart, search] = orders as readonly [Order, Order];

const counted = { calls: 4, again: 1, prompt: 4_000, completion: 200 };
const right: Played = {
	order: cart,
	right: true,
	falselyDone: false,
	unasked: [],
	over: true,
	ending: "completed",
	said: "",
	ms: 20_000,
	steps: 2,
	counted,
	firstPrompt: 1_200,
	lateMs: 0,
	actions: ["click(6)", "finish()"],
};
const wrong: Played = {
	...right,
	order: search,
	right: false,
	falselyDone: true,
	unasked: ["cart"],
	over: false,
	ending: "not over",
	ms: 170_000,
	steps: 3,
	lateMs: 90_000,
};

test("a line says what went wrong and what it took", () => {
	expect(lineOf(right)).toMatch(
		/^shop-open-cart +literal +right +completed 20\.0 s, 2 steps, 4 calls, 1 again, first 1200 tokens · click\(6\) finish\(\)$/,
	);
	expect(lineOf(wrong)).toContain("wrong FALSE DONE UNASKED cart not over  170.0 s");
	expect(lineOf(wrong)).toContain("model asked 90 s after the end");
});

test("totals stand beside the rules", () => {
	const rows = rowsOf({ model: [right, wrong], rules: [right, right], isRulesFirst: true });
	const found = (name: string) => rows.find((row) => row.name === name);
	expect(found("shop-search")).toMatchObject({ ours: 0, peer: 1 });
	expect(found("right")).toMatchObject({ ours: 1, peer: 2, goal: null });
	expect(found("falsely said done")).toMatchObject({ ours: 1, peer: 0, goal: 0 });
	expect(found("with changes nobody asked for")).toMatchObject({ ours: 1, peer: 0, goal: 0 });
	expect(found("not over in 170 s")).toMatchObject({ ours: 1, peer: 0 });
	expect(found("answers that could not be used, of 100 calls")).toMatchObject({ ours: 25 });
	expect(found("seconds a step")).toMatchObject({ ours: 38 });
	expect(found("prompt tokens a step")).toMatchObject({ ours: 1_600 });
	expect(found("longest work of a model after the end")).toMatchObject({ ours: 90 });
});

test("the goals of the simple orders hold for exactly these, by who decides first", () => {
	const simple = orders.filter(({ isSimple }) => isSimple === true).map((order) => ({ ...right, order }));
	const goalOf = (isRulesFirst: boolean) =>
		rowsOf({ model: simple, rules: simple, isRulesFirst }).find(({ name }) => name === "right")?.goal;
	expect([goalOf(true), goalOf(false)]).toEqual([13, 5]);
});
