import { expect, test } from "vitest";
import { sortTools } from "./odd-tools.ts";

const schema = { type: "object", properties: { a: { type: "string" } } };
const fine = { name: "fine", inputSchema: schema };

test.for([
	{ what: "has no schema", odd: { name: "odd" }, says: '"odd": inputSchema' },
	{
		what: "names its required field without a list",
		odd: { name: "odd", inputSchema: { ...schema, required: "a" } },
		says: "inputSchema.required",
	},
	{ what: "has no text as its description", odd: { name: "odd", description: null, inputSchema: schema }, says: "description" },
	{
		what: "has a hint that is no yes or no",
		odd: { name: "odd", annotations: { readOnlyHint: "yes" }, inputSchema: schema },
		says: "annotations.readOnlyHint",
	},
	{ what: "has a schema of a list", odd: { name: "odd", inputSchema: { type: "array" } }, says: "inputSchema.type" },
	{ what: "has no name", odd: { inputSchema: schema }, says: "tool 1: name" },
	{ what: "is nothing", odd: null, says: "tool 1:" },
])("a tool that $what is left out alone, and it is said why", ({ odd, says }) => {
	const sorted = sortTools([odd, fine]);
	expect(sorted.good).toEqual([fine]);
	expect(sorted.odd).toEqual([expect.stringContaining(says)]);
});

test.for([
	{ what: "says no type", inputSchema: { anyOf: [{ required: ["a"] }, { required: ["b"] }] } },
	{ what: "may be nothing", inputSchema: { type: ["object", "null"], properties: {} } },
	{ what: "is nullable", inputSchema: { type: "object", nullable: true } },
	{ what: "is of an older draft", inputSchema: { $schema: "http://json-schema.org/draft-04/schema#", id: "x", properties: {} } },
])("a schema that $what is one of an object", ({ inputSchema }) => {
	const { good, odd } = sortTools([{ name: "a", inputSchema }]);
	expect([good, odd]).toMatchObject([[{ inputSchema: { ...inputSchema, type: "object" } }], []]);
});
