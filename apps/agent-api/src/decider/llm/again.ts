import type { Turn } from "../turn.ts";
import { checkAnswer } from "./answer/check.ts";
import type { Choices } from "./answer/choice.ts";
import { choicesFor, readChoice } from "./answer/choice.ts";
import { choiceForm } from "./answer/form.ts";
import type { AnswerRead } from "./answer/read.ts";
import type { Profile } from "./prompt/budget.ts";
import type { Message } from "./prompt/build.ts";
import { buildPrompt, repairPrompt } from "./prompt/build.ts";
import { choicePrompt } from "./prompt/checks.ts";
import type { Manner } from "./prompt/format.ts";
import type { ChatLimits, ChatReply } from "./provider/model.ts";

/** An answer that cannot be used. */
type Unusable = Extract<AnswerRead, { readonly ok: false }>;

/** How a model is asked once more after an answer that cannot be used; `choices` where only a number is wanted. */
export type Again = {
	readonly unusable: Unusable;
	readonly messages: (fitted: Profile) => readonly Message[];
	readonly limits: ChatLimits;
	readonly choices?: Choices;
};

/** What was asked, and the answer to it. */
type Asked = {
	readonly turn: Turn;
	readonly profile: Profile;
	readonly manner: Manner;
	/** The provider holds the model to the form of the answer. */
	readonly isHeld: boolean;
	readonly limits: ChatLimits;
	readonly messages: readonly Message[];
	readonly text: string;
};

/** Asked the same in the same way, a model says the same. */
const temperature = 0.4;
const mostRejected = 4_000;

/**
 * Asks differently. A small model chooses among the controls that fit, where only the target of its action is unknown; else it gives tags
 * in place of JSON that nothing holds it to. It never sees what it said, since it would repeat that. Another model sees its answer and the
 * problem.
 *
 * @throws never
 */
export function againAfter(unusable: Unusable, { turn, profile, manner, isHeld, limits, messages, text }: Asked): Again {
	const { nonce } = manner;
	const choices = profile.isSmall && unusable.aimless !== undefined ? choicesFor(unusable.aimless, turn) : undefined;
	if (choices !== undefined && choices.actions.length > 0)
		return {
			unusable,
			choices,
			messages: (fitted) => choicePrompt(turn, choices, { profile: fitted, nonce }),
			limits: { ...limits, form: choiceForm(choices.actions.length) },
		};
	const other: Manner = profile.isSmall && !isHeld ? { nonce, answersIn: "tags" } : manner;
	const rejected = { problem: unusable.problem, ...(profile.isSmall ? {} : { text: text.slice(0, mostRejected) }) };
	return {
		unusable,
		messages: (fitted) => {
			const isSame = fitted === profile && other === manner;
			return repairPrompt(isSame ? messages : buildPrompt(turn, fitted, other).messages, rejected, nonce);
		},
		limits: { ...limits, temperature },
	};
}

/** Reads a reply. One that chooses none leaves the problem as it was, without anything left to choose from. @throws never */
export function readReply(reply: ChatReply, turn: Turn, again: Again | undefined): AnswerRead {
	if (again?.choices === undefined) return checkAnswer(reply, turn);
	const chosen = readChoice(reply.text, again.choices);
	if (chosen !== undefined) return { ok: true, answer: chosen };
	const read = checkAnswer(reply, turn);
	return read.ok ? read : { ok: false, problem: again.unusable.problem };
}
