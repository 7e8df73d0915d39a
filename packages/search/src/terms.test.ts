import { expect, test } from "vitest";
import { queryTermsOf, termOf, wordsOf } from "./terms.ts";

test.for([
	["Café 12, don't", ["café", "12", "don", "t"]],
	["Ｆｕｌｌ ｗｉｄｔｈ", ["full", "width"]],
	["東京都に住む", ["東京", "都", "に", "住む"]],
	["x".repeat(65), []],
	["", []],
] as const)("the words of %j are %j", ([text, words]) => {
	expect(wordsOf(text)).toEqual(words);
});

test.for([
	["en", "approvals", "approv"],
	["de", "häuser", "haus"],
	["de", "straße", "strass"],
	["ru", "командировками", "командировк"],
	["other", "añadió", "anadio"],
] as const)("in %s the term of %s is %s", ([language, word, term]) => {
	expect(termOf(word, language)).toBe(term);
});

test("a query's word stands for its stems in all languages of the index", () => {
	expect(queryTermsOf("kosten", ["en", "de"])).toEqual(["kosten", "kost"]);
	expect(queryTermsOf("42", ["en", "de", "ru"])).toEqual(["42"]);
});
