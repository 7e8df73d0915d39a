import { expect, test } from "vitest";
import { choiceForm, completionForm, decisionForm, judgementForm, smallDecisionForm, withKind } from "../answer/form.ts";
import { schemaFor, withoutNulls } from "./schema.ts";

const keywordsIn = (schema: object) => new Set(JSON.stringify(schema).match(/(?<=")(?:max|min)[A-Za-z]+(?=":)/g) ?? []);
const forms = [decisionForm, smallDecisionForm, withKind(decisionForm), choiceForm(4), judgementForm, completionForm];

test.each([
	["bounded", ["maxLength", "maxItems"]],
	["counted", ["maxItems"]],
	["strict", []],
] as const)("a %s schema has no other bounds than %s", (keywords, kept) => {
	expect(keywordsIn(schemaFor(keywords, decisionForm.schema))).toEqual(new Set(kept));
});

test("a strict schema requires every field; those that may be absent may be null", () => {
	const { required, properties } = schemaFor("strict", decisionForm.schema) as {
		required: readonly string[];
		properties: Readonly<Record<string, { anyOf?: readonly object[]; type?: string }>>;
	};
	expect(required).toEqual(Object.keys(properties));
	expect([properties["thought"]?.type, properties["plan"]?.anyOf?.at(-1)]).toEqual(["string", { type: "null" }]);
	// Also inside of a field.
	expect(properties["expect"]?.anyOf?.[0]).toMatchObject({ required: ["kind", "text", "id", "value", "state", "on", "name"] });
});

test.each(forms)("the bounds of the form $name stay below what llama.cpp refuses, and its objects are closed", ({ schema }) => {
	const bounds = [...JSON.stringify(schema).matchAll(/"max(?:Length|Items)":(\d+)/g)].map(([, bound]) => Number(bound));
	expect(bounds.every((bound) => bound < 2_000)).toBe(true);
	expect(schemaFor("bounded", schema)).toEqual(schema);
	expect(schema["additionalProperties"]).toBe(false);
});

test("the kind of an order comes behind the thought", () => {
	const { properties, required } = withKind(smallDecisionForm).schema as { properties: object; required: readonly string[] };
	expect([Object.keys(properties), required]).toEqual([
		["thought", "kind", "action", "plan", "done"],
		["thought", "action", "kind"],
	]);
});

test.each([
	['{"thought":"t","memory":null,"expect":{"kind":"any_change","id":null}}', '{"thought":"t","expect":{"kind":"any_change"}}'],
	['{"thought":"t"}', '{"thought":"t"}'],
	["<Thought>null</Thought>", "<Thought>null</Thought>"],
	['{"thought":null', '{"thought":null'],
])("%s without nulls is %s", (text, bare) => {
	expect(withoutNulls(text)).toBe(bare);
});
