import { RoutineDraft } from "@webhand/contracts/routine/routine";
import type { Target } from "@webhand/contracts/routine/target";
import { parsePage } from "@webhand/page/parse/parse";
import fc from "fast-check";
import { expect, test } from "vitest";
import { isCommit } from "../replay/act.ts";
import { resolveTarget } from "../target/resolve.ts";
import { fromRecording, stepOfEvent } from "./from-recording.ts";
import { RecordedEvent, Recording } from "./recorded-event.ts";
import { sentenceOf, sentencesOf } from "./sentences.ts";
import { validateProgram } from "./validate.ts";

const url = "https://books.example/invoices/new";
const target = (role: string, name: string, more: Partial<Target> = {}): Target => ({ role, name: [name], ...more });
type Some = RecordedEvent extends infer Each
	? Each extends unknown
		? Omit<Each, "at" | "url"> & { readonly url?: string }
		: never
	: never;

function recorded(...events: readonly Some[]) {
	const recording = Recording.parse({ title: "Invoices", url, events: events.map((event, at) => ({ url, ...event, at })) });
	const draft = fromRecording(recording);
	if (draft === undefined) throw new Error("no draft");
	expect(RoutineDraft.safeParse(draft).error).toBeUndefined();
	return { ...draft, says: sentencesOf(draft.program).map(({ text }) => text) };
}

const fill = (name: string, text: string): Some => ({ kind: "fill", target: target("input", name), typed: { text } });
const save: Some = { kind: "click", target: target("button", "Save"), sends: true, effect: { alerts: ["Saved as invoice 17"] } };

test("what was typed has to be given, what was chosen is a choice with what was chosen", () => {
	const options = ["EUR", "USD"];
	const { program, says, name } = recorded(
		fill("Customer", "Ada"),
		{ kind: "choose", target: target("select", "Currency"), values: ["EUR"], options },
		{ kind: "tick", target: target("checkbox", "Paid"), on: true },
		{ kind: "upload", target: target("input", "Receipt"), file: "a.pdf" },
		save,
	);
	expect(name).toBe("Save – Invoices");
	expect(program.start).toEqual([url]);
	expect(program.inputs).toEqual([
		{ name: "customer", label: "Customer", type: "text", example: "Ada" },
		{ name: "currency", label: "Currency", type: "choice", choices: options, example: "EUR", preset: "EUR" },
		{ name: "receipt", label: "Receipt", type: "file", example: "a.pdf" },
	]);
	expect(says).toEqual([
		"Fill “Customer” with {Customer}",
		"Choose {Currency} in “Currency”",
		"Tick “Paid”",
		"Attach {Receipt} to “Receipt”",
		"Click “Save”",
	]);
	expect(program.steps.at(-1)).toMatchObject({ class: "commit", expect: { kind: "text_appears", text: ["Saved as invoice"] } });
});

test("what has no value, as “Please choose”, is done again and asked for in no run", () => {
	const { program, says } = recorded(
		{ kind: "choose", target: target("select", "Currency"), values: ["Please choose"], options: ["EUR", "USD"], isEmpty: true },
		save,
	);
	expect(program.inputs).toEqual([]);
	expect(says[0]).toBe("Choose “Please choose” in “Currency”");
});

test("of radio buttons a run is given the one to choose, and the last one counts", () => {
	const group = { label: "Payment", options: ["Card", "Cash", "Invoice"] };
	const radio = (name: string, others: readonly string[]): Some => {
		const place = { region: "Payment", form: { name: "Order", fields: ["Customer", ...others] }, before: "Customer", after: "Save" };
		return { kind: "tick", target: target("radio", name, { where: place, fingerprint: "0123456789abcdef" }), on: true, group };
	};
	const { program, says } = recorded(fill("Customer", "Ada"), radio("Cash", ["Card", "Invoice"]), radio("Card", ["Cash", "Invoice"]), save);
	expect(program.inputs[1]).toEqual({
		name: "payment",
		label: "Payment",
		type: "choice",
		choices: group.options,
		example: "Card",
		preset: "Card",
	});
	expect(says).toEqual(["Fill “Customer” with {Customer}", "Choose {Payment}", "Click “Save”"]);
	expect(program.steps[1]).toMatchObject({ do: "tick", on: true, expect: { kind: "state_is", state: "checked", on: true } });
	expect(program.steps[1]).toHaveProperty("target", {
		role: "radio",
		name: [{ input: "payment" }],
		where: { region: "Payment", form: { name: "Order", fields: ["Customer"] } },
	});
	const radios = '<radio 2 "Card" of="Payment"> <radio 3 "Cash" of="Payment" checked> <radio 4 "Invoice" of="Payment">';
	const lines = [
		'<form "Order" post /orders>',
		' <input 1 "Customer">',
		' <fieldset "Payment">',
		`  ${radios}`,
		" <button 5 submit>Save</>",
	];
	const view = parsePage(`@page 1\n@url ${url}\n@title Order\n@epoch e1\n\n@view\n${lines.join("\n")}`);
	const [, step] = program.steps;
	const found = step?.do === "tick" ? resolveTarget(view, step.target, { values: { payment: "Invoice" }, isCommit: false }) : undefined;
	expect(found).toMatchObject({ kind: "one", id: 4, isHeal: false });
});

test("what a form that posts to its own page answers is expected: what shows a value, else what stands first", () => {
	const answered = (...texts: string[]): Some => ({ kind: "click", target: target("button", "Save role"), sends: true, effect: { texts } });
	const expected = (...events: Some[]) => recorded(...events).program.steps.at(-1)?.expect;
	expect(expected(fill("Role", "Editor"), answered("Members", "Dan Byron Editor"))).toEqual({
		kind: "text_appears",
		text: ["Dan Byron ", { input: "role" }],
	});
	expect(expected(fill("Message", "The lid is loose"), answered("Thank you", "Your message was sent."))).toEqual({
		kind: "text_appears",
		text: ["Thank you"],
	});
	const search: Some = { kind: "click", target: target("button", "Search"), searches: true, effect: { texts: ["3 results"] } };
	expect(expected(fill("Name", "Ada"), search)).toEqual({ kind: "any_change" });
});

test("a secret comes without a character, and becomes a secret input", () => {
	const { program } = recorded({ kind: "fill", target: target("password", "Password"), typed: { secret: true } }, save);
	expect(program.inputs).toEqual([{ name: "password", label: "Password", type: "secret" }]);
	expect(program.steps[0]).toMatchObject({
		class: "fill_sensitive",
		value: [{ input: "password" }],
		expect: { kind: "state_is", state: "filled" },
	});
	expect(RecordedEvent.safeParse({ kind: "fill", at: 0, url, target: target("a", "b"), typed: { secret: true, text: "x" } }).success).toBe(
		false,
	);
});

test("marks of the person count: fixed, another label, a name, optional", () => {
	const { program, says } = recorded(
		{ ...fill("Kind", "Invoice"), marks: { input: false } },
		{ ...fill("Ref", "A-17"), marks: { input: "Order number", note: "Enter the order" } },
		{ kind: "click", target: target("button", "Accept cookies"), marks: { isOptional: true } },
	);
	expect(program.inputs.map(({ name, label }) => [name, label])).toEqual([["order_number", "Order number"]]);
	expect(says).toEqual([
		"Fill “Kind” with “Invoice”",
		"Enter the order: Fill “Ref” with {Order number}",
		"Click “Accept cookies”, if it is there",
	]);
});

test("masked parts of an address are left out", () => {
	const address = "https://…@a.example/in;jsessionid=…/list;v=1?token=…&page=2#access_token=…";
	const { program } = recorded({ ...fill("Name", "Ada"), url: address }, { kind: "open", address });
	expect(program.steps[1]).toMatchObject({ do: "open", address: ["https://a.example/in/list;v=1?page=2"] });
	expect(program.start).toEqual(["https://a.example/in/list;v=1?page=2"]);
});

test("a value that was clicked on is checked against its input", () => {
	const { says } = recorded(fill("Number", "A-17"), fill("Total", "12.50 €"), save, {
		kind: "check",
		label: "Total",
		value: "12.50 €",
		row: ["A-17", "open"],
	});
	expect(says.at(-1)).toBe("Check that “Total” in the row of {Number} is {Total}");
});

test("events of frames and tabs stand in the order of time", () => {
	const events = [
		{ kind: "press", at: 20, url, keys: "Enter", target: target("input", "B") },
		{ kind: "hover", at: 10, url, target: target("button", "A") },
	];
	const draft = fromRecording(Recording.parse({ title: "", url, events }));
	expect(draft?.name).toBe("Recording");
	expect(draft?.program.steps.map((step) => step.do)).toEqual(["hover", "press"]);
});

test("the recorder shows an event as a sentence while it runs", () => {
	const event = RecordedEvent.parse({ ...fill("Customer", "Ada"), at: 0, url });
	expect(sentenceOf({ ...stepOfEvent(event), id: "s1" }, [])).toBe("Fill “Customer” with “Ada”");
});

test("nothing recorded makes no routine", () => {
	expect(fromRecording({ title: "", url, events: [] })).toBeUndefined();
});

test("two fields of one name are two inputs with labels of their own, unless the person calls them the same", () => {
	const { program } = recorded(fill("Name", "Ada"), fill("Name", "Bob"), save);
	expect(program.inputs.map(({ name, label }) => [name, label])).toEqual([["name", "Name"]]);
	const apart = (name: string, form: string, text: string): Some => ({
		kind: "fill",
		target: target("input", name, { where: { form: { name: form, fields: [] } } }),
		typed: { text },
	});
	const two = recorded(apart("Name", "Buyer", "Ada"), apart("Name", "Payer", "Bob"), save);
	expect(two.program.inputs.map(({ name, label }) => [name, label])).toEqual([
		["name", "Name"],
		["name_2", "Name 2"],
	]);
	const same = (form: string, text: string): Some => ({ ...apart("Name", form, text), marks: { input: "Person" } });
	expect(recorded(same("Buyer", "Ada"), same("Payer", "Bob")).program.inputs.map(({ label }) => label)).toEqual(["Person"]);
});

test("values beyond sixty stay as they were typed", () => {
	const many = Array.from({ length: 70 }, (_, at): Some => fill(`Field ${at}`, `value ${at}`));
	const { program } = recorded(...many);
	expect(program.inputs).toHaveLength(60);
	expect(validateProgram(program)).toEqual([]);
	expect(program.steps[65]).toMatchObject({ value: ["value 65"] });
});

test("Enter that sends makes the fill before it a step that commits", () => {
	const field = target("input", "Message");
	const { program } = recorded(
		{ kind: "fill", target: field, typed: { text: "Hello" } },
		{ kind: "press", target: field, keys: "Enter", sends: true },
	);
	expect(program.steps).toMatchObject([{ do: "fill", submits: true, class: "commit" }]);
	const typed = (press: Partial<Extract<Some, { kind: "press" }>>) =>
		recorded({ kind: "fill", target: field, typed: { text: "tea" } }, { kind: "press", target: field, keys: "Enter", ...press });
	expect(typed({ sends: true, searches: true }).program.steps).toMatchObject([{ submits: true, class: "fill" }]);
	const unknown = typed({}).program.steps;
	expect(unknown).toMatchObject([{ submits: true, class: "press_unknown" }]);
	expect(unknown.map(isCommit)).toEqual([true]);
});

const link = (href: string | undefined, ledTo: string | undefined): Some => ({
	kind: "click",
	target: target("a", "Open", href === undefined ? {} : { href }),
	...(ledTo === undefined ? {} : { effect: { url: `https://books.example${ledTo}` } }),
});
test.for<readonly [string, Some, boolean]>([
	["a button outside a form", { kind: "click", target: target("button", "Save") }, true],
	["Enter outside a form", { kind: "press", keys: "Enter" }, true],
	["Control and Enter", { kind: "press", keys: "Control+Enter" }, true],
	["Space", { kind: "press", keys: "Space" }, true],
	["an arrow", { kind: "press", keys: "Shift+ArrowDown" }, false],
	["Escape", { kind: "press", keys: "Escape" }, false],
	["a tab", { kind: "click", target: target("tab", "Items") }, false],
	["a field", { kind: "click", target: target("input", "Amount") }, false],
	["a link that led to its address", link("/invoices/*", "/invoices/17"), false],
	["a link that led to a page below its address", link("/invoices", "/invoices/list"), false],
	["a link that only got its last slash", link("/invoices", "/invoices/"), false],
	["a link that led to a record below its address", link("/invoices", "/invoices/17"), true],
	["a link that led to a message below its address", link("/invoices", "/invoices/list?saved=yes"), true],
	["a link that led to a deed below its address", link("/invoices", "/invoices/delete"), true],
	["a link to the site itself that led on", link("/", "/saved"), true],
	["a link that led elsewhere", link("/invoices/*/book", "/invoices"), true],
	["a link of script", link("#", "/saved"), true],
	["a link without an address", link(undefined, "/saved"), true],
	["a link that stayed", link("/invoices/*", undefined), true],
	["a link that deletes", link("/invoices/*/delete", "/invoices/17/delete"), true],
	["a button that searches", { kind: "click", target: target("button", "Go"), sends: true, searches: true }, false],
])("%s may commit: %s", ([, event, may]) => {
	expect(recorded(event).program.steps.map(isCommit)).toEqual([may]);
});

test.for<readonly [string, string, readonly (string | { readonly input: string })[], string]>([
	["80", "80.00 EUR", [{ input: "amount" }], "money"],
	["80", "80", [{ input: "amount" }], "number"],
	["2026-03-05", "5 March 2026", [{ input: "amount" }], "date"],
	["80", "180.00 EUR", ["180.00 EUR"], "text"],
	["80", "80.50 for 80 days", ["80.50 for 80 days"], "text"],
	["Ada", "Dear Ada, thank you", ["Dear ", { input: "amount" }, ", thank you"], "text"],
])("what was typed as %s and shows as %s is compared as such", ([typed, value, words, as]) => {
	const { program } = recorded(fill("Amount", typed), save, { kind: "check", label: "Amount", value });
	expect(program.steps.at(-1)).toMatchObject({ fields: [{ value: words, as }] });
});

test.for([
	["number", "80", "number"],
	["spinbutton", "80", "number"],
	["input", "80.5", "number"],
	["input", "80", "text"],
	["input", "80,5", "text"],
	["number", "4915112345678", "text"],
	["input", "007", "text"],
	["input", "2026-03-05", "date"],
] as const)("what goes into a field of the type %s as %s is asked for as a %s", ([role, text, type]) => {
	const { program } = recorded({ kind: "fill", target: target(role, "Amount"), typed: { text } });
	expect(program.inputs[0]?.type).toBe(type);
});

const name = fc.constantFrom("Name", "Amount", "Save", "Invoice 17", "17", "Ada");
const anyTarget = fc.record({
	role: fc.constantFrom("input", "button", "a", "select", "checkbox", "password"),
	name: name.map((text) => [text]),
	row: fc.option(
		name.map((text) => [[text]]),
		{ nil: undefined },
	),
	where: fc.option(fc.record({ heading: name.map((text) => [text]), before: name, form: fc.record({ name, fields: fc.array(name) }) }), {
		nil: undefined,
	}),
});
const anyText = fc.oneof(name, fc.string(), fc.constantFrom("2026-03-05", "12.50", "", "*+?(", "…"));
const anyEvent = fc.oneof(
	fc.record({ kind: fc.constant("click"), target: anyTarget }),
	fc.record({ kind: fc.constant("fill"), target: anyTarget, typed: anyText.map((text) => ({ text })) }),
	fc.record({ kind: fc.constant("fill"), target: anyTarget, typed: fc.constant({ secret: true }) }),
	fc.record({ kind: fc.constant("choose"), target: anyTarget, values: fc.array(anyText, { minLength: 1, maxLength: 3 }) }),
	fc.record({ kind: fc.constant("press"), keys: fc.constantFrom("Enter", "Escape"), target: anyTarget }),
	fc.record({ kind: fc.constant("open"), address: fc.webUrl() }),
	fc.record({ kind: fc.constant("check"), label: name, value: name }),
);

test("whatever is recorded makes a program that may be stored, and whose steps have words", () => {
	fc.assert(
		fc.property(fc.array(anyEvent, { minLength: 1, maxLength: 25 }), (events) => {
			const made = fromRecording(Recording.parse({ title: "Books", url, events: events.map((each, at) => ({ ...each, at, url })) }));
			if (made === undefined) return;
			expect(RoutineDraft.safeParse(made).error).toBeUndefined();
			expect(validateProgram(made.program)).toEqual([]);
			for (const { text } of sentencesOf(made.program)) expect(text).not.toBe("");
		}),
		{ numRuns: 300 },
	);
});
