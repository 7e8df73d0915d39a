import { countTokens } from "gpt-tokenizer/encoding/o200k_base";
import { describe, expect, test } from "vitest";
import { pageOf, turnOf } from "../../../../test/turns.ts";
import type { Turn } from "../../turn.ts";
import type { AnswersIn } from "../provider/model.ts";
import { tokensOf } from "../tokens.ts";
import { profileOf } from "./budget.ts";
import { buildPrompt } from "./build.ts";

const nonce = "0123456789abcdef01234567";
const contexts = { full: 32_000, small: 8_192 } as const;
const settings = [
	"@view",
	"# Settings",
	'<select 21 "Language" value="English" options="English*|Deutsch|Français|Español">',
	'<checkbox 22 "Dark mode">',
	'<checkbox 23 "Email notifications" checked>',
	"<button 25>Save changes",
	"<button 26>Delete account",
].join("\n");

function textsOf(size: keyof typeof contexts, answersIn: AnswersIn, turn: Partial<Turn> = {}): readonly [string, string] {
	const built = buildPrompt(
		turnOf({ query: "Switch the language to German", page: pageOf(settings), batch: 5, ...turn }),
		profileOf(contexts[size]),
		{ nonce, answersIn },
	);
	const [system, user] = built.messages.map(({ content }) => content);
	return [system ?? "", user ?? ""];
}

const counts = (text: string) => [countTokens(text), tokensOf(text)];

describe.each(["tags", "tool", "schema"] as const)("with an answer in %s", (answersIn) => {
	test.each([
		["full", { takesPictures: true }, 800],
		["small", {}, 500],
	] as const)("the fixed text of the %s profile is short, by two counts", (size, turn, most) => {
		const [system] = textsOf(size, answersIn, turn);
		for (const tokens of counts(system)) expect(tokens).toBeLessThanOrEqual(most);
	});

	test.each([
		["full", 1_000],
		["small", 650],
	] as const)("the first step of the %s profile on a small page is short, with the question for the kind of the order", (size, most) => {
		const tokens = counts(textsOf(size, answersIn, { wantsKind: true }).join("\n"));
		for (const count of tokens) expect(count).toBeLessThanOrEqual(most);
	});
});

test.each(["full", "small"] as const)(
	"no number stands in the fixed text of the %s profile that could be taken for a control's",
	(size) => {
		for (const answersIn of ["tags", "tool", "schema"] as const) {
			const [system] = textsOf(size, answersIn, { takesPictures: true });
			// "at most 10 lines" is an amount.
			expect(system.replaceAll(/at most \d+/g, "")).not.toMatch(/\d/);
		}
	},
);

test("an answer is asked for in the form that the provider gives it", () => {
	expect(textsOf("full", "tags")[0]).toContain("<Action>one action</Action>");
	expect(textsOf("small", "schema")[0]).toContain('"action" (text): one action');
	expect(textsOf("small", "tool")[0]).not.toMatch(/<Action>|<Thought>/);
});

test.each([
	["How much is the tea?", true],
	["多少钱？ ", true],
	["Is it here? Then buy it", false],
	["Show the price", false],
] as const)("a task that ends as a question is to be answered: %s", (query, isQuestion) => {
	const [, user] = textsOf("small", "schema", { query });
	expect(user.includes('give {"action":"finish(\\"…\\")"}.')).toBe(isQuestion);
});

test("the kind of the order is asked for where it is wanted, and in the form of the answer", () => {
	const asks = (turn: Partial<Turn>, answersIn: AnswersIn = "tags") => /^KIND: .*$/m.exec(textsOf("small", answersIn, turn)[1])?.[0];
	expect(asks({})).toBeUndefined();
	expect(asks({ wantsKind: true })).toContain("<Kind>asks | acts | both</Kind>");
	expect(asks({ wantsKind: true }, "schema")).toContain('"kind": "asks", "acts" or "both"');
});
