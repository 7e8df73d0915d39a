import { describe, expect, test } from "vitest";
import { pageOf } from "../../cases/play.ts";
import type { Intent, Value } from "../../sentence/clause.ts";
import { clausesOf } from "../../sentence/clauses.ts";
import { Finder } from "../find/finder.ts";
import { readValue, sourceField } from "./texts.ts";

/** The value that a sentence asks to read. */
function valueOf(sentence: string): Value {
	const intent: Intent | undefined = clausesOf(sentence)[0]?.intent;
	if (intent?.kind === "read") return intent.values[0] ?? { kind: "math" };
	if (intent?.kind === "remember" || intent?.kind === "copy") return intent.value;
	if (intent?.kind === "fill") return intent.entries[0]?.value ?? { kind: "math" };
	throw new Error(`${sentence} reads nothing`);
}

const read = (body: string, sentence: string) => readValue(new Finder(pageOf(body)), valueOf(sentence), {});

describe("a value is read", () => {
	test.each([
		["behind its label", "Total: 41.90 €", "Read the total", "41.90 €"],
		["behind its label without a colon", "Grand total 41.90 €", "Read the total", "41.90 €"],
		["in the cell beside its label", "| Subtotal | 40.00 €\n| Total | 41.90 €", "Read the total", "41.90 €"],
		["on the line below its label", "Order number\nA-4711", "Read the order number", "A-4711"],
		["in a field", '<input 1 "Coupon" value="SAVE5">', "Read the coupon", "SAVE5"],
		[
			"of a thing in a list",
			"- Desk lamp 39.00 €\n- Floor lamp 120.00 € <a 1 /x>Buy</>",
			"What is the price of the floor lamp?",
			"120.00 €",
		],
		["of a person", "- Ada\n Phone: 123\n- Bob\n Phone: 456", "What is the phone number of Bob?", "456"],
		["where row and column meet", "| Name | Phone | City\n| Ada | 123 | Rome\n| Bob | 456 | Oslo", "What is the city of Bob?", "Oslo"],
		["as the nth word", "Placerat nullam pretium vitae tristique.", "Find the 3rd word in the paragraph", "pretium"],
		[
			"as the last word, without its full stop",
			"Placerat nullam pretium vitae tristique.",
			"Find the last word in the paragraph",
			"tristique",
		],
		[
			"as a whole text area",
			'<textarea 1 "Notes" value="first">\n<textarea 2 value="second">',
			"Copy the text in the 2nd text area",
			"second",
		],
		["as a sum that the page asks for", "3 + 4 =", "Solve the math problem", "7"],
		["with the rules of arithmetic", "What is 2 + 3 × 4?", "Solve the math problem", "14"],
		["with a minus sign", "12 − 15 = <input 1>", "Solve the math problem", "-3"],
		[
			"as a count of drawn things",
			'<shape 1 "red square" at=1,1 size=5x5></> <shape 2 "red square" at=9,1 size=5x5>',
			"How many squares are there?",
			"2",
		],
		["as a count that the page says", "12 results found", "How many results are there?", "12"],
		["as the greatest number", "7\n12\n9", "Find the greatest number", "12"],
		["as the sum of numbers", "7\n12\n9", "Calculate the sum", "28"],
		["as the page's title", "x", "Read the page title", "Shop"],
		["as a heading", "# Welcome\ntext", "Read the heading", "Welcome"],
	])("%s", (_, body, sentence, expected) => expect(read(body, sentence)).toBe(expected));

	test.each([
		["a label that is not there", "Total: 5 €", "Read the discount"],
		["a person who is not there", "- Ada\n Phone: 123", "What is the phone number of Eve?"],
		["a word beyond the text", "one two", "Find the 9th word in the paragraph"],
		["a sum where none stands", "hello", "Solve the math problem"],
	])("never for %s", (_, body, sentence) => expect(read(body, sentence)).toBeUndefined());
});

test("a field whose value the page text cuts off is named, so that the whole can be looked up", () => {
	const finder = new Finder(pageOf('<textarea 1 value="Viverra orci proin ar…">'));
	expect(sourceField(finder, valueOf("Find the last word in the text area"))?.id).toBe(1);
	const whole = new Finder(finder.view, { whole: { id: 1, text: "Viverra orci proin arcu nisl" } });
	expect(readValue(whole, valueOf("Find the last word in the text area"), {})).toBe("nisl");
});
