import { expect, test } from "vitest";
import { wordsFor, wordsIn } from "./chunk.ts";

test.for([
	{ question: { url: "https://acme.com/travel/expenses", query: "How do I book?" }, words: ["how", "do", "book"] },
	{ question: { url: "https://acme.com/travel/expenses" }, words: ["travel", "expenses"] },
	{ question: { url: "https://acme.com/travel", query: "  " }, words: ["travel"] },
	{ question: { url: "https://acme.com/caf%C3%A9/%E0%A4%A" }, words: ["caf", "c3", "a9", "e0", "a4"] },
	{ question: { url: "https://acme.com/" }, words: [] },
])("the words for $question are $words", ({ question, words }) => {
	expect(wordsFor(question)).toEqual(words);
});

test.for([
	["Café CAFÉ cafe", ["cafe"]],
	["Straße 12, a b", ["straße", "12"]],
	["", []],
	["Привет, мир!", ["привет", "мир"]],
] as const)("the words of %j are %j", ([text, words]) => {
	expect(wordsIn(text)).toEqual(words);
});
