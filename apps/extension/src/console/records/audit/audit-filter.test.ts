import { expect, test } from "vitest";
import { filterOf, noFilter, queryOf } from "./audit-filter.ts";

const where = `wsp_${"b".repeat(22)}`;

test.for([
	["nothing", {}, noFilter],
	[
		"a person, an action and an outcome",
		{ person: " ada@example.com ", action: "login", outcome: "failed" },
		{ ...noFilter, person: "ada@example.com", action: "login", outcome: "failed" },
	],
	["a workspace and its action", { where, action: "fs.write" }, { ...noFilter, where, action: "fs.write" }],
	["a part and a tool of an MCP server", { where: "host", action: "files.echo" }, { ...noFilter, where: "host", action: "files.echo" }],
	["words that are none of ours", { action: "fly", where: "moon", outcome: "maybe", from: "yesterday", to: "2026-99-99" }, noFilter],
	["two days", { from: "2026-03-01", to: "2026-03-02" }, { ...noFilter, from: "2026-03-01", to: "2026-03-02" }],
] as const)("an address with %s is read", ([_name, query, expected]) => {
	expect(filterOf({ query })).toEqual(expected);
});

test("the last day counts to its end, and open parts are not sent", () => {
	const { from, to, ...rest } = queryOf({ ...noFilter, from: "2026-03-01", to: "2026-03-01" });
	expect(Date.parse(to ?? "") - Date.parse(from ?? "")).toBe(24 * 3_600_000 - 1);
	expect(rest).toEqual({});
});
