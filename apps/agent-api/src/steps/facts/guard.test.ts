import { parseAction } from "@webhand/contracts/action/parse";
import { parsePage } from "@webhand/page/parse/parse";
import { expect, test } from "vitest";
import { approvalFacts } from "./guard.ts";

const page = parsePage(
	[
		"@page 1\n@url https://shop.example/\n@title Shop\n@epoch e1\n\n@view",
		'<form "Search" get>',
		' <search 1 "Search products">',
		' <input 2 "Town" value="Graz">',
		' <password 3 "Password" filled>',
		'<search 4 "Find help">',
	].join("\n"),
);

function fieldsOf(text: string): readonly string[] {
	const parsed = parseAction(text);
	if (!parsed.ok) throw new Error(parsed.problem.message);
	return approvalFacts(parsed.action, page, { class: "D", reasons: ["submits"] }).fields;
}

test("who is asked whether a search may be sent reads what is searched for", () => {
	expect(fieldsOf('setValue(1, "red kettle", true)')).toEqual(["Search products: red kettle", "Town: Graz", "Password: •••"]);
	expect(fieldsOf('setValue(4, "returns", true)')).toContain("Find help: returns");
});

test("a secret or a card's number that is typed stands in no question", () => {
	expect(fieldsOf('setValue(3, "hunter2", true)')).toContain("Password: •••");
	expect(fieldsOf('setValue(1, "4111 1111 1111 1111", true)')).toContain("Search products");
});
