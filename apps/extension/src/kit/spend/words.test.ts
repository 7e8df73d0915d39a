import { expect, test } from "vitest";
import { spendInWords } from "./words.ts";

test.for([
	[
		{ whose: "person", unit: "usd", used: 17, most: 20, by: "admin" },
		"You have used 85 % of this month's limit for models, $17.00 of $20.00. An admin of your organization can raise it under Policy.",
	],
	[
		{ whose: "person", unit: "usd", used: 19.99, most: 20, by: "admin" },
		"You have used 99 % of this month's limit for models, $19.99 of $20.00. An admin of your organization can raise it under Policy.",
	],
	[
		{ whose: "organization", unit: "tokens", used: 1_000_100, most: 1_000_000, by: "operator" },
		"Your organization has used up this month's limit for models, 1,000,000 tokens: only what needs no model still works. The operator of this installation can raise it.",
	],
] as const)("%o in words", ([use, words]) => {
	expect(spendInWords(use)).toBe(words);
});
