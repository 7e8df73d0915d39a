import { createRulesDecider } from "@webhand/rules/decider";
import { describe, expect } from "vitest";
import type { Agent, Say } from "./agent.ts";
import { pageText, scriptedDecider, shop, test } from "./agent.ts";
import { begin, step, stepOf } from "./run.ts";

describe("both channels", () => {
	const other = shop.dom.replace("Harbour tea", "Harbour teas");
	const filled = shop.dom.replace('<input 4 "Full name">', '<input 4 "Full name" value="Ada">');
	const scripts: readonly (readonly [string, readonly Say[], readonly string[]])[] = [
		["finish at once", ["finish()"], [shop.dom]],
		["finish with an answer", ['finish("12 €")'], [shop.dom]],
		["give up", ['fail("nothing here")'], [shop.dom]],
		["click and finish", ["click(7)", "finish()"], [shop.dom, other]],
		["click without effect", ["click(7)", "click(1)", 'fail("dead")'], [shop.dom, shop.dom, shop.dom]],
		["fill", ['setValue(4, "Ada")', "finish()"], [shop.dom, filled]],
		["fill what does not hold", ['setValue(4, "Ada")', 'fail("no")'], [shop.dom, shop.dom]],
		["submit a form", ["click(6)"], [shop.dom, shop.dom]],
		["search with Enter", ['setValue(2, "tea", true)'], [shop.dom, shop.dom]],
		["ask", ['ask("Which size?", "S", "M")', "click(7)"], [shop.dom, shop.dom]],
		["hand over", ['handoff("Please sign in")', "click(7)"], [shop.dom, shop.dom]],
		["go elsewhere", ['navigate("https://other.example/")'], [shop.dom]],
		["go on the same site", ['navigate("https://shop.example/tea")'], [shop.dom]],
		["scroll, look", ['scroll("down")', 'find("tea")', "wait(0)"], [shop.dom, shop.dom, shop.dom]],
		["repeat a dead click", ["click(7)", "click(7)", "click(7)", "click(7)"], [shop.dom, shop.dom, shop.dom, shop.dom]],
		["press and hover", ['press("Escape")', "hover(7)"], [shop.dom, shop.dom]],
		["open a bad address", ['navigate("https://u:p@evil.example/")'], [shop.dom]],
		["fill a password", ['setValue(5, "guess")'], [shop.dom]],
		["name what is not there", ["click(99)", "click(98)"], [shop.dom]],
	];
	const wanted = { query: "Buy the tea", mode: "careful" } as const;
	const essence = (rows: readonly Record<string, unknown>[]) =>
		rows.map(({ thought, action, parsed, status, by, expect: expected, gate, guard, verification, planIndex, loop }) => ({
			thought,
			action,
			parsed,
			status,
			by,
			expected,
			gate,
			guard,
			verification,
			planIndex,
			loop,
		}));

	test("lead to the same steps, verdicts, gates and ends, for twenty tasks", async ({ open, mongo }) => {
		const one = await open();
		const rowsOf = (taskId: string) => mongo.db.collection("task_actions").find({ taskId }).sort({ stepIndex: 1 }).toArray();
		const taskOf = (taskId: string) => mongo.db.collection<Record<string, unknown>>("tasks").findOne({ _id: taskId as never });
		const both = async (agent: Agent, query: string, doms: readonly string[]) => {
			const ids: string[] = [];
			let taskId: string | undefined;
			const first = agent.decider.turns.length;
			for (const dom of doms) {
				const reply = await agent.post({ ...wanted, query, dom, ...(taskId === undefined ? {} : { taskId: taskId as never }) });
				taskId ??= (reply.body["data"] as { taskId: string }).taskId;
			}
			agent.decider.turns.length = first;
			ids.push(taskId ?? "", await begin(agent, { task: query }));
			for (const dom of doms) await stepOf(agent, ids[1], { snapshot: null, dom });
			const [left, right] = await Promise.all(ids.map(async (id) => ({ rows: essence(await rowsOf(id)), task: await taskOf(id) })));
			expect(right?.rows, query).toEqual(left?.rows);
			const { status, answer, failure, origins, stepCount } = (left?.task ?? {}) as Record<string, unknown>;
			expect(right?.task, query).toMatchObject({
				status,
				origins,
				stepCount,
				...(answer ? { answer } : {}),
				...(failure ? { failure } : {}),
			});
			expect(left?.rows.length).toBeGreaterThan(0);
		};
		for (const [name, actions, doms] of scripts) {
			one.decider.turns.length = 0;
			one.decider.script = (_turn, call) => actions[Math.min(call, actions.length - 1)] ?? "wait(0)";
			await both(one, name, doms);
		}
		const plain = await open({ real: createRulesDecider() });
		await both(plain, 'Search for "tea"', [shop.dom, shop.dom.replace('"Search products"', '"Search products" value="tea"')]);
	});

	test("lead a client whose elements hold no values through a form", async ({ open }) => {
		const agent = await open({ real: createRulesDecider() });
		const runId = await begin(agent, { task: 'Type "Ada" into the Name field and click Save', mode: "autonomous" });
		const elements = [
			{ id: "agent-1", tag: "input", text: "", ariaLabel: "Name" },
			{ id: "agent-2", tag: "button", text: "Save" },
		];
		const page = (visibleText: string) => ({ snapshot: { url: shop.url, visibleText, elements } });
		const done = { result: { success: true } };
		const [typed, pressed, ended] = [
			await step(agent, runId, page("Name")),
			await step(agent, runId, { ...page("Name"), ...done }),
			await step(agent, runId, { ...page("Saved. Thank you"), ...done }),
		];
		expect([typed, pressed]).toMatchObject([
			{ tool: { name: "type", arguments: { id: "agent-1", text: "Ada" } } },
			{ tool: { name: "click" } },
		]);
		expect(ended).toMatchObject({ action: "finish", success: true });
		const ticking = await begin(agent, { task: "Untick the Newsletter box" });
		const boxes = [{ id: "agent-1", tag: "input", type: "checkbox", ariaLabel: "Newsletter" }];
		expect(await step(agent, ticking, { snapshot: { url: shop.url, elements: boxes } })).toMatchObject({
			action: "finish",
			success: false,
		});
	});

	test("trust a client's result of a scroll, which a snapshot without a window cannot show", async ({ open }) => {
		const agent = await open({ decider: scriptedDecider(() => 'scroll("down")') });
		const runId = await begin(agent);
		const body = { snapshot: { url: shop.url, visibleText: "Harbour tea" } };
		await step(agent, runId, body);
		expect(await step(agent, runId, { ...body, result: { success: true } })).toMatchObject({ tool: { name: "scroll" } });
		const state = await agent.call("GET", `/agent/run/${runId}`);
		expect(state.body["history"]).toMatchObject([{ tool: { name: "scroll" }, result: { success: true } }, { tool: { name: "scroll" } }]);
	});

	test("are the same run: what began at one goes on at the other", async ({ agent }) => {
		const { taskId } = await agent.step({});
		expect(await step(agent, taskId, { snapshot: null, dom: pageText("# Elsewhere\n<button 7>Show more") })).toMatchObject({
			stepIndex: 1,
		});
		expect((await agent.step({ taskId })).stepIndex).toBe(2);
	});
});
