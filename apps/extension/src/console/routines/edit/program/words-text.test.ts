import type { Words } from "@webhand/contracts/routine/words";
import fc from "fast-check";
import { expect, test } from "vitest";
import { textOfWords, wordsOfText } from "./words-text.ts";

const names = new Set(["invoice", "amount"]);

test.for([
	["Invoice {invoice}", ["Invoice ", { input: "invoice" }]],
	["{amount}", [{ input: "amount" }]],
	["{invoice}{amount} €", [{ input: "invoice" }, { input: "amount" }, " €"]],
	["{{invoice}", ["{invoice}"]],
	['{ "a": 1 }', ['{ "a": 1 }']],
	["", []],
] as const)("the text %j is read as words with inputs", ([text, words]) => {
	expect(wordsOfText(text, names)).toEqual({ ok: true, words });
});

test("a name in braces that no input has is told", () => {
	expect(wordsOfText("Pay {amont}", names)).toEqual({ ok: false, unknown: "amont" });
});

test("words come back as they were, whatever stands in them", () => {
	const part = fc.oneof(fc.string({ minLength: 1 }), fc.constantFrom("{", "{{", "{amount}", "}"), fc.constantFrom({ input: "amount" }));
	fc.assert(
		fc.property(fc.array(part), (given) => {
			const words = joined(given as Words);
			expect(wordsOfText(textOfWords(words), names)).toEqual({ ok: true, words });
		}),
	);
});

/** Texts beside each other are one text. */
function joined(words: Words): Words {
	const whole: Words = [];
	for (const part of words) {
		const last = whole.at(-1);
		if (typeof last === "string" && typeof part === "string") whole[whole.length - 1] = last + part;
		else whole.push(part);
	}
	return whole;
}
