import { describe, expect, test } from "vitest";
import { pageOf, turnOf } from "../cases/play.ts";
import { decideTurn } from "./decide.ts";

const page = pageOf('<button 1>Save draft</> <input 2 "Name">');
const said = (query: string) => decideTurn(turnOf({ query, page })).failure;

describe("a refusal is a sentence that a person can use", () => {
	test.each([
		["Who is the owner of ticket 3", "I can’t answer questions like this without a language model. Nothing was changed."],
		["Which claim was rejected?", "I can’t answer questions like this without a language model. Nothing was changed."],
		["Is the invoice paid?", "I can’t answer questions like this without a language model. Nothing was changed."],
		["Summarise the page", "I can’t answer questions like this without a language model. Nothing was changed."],
		["Make it look nicer", "I can’t do “Make it look nicer” without a language model. Nothing was changed."],
		[
			"Tick all boxes except the first",
			"I can’t do “Tick all boxes except the first” without a language model, because of “except”. Nothing was changed.",
		],
		["Click Save draft and flambé it", "I can do “Click Save draft”, but not “flambé it” without a language model. Nothing was changed."],
		['Enter "Ada into the name field', "A quote is opened and never closed. Nothing was changed."],
	])("what only a model understands: %s", (query, message) => {
		expect(said(query)).toEqual({ category: "not_understood", message });
	});

	test.each([
		['Click "Checkout"', "I can’t find “Checkout” on this page. Nothing was changed."],
		["Read the total", "I can’t find a value for “total” on this page. Nothing was changed."],
		["What is the price of the blue kettle?", "I can’t find “blue kettle” on this page. Nothing was changed."],
		["Select France as country", "I can’t find “country” on this page. Nothing was changed."],
		['Search for "blue kettle"', "I can’t find “search” on this page. Nothing was changed."],
		["Archive tickets 12, 15 and 19", "I can’t find “ticket 15” on this page. Nothing was changed."],
		["Open the email from Bob", "I can’t find “email from Bob” on this page. Nothing was changed."],
		["Scroll to “Contact us”", "I can’t find “Contact us” on this page. Nothing was changed."],
	])("what is not on the page: %s", (query, message) => {
		expect(said(query)).toEqual({ category: "not_on_page", message });
	});
});
