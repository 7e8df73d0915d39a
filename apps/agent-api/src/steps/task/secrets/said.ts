import { Expectation } from "@webhand/contracts/agent/task";
import { hide, secretsIn, secretsInAnswer } from "../../facts/own-secrets.ts";
import type { OpenQuestion, PersonAnswer, Task } from "../task.ts";
import type { Sealer } from "./sealing.ts";

type Words = Pick<Task, "query" | "notes" | "question" | "sealedQuery" | "sealedNotes">;
type SealedNotes = { readonly notes: readonly string[]; readonly secrets: readonly string[] };
type SealedAnswer = { readonly answer: string; readonly secrets: readonly string[] };

/**
 * A task with the person's own words in the place of the masked ones, and with the secrets in them.
 *
 * @throws Error when what is sealed was altered
 */
export function withOwnWords<Worded extends Words>(
	task: Worded,
	{ open }: Pick<Sealer, "open">,
): Worded & { readonly secrets: readonly string[] } {
	const { sealedQuery, sealedNotes, question } = task;
	const query = sealedQuery === undefined ? task.query : open(sealedQuery);
	const noted = sealedNotes === undefined ? undefined : (JSON.parse(open(sealedNotes)) as SealedNotes);
	const told = question?.given?.sealed === undefined ? undefined : (JSON.parse(open(question.given.sealed)) as SealedAnswer);
	const secrets = longestFirst([
		...(sealedQuery === undefined ? [] : secretsIn(query)),
		...(noted?.secrets ?? []),
		...(told?.secrets ?? []),
	]);
	return {
		...task,
		query,
		notes: noted?.notes ?? task.notes,
		question: question === null ? null : opened(question, told, open),
		secrets,
	};
}

function opened(question: OpenQuestion, told: SealedAnswer | undefined, open: Sealer["open"]): OpenQuestion {
	const { held, given } = question;
	return {
		...question,
		...(held?.sealedExpect === undefined ? {} : { held: { ...held, expect: Expectation.parse(JSON.parse(open(held.sealedExpect))) } }),
		...(told === undefined || given === undefined ? {} : { given: { ...given, answer: told.answer } }),
	};
}

/** Notes as they may be stored: masked, and sealed beside where a secret stands in them or in what was said before. @throws never */
export function notesToStore(notes: readonly string[], secrets: readonly string[], sealer: Sealer): Pick<Task, "notes" | "sealedNotes"> {
	if (secrets.length === 0) return { notes };
	const words: SealedNotes = { notes, secrets };
	return { notes: notes.map((note) => hide(note, secrets)), sealedNotes: sealer.seal(JSON.stringify(words)) };
}

/** An answer as it may be stored, in the same way; `question` is what the person was asked. @throws never */
export function answerToStore(
	given: PersonAnswer,
	asked: { readonly question: string; readonly secrets: readonly string[] },
	sealer: Sealer,
): PersonAnswer {
	if (given.answer === undefined) return given;
	const secrets = longestFirst([...asked.secrets, ...secretsInAnswer(given.answer, asked.question)]);
	const answer = hide(given.answer, secrets);
	if (answer === given.answer) return given;
	const words: SealedAnswer = { answer: given.answer, secrets };
	return { ...given, answer, sealed: sealer.seal(JSON.stringify(words)) };
}

/** The secrets of a note in the person's own words, beside those known before. @throws never */
export function secretsWith(note: string, known: readonly string[]): readonly string[] {
	return longestFirst([...known, ...secretsInAnswer(note)]);
}

function longestFirst(secrets: readonly string[]): readonly string[] {
	return [...new Set(secrets)].sort((left, right) => right.length - left.length);
}
