import type { Action } from "@webhand/contracts/action/grammar";
import type { Verification } from "@webhand/contracts/agent/task";
import { RoutineDraft } from "@webhand/contracts/routine/routine";
import type { Target } from "@webhand/contracts/routine/target";
import { parsePage } from "@webhand/page/parse/parse";
import { expect, test } from "vitest";
import type { DoneStep } from "./done-task.ts";
import { fromTask } from "./from-task.ts";
import { sentencesOf } from "./sentences.ts";

const site = "https://books.example";
const target = (role: string, name: string, more: Partial<Target> = {}): Target => ({
	role,
	name: name === "" ? [] : [name],
	fingerprint: "0123456789abcdef",
	...more,
});
const verified = (verdict: Verification["verdict"], ...observations: string[]): Verification => ({
	stepIndex: 0,
	verdict,
	confidence: 0.9,
	by: "facts",
	observations,
});

/** A step that succeeded on a page of the site; `at` is its path. */
const done = (parsed: Action, { at = "/", ...more }: Partial<DoneStep> & { readonly at?: string } = {}): DoneStep => ({
	stepIndex: 0,
	parsed,
	expect: { kind: "none" },
	isExplicit: false,
	verification: verified("success"),
	by: "decider",
	class: "fill",
	outcome: "allow",
	before: { url: `${site}${at}`, title: "Books" },
	...more,
});
const fill = (text: string, name: string, more: Partial<DoneStep> & { readonly at?: string } = {}): DoneStep =>
	done(
		{ name: "setValue", id: 1, text, submit: false },
		{ expect: { kind: "value_is", id: 1, value: text }, target: target("input", name), ...more },
	);
const click = (name: string, more: Partial<DoneStep> & { readonly at?: string } = {}): DoneStep =>
	done({ name: "click", id: 2 }, { class: "navigate", target: target("a", name), ...more });
const save = (more: Partial<DoneStep> & { readonly at?: string } = {}): DoneStep =>
	click("Save", { class: "commit", outcome: "approved", by: "approval", target: target("button", "Save"), ...more });
const finish = (more: Partial<DoneStep> & { readonly at?: string } = {}): DoneStep =>
	done({ name: "finish" }, { class: "observe", ...more });

function madeFrom(query: string, steps: readonly DoneStep[]) {
	const draft = fromTask({ query, steps });
	if (draft === undefined) throw new Error("no draft");
	expect(RoutineDraft.safeParse(draft).error).toBeUndefined();
	return { ...draft, says: sentencesOf(draft.program).map(({ text }) => text) };
}

test("what the order names and was typed is asked for, what the task knew by itself is a preset", () => {
	const { program, says, name } = madeFrom('Create an invoice for "Ada Lovelace" about 120.5.', [
		click("New invoice", { at: "/invoices" }),
		fill("Ada Lovelace", "Customer *", { at: "/invoices/new" }),
		fill("120.5", "Amount:", { at: "/invoices/new" }),
		fill("EUR", "Currency", { at: "/invoices/new" }),
		fill("2026-03-05", "Due", { at: "/invoices/new" }),
		save({ at: "/invoices/new" }),
		finish({ at: "/invoices/4711" }),
	]);
	expect(name).toBe('Create an invoice for "Ada Lovelace" about 120.5');
	expect(program.inputs).toEqual([
		{ name: "customer", label: "Customer", type: "text", example: "Ada Lovelace" },
		{ name: "amount", label: "Amount", type: "number", example: "120.5" },
		{ name: "currency", label: "Currency", type: "text", example: "EUR", preset: "EUR" },
		{ name: "due", label: "Due", type: "date", example: "2026-03-05", preset: "2026-03-05" },
	]);
	expect(program.start).toEqual([`${site}/invoices`]);
	expect(says).toEqual([
		"Click “New invoice”",
		"Fill “Customer *” with {Customer}",
		"Fill “Amount:” with {Amount}",
		"Fill “Currency” with {Currency}",
		"Fill “Due” with {Due}",
		"Click “Save”",
	]);
	expect(program.steps[1]).toMatchObject({ id: "s2", expect: { kind: "value_is", value: [{ input: "customer" }] } });
});

test("an address that a step led to is expected up to the first number that no input gives", () => {
	const { program } = madeFrom("Open order 4021 and save it", [
		click("Order 4021", { at: "/orders" }),
		save({ at: "/orders/4021/edit" }),
		finish({ at: "/receipts/998877" }),
	]);
	expect(program.steps.map((step) => step.expect)).toEqual([
		{ kind: "url_contains", text: ["/orders/", { input: "order" }, "/edit"] },
		{ kind: "url_contains", text: ["/receipts/"] },
	]);
});

test("an address whose lasting part stood there before proves only that it changes", () => {
	const { program } = madeFrom("Go on", [click("Next", { at: "/orders/1" }), finish({ at: "/orders/2" })]);
	expect(program.steps[0]?.expect).toEqual({ kind: "url_changes" });
});

test("a message is expected without its numbers, with inputs for their values", () => {
	const { program } = madeFrom("Set the name to Blue kettle", [
		fill("Blue kettle", "Name"),
		save({ verification: verified("success", 'message_appeared "Saved Blue kettle as no. 8812 today"') }),
	]);
	expect(program.steps[1]?.expect).toEqual({ kind: "text_appears", text: ["Saved ", { input: "name" }, " as no."] });
});

test("a row that the order names is found by the input alone, and nothing pins it to the old record", () => {
	const row = [["Blue kettle"], ["14.00 €"]];
	const where = { heading: ["Stock"], before: "Edit Blue kettle", after: "Edit Red mug" };
	const { program, says } = madeFrom('Remove "Blue kettle" from the stock', [
		click("Remove", { target: target("button", "Remove", { row, where, href: "/stock/17/remove" }), class: "press_unknown" }),
		finish(),
	]);
	expect(says).toEqual(["Click “Remove” in the row of {Item}"]);
	expect(program.steps[0]).toMatchObject({
		target: { role: "button", name: ["Remove"], where: { heading: ["Stock"] }, row: [[{ input: "item" }]] },
	});
	const [step] = program.steps;
	expect(step !== undefined && "target" in step && Object.keys(step.target ?? {}).sort()).toEqual(["name", "role", "row", "where"]);
});

test("a name in quotes that is the control's own stays as it is; of a record, a row or a part of a name it is an input", () => {
	const inputsOf = (query: string, ...steps: readonly DoneStep[]) =>
		madeFrom(query, [...steps, finish()]).program.inputs.map(({ example }) => example);
	const row = [["Blue kettle"], ["14.00 €"]];
	expect(inputsOf('Click "Kettles" and press "Save changes"', click("Kettles"), click("Save changes"))).toEqual([]);
	expect(inputsOf('Click "Edit"', click("Edit", { target: target("button", "Edit", { row: [["Edit"]] }) }))).toEqual([]);
	expect(inputsOf('Open "Blue kettle"', click("Blue kettle", { target: target("a", "Blue kettle", { row }) }))).toEqual(["Blue kettle"]);
	expect(inputsOf('Open "INV-71"', click("INV-71"))).toEqual(["INV-71"]);
	expect(inputsOf('Remove "Blue kettle"', click("Remove Blue kettle"))).toEqual(["Blue kettle"]);
	const byPhone = click("Phone", { target: target("radio", "Phone") });
	expect(inputsOf('Enter "555" into phone and choose "Phone"', fill("555", "Phone"), byPhone, save())).toEqual(["555", "Phone"]);
});

test("a row that no input names keeps its words", () => {
	const { program } = madeFrom("Remove the first one", [
		click("Remove", { target: target("button", "Remove", { row: [["Blue kettle"]] }), class: "press_unknown" }),
	]);
	expect(program.steps[0]).toMatchObject({ target: { row: [["Blue kettle"]], fingerprint: "0123456789abcdef" } });
	expect(program.inputs).toEqual([]);
});

test("secrets are secret inputs, of which nothing is kept", () => {
	const draft = madeFrom("Sign in with my password •••", [
		fill("•••", "Password", { class: "fill_sensitive", expect: { kind: "state_is", id: 1, state: "filled", on: true } }),
		save(),
	]);
	expect(draft.program.inputs).toEqual([{ name: "password", label: "Password", type: "secret" }]);
	expect(draft.program.steps[0]).toMatchObject({ value: [{ input: "password" }], expect: { kind: "state_is", state: "filled", on: true } });
	expect(JSON.stringify(draft.program)).not.toContain("•••");
});

test.for<readonly [string, readonly DoneStep[], readonly string[]]>([
	[
		"lookups, waits, scrolls and questions",
		[done({ name: "find", what: "x" }), done({ name: "wait", seconds: 1 }), save(), finish()],
		["Click “Save”"],
	],
	["what failed", [click("Wrong", { verification: verified("failure") }), save()], ["Click “Save”"]],
	["what was only asked for", [save({ outcome: "ask", by: "decider" }), save()], ["Click “Save”"]],
	["waits of the engine", [done({ name: "wait", seconds: 1 }, { by: "engine" }), save()], ["Click “Save”"]],
	[
		"a visit that led back",
		[click("Help", { at: "/a" }), done({ name: "back" }, { class: "navigate", at: "/help" }), save({ at: "/a" })],
		["Click “Save”"],
	],
	[
		"a press into a field that is filled next",
		[click("Name", { class: "observe", target: target("input", "Name") }), fill("", "Name"), save()],
		["Empty “Name”", "Click “Save”"],
	],
	[
		"a value that was replaced",
		[fill("", "Name"), fill("", "Other"), fill("", "Name"), save()],
		["Empty “Other”", "Empty “Name”", "Click “Save”"],
	],
	[
		"actions of a batch that were not carried out",
		[fill("", "A", { more: [{ ...fill("", "B"), verification: undefined }] }), save()],
		["Empty “A”", "Click “Save”"],
	],
])("%s are left out", ([, steps, sentences]) => {
	expect(madeFrom("Do it", steps).says).toEqual(sentences);
});

test("a visit on which something was saved stays", () => {
	const steps = [click("Item", { at: "/a" }), save({ at: "/b" }), click("Next", { at: "/a" }), finish({ at: "/c" })];
	expect(madeFrom("Do it", steps).says).toEqual(["Click “Item”", "Click “Save”", "Click “Next”"]);
});

test("a press on a box is a tick, by the state that it had", () => {
	const box = (states: readonly string[]) =>
		done({ name: "click", id: 2 }, { target: target("checkbox", "Gift"), before: { url: site, title: "", states } });
	expect(madeFrom("Do it", [box([])]).says).toEqual(["Tick “Gift”"]);
	expect(madeFrom("Do it", [box(["checked"])]).says).toEqual(["Untick “Gift”"]);
});

test("Enter behind a fill belongs to it, and an address that the task opened first is the start", () => {
	const { program, says } = madeFrom("Search for tea on books.example", [
		done({ name: "navigate", url: `${site}/search?lang=en` }, { class: "navigate" }),
		fill("tea", "Search", { at: "/search" }),
		done({ name: "press", keys: "Enter" }, { class: "navigate", at: "/search" }),
		finish({ at: "/search?q=tea" }),
	]);
	expect(program.start).toEqual([`${site}/search?lang=en`]);
	expect(says).toEqual(["Fill “Search” with {Search} and press Enter"]);
});

test("what the page after the save shows of the inputs is proposed as a check", () => {
	const page = parsePage(
		[
			"@page 1",
			`@url ${site}/invoices`,
			"@epoch k3f9w2mz",
			"",
			"@view",
			"# Invoices",
			"| Customer | Amount | State",
			'| <a 1 "Ada Lovelace"> | 120.5 € | open',
			'| <a 2 "Bob"> | 80 € | paid',
			"Due: 2026-03-05",
		].join("\n"),
	);
	const { says, program, hints } = madeFrom("Create an invoice for Ada Lovelace about 120.5", [
		fill("Ada Lovelace", "Customer", { at: "/new" }),
		fill("120.5", "Amount", { at: "/new" }),
		save({ at: "/new" }),
		finish({ at: "/invoices", page }),
	]);
	expect(says.at(-1)).toBe("Check that “Amount” in the row of {Customer} is {Amount}");
	expect(program.steps.at(-1)).toMatchObject({
		do: "check",
		fields: [{ as: "money", row: [[{ input: "customer" }]], value: [{ input: "amount" }] }],
	});
	expect(hints).toEqual([]);
});

test("a save without a check says so", () => {
	expect(madeFrom("Do it", [save()]).hints).toEqual([
		{ text: "Nothing reads back whether it was saved: add a check where the record can be seen." },
	]);
});

test("a task that did nothing makes no routine", () => {
	expect(fromTask({ query: "What is it?", steps: [done({ name: "find", what: "x" }), finish()] })).toBeUndefined();
});

test.for<readonly [string, string, readonly string[]]>([
	["behind a label", "Total: 1,204.50 €\nDue: 5 March 2026", ["“Total” is {Amount}", "“Due” is {Due}"]],
	["below a label", "Total\n1.204,50 EUR", ["“Total” is {Amount}"]],
	["in a row of its own table", "| Total | 1204.5 |\n| Due | 2026-03-05 |", ["“Total” is {Amount}", "“Due” is {Due}"]],
	["in a field, which proves nothing", '<input 1 "Total" value="1204.5">', []],
	["twice below one column, told apart by nothing", '| Name | Total |\n| <a 1 "x"> | 1204.5 |\n| <a 2 "y"> | 1204.5 |', []],
	["in a sentence", "You owe us 1204.5 today, dear friend", []],
])("a value that stands %s is checked as a replay reads it", ([, body, fields]) => {
	const page = parsePage(`@page 1\n@url ${site}/a\n@epoch k3f9w2mz\n\n@view\n${body}`);
	const { says } = madeFrom("Enter 1204.5 due 2026-03-05", [fill("1204.5", "Amount"), fill("2026-03-05", "Due"), save(), finish({ page })]);
	const check = says.at(-1)?.startsWith("Check that ") ? says.at(-1) : undefined;
	expect(check).toBe(fields.length === 0 ? undefined : `Check that ${fields.join(" and ")}`);
});

test("a value that an address encodes pins the expectation to nothing", () => {
	const { program } = madeFrom("Open Blue kettle", [click("Blue kettle", { at: "/" }), finish({ at: "/items/Blue%20kettle/edit" })]);
	expect(program.steps[0]?.expect).toEqual({ kind: "url_contains", text: ["/items/"] });
});

test("a choice that the order does not name stays, and a hint says so", () => {
	const choose = (option: string, list: string) =>
		done(
			{ name: "select", id: 3, options: [option] },
			{ expect: { kind: "value_is", id: 3, value: option }, target: target("select", list) },
		);
	const { program, says, hints } = madeFrom("Create a ticket of the kind Bug", [choose("Bug", "Kind"), choose("Low", "Priority"), save()]);
	expect(says.slice(0, 2)).toEqual(["Choose {Kind} in “Kind”", "Choose “Low” in “Priority”"]);
	expect(program.inputs.map(({ label, type }) => [label, type])).toEqual([["Kind", "text"]]);
	expect(hints).toContainEqual({ step: "s2", text: "“Low” stays the same in each run: make it an input if it changes." });
});
