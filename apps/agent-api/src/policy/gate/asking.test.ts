import { parseAction } from "@webhand/contracts/action/parse";
import { parsePage } from "@webhand/page/parse/parse";
import { describe, expect, test } from "vitest";
import type { GateTask } from "./gate.ts";
import { decideGate } from "./gate.ts";

const page = parsePage(
	[
		"@page 1\n@url https://books.example/invoices\n@title Invoices\n@epoch e1\n",
		"@view",
		'<search 1 "Find">\n<a 2 "Details" href=/invoices/1007>\n<button 3 "Approve 1007">\n<button 4 "Show more">\n<tab 5 "Overdue">',
		'<form 20 "" get>\n  <checkbox 21 "Share my data">\n  <select 22 "Role" options="User*|Admin">',
		'<form 30 "" get /invoices>\n  <select 31 "Customer" options="Ada*|Bob">\n  <checkbox 32 "Archived">\n  <button 33 "Apply" submit>',
		'<select 6 "Sort by" options="Date*|Amount">\n<select 7 "Status" options="Open*|Paid">\n<checkbox 8 "Paid">\n<button 9 "Launch">',
	].join("\n"),
);

const task = (mode: GateTask["mode"]): GateTask => ({
	query: "How many invoices can I approve?",
	mode,
	origins: ["books.example"],
	isTainted: false,
	allowsSearches: false,
	ownFills: [],
	isAsking: true,
});

const rows: readonly (readonly [name: string, action: string, isAsked: boolean])[] = [
	["scrolls", 'scroll("down")', false],
	["opens a link of the site", "click(2)", false],
	["pages on", "click(4)", false],
	["opens a tab", "click(5)", false],
	["types into a search field", 'setValue(1, "1007")', false],
	["sorts a list", 'select(6, "Amount")', false],
	["presses a button of a deed, even one that the question names", "click(3)", true],
	["presses a button that nobody knows", "click(9)", true],
	["changes a status", 'select(7, "Paid")', true],
	["ticks a box", "click(8)", true],
	["ticks a box of a form that says no method", "click(21)", true],
	["chooses in a form that says no method", 'select(22, "Admin")', true],
	["filters in a form that asks its server", 'select(31, "Bob")', false],
	["ticks a box of a form that asks its server", "click(32)", true],
];

describe.each(["careful", "autonomous"] as const)("a task that only asks, %s", (mode) => {
	test.each(rows)("%s", (_name, text, isAsked) => {
		const parsed = parseAction(text);
		if (!parsed.ok) throw new Error(parsed.problem.message);
		const gate = decideGate(parsed.action, page, task(mode));
		expect(gate.kind === "ask" && gate.risk.reasons[0] === "only_asked").toBe(isAsked);
		expect(gate.kind).toBe(isAsked ? "ask" : "allow");
	});
});

test("the same presses are free where the order acts", () => {
	const acting = { ...task("autonomous"), isAsking: false };
	expect(decideGate({ name: "click", id: 9 }, page, acting).kind).toBe("allow");
});
