import { QuestionState } from "@webhand/contracts/agent/runs";
import { describe, expect, test } from "vitest";
import type { QuestionEvent } from "./policy.ts";
import { pastQuestionState, questionAfter, questionState } from "./policy.ts";

describe("the life of a question", () => {
	const rows: readonly (readonly [QuestionState, QuestionEvent, QuestionState | null])[] = [
		["asked", "answer", "answered"],
		["asked", "deny", "denied"],
		["asked", "lapse", "expired"],
		["asked", "replace", "superseded"],
		["answered", "answer", null],
		["answered", "deny", null],
		["answered", "lapse", null],
		["answered", "replace", "superseded"],
		["denied", "answer", null],
		["denied", "deny", null],
		["denied", "lapse", null],
		["denied", "replace", null],
		["expired", "answer", null],
		["expired", "deny", null],
		["expired", "lapse", null],
		["expired", "replace", null],
		["superseded", "answer", null],
		["superseded", "deny", null],
		["superseded", "lapse", null],
		["superseded", "replace", null],
	];

	test.for(rows)("%s, then %s: %s", ([state, event, next]) => {
		expect(questionAfter(state, event)).toBe(next);
	});

	test("every state meets every event in a row above", () => {
		const events = new Set(rows.map(([, event]) => event));
		expect(new Set(rows.map(([state, event]) => `${state} ${event}`)).size).toBe(QuestionState.options.length * events.size);
	});
});

describe("the newest question of a task", () => {
	const expiresAt = "2026-01-01T00:30:00.000Z";
	const [during, after] = [new Date("2026-01-01T00:29:59.999Z"), new Date(expiresAt)];
	const given = (words: { readonly approved?: boolean; readonly answer?: string }) => ({ given: { ...words, at: during } });
	const rows: readonly (readonly [string, object, Date, QuestionState])[] = [
		["has its time", {}, during, "asked"],
		["has no time left", {}, after, "expired"],
		["was marked by the sweep of a server whose clock runs ahead", { expiredAt: during }, during, "expired"],
		["was answered", given({ answer: "M" }), during, "answered"],
		["was answered and its time is over", given({ approved: true }), after, "answered"],
		["was denied", given({ approved: false, answer: "never" }), after, "denied"],
	];
	test.for(rows)("%s", ([_name, facts, now, state]) => {
		expect(questionState({ expiresAt, ...facts }, now)).toBe(state);
	});
});

test.for([
	[["answer"], "answered"],
	[["approved"], "answered"],
	[["done"], "answered"],
	[["denied"], "denied"],
	[["question_expired"], "expired"],
	[["approved", "question_superseded"], "superseded"],
	[["question_expired", "answer"], "expired"],
	[[], "superseded"],
] as const)("an older question of which the chat tells %j is %s", ([told, state]) => {
	expect(pastQuestionState(told)).toBe(state);
});
