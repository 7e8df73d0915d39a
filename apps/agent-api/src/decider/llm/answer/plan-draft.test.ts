import { expect, test } from "vitest";
import { planDraftOf } from "./plan-draft.ts";

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
