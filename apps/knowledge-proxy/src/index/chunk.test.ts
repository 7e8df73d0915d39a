import { expect, test } from "vitest";
import { fitsPath, textFor, urlPatternOf } from "./chunk.ts";

test.for([
	{ question: { url: "https://acme.com/travel/expenses", query: "How do I book?" }, text: "How do I book?" },
	{ question: { url: "https://acme.com/travel/expenses", query: "" }, text: "/travel/expenses" },
	{ question: { url: "https://acme.com/travel", query: " ?! " }, text: "/travel" },
	{ question: { url: "https://acme.com/caf%C3%A9", query: "" }, text: "/café" },
	{ question: { url: "https://acme.com/caf%C3%A9/%E0%A4%A", query: "" }, text: "/caf%C3%A9/%E0%A4%A" },
])("the text to look for with $question is $text", ({ question, text }) => {
	expect(textFor(question)).toBe(text);
});

test.for([
	{ prefix: "/expenses", page: "/expenses", fits: true },
	{ prefix: "/expenses", page: "/expenses/7/edit", fits: true },
	{ prefix: "/expenses/", page: "/expenses/7", fits: true },
	{ prefix: "/expenses/", page: "/expenses", fits: true },
	{ prefix: "/expenses", page: "/expenses-old", fits: false },
	{ prefix: "/expenses", page: "/", fits: false },
	{ prefix: "/", page: "/expenses", fits: false },
	{ prefix: undefined, page: "/expenses", fits: false },
])("a document for $prefix fits the page $page: $fits", ({ prefix, page, fits }) => {
	expect(fitsPath(prefix, `https://acme.com${page}?q=/expenses`)).toBe(fits);
});

test.for([
	[{ domain: "acme.com", pathPrefix: "/expenses" }, "acme.com/expenses*"],
	[{ domain: "*.acme.com" }, "*.acme.com/*"],
] as const)("the pattern of %j is %s", ([place, pattern]) => {
	expect(urlPatternOf(place)).toBe(pattern);
});
