import { expect, test } from "vitest";
import { clientOf, targetOf, taskOf, valueWords } from "./audit-words.ts";

test.for([
	["Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36", "Chrome 156 on Linux"],
	[
		"Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/156.0.0.0 Safari/537.36 Edg/156.0",
		"Edge 156 on Windows",
	],
	[
		"Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/19.1 Safari/605.1.15",
		"Safari 19 on macOS",
	],
	["curl/8.5.0", "curl/8.5.0"],
	["", ""],
] as const)("the client %s is shown as %s", ([userAgent, expected]) => {
	expect(clientOf(userAgent)).toBe(expected);
});

test.for([
	["a person by name", { target: "usr_1", targetName: "Ada", facts: { role: "admin" } }, "Ada"],
	["an invite by its email", { target: "inv_1", targetName: null, facts: { email: "ada@example.com" } }, "ada@example.com"],
	["anything else by its id", { target: "sid_1", targetName: null, facts: {} }, "sid_1"],
	["nothing", { target: null, targetName: null, facts: {} }, null],
] as const)("a row names %s", ([_name, row, expected]) => {
	expect(targetOf(row)).toBe(expected);
});

test.for([
	["admin", "admin"],
	[["submits", "pay_word"], "submits, pay word"],
	[{ from: "active", to: "suspended" }, "active → suspended"],
	[{ from: null, to: 500 }, "– → 500"],
	[null, ""],
	[false, "false"],
] as const)("the fact %j is shown as %s", ([value, expected]) => {
	expect(valueWords(value)).toBe(expected);
});

test("only the id of a task leads to a trace", () => {
	expect(taskOf({ target: "e49abedb-f50c-45d2-bf81-62662b6a038e" })).toBe("e49abedb-f50c-45d2-bf81-62662b6a038e");
	expect(taskOf({ target: `usr_${"a".repeat(22)}` })).toBeNull();
	expect(taskOf({ target: null })).toBeNull();
});
