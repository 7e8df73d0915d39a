import type { AnswerRequest } from "@webhand/contracts/agent/runs";
import type { PageSnapshot } from "@webhand/contracts/agent/runs-snapshot";
import { defined } from "../defined.ts";
import { hideIn } from "../secrets/mask.ts";
import type { OpenQuestion, UserAnswer } from "../steps/task.ts";

/** What an answer does to a task, or why it does nothing. */
export type AnswerEffect =
	| { readonly kind: "answers"; readonly question: OpenQuestion }
	| { readonly kind: "notes"; readonly note: string }
	| { readonly kind: "question_changed" | "no_question" };

/**
 * Reads what a user said to a task. The first answer to a question counts; an answer to a question that is not open is refused; text without
 * a question is a note for the next step.
 *
 * @param open the task's open question, answered or not
 * @throws never
 */
export function readAnswer(open: OpenQuestion | null, body: AnswerRequest, at: Date): AnswerEffect {
	const isOpen = open !== null && open.given === undefined && at.getTime() < Date.parse(open.expiresAt);
	if (body.questionId !== undefined && (!isOpen || open.id !== body.questionId)) return { kind: "question_changed" };
	if (isOpen) return { kind: "answers", question: { ...open, given: givenBy(body, at) } };
	return body.answer === undefined ? { kind: "no_question" } : { kind: "notes", note: `The person said: ${body.answer}` };
}

function givenBy(body: AnswerRequest, at: Date): UserAnswer {
	return {
		...defined({ approved: body.approved, answer: body.answer, done: body.done, remember: body.remember }),
		at,
	};
}

const maxSnapshotBytes = 40_960;

/**
 * A snapshot as a run stores it, at most 40 KB of JSON: first text and controls are cut to the numbers of spec 003, then more controls.
 *
 * @param secrets of the user's words: none is stored
 * @throws never
 */
export function keptSnapshot(given: PageSnapshot, secrets: readonly string[] = []): PageSnapshot {
	const snapshot = hideIn(given, secrets);
	if (bytesOf(snapshot) <= maxSnapshotBytes) return snapshot;
	let kept: PageSnapshot = { ...snapshot, visibleText: snapshot.visibleText.slice(0, 6_000), elements: snapshot.elements.slice(0, 100) };
	while (bytesOf(kept) > maxSnapshotBytes && kept.elements.length > 0)
		kept = { ...kept, elements: kept.elements.slice(0, Math.floor(kept.elements.length / 2)) };
	return kept;
}

const bytesOf = (snapshot: PageSnapshot): number => new TextEncoder().encode(JSON.stringify(snapshot)).length;
