import { isConditional, isDenying } from "@webhand/lexicon/denials";
import { fold, splitWords } from "@webhand/lexicon/text";
import type { OpenQuestion, UserAnswer } from "../steps/task.ts";

/** What an answer, or its absence, means for the step. `notes` go to the decider as the user's words. */
export type AnswerMeaning =
	| { readonly kind: "pending" }
	| { readonly kind: "lapsed" }
	| { readonly kind: "approved"; readonly notes: readonly string[]; readonly remembers: boolean }
	| { readonly kind: "denied"; readonly notes: readonly string[] }
	| { readonly kind: "answered"; readonly notes: readonly string[] };

/** How long an approval holds once given. */
export type AnswerLimits = { readonly now: Date; readonly approvalMs: number };

/** The meaning of an answer. A question lapses at its end, an approval when it is not used in time; then the step is decided again. */
export function readAnswer(question: OpenQuestion, { now, approvalMs }: AnswerLimits): AnswerMeaning {
	const { given } = question;
	if (given === undefined) return now.getTime() >= Date.parse(question.expiresAt) ? { kind: "lapsed" } : { kind: "pending" };
	if (question.kind === "approval" && given.approved === true && !hasReservation(given)) {
		const isFresh = now.getTime() - given.at.getTime() <= approvalMs;
		return isFresh ? { kind: "approved", notes: notesIn(given), remembers: given.remember === "task" } : { kind: "lapsed" };
	}
	if (question.kind === "approval" && given.approved === false)
		return { kind: "denied", notes: [`You asked: ${question.text} The person said no.`, ...notesIn(given)] };
	return { kind: "answered", notes: [noteOf(question, given)] };
}

/** A yes whose words deny or set a condition ("only if it is free") allows nothing yet: the words count. */
function hasReservation({ answer = "" }: UserAnswer): boolean {
	const text = fold(answer);
	const words = splitWords(text);
	return isDenying(text, words) || isConditional(text, words);
}

function notesIn(given: UserAnswer): readonly string[] {
	return given.answer === undefined ? [] : [`The person added: ${given.answer}`];
}

function noteOf(question: OpenQuestion, given: UserAnswer): string {
	if (given.answer !== undefined) return `You asked: ${question.text} The person answered: ${given.answer}`;
	if (given.approved === false) return `You asked: ${question.text} The person said no.`;
	return given.done === true ? `You asked the person: ${question.text} It is done.` : `You asked: ${question.text} The person said yes.`;
}
