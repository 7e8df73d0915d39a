import { expect, test } from "vitest";
import { factsOfChunk, scoreInWords } from "./chunk-facts.ts";

const documentId = `doc_${"a".repeat(22)}`;

test.for([
	["no metadata", undefined, {}],
	[
		"all facts",
		{
			scope: "org",
			domain: "app.acme.com",
			url_pattern: "app.acme.com/expenses",
			documentId,
			section: "Limits",
			page: 3,
			score: 0.032,
			sourceUrl: "https://wiki.acme.com/a",
			updatedAt: "2026-03-01T09:30:00.000Z",
			charStart: 0,
			charEnd: 10,
		},
		{
			scope: "org",
			fits: "app.acme.com/expenses",
			documentId,
			section: "Limits",
			page: 3,
			score: 0.032,
			sourceUrl: "https://wiki.acme.com/a",
			updatedAt: "2026-03-01T09:30:00.000Z",
		},
	],
	["an id of an external service", { documentId: "confluence-17", scope: "org" }, { scope: "org" }],
	["a link that is no web address", { sourceUrl: "javascript:alert(1)" }, {}],
	["facts of other types", { scope: "all", section: 4, page: "3", score: Number.NaN, url_pattern: null, updatedAt: "yesterday" }, {}],
] as const)("a chunk with %s tells what is known", ([_name, metadata, expected]) => {
	expect(factsOfChunk({ metadata })).toEqual(expected);
});

test.for([
	[0.032_786, "0.0328"],
	[12.345, "12.3"],
	[1, "1"],
] as const)("the score %d is shown as %s", ([score, expected]) => {
	expect(scoreInWords(score)).toBe(expected);
});
