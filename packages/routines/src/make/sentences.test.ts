import type { RoutineStep } from "@webhand/contracts/routine/step";
import type { Target } from "@webhand/contracts/routine/target";
import { expect, test } from "vitest";
import { sentenceOf, sentencesOf } from "./sentences.ts";

const inputs = [
	{ name: "amount", label: "Amount" },
	{ name: "number", label: "Invoice number" },
];
const button = (name: string, more: Partial<Target> = {}): Target => ({ role: "button", name: [name], ...more });
const field = (name: string): Target => ({ role: "input", name: [name] });
const common = { id: "s1", class: "observe" } as const;

test.for<readonly [string, RoutineStep]>([
	["Click “Save”", { ...common, do: "click", target: button("Save") }],
	["Click the button", { ...common, do: "click", target: { role: "button", name: [] } }],
	["Click the link", { ...common, do: "click", target: { role: "a", name: [] } }],
	[
		"Click “Save” in the form “Invoice”",
		{ ...common, do: "click", target: button("Save", { where: { form: { name: "Invoice", fields: [] } } }) },
	],
	["Click “Delete” in the dialog “Sure?”", { ...common, do: "click", target: button("Delete", { where: { dialog: ["Sure?"] } }) }],
	[
		"Click “Remove” in the row of “Blue kettle” and “1.5 l”",
		{ ...common, do: "click", target: button("Remove", { row: [["Blue kettle"], ["1.5 l"], ["14 €"]] }) },
	],
	["Click “Open” in the row of {Invoice number}", { ...common, do: "click", target: button("Open", { row: [[{ input: "number" }]] }) }],
	[
		"Right-click “Invoice {Invoice number}”",
		{ ...common, do: "click", kind: "right", target: { role: "a", name: ["Invoice ", { input: "number" }] } },
	],
	["Fill “Amount” with {Amount}", { ...common, do: "fill", target: field("Amount"), value: [{ input: "amount" }] }],
	["Fill “Amount” with {unknown}", { ...common, do: "fill", target: field("Amount"), value: [{ input: "unknown" }] }],
	["Fill “Search” with “tea” and press Enter", { ...common, do: "fill", target: field("Search"), value: ["tea"], submits: true }],
	["Empty “Search”", { ...common, do: "fill", target: field("Search"), value: [] }],
	[
		"Choose “Red”, “Blue” and “Green” in “Colour”",
		{ ...common, do: "choose", target: field("Colour"), values: [["Red"], ["Blue"], ["Green"]] },
	],
	["Tick “I agree”", { ...common, do: "tick", target: field("I agree"), on: true }],
	["Untick “News”, if it is there", { ...common, do: "tick", target: field("News"), on: false, isOptional: true }],
	["Press Enter", { ...common, do: "press", keys: "Enter" }],
	["Press Escape in “Search”", { ...common, do: "press", keys: "Escape", target: field("Search") }],
	["Point at “Products”", { ...common, do: "hover", target: button("Products") }],
	["Drag “Card” to “Done”", { ...common, do: "drag", target: button("Card"), to: button("Done") }],
	["Attach “cv.pdf” to “CV”", { ...common, do: "upload", target: field("CV"), file: ["cv.pdf"] }],
	["Open shop.example", { ...common, do: "open", address: ["https://shop.example/"] }],
	[
		"Open shop.example/orders/{Invoice number} in a new tab",
		{ ...common, do: "open", address: ["https://shop.example/orders/", { input: "number" }], inNewTab: true },
	],
	["Go back", { ...common, do: "go_back" }],
	["Go to the tab “Invoices”", { ...common, do: "switch_tab", title: ["Invoices"] }],
	["Hand over to you: sign in", { ...common, do: "hand_over", reason: "sign in" }],
	[
		"Check that “Total” is {Amount} and “State” in the row of {Invoice number} contains “paid”",
		{
			...common,
			do: "check",
			fields: [
				{ label: "Total", value: [{ input: "amount" }], as: "money" },
				{ label: "State", row: [[{ input: "number" }]], value: ["paid"], as: "contains" },
			],
		},
	],
	[
		"Read the list “Open invoices” with “Number” and “Date”",
		{
			...common,
			do: "read",
			list: { heading: "Open invoices" },
			columns: [
				{ name: "number", label: "Number", header: "Number", type: "text" },
				{ name: "date", label: "Date", cell: 1, type: "date" },
			],
		},
	],
	["If the page says “Out of stock”", { ...common, do: "if", says: ["Out of stock"], then: [], otherwise: [] }],
	[
		"For each row of the list of “Number” and “Name”, 50 at most",
		{ ...common, do: "each", list: { columns: ["Number", "Name"] }, as: "row", most: 50, steps: [] },
	],
	["Save it: Click “Save”", { ...common, do: "click", target: button("Save"), note: "Save it" }],
])("%s", ([sentence, step]) => {
	expect(sentenceOf(step, inputs)).toBe(sentence);
});

test("a long value is cut, so that a step stays one line", () => {
	const step: RoutineStep = { ...common, do: "fill", target: field("Text"), value: ["x".repeat(500)] };
	expect(sentenceOf(step, inputs).length).toBeLessThan(100);
});

test("steps of a block are one deeper, and those of its other branch say so", () => {
	const press = (id: string): RoutineStep => ({ id, class: "observe", do: "press", keys: "Enter" });
	const each: RoutineStep = { ...common, id: "s4", do: "each", list: {}, as: "row", most: 9, steps: [press("s5")] };
	const steps: readonly RoutineStep[] = [
		{ ...common, do: "if", says: ["Yes"], then: [press("s2")], otherwise: [press("s3"), each] },
		press("s6"),
	];
	expect(sentencesOf({ steps, inputs })).toEqual([
		{ id: "s1", depth: 0, text: "If the page says “Yes”" },
		{ id: "s2", depth: 1, text: "Press Enter" },
		{ id: "s3", depth: 1, text: "Otherwise: Press Enter" },
		{ id: "s4", depth: 1, text: "For each row of the list, 9 at most" },
		{ id: "s5", depth: 2, text: "Press Enter" },
		{ id: "s6", depth: 0, text: "Press Enter" },
	]);
});

test("with the values of a row a step says what it does now", () => {
	const step: RoutineStep = {
		id: "s1",
		do: "fill",
		class: "fill",
		target: { role: "input", name: ["Message"] },
		value: [{ input: "message" }],
	};
	const input = { name: "message", label: "Message" };
	expect(sentenceOf(step, [input])).toBe("Fill “Message” with {Message}");
	expect(sentenceOf(step, [{ ...input, value: "Hello" }])).toBe("Fill “Message” with “Hello”");
});
