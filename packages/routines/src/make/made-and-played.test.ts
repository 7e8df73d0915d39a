import type { Action } from "@webhand/contracts/action/grammar";
import type { RiskClass } from "@webhand/contracts/agent/step-labels";
import type { Expectation } from "@webhand/contracts/agent/task";
import type { RoutineDraft } from "@webhand/contracts/routine/routine";
import type { InputValues } from "@webhand/contracts/routine/words";
import { parsePage } from "@webhand/page/parse/parse";
import type { PageView } from "@webhand/page/parse/view";
import { expect, test } from "vitest";
import { nextStep } from "../replay/next.ts";
import type { Next, Report } from "../replay/outcome.ts";
import type { ReplayState } from "../replay/state.ts";
import { describeTarget } from "../target/describe.ts";
import type { DoneStep } from "./done-task.ts";
import { fromRecording } from "./from-recording.ts";
import { fromTask } from "./from-task.ts";
import type { RecordedEvent } from "./recorded-event.ts";
import { Recording } from "./recorded-event.ts";
import { sentencesOf } from "./sentences.ts";
import { validateProgram } from "./validate.ts";

type Invoice = { readonly number: string; readonly customer: string; readonly amount: string; readonly currency: string; isPaid: boolean };
type Place = "list" | "new" | { readonly invoice: Invoice };
const site = "https://books.example";

/** Books of invoices as page texts: what each action leads to. `loses` is what it says to be saved and forgets. */
class Books {
	readonly invoices: Invoice[] = [
		{ number: "INV-71", customer: "Ada Lovelace", amount: "14.00", currency: "EUR", isPaid: false },
		{ number: "INV-72", customer: "Bob Smith", amount: "9.50", currency: "EUR", isPaid: false },
		{ number: "INV-73", customer: "Eve Stone", amount: "120.00", currency: "USD", isPaid: false },
	];
	readonly loses: "amount" | undefined;
	#place: Place = "list";
	#form: Record<string, string> = { currency: "EUR" };
	#said = "";
	#documents = 1;

	constructor(loses?: "amount") {
		this.loses = loses;
	}

	page(): PageView {
		const place = this.#place;
		const url = place === "list" ? "/invoices" : place === "new" ? "/invoices/new" : `/invoices/${place.invoice.number.slice(4)}`;
		const alert = this.#said === "" ? "" : `@alert "${this.#said}"\n`;
		const menu = '<nav "Main">\n <a 1 /invoices>Invoices</> <a 2 /customers>Customers</>';
		const body = place === "list" ? this.#list() : place === "new" ? this.#new() : this.#detail(place.invoice);
		return parsePage(`@page 1\n@url ${site}${url}\n@title Books\n@epoch e${this.#documents}\n${alert}\n@view\n${menu}\n${body}`);
	}

	#list(): string {
		const rows = this.invoices.map(
			({ number, customer, amount, isPaid }, at) =>
				`| <a ${at * 10 + 20} /invoices/${number.slice(4)}>${number}</> | ${customer} | ${amount} € | ${isPaid ? "paid" : "open"} | <button ${at * 10 + 21}>Mark as paid</>`,
		);
		return `# Invoices\n<a 10 /invoices/new>New invoice</>\n| Number | Customer | Amount | State | \n${rows.join("\n")}`;
	}

	#new(): string {
		const { customer = "", amount = "", currency = "EUR", gross = "" } = this.#form;
		const options = ["EUR", "USD", "GBP"].map((one) => (one === currency ? `${one}*` : one)).join("|");
		return `# New invoice\n<form "Invoice" post /invoices>\n Customer <input 30 "Customer" required value="${customer}">\n Amount <input 31 "Amount" value="${amount}">\n <select 32 "Currency" value="${currency}" options="${options}">\n <checkbox 33 "Gross"${gross === "" ? "" : " checked"}>\n <button 34 submit>Save</> <button 35>Discard</>`;
	}

	#detail({ number, customer, amount, currency, isPaid }: Invoice): string {
		return `# Invoice ${number}\nCustomer: ${customer}\nAmount: ${amount} ${currency}\nState: ${isPaid ? "paid" : "open"}`;
	}

	/** Carries an action out. */
	act(action: Action): void {
		this.#said = "";
		if (action.name === "setValue") this.#form[action.id === 30 ? "customer" : "amount"] = action.text;
		if (action.name === "select") this.#form["currency"] = action.options[0] ?? "";
		if (action.name === "navigate" || action.name === "reload") this.#documents += 1;
		if (action.name === "navigate") {
			const invoice = this.invoices.find(({ number }) => action.url.endsWith(`/${number.slice(4)}`));
			this.#place = action.url.endsWith("/new") ? "new" : invoice === undefined ? "list" : { invoice };
		}
		if (action.name !== "click") return;
		const row = this.invoices[Math.floor(action.id / 10) - 2];
		if (action.id === 33) this.#form["gross"] = this.#form["gross"] ? "" : "yes";
		else if (action.id === 34) this.#save();
		else if (action.id % 10 === 1 && row !== undefined) {
			row.isPaid = true;
			this.#said = `${row.number} is paid now`;
		} else this.#go(action.id === 10 ? "new" : action.id % 10 === 0 && row !== undefined ? { invoice: row } : "list");
	}

	#go(place: Place): void {
		this.#place = place;
		this.#documents += 1;
	}

	#save(): void {
		const { customer = "", amount = "", currency = "" } = this.#form;
		const invoice = {
			number: `INV-${71 + this.invoices.length}`,
			customer,
			amount: this.loses === "amount" ? "0.00" : Number(amount).toFixed(2),
			currency,
			isPaid: false,
		};
		this.invoices.push(invoice);
		this.#form = { currency: "EUR" };
		this.#go({ invoice });
		this.#said = `Invoice ${invoice.number} saved`;
	}
}

const classOf = (action: Action): RiskClass =>
	action.name === "click" && action.id === 34
		? "commit"
		: action.name === "setValue" || action.name === "select"
			? "fill"
			: "press_unknown";

/** The stored steps of a task that did these actions. */
function doneIn(books: Books, actions: readonly Action[]): readonly DoneStep[] {
	const steps = actions.map((parsed, stepIndex): DoneStep => {
		const view = books.page();
		const id = "id" in parsed ? (parsed.id ?? 0) : 0;
		books.act(parsed);
		const after = books.page();
		const seen = after.alerts.map((alert) => `message_appeared "${alert}"`);
		return {
			stepIndex,
			parsed,
			by: "decider",
			class: classOf(parsed),
			outcome: "allow",
			expect: parsed.name === "setValue" ? { kind: "value_is", id, value: parsed.text } : { kind: "any_change" },
			isExplicit: false,
			verification: { stepIndex, verdict: "success", confidence: 0.9, by: "facts", observations: seen },
			target: describeTarget(view, id),
			before: { url: view.url, title: view.title, states: [...(view.elements.get(id)?.states ?? [])] },
			page: view,
		};
	});
	const view = books.page();
	const end: DoneStep = {
		stepIndex: steps.length,
		parsed: { name: "finish" },
		by: "decider",
		class: "observe",
		outcome: "allow",
		expect: { kind: "none" },
		isExplicit: false,
		before: { url: view.url, title: view.title },
		page: view,
	};
	return [...steps, end];
}

/** The same as a recorder hears it. */
function recordedIn(books: Books, actions: readonly Action[]): Recording {
	const events = actions.map((action, at) => {
		const view = books.page();
		const base = { at, url: view.url, target: describeTarget(view, "id" in action ? (action.id ?? 0) : 0) };
		books.act(action);
		const after = books.page();
		const effect = { ...(after.url === view.url ? {} : { url: after.url }), alerts: [...after.alerts] };
		if (action.name === "setValue") return { ...base, kind: "fill", typed: { text: action.text } };
		if (action.name === "select") return { ...base, kind: "choose", values: [...action.options] };
		if (base.target?.role === "checkbox") return { ...base, kind: "tick", on: true };
		return { ...base, kind: "click", effect, ...(classOf(action) === "commit" ? { sends: true } : {}) };
	});
	return Recording.parse({ title: "Books", url: `${site}/invoices`, events: events as RecordedEvent[] });
}

/** True if an expectation holds on a page, as far as these pages have any. */
function holds(expected: Expectation | undefined, view: PageView): boolean {
	const shown = [...view.alerts, ...view.lines.map(({ text }) => text)].join("\n");
	if (expected?.kind === "url_contains") return view.url.includes(expected.text);
	if (expected?.kind === "text_appears") return shown.includes(expected.text);
	if (expected?.kind === "value_is") return view.elements.get(expected.id)?.attributes.get("value") === expected.value;
	if (expected?.kind === "state_is") return view.elements.get(expected.id)?.states.has(expected.state) === expected.on;
	return true;
}

/** Plays a routine on its books to its end, each action held against its expectation. */
function played({ program }: RoutineDraft, values: InputValues, books: Books): Next {
	expect(validateProgram(program)).toEqual([]);
	let state: ReplayState | undefined;
	let report: Report = { kind: "none" };
	for (let turn = 0; turn < 40; turn += 1) {
		const next = nextStep({ program, values, called: {} }, state, { view: books.page(), report });
		state = next.state;
		if (next.kind !== "act") {
			if (next.kind !== "wait") return next;
			report = { kind: "none" };
			continue;
		}
		const all = [{ action: next.action, expectation: next.expectation }, ...(next.more ?? [])];
		for (const one of all) books.act(one.action);
		const view = books.page();
		const wrong = all.filter(({ expectation }) => !holds(expectation, view));
		report =
			wrong.length === 0
				? { kind: "proven", done: all.length }
				: { kind: "failed", done: 0, words: wrong.map(({ expectation }) => JSON.stringify(expectation)) };
	}
	throw new Error("it does not end");
}

const create: readonly Action[] = [
	{ name: "click", id: 10 },
	{ name: "setValue", id: 30, text: "Grace Hopper", submit: false },
	{ name: "setValue", id: 31, text: "250.5", submit: false },
	{ name: "select", id: 32, options: ["USD"] },
	{ name: "click", id: 33 },
	{ name: "click", id: 34 },
];
const order = "Create an invoice for Grace Hopper about 250.5 USD";

function draftOf(make: () => RoutineDraft | undefined): RoutineDraft {
	const draft = make();
	if (draft === undefined) throw new Error("no draft");
	return draft;
}

test("a routine out of a task does the same for other values, and its check holds", () => {
	const draft = draftOf(() => fromTask({ query: order, steps: doneIn(new Books(), create) }));
	expect(sentencesOf(draft.program).map(({ text }) => text)).toEqual([
		"Click “New invoice”",
		"Fill “Customer” with {Customer}",
		"Fill “Amount” with {Amount}",
		"Choose {Currency} in “Currency”",
		"Tick “Gross”",
		"Click “Save” in the form “Invoice”",
		"Check that “Customer” is {Customer} and “Amount” is {Amount}",
	]);
	const books = new Books();
	const end = played(draft, { customer: "Alan Turing", amount: "1234.5", currency: "GBP" }, books);
	expect(end.kind).toBe("done");
	expect(end.state.healed).toEqual([]);
	expect(end.state.checks.map(({ label, holds: isTrue }) => [label, isTrue])).toEqual([
		["Customer", true],
		["Amount", true],
	]);
	expect(books.invoices.at(-1)).toMatchObject({ customer: "Alan Turing", amount: "1234.50", currency: "GBP" });
	expect(books.invoices).toHaveLength(4);
});

test("its check fails where the page said saved and was wrong", () => {
	const draft = draftOf(() => fromTask({ query: order, steps: doneIn(new Books(), create) }));
	const end = played(draft, { customer: "Alan Turing", amount: "1234.5", currency: "GBP" }, new Books("amount"));
	expect(end.state.checks.map(({ label, holds: isTrue }) => [label, isTrue])).toEqual([
		["Customer", true],
		["Amount", false],
	]);
});

test("a routine out of a recording does the same for other values", () => {
	const draft = draftOf(() => fromRecording(recordedIn(new Books(), create)));
	expect(draft.name).toBe("Save – Books");
	const books = new Books();
	const end = played(draft, { customer: "Alan Turing", amount: "80", currency: "EUR" }, books);
	expect(end.kind).toBe("done");
	expect(books.invoices.at(-1)).toMatchObject({ customer: "Alan Turing", amount: "80.00", currency: "EUR" });
});

test("a row that the order named is another one for another value, and no row for a value that no row has", () => {
	const steps = doneIn(new Books(), [{ name: "click", id: 31 }]);
	const draft = draftOf(() => fromTask({ query: "Mark invoice INV-72 as paid", steps }));
	expect(sentencesOf(draft.program).map(({ text }) => text)).toEqual(["Click “Mark as paid” in the row of {Invoice}"]);
	const books = new Books();
	expect(played(draft, { invoice: "INV-73" }, books).kind).toBe("done");
	expect(books.invoices.map(({ isPaid }) => isPaid)).toEqual([false, false, true]);
	const others = new Books();
	expect(played(draft, { invoice: "INV-99" }, others).kind).toBe("not_found");
	expect(others.invoices.some(({ isPaid }) => isPaid)).toBe(false);
});

test("a link that the order named opens the record of another value", () => {
	const steps = doneIn(new Books(), [{ name: "click", id: 20 }]);
	const draft = draftOf(() => fromTask({ query: "Open invoice INV-71", steps }));
	const books = new Books();
	expect(played(draft, { invoice: "INV-72" }, books).kind).toBe("done");
	expect(books.page().url).toBe(`${site}/invoices/72`);
});
