import { expect, test } from "vitest";
import { check } from "./thread.ts";

const draft = (number: number) => `http://json-schema.org/draft-0${number}/schema#`;
const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });

test.for([
	{ what: "nullable beside a type", schema: object({ a: { type: "string", nullable: true } }), good: { a: null }, bad: { a: 1 } },
	{ what: "nullable beside a list", schema: object({ a: { enum: ["x", "y"], nullable: true } }), good: { a: null }, bad: { a: "z" } },
	{
		what: "nullable beside a reference",
		schema: object({ a: { $ref: "#/definitions/n", nullable: true } }, { definitions: { n: { type: "number" } } }),
		good: { a: null },
		bad: { a: "x" },
	},
	{
		what: "a field that is called nullable",
		schema: object({ nullable: { type: "boolean" } }),
		good: { nullable: true },
		bad: { nullable: 1 },
	},
	{ what: "nullable as a value", schema: object({ a: { const: { nullable: true } } }), good: { a: { nullable: true } }, bad: { a: null } },
	{
		what: "a limit of draft 4",
		schema: object({ a: { minimum: 1, exclusiveMinimum: true } }, { $schema: draft(4), id: "http://x.org/s" }),
		good: { a: 2 },
		bad: { a: 1 },
	},
	{ what: "a field called id", schema: object({ id: { type: "string" } }), good: { id: "x" }, bad: { id: 1 } },
	{ what: "a required field of draft 3", schema: object({ a: { type: "string", required: true } }), good: { a: "x" }, bad: {} },
	{
		what: "a list by places of draft 7",
		schema: object({ a: { type: "array", items: [{ type: "string" }, { type: "number" }] } }, { $schema: draft(7) }),
		good: { a: ["x", 1] },
		bad: { a: [1, "x"] },
	},
	{
		what: "the same without a word on its draft",
		schema: object({ a: { type: "array", items: [{ type: "string" }] } }),
		good: { a: ["x"] },
		bad: { a: [1] },
	},
	{
		what: "a dependency of draft 7",
		schema: object({ a: {}, b: {} }, { $schema: draft(7), dependencies: { a: ["b"] } }),
		good: { a: 1, b: 1 },
		bad: { a: 1 },
	},
	{
		what: "nullable at its top, and a reference",
		schema: object({ a: { $ref: "#/definitions/n" } }, { nullable: true, definitions: { n: { type: "number" } } }),
		good: { a: 1 },
		bad: { a: "x" },
	},
	{
		what: "alternatives at its top",
		schema: { type: "object", anyOf: [{ required: ["a"] }, { required: ["b"] }] },
		good: { b: 1 },
		bad: { c: 1 },
	},
])("a schema with $what is read as its author meant it", ({ schema, good, bad, what }) => {
	expect(check({ schema, given: good, hash: what })).toBeNull();
	expect(check({ schema, given: bad as Record<string, unknown>, hash: what })).not.toBeNull();
});
