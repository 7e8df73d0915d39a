import { expect, test } from "vitest";
import { observationSentence, observationSentences, proofSentences } from "./observations.ts";

test.each([
	["url_changed https://shop.example/cart", "The address is now shop.example/cart."],
	["url_changed (client)", "The address changed."],
	['target_value "1.5 l"', "It now says “1.5 l”."],
	['message_appeared "Added to cart"', "The page says “Added to cart”."],
	['page_dialog alert accepted "Saved" (client)', "The page said “Saved”."],
	['page_dialog confirm dismissed "Delete it?" (client)', "The page asked “Delete it?”, and the answer was Cancel."],
	['page_dialog unknown ""', "The page opened a window of its own."],
	['dialog_opened "Sign in"', "“Sign in” opened."],
	["load_failed connection refused", "The page could not be opened: connection refused."],
	["load_failed", "The page could not be opened."],
	["site_refused localhost:8788", "You did not allow localhost:8788."],
	["client_error COVERED", "It could not be done: something covers it."],
	["client_error FROM_THE_FUTURE", "It could not be done (FROM_THE_FUTURE)."],
	["elements_added 3", "3 controls appeared."],
	["elements_added 1", "1 control appeared."],
	["elements_added 12 nodes (client)", ""],
	["url_same", ""],
	["target_state focused required", ""],
	["target_state checked focused", "It is now checked."],
	["target_state -checked", "It is no longer checked."],
	["target_state expanded -focused", "It is now expanded."],
	["look_changed (client)", "The page says the same; only its look changed."],
	["target_state", "Its state changed."],
	["something_new 5", "something_new 5"],
	["Covered by “Cookie notice”", "Covered by “Cookie notice”"],
])("%j reads %j", (observation, sentence) => {
	expect(observationSentence(observation)).toBe(sentence);
});

test.each([
	["success", ["page_same"], []],
	["success", ["page_same", "url_same", "scrolled"], ["The page moved."]],
	["success", ["page_restless"], []],
	["failure", ["page_same"], ["Nothing on the page changed."]],
] as const)("a verdict of %s is not proven by what proves nothing: %j", (verdict, observations, sentences) => {
	expect(proofSentences({ verdict, observations: [...observations] })).toEqual(sentences);
});

test("what page and extension both saw is said once", () => {
	expect(observationSentences(["url_changed https://a.example/x", "url_changed (client)", "mutated", "mutated (client)"])).toEqual([
		"The address is now a.example/x.",
		"The page changed.",
	]);
});

test("a step shows three sentences at most, and none twice", () => {
	expect(observationSentences(["mutated", "mutated (client)", "url_same", "tab_opened", "download_started", "scrolled"])).toEqual([
		"The page changed.",
		"A tab opened.",
		"A download began.",
	]);
});

test.each([
	[["mutated (client)", "page_same"], ["The page says the same; only its look changed."]],
	[["page_same", 'target_value "Ada"', "mutated"], ["It now says “Ada”."]],
	[["page_same", "target_state focused"], ["Nothing on the page changed."]],
	[
		["page_same", "client_error COVERED"],
		["Nothing on the page changed.", "It could not be done: something covers it."],
	],
])("%j is never both a change and no change", (observations, sentences) => {
	expect(observationSentences(observations)).toEqual(sentences);
});
