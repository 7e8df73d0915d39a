import fc from "fast-check";
import { expect, test } from "vitest";
import { createThoughtReader, planDraftOf } from "./decide.ts";

test.each([
	["Open the cart", { description: "Open the cart" }],
	[
		"Open the cart | the total stands there | the cart is shown",
		{ description: "Open the cart", reasoning: "the total stands there", expectedOutcome: { kind: "told", text: "the cart is shown" } },
	],
	["Open “Docs | GitHub”", { description: "Open “Docs | GitHub”" }],
	["Open the cart||", { description: "Open the cart||" }],
	["a|b|c|d", { description: "a|b|c|d" }],
])("the line %j of a plan is read", (line, draft) => {
	expect(planDraftOf(line)).toEqual({ toolType: "DOM", ...draft });
});

const told = (...pieces: readonly string[]): string => {
	let all = "";
	const read = createThoughtReader((piece) => {
		all += piece;
	});
	for (const piece of pieces) read(piece);
	return all;
};

test.each([
	["in its tag", ["<Thought>I press it.</Thought><Action>click(17)</Action>"], "I press it."],
	["in pieces", ["<Tho", "ught>I pr", "ess", " it.</Tho", "ught><Action>click(17)"], "I press it."],
	["after chatter", ["Sure:\n", "< thought >", "I press it.", "<Action>"], "I press it."],
	["that never ends", ["<Thought>I press", " it."], "I press it."],
	["that is not there", ["<Action>click(17)</Action>"], ""],
	["in JSON", ['{"thought":"I press it.","action":"click(17)"}'], "I press it."],
	["in JSON, in pieces", ['{"thou', 'ght": "I pr', "ess \\", '"it\\u00', '41\\"', '.","act', 'ion":"click(17)"}'], 'I press "itA".'],
	["in JSON that is broken", ['{"thought":"I press \\q it","action":"click(17)"}'], "I press "],
	["in JSON that has none", ['{"action":"click(17)"}'], ""],
] as const)("a thought %s is told as far as it goes", (_name, pieces, thought) => {
	expect(told(...pieces)).toBe(thought);
});

test("however an answer is cut into pieces, the same thought is told and never a word of the action", () => {
	const answer = '<Thought>I press the button, then look.</Thought><Action>setValue(3, "hunter2")</Action>';
	fc.assert(
		fc.property(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 60 }), (sizes) => {
			const pieces: string[] = [];
			let at = 0;
			for (const size of sizes) {
				pieces.push(answer.slice(at, at + size));
				at += size;
			}
			pieces.push(answer.slice(at));
			expect(told(...pieces)).toBe("I press the button, then look.");
		}),
	);
});
