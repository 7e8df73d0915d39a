import { formatAction } from "@webhand/contracts/action/format";
import { parseAction } from "@webhand/contracts/action/parse";
import { Expectation } from "@webhand/contracts/agent/task";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createRulesDecider } from "../decide.ts";
import { decideByRules } from "../run/run.ts";
import { clausesOf } from "../sentence/clauses.ts";
import { pageOf, turnOf } from "./play.ts";
import { sentences } from "./sentences/sentences.ts";

const words =
	"click enter type select tick search for open the a first 3rd last button field box link Ada Save cart and then , . into in next to of from with as it them all until not if price total red circle drag down slider date 2026-03-05 tomorrow > ( ) ' \" = : 7 don't @ada example.org #2 <b>".split(
		" ",
	);
const sentence = fc.oneof(
	fc.constantFrom(...sentences.map(([text]) => text)),
	fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 25 }).map((parts) => parts.join(" ")),
	fc.string({ maxLength: 200 }),
);

const names = ["Save", "Ada", "Cart (2)", "Price", "Next", "Delete", "", "2", "Total: 5 €", "January 2026", "×"];
const control = fc.record({
	type: fc.constantFrom("button", "a", "input", "checkbox", "radio", "select", "menuitem", "tab", "box", "div", "slider", "date"),
	name: fc.constantFrom(...names),
	state: fc.constantFrom("", " checked", " collapsed", " disabled", " covered", " focused", " readonly"),
});
const line = fc.record({
	mark: fc.constantFrom("", "- ", "| ", "# ", "## "),
	depth: fc.nat({ max: 3 }),
	text: fc.constantFrom(...names),
	controls: fc.array(control, { maxLength: 3 }),
});
const page = fc.array(line, { maxLength: 25 }).map((lines) => {
	let id = 0;
	const body = lines.map(({ mark, depth, text, controls }) => {
		const parts = controls.map(({ type, name, state }) => {
			id += 1;
			const options = type === "select" ? ' options="Save|Ada*|2"' : type === "box" ? " at=5,5 size=10x10" : "";
			return `<${type} ${id} "${name}"${state}${options}></>`;
		});
		return `${" ".repeat(depth)}${mark}${[text, ...parts].join(mark === "| " ? " | " : " ")}`;
	});
	return pageOf(body.join("\n"));
});

// Hundreds of pages each: on a busy machine they take longer than a unit is given.
describe("whatever the instruction and the page", { timeout: 15_000 }, () => {
	test("the decision is one valid action on a control that is there, with a thought and a small memory", () => {
		fc.assert(
			fc.property(sentence, page, (query, view) => {
				const { action, thought, expect: expected, state } = decideByRules(turnOf({ query, page: view }));
				expect(parseAction(formatAction(action))).toEqual({ ok: true, action });
				if ("id" in action && action.id !== undefined) expect(view.elements.has(action.id)).toBe(true);
				expect(thought.trim()).not.toBe("");
				expect(thought.length).toBeLessThanOrEqual(4_000);
				if (expected !== undefined) expect(Expectation.safeParse(expected).success).toBe(true);
				expect(JSON.stringify(state).length).toBeLessThan(8_192);
			}),
			{ numRuns: 150 },
		);
	});

	test("the same turn is decided in the same way", () => {
		fc.assert(
			fc.property(sentence, page, (query, view) => {
				const turn = turnOf({ query, page: view });
				expect(decideByRules(turn)).toEqual(decideByRules(turn));
			}),
			{ numRuns: 60 },
		);
	});

	test("a task goes on from any memory, and one that is no memory is forgotten", () => {
		fc.assert(
			fc.property(sentence, page, fc.jsonValue(), (query, view, state) => {
				expect(() => decideByRules(turnOf({ query, page: view, state }))).not.toThrow();
			}),
			{ numRuns: 100 },
		);
	});

	test("clauses are read from any text, each with words of the text", () => {
		fc.assert(
			fc.property(sentence, (query) => {
				for (const clause of clausesOf(query)) expect(clause.text.length).toBeLessThanOrEqual(query.length + 10);
			}),
		);
	});
});

test("the memory of a long task stays within its limit", { timeout: 15_000 }, () => {
	let state: unknown;
	const view = pageOf(
		Array.from({ length: 60 }, (_, index) => `<summary ${index + 1} collapsed>Section ${"long ".repeat(30)}${index}`).join("\n"),
	);
	for (let stepIndex = 0; stepIndex < 60; stepIndex += 1) {
		const decision = decideByRules(turnOf({ query: 'Click "Nowhere at all"', page: view, state, history: [] }));
		state = decision.state;
		expect(JSON.stringify(state).length).toBeLessThan(8_192);
	}
});

describe("the decider", () => {
	const decider = createRulesDecider();
	const never = new AbortController().signal;

	test("judges by what was seen: a change is just enough, an error or nothing is not", async () => {
		const judge = (...observations: readonly string[]) =>
			decider.judge({ action: "click(1)", expect: { kind: "any_change" }, observations }, never);
		expect(await judge("mutated (client)")).toMatchObject({ verdict: "success", confidence: 0.72 });
		expect(await judge("network (client)")).toMatchObject({ verdict: "success" });
		expect(await judge("page_same")).toMatchObject({ verdict: "failure" });
		expect(await judge("client_error COVERED", "mutated")).toMatchObject({ verdict: "failure" });
	});

	test("calls a task complete only when reading it again leaves nothing to do", async () => {
		const view = pageOf("<button 1>One");
		const first = await decider.decide(turnOf({ query: "Click One", page: view }), never);
		expect(await decider.complete(turnOf({ query: "Click One", page: view }), undefined, never)).toMatchObject({ verdict: "continue" });
		const verification = { stepIndex: 0, verdict: "success" as const, confidence: 0.9, by: "facts" as const, observations: [] };
		const history = [{ stepIndex: 0, thought: first.thought, action: "click(1)", parsed: first.action, verification }];
		expect(await decider.complete(turnOf({ query: "Click One", page: view, state: first.state, history }), undefined, never)).toMatchObject(
			{ verdict: "complete", missing: [] },
		);
	});
});

test("a page of fifty thousand characters is decided on in a few times the time it takes to read", { timeout: 15_000 }, () => {
	const rows = Array.from(
		{ length: 420 },
		(_, index) =>
			` -\n  ## <a ${index * 2 + 10} /products/${index}>Product ${index} in ${["red", "blue", "green"][index % 3]}</>\n  ★ 4.5 · ${index} reviews, from ${index}.90 € <button ${index * 2 + 11}>Add to cart</>`,
	);
	const body = `<search 1 "Search">\n<main>\n${rows.join("\n")}`;
	const view = pageOf(body);
	const turn = turnOf({ query: 'Click "Add to cart" next to "Product 100 in blue"', page: view });
	// Processor time of this thread, the best of several runs: other work on the machine does not count. Free, it is some 8 ms.
	const best = (work: () => unknown) => Math.min(...Array.from({ length: 4 }, () => timeOf(work)));
	const reading = best(() => pageOf(body));
	const deciding = best(() => decideByRules(turn));
	expect(deciding).toBeLessThan(Math.max(40, reading * 10));
});

function timeOf(work: () => unknown): number {
	const started = process.threadCpuUsage();
	work();
	const { user, system } = process.threadCpuUsage(started);
	return (user + system) / 1_000;
}
