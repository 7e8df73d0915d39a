import type { QuestionState } from "@webhand/contracts/agent/runs";
import type { OpenQuestion } from "../../shared/task.ts";

/**
 * What can happen to a question. `answer`, `deny`: the person says something; `lapse`: its time is over; `replace`: the task went on or
 * ended without it, or its approval no longer fits the page.
 */
export type QuestionEvent = "answer" | "deny" | "lapse" | "replace";

const transitions: Record<QuestionState, Partial<Record<QuestionEvent, QuestionState>>> = {
	asked: { answer: "answered", deny: "denied", lapse: "expired", replace: "superseded" },
	answered: { replace: "superseded" },
	denied: {},
	expired: {},
	superseded: {},
};

/** The state of a question after an event; null where the event cannot happen any more: the first end of a question stands. @throws never */
export function questionAfter(state: QuestionState, event: QuestionEvent): QuestionState | null {
	return transitions[state][event] ?? null;
}

type Stored = Pick<OpenQuestion, "expiresAt" | "given" | "expiredAt">;

/**
 * The state of a task's newest question. Its time is over at `expiresAt` itself, whether or not the sweep has marked that.
 *
 * @throws never
 */
export function questionState({ given, expiredAt, expiresAt }: Stored, now: Date): QuestionState {
	const isOver = expiredAt !== undefined || now.getTime() >= Date.parse(expiresAt);
	return after([
		...(given === undefined ? [] : [given.approved === false ? ("deny" as const) : ("answer" as const)]),
		...(isOver ? ["lapse" as const] : []),
	]);
}

const happenings: Readonly<Record<string, QuestionEvent>> = {
	answer: "answer",
	approved: "answer",
	done: "answer",
	denied: "deny",
	question_expired: "lapse",
	question_superseded: "replace",
};

/**
 * The state of a question that is no longer the task's newest, from what its chat tells of it; `superseded` where it tells nothing.
 *
 * @param told the events of the messages about it, oldest first
 * @throws never
 */
export function pastQuestionState(told: readonly string[]): QuestionState {
	const events = told.flatMap((name) => happenings[name] ?? []);
	const state = after(events);
	return state === "asked" ? "superseded" : state;
}

/** An event that cannot happen any more changes nothing. */
function after(events: readonly QuestionEvent[]): QuestionState {
	return events.reduce<QuestionState>((state, event) => questionAfter(state, event) ?? state, "asked");
}
