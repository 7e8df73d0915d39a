import { parseAction } from "@webhand/contracts/action/parse";
import type { NextAction } from "@webhand/contracts/agent/interact";
import { expect } from "vitest";
import { createDecider } from "../src/decider/create.ts";
import type { Agent } from "./agent.ts";
import { pageText, scriptedDecider, test } from "./agent.ts";

const rules = {
	MODEL_PROVIDER: "rules",
	MODEL_CONTEXT_TOKENS: 32_000,
	MODEL_TEMPERATURE: 0,
	MODEL_VISION: "false",
	MODEL_RULES_FIRST: "false",
	MODEL_TIMEOUT_MS: 45_000,
	GIGACHAT_SCOPE: "x",
} as const;

/** A shop of five pages that answers actions as a browser would; `dead` controls do nothing. */
function createShop(dead: readonly number[] = []) {
	const state = { place: "home", query: "", size: "Choose a size", count: 0, visits: 0 };
	const header = () =>
		`<search 1 "Search products"${state.query === "" ? "" : ` value="${state.query}"`}>\n<button 2 submit>Search\n<a 3 /cart>Cart (${state.count})`;
	const pages: Record<string, () => string> = {
		home: () => "# Hearthside\nKettles, lamps and blankets",
		results: () => "# Results\n- <a 10 /products/blue-kettle>Blue kettle</> 29.90 €\n- <a 11 /products/blue-lamp>Blue lamp</> 12.00 €",
		product: () =>
			`# Blue kettle\n<form "Order" post>\n <select 12 "Size" value="${state.size}" options="${["Choose a size", "1.0 l", "1.5 l"].map((size) => (size === state.size ? `${size}*` : size)).join("|")}">\n <button 13 submit>Add to cart`,
		cart: () => "# Your cart\n| Product | Price |\n| Blue kettle, 1.5 l | 34.90 € |\nTotal: 34.90 €",
	};
	const go = (place: string) => {
		state.place = place;
		state.visits += 1;
	};
	return {
		readPage: () => ({
			url: `http://127.0.0.1:8788/${state.place}`,
			dom: pageText(`${header()}\n${pages[state.place]?.() ?? ""}`, {
				url: `http://127.0.0.1:8788/${state.place}`,
				epoch: `e${state.visits}`,
			}),
		}),
		act: (text: string) => {
			const parsed = parseAction(text);
			if (!parsed.ok) throw new Error(text);
			const { action } = parsed;
			if ("id" in action && action.id !== undefined && dead.includes(action.id)) return;
			if (action.name === "setValue") {
				state.query = action.text;
				if (action.submit) go("results");
			}
			if (action.name === "press" && action.keys === "Enter") go("results");
			if (action.name === "select") state.size = action.options[0] ?? "";
			if (action.name !== "click") return;
			if (action.id === 2) go("results");
			if (action.id === 3) go("cart");
			if (action.id === 10) go("product");
			if (action.id === 13) {
				state.count += 1;
				go("product");
			}
		},
	};
}

/** Reads the page, asks and acts until the task has ended or twenty steps are taken. */
async function play(agent: Agent, query: string, shop: ReturnType<typeof createShop>): Promise<readonly NextAction[]> {
	const steps: NextAction[] = [];
	for (let index = 0; index < 20; index += 1) {
		const last = steps.at(-1);
		const step = await agent.step({
			...shop.readPage(),
			query,
			mode: "autonomous",
			...(last === undefined ? {} : { taskId: last.taskId, lastStepIndex: last.stepIndex, lastActionStatus: "success" }),
		});
		steps.push(step);
		if (step.status === "completed" || step.status === "failed" || step.status === "needs_user_input") break;
		shop.act(step.action);
	}
	return steps;
}

test("a purchase in plain words is carried out without a model: search, open, choose, add, read the total", async ({ open }) => {
	const agent = await open({ real: await createDecider(rules) });
	const query =
		'Search for "blue kettle", open the first result, choose "1.5 l" as size, add it to the cart, open the cart and read the total';
	const steps = await play(agent, query, createShop());
	const last = steps.at(-1);
	expect(last, steps.map((step) => `${step.action} — ${step.thought} — ${JSON.stringify(step.verification)}`).join("\n")).toMatchObject({
		status: "completed",
		action: "finish()",
		answer: expect.stringContaining("34.90"),
	});
	expect(steps.length).toBeGreaterThanOrEqual(5);
	expect(steps.slice(1).every((step) => step.verification?.verdict === "success")).toBe(true);
	expect(last?.plan.steps.every((step) => step.status === "completed")).toBe(true);
});

test("a control that does nothing is noticed, and the task does not claim to be done", async ({ open }) => {
	const agent = await open({ real: await createDecider(rules) });
	const steps = await play(agent, "Open the cart and read the total", createShop([3]));
	expect(steps.some((step) => step.verification?.verdict === "failure")).toBe(true);
	expect(steps.at(-1)).toMatchObject({ status: "failed", action: "fail()" });
});

test("ten tasks side by side do not get into each other's way", async ({ open }) => {
	const agent = await open({ real: await createDecider(rules) });
	const query = 'Search for "blue kettle", open the first result, choose "1.5 l" as size, add it to the cart';
	const all = await Promise.all(Array.from({ length: 10 }, () => play(agent, query, createShop())));
	expect(all.map((steps) => steps.at(-1)?.status)).toEqual(all.map(() => "completed"));
});

test.for([
	["a price that goes on by itself is no effect of a click", [100, 101, 102], "failure"],
	["a price that stands still after a click is for the decider to judge", [100, 101, 101], "failure (judged)"],
] as const)("%s, which a second reading shows", async ([_name, prices, verdict], { open }) => {
	const decider = scriptedDecider((_turn, call) => (call === 0 ? "click(1)" : "fail()"));
	let judged = 0;
	decider.judge = async () => {
		judged += 1;
		return { verdict: "failure", confidence: 0.6, reason: "scripted" };
	};
	const agent = await open({ decider });
	const dom = (price: number) => pageText(`<button 1>Refresh\n# News\nOne\nTwo\nThree\nACME ${price} €`);
	const first = await agent.step({ dom: dom(prices[0]) });
	const second = await agent.step({ taskId: first.taskId, dom: dom(prices[1]), lastActionStatus: "success" });
	expect([second.action, second.status]).toEqual(["wait(1)", "verifying"]);
	await agent.step({ taskId: first.taskId, dom: dom(prices[2]), lastActionStatus: "success" });
	const past = decider.turns.at(-1)?.history.find((step) => step.action === "click(1)");
	expect(`${past?.verification?.verdict}${judged === 1 ? " (judged)" : ""}`).toBe(verdict);
});
