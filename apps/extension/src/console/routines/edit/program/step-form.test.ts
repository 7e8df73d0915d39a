import { RoutineStep } from "@webhand/contracts/routine/step";
import { expect, test } from "vitest";
import { editText as text } from "../words.ts";
import { emptyColumn, withoutColumn } from "./read-form.ts";
import { emptyCheck, formOfStep, stepOfForm } from "./step-form.ts";

const names = new Set(["amount", "invoice"]);
const target = { role: "textbox", name: ["Amount"], row: [["Kettle"]], fingerprint: "0123456789abcdef" };
const fill = RoutineStep.parse({ id: "s1", do: "fill", class: "fill", target, value: ["49.90"] });
const check = RoutineStep.parse({
	id: "s2",
	do: "check",
	class: "observe",
	fields: [{ label: "Total", value: [{ input: "amount" }], as: "money", row: [["Invoice ", { input: "invoice" }]] }],
});
const every = [
	fill,
	check,
	{ id: "s3", do: "choose", class: "fill", target, values: [["Red"], [{ input: "amount" }]] },
	{ id: "s4", do: "tick", class: "fill", target, on: true, note: "Agree", isOptional: true },
	{ id: "s5", do: "open", class: "navigate", address: ["https://shop.example/", { input: "invoice" }] },
	{ id: "s6", do: "press", class: "navigate", keys: "Enter" },
	{ id: "s7", do: "hand_over", class: "observe", reason: "Sign in" },
	{ id: "s8", do: "call", class: "observe", routine: `rtn_${"a".repeat(22)}`, inputs: { number: [{ input: "invoice" }] } },
	{ id: "s9", do: "each", class: "observe", list: {}, as: "line", most: 5, steps: [] },
	{ id: "s10", do: "go_back", class: "navigate" },
	{ id: "s11", do: "drag", class: "commit", target, to: { ...target, name: ["Basket"] } },
	{ id: "s12", do: "read", class: "observe", list: {}, columns: [{ name: "number", label: "Number", header: "No." }] },
	{
		id: "s13",
		do: "read",
		class: "observe",
		list: { heading: "Invoices", columns: ["No.", "Total"] },
		columns: [
			{ name: "number", label: "Number", cell: 0 },
			{ name: "total", label: "Total", slot: "b 1", type: "money" },
		],
		key: "total",
		paging: { by: { role: "a", name: ["Next"], fingerprint: "0123456789abcdef" }, most: 50 },
	},
	{ id: "s14", do: "read", class: "observe", list: {}, columns: [{ name: "n", label: "N", cell: 2 }], paging: { by: "scroll" } },
	{ id: "s15", do: "each", class: "observe", list: { columns: ["No."] }, by: "No.", as: "line", most: 5, steps: [] },
].map((step) => RoutineStep.parse(step));

test.for(every)("a step that nobody changes stays as it is: $do", (step) => {
	expect(stepOfForm(formOfStep(step), step, names)).toEqual({ step, problems: {} });
	expect(RoutineStep.safeParse(stepOfForm(formOfStep(step), step, names).step).success).toBe(true);
});

test("an input takes the place of a value, also one that was made for it", () => {
	const form = formOfStep(fill);
	const typed = (value: string) => ({ ...form, texts: { ...form.texts, value } });
	expect(stepOfForm(typed("{amount} €"), fill, names).step).toMatchObject({ value: [{ input: "amount" }, " €"] });
	const made = { ...typed("{price}"), made: [{ name: "price", label: "Price", type: "number" as const }] };
	expect(stepOfForm(made, fill, names)).toMatchObject({ step: { value: [{ input: "price" }] }, problems: {} });
	expect(stepOfForm(typed("{price}"), fill, names).problems).toEqual({ value: text.unknownInput("price") });
});

test("a control of another name or row is not looked for by the old one's fingerprint", () => {
	const form = formOfStep(fill);
	const { step } = stepOfForm({ ...form, texts: { ...form.texts, "target.row": "{invoice}" } }, fill, names);
	expect(step).toMatchObject({ target: { row: [[{ input: "invoice" }]] } });
	expect(step).not.toHaveProperty("target.fingerprint");
	const bare = stepOfForm({ ...form, texts: { ...form.texts, "target.row": " " } }, fill, names).step;
	expect(bare).not.toHaveProperty("target.row");
});

test("a check says at its field what it lacks", () => {
	const form = formOfStep(check);
	const { problems } = stepOfForm({ ...form, checks: [...form.checks, { ...emptyCheck, value: "{nobody}" }] }, check, names);
	expect(problems).toEqual({ "fields.1.label": text.missing, "fields.1.value": text.unknownInput("nobody") });
	expect(stepOfForm({ ...form, checks: [] }, check, names).problems).toEqual({ fields: text.noCheck });
});

test.for(["0", "2.5", "many", "1001"])("a list of at most %j rows is refused", (most) => {
	const each = RoutineStep.parse({ id: "s9", do: "each", class: "observe", list: {}, as: "line", most: 5, steps: [] });
	const form = formOfStep(each);
	expect(stepOfForm({ ...form, texts: { ...form.texts, most } }, each, names).problems).toEqual({ most: text.noCount(1_000) });
});

const read = RoutineStep.parse({
	id: "s1",
	do: "read",
	class: "observe",
	list: { heading: "Invoices" },
	columns: ["Number", "Total"].map((label) => ({ name: label.toLowerCase(), label, header: label })),
	key: "total",
});

test("a reading gets another column, a limit, and the control for its next page", () => {
	const form = formOfStep(read);
	const column = { ...emptyColumn, label: "Größe", place: "3", type: "number" as const };
	const reading = { ...form.reading, columns: [...form.reading.columns, column], goesOn: "control" as const, role: "a" };
	const texts = { ...form.texts, "list.heading": "", "list.columns": "Number\nTotal", "paging.by.name": "Next", "paging.most": "200" };
	const { step, problems } = stepOfForm({ ...form, reading, texts }, read, names);
	expect(problems).toEqual({});
	expect(RoutineStep.parse(step)).toEqual(step);
	expect(step).toMatchObject({
		list: { columns: ["Number", "Total"] },
		columns: [{}, {}, { name: "grosse", label: "Größe", cell: 2, type: "number" }],
		key: "total",
		paging: { by: { role: "a", name: ["Next"] }, most: 200 },
	});
});

test("a reading says at its field what it lacks", () => {
	const form = formOfStep(read);
	const columns = [{ ...emptyColumn, label: "Total", place: "0" }, emptyColumn];
	const asked = {
		...form,
		reading: { ...form.reading, columns, goesOn: "control" as const },
		texts: { ...form.texts, "paging.most": "1e9" },
	};
	expect(stepOfForm(asked, read, names).problems).toEqual({
		"columns.0.place": text.noCount(101),
		"columns.1.label": text.missing,
		"columns.1.header": text.noPlace,
		"paging.by.name": text.missing,
		"paging.most": text.noCount(10_000),
	});
	expect(stepOfForm({ ...form, reading: { ...form.reading, columns: [] } }, read, names).problems).toEqual({ columns: text.noColumn });
});

test("what makes two rows the same stays with its column, and goes with it", () => {
	const { reading } = formOfStep(read);
	expect(withoutColumn(reading, 0)).toMatchObject({ key: "0", columns: [{ label: "Total" }] });
	expect(withoutColumn(reading, 1)).toMatchObject({ key: "" });
});

test("a row that is called otherwise is so in the steps of its block", () => {
	const open = { id: "s2", do: "click", class: "navigate", target: { role: "a", name: ["Open"], row: [[{ input: "line" }]] } };
	const each = RoutineStep.parse({ id: "s1", do: "each", class: "observe", list: {}, as: "line", most: 5, steps: [open] });
	const form = formOfStep(each);
	const { step, problems } = stepOfForm({ ...form, texts: { ...form.texts, as: "invoice_row" } }, each, names);
	expect(problems).toEqual({});
	expect(step).toMatchObject({ as: "invoice_row", steps: [{ target: { row: [[{ input: "invoice_row" }]] } }] });
	expect(stepOfForm({ ...form, texts: { ...form.texts, as: "My row" } }, each, names).problems).toEqual({ as: text.badName });
});

test("where a control is dragged to is changed like any control", () => {
	const drag = RoutineStep.parse({ id: "s1", do: "drag", class: "commit", target, to: { ...target, name: ["Basket"] } });
	const form = formOfStep(drag);
	const { step } = stepOfForm({ ...form, texts: { ...form.texts, "to.name": "Box {invoice}" } }, drag, names);
	expect(step).toMatchObject({ target, to: { name: ["Box ", { input: "invoice" }], row: [["Kettle"]] } });
	expect(step).not.toHaveProperty("to.fingerprint");
});
