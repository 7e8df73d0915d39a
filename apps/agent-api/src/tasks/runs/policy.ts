import type { AnswerRequest } from "@webhand/contracts/agent/runs";
import type { PageSnapshot } from "@webhand/contracts/agent/runs-snapshot";
import { hideIn } from "../../policy/secrets/mask.ts";
import { defined } from "../../shared/defined.ts";
import type { OpenQuestion, UserAnswer } from "../../shared/task.ts";
import { questionState } from "../messages/policy.ts";

/** What an answer does to a task, or why it does nothing. `note`: in the user's own words. */
export type AnswerEffect =
	| { readonly kind: "answers"; readonly question: OpenQuestion; readonly given: UserAnswer }
	| { readonly kind: "notes"; readonly note: string }
	| { readonly kind: "refused"; readonly code: "QUESTION_CHANGED" | "NO_QUESTION" };

/**
 * Reads what a user said to a task. The first answer to a question counts; an answer to a question that is not open is refused; text
 * without a question, and a text that says so, is a note for the next step.
 *
 * @param newest the task's newest question, open or not
 * @throws never
 */
export function effectOfAnswer(newest: OpenQuestion | null, body: AnswerRequest, at: Date): AnswerEffect {
	if (body.note === true && body.answer !== undefined) return { kind: "notes", note: body.answer };
	const open = newest !== null && questionState(newest, at) === "asked" ? newest : null;
	if (body.questionId !== undefined && open?.id !== body.questionId) return { kind: "refused", code: "QUESTION_CHANGED" };
	if (open !== null) {
		const { approved, answer, done, remember } = body;
		return { kind: "answers", question: open, given: { ...defined({ approved, answer, done, remember }), at } };
	}
	return body.answer === undefined || body.approved !== undefined
		? { kind: "refused", code: "NO_QUESTION" }
		: { kind: "notes", note: body.answer };
}

/** True for the answer that a login is filled in, where the server gave it for this hand-over because the routine is bound to it. @throws never */
export function saysLoginIsIn(effect: AnswerEffect, signIn: { readonly stepIndex: number } | undefined): boolean {
	if (effect.kind !== "answers" || effect.given.done !== true) return false;
	return effect.question.kind === "handoff" && effect.question.stepIndex === signIn?.stepIndex;
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
