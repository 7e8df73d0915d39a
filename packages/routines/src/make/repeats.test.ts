import type { Action } from "@webhand/contracts/action/grammar";
import type { Target } from "@webhand/contracts/routine/target";
import { expect, test } from "vitest";
import type { DoneStep, DoneTask } from "./done-task.ts";
import { fromTask, shapeOfTask } from "./from-task.ts";
import { sentencesOf } from "./sentences.ts";

const page = "https://books.example/invoices/new";
const done = (parsed: Action, target: Target | undefined, url = page): DoneStep => ({
	stepIndex: 0,
	parsed,
	target,
	expect: { kind: "none" },
	isExplicit: false,
	verification: { stepIndex: 0, verdict: "success", confidence: 0.9, by: "facts", observations: [] },
	by: "decider",
	class: "navigate",
	outcome: "allow",
	before: { url, title: "Books" },
});
const fill = (name: string, text: string) => done({ name: "setValue", id: 1, text, submit: false }, { role: "input", name: [name] });
const click = (name: string, row?: readonly string[]) =>
	done({ name: "click", id: 2 }, { role: "button", name: [name], ...(row === undefined ? {} : { row: row.map((text) => [text]) }) });
const open = (url: string) => done({ name: "navigate", url }, undefined);

const invoice = (customer: string, amount: string, category = "Office"): DoneTask => ({
	query: `File an invoice of ${customer} for ${amount}, category "${category}"`,
	steps: [fill("Customer", customer), fill("Amount", amount), fill("Category", category), click("Save")],
});

test("tasks have one shape where they did the same with other values", () => {
	const shape = shapeOfTask(invoice("Ada", "12.50"));
	expect(shape).toBeDefined();
	expect(shapeOfTask(invoice("Bob", "7"))).toBe(shape);
	const fewer = { query: "", steps: invoice("Ada", "12.50").steps.slice(1) };
	const elsewhere = {
		query: "",
		steps: invoice("Ada", "1").steps.map((step) => ({ ...step, before: { url: "https://other.example/", title: "" } })),
	};
	const other = { query: "", steps: [...invoice("Ada", "1").steps.slice(0, 3), click("Delete")] };
	for (const task of [fewer, elsewhere, other]) expect(shapeOfTask(task)).not.toBe(shape);
	expect(shapeOfTask({ query: "", steps: [click("Save")] })).toBeUndefined();
});

test.for<readonly [string, DoneTask["steps"], DoneTask["steps"]]>([
	["a number in a name", [click("Invoice 4021"), click("Pay")], [click("Invoice 4022"), click("Pay")]],
	["another row", [click("Edit", ["Ada"]), click("Save")], [click("Edit", ["Bob"]), click("Save")]],
	["another entry of a list", [click("Ada", ["Ada"]), click("Save")], [click("Bob", ["Bob"]), click("Save")]],
	["an id in an address", [open("https://books.example/i/17?x=1"), click("Pay")], [open("https://books.example/i/18"), click("Pay")]],
])("%s is a value", ([_name, one, other]) => {
	expect(shapeOfTask({ query: "", steps: one })).toBe(shapeOfTask({ query: "", steps: other }));
});

const saidBy = (task: DoneTask, others: readonly DoneTask[]) => {
	const program = fromTask(task, others)?.program;
	if (program === undefined) throw new Error("no draft");
	return {
		inputs: program.inputs.map(({ name, preset }) => (preset === undefined ? name : `${name} = ${preset}`)),
		says: sentencesOf(program).map(({ text }) => text),
	};
};

test("what differs between tasks is asked for, and what does not stays, whatever the order names", () => {
	const alone = saidBy(invoice("Ada", "12.50"), []);
	expect(alone.inputs).toEqual(["customer", "amount", "category"]);
	const others = [invoice("Bob", "7"), invoice("Cy", "12.50")];
	expect(saidBy(invoice("Ada", "12.50"), others)).toEqual({
		inputs: ["customer", "amount"],
		says: ["Fill “Customer” with {Customer}", "Fill “Amount” with {Amount}", "Fill “Category” with “Office”", "Click “Save”"],
	});
});

test("a value that no order names is asked for where it differs", () => {
	const silent = (text: string): DoneTask => ({ query: "Do the usual", steps: [fill("Note", text), click("Save")] });
	expect(saidBy(silent("one"), []).inputs).toEqual(["note = one"]);
	expect(saidBy(silent("one"), [silent("two")]).inputs).toEqual(["note"]);
	expect(saidBy(silent("one"), [silent("one")])).toEqual({ inputs: [], says: ["Fill “Note” with “one”", "Click “Save”"] });
});

test("a row, a name and an address that differ become inputs, their data do not", () => {
	const pay = (name: string, number: string): DoneTask => ({
		query: "Pay them",
		steps: [
			open(`https://books.example/invoices/${number}`),
			click(`Invoice ${number}`),
			click("Approve", [name, `${name.length} €`]),
			click("Save", ["Footer"]),
		],
	});
	const { inputs, says } = saidBy(pay("Ada", "4021"), [pay("Boris", "4022")]);
	expect(inputs).toHaveLength(2);
	expect(says.join("\n")).toMatch(/Click “Invoice {Invoices}”\nClick “Approve” in the row of {Item}\nClick “Save” in the row of “Footer”/);
});

test("a task of another shape says nothing", () => {
	const other: DoneTask = { query: "x", steps: [fill("Customer", "Zed"), click("Send")] };
	expect(saidBy(invoice("Ada", "12.50"), [other])).toEqual(saidBy(invoice("Ada", "12.50"), []));
});
