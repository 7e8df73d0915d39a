import { expect, test } from "vitest";
import { createArgumentCheck } from "./arguments.ts";

const object = (properties: object, more: object = {}) => ({ type: "object", properties, ...more });
/** Each definition is twice the one before it. */
const doubling = Array.from({ length: 40 }, (_, index): [string, object] => [
	`d${index}`,
	{ allOf: [{ $ref: `#/$defs/d${index + 1}` }, { $ref: `#/$defs/d${index + 1}` }] },
]);
const bomb = object({ a: { $ref: "#/$defs/d0" } }, { $defs: { ...Object.fromEntries(doubling), d40: {} } });

test.for([
	{ what: "references that double", schema: bomb, given: { a: 1 } },
	{
		what: "a long list that must not repeat itself",
		schema: object({ a: { type: "array", uniqueItems: true, items: { type: "object" } } }),
		given: { a: Array.from({ length: 20_000 }, (_, index) => ({ index })) },
	},
	{ what: "a pattern that goes back and forth", schema: object({ a: { pattern: "^(a+)+$" } }), given: { a: `${"a".repeat(60)}!` } },
])("a schema with $what is refused, and others are checked meanwhile and afterwards", async ({ schema, given }, { onTestFinished }) => {
	const arguments_ = createArgumentCheck({ ms: 300 });
	onTestFinished(arguments_.close);
	const check = (tenantId: string, task: { readonly schema: object; readonly given: object; readonly hash: string }) =>
		arguments_.check({ sharer: { tenantId, userId: "usr_1" }, signal: new AbortController().signal, ...task } as never);
	let turns = 0;
	const timer = setInterval(() => {
		turns += 1;
	}, 5);
	const hostile = check("one", { schema, given, hash: "hostile" });
	const good = { schema: object({ a: { type: "string", pattern: "^t" } }), given: { a: "tea" }, hash: "good" };
	await expect(check("two", good)).resolves.toBeUndefined();
	await expect(hostile).rejects.toMatchObject({ code: "TOOL_ARGUMENTS_INVALID", message: expect.stringContaining("time or memory") });
	clearInterval(timer);
	// This process went on with its own work.
	expect(turns).toBeGreaterThan(10);
	await expect(check("one", good)).resolves.toBeUndefined();
	await expect(check("one", { ...good, given: { a: "coffee" } })).rejects.toMatchObject({ details: { field: "a" } });
});
