import { expect, test } from "vitest";
import { knowledgeText } from "../../words.ts";
import type { Draft } from "./draft.ts";
import { bodyOf, emptyDraft, missingIn, newBodyOf, problemOfFile, titleOf } from "./draft.ts";

const { problems } = knowledgeText.add;
const draft = (part: Partial<Draft>): Draft => ({ ...emptyDraft, ...part });

test.for([
	["no file", draft({}), 0, true, { file: problems.noFile, domain: problems.noDomain }],
	["a file with its domain", draft({ domain: "acme.com" }), 1, true, {}],
	[
		"a text without anything",
		draft({ kind: "text" }),
		0,
		true,
		{ content: problems.noText, title: problems.noName, domain: problems.noDomain },
	],
	["a text that replaces one", draft({ kind: "text", content: "New" }), 0, false, {}],
	["a new title of a document that is there", draft({ title: "New" }), 0, false, {}],
	["a new path of a document that is there", draft({ kind: "address", pathPrefix: "/orders" }), 0, false, {}],
	["a replacement that changes nothing", draft({}), 0, false, { file: problems.noChange }],
	["a replacement with half an address", draft({ kind: "address", title: "New", url: "acme" }), 0, false, { url: problems.badAddress }],
	["an address, which names its site", draft({ kind: "address", url: " https://acme.com/a " }), 0, true, {}],
	["an address without a scheme", draft({ kind: "address", url: "acme.com" }), 0, true, { url: problems.badAddress }],
] as const)("for %s the form tells what is missing", ([_name, typed, files, isNew, expected]) => {
	expect(missingIn(typed, files, isNew)).toEqual(expected);
});

test("only what is typed is sent, and only of the chosen kind", () => {
	const typed = draft({ kind: "text", title: " Orders ", content: "Ask.", url: "https://acme.com", domain: " acme.com ", pathPrefix: " " });
	expect(bodyOf(typed)).toEqual({ title: "Orders", content: "Ask.", format: "markdown" });
	expect(newBodyOf({ ...typed, kind: "file" }, "public")).toEqual({ scope: "public", title: "Orders", domain: "acme.com" });
	expect(bodyOf({ ...typed, content: " " })).toEqual({ title: "Orders" });
	expect(bodyOf({ ...typed, kind: "address" })).toEqual({ title: "Orders", url: "https://acme.com" });
});

test.for([
	[0, problems.empty],
	[1, ""],
	[10_000_000, ""],
	[10_000_001, problems.tooLarge],
] as const)("a file of %d bytes is told apart before it is sent", ([size, expected]) => {
	expect(problemOfFile({ size })).toBe(expected);
});

test.for([
	["handbook.pdf", "", "handbook"],
	["v1.2 of the guide.docx", " ", "v1.2 of the guide"],
	["README", "", "README"],
	["handbook.pdf", " Handbook ", "Handbook"],
] as const)("the file %s with the typed title %j is called %s", ([name, typed, title]) => {
	expect(titleOf({ name }, typed)).toBe(title);
});
