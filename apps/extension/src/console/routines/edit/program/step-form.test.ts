import { RoutineStep } from "@webhand/contracts/routine/step";
import { expect, test } from "vitest";
import { editText as text } from "../words.ts";
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
	expect(stepOfForm({ ...form, texts: { most } }, each, names).problems).toEqual({ most: text.noCount(1_000) });
});
