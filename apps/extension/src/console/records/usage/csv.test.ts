import { expect, test } from "vitest";
import { usageCsv } from "./csv.ts";

const row = { promptTokens: 1_200, completionTokens: 30, calls: 3, steps: 2 };

test("usage is a table of comma separated lines that end in CRLF, with names in the first", () => {
	const rows = [
		{ ...row, key: "2026-11-01", tasks: 5, cachedTokens: 800, usd: 0.0123 },
		{ ...row, key: "2026-11-02", estimated: true },
	];
	expect(usageCsv(rows, "day")).toBe(
		[
			"day,tasks,steps,calls,prompt_tokens,cached_tokens,completion_tokens,usd,estimated,name",
			"2026-11-01,5,2,3,1200,800,30,0.0123,no,",
			"2026-11-02,,2,3,1200,0,30,,yes,",
			"",
		].join("\r\n"),
	);
});

test.for([
	["a comma", "openai/gpt, large", '"openai/gpt, large"'],
	["a quote", 'openai/"best"', '"openai/""best"""'],
	["a line break", "openai/a\nb", '"openai/a\nb"'],
	["a formula", '=HYPERLINK("https://evil.example")', `"'=HYPERLINK(""https://evil.example"")"`],
	["a sum", "+1+1", "'+1+1"],
	["a minus", "-1", "'-1"],
	["a function", "@SUM(A1)", "'@SUM(A1)"],
	["a tab before a formula", "\t=1", "'\t=1"],
	["a line break before a formula", "\r\n=1", `"'\r\n=1"`],
] as const)("a name with %s is one cell, and no formula", ([_what, key, cell]) => {
	expect(
		usageCsv([{ ...row, key }], "model")
			.split("\r\n")
			.slice(1)
			.join("\r\n"),
	).toBe(`${cell},,2,3,1200,0,30,,no,\r\n`);
});
