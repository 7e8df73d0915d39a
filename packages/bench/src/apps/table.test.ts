import { expect, test } from "vitest";
import type { Played } from "./play/played.ts";
import type { Result } from "./results.ts";
import { has } from "./results.ts";
import { isOverHalt, lineOf, rowsOf, tableOf } from "./table.ts";

const right: Played = {
	application: "Roundup",
	order: { name: "set status", kind: "plain" },
	right: true,
	falselyDone: false,
	unasked: [],
	ending: "done",
	said: "",
	steps: 4,
	ms: 6_000,
	tokens: 6_000,
	dollars: 0,
};
const stopped: Played = {
	...right,
	order: { name: "create", kind: "literal" },
	right: false,
	ending: "stopped",
	said: "I cannot",
	steps: 2,
	ms: 2_000,
	tokens: 2_000,
};
const refused: Played = { ...stopped, order: { name: "twice", kind: "impossible" }, right: true };
const lied: Played = { ...right, dollars: null, application: "Fava", order: refused.order, right: false, falselyDone: true };
const wrong: Played = { ...right, application: "Fava", right: false, unasked: ["issue B"] };

test("an order that could be done and was stopped or asked about is an over-halt; an impossible one is not", () => {
	expect([right, stopped, { ...stopped, ending: "asks" as const }, refused, wrong].map(isOverHalt)).toEqual([
		false,
		true,
		true,
		false,
		false,
	]);
});

const results: readonly Result[] = [
	...[lied, wrong].map((played) => ({ decider: "browser-use" as const, played })),
	...[right, stopped, refused].map((played) => ({ decider: "rules" as const, played })),
];

test("an order that stands among the results is not played again", () => {
	const of = (application: string, order: string) => ({ application, order });
	expect(has(results, "rules", of("Roundup", "set status"))).toBe(true);
	expect(has(results, "scripted", of("Roundup", "set status"))).toBe(false);
	expect(has(results, "rules", of("Fava", "set status"))).toBe(false);
});

test("the table has a line for each application and decider, and one for all", () => {
	const table = tableOf(results);
	expect(table.split("\n").slice(2)).toEqual([
		"| Roundup | rules | 2 of 3 | 0 | 0 | 1 | 2.7 | 3.3 | 3333 | 0.0000 |",
		"| Fava | browser-use | 0 of 2 | 1 | 1 | 0 | 4.0 | 6.0 | 6000 | – |",
		"| all | rules | 2 of 3 | 0 | 0 | 1 | 2.7 | 3.3 | 3333 | 0.0000 |",
		"| all | browser-use | 0 of 2 | 1 | 1 | 0 | 4.0 | 6.0 | 6000 | – |",
	]);
});

test("a played order is one line with what is wrong about it", () => {
	expect(lineOf(lied)).toBe("Fava, twice (impossible): FALSE DONE, done, 4 steps, 6.0 s, 6000 tokens");
	expect(lineOf({ ...wrong, said: "Done." })).toBe(
		"Fava, set status (plain): not right, done, 4 steps, 6.0 s, 6000 tokens, wrong effects: issue B · Done.",
	);
});

test("the report has four rows of a decider, and a false done or a wrong effect misses the goal", () => {
	const rows = rowsOf(results).map(({ name, ours, goal }) => [name, ours, goal]);
	expect(rows.slice(4)).toEqual([
		["browser-use: right", 0, null],
		["browser-use: falsely said done", 1, 0],
		["browser-use: wrong effects", 1, 0],
		["browser-use: stopped or asked without need", 0, null],
	]);
});
