import { expect, test } from "vitest";
import { filterOf, noFilter, queryOf } from "./server-audit-filter.ts";

const person = `usr_${"a".repeat(22)}`;
const workspace = `wsp_${"b".repeat(22)}`;

test.for([
	["nothing", {}, noFilter],
	[
		"all parts",
		{ person, workspace, action: "fs.write", outcome: "failed", from: "2026-03-01", to: "2026-03-02" },
		{ person, workspace, action: "fs.write", outcome: "failed", from: "2026-03-01", to: "2026-03-02" },
	],
	["words that are none of ours", { person: "ada", workspace: "demo", outcome: "maybe", from: "yesterday", to: "2026-99-99" }, noFilter],
] as const)("an address with %s is read", ([_name, query, expected]) => {
	expect(filterOf({ query })).toEqual(expected);
});

test("the last day counts to its end, and open parts are not sent", () => {
	const { from, to, ...rest } = queryOf({ ...noFilter, from: "2026-03-01", to: "2026-03-01" });
	expect(Date.parse(to ?? "") - Date.parse(from ?? "")).toBe(24 * 3_600_000 - 1);
	expect(rest).toEqual({});
});
