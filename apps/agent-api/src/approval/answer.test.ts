import { expect, test } from "vitest";
import { openApproval } from "../../test/sample.ts";
import { readAnswer } from "./answer.ts";

const now = new Date("2026-01-30T10:10:00.000Z");
const limits = { now, approvalMs: 120_000 };
const recently = new Date("2026-01-30T10:09:00.000Z");
const longAgo = new Date("2026-01-30T10:07:00.000Z");

test.each([
	["nothing yet", {}, { kind: "pending" }],
	["nothing, and its time is over", { expiresAt: "2026-01-30T10:10:00.000Z" }, { kind: "lapsed" }],
	["yes", { given: { approved: true, at: recently } }, { kind: "approved", notes: [], remembers: false }],
	[
		"yes, and for the rest of the task",
		{ given: { approved: true, remember: "task", at: recently } },
		{ kind: "approved", remembers: true },
	],
	[
		"yes with words",
		{ given: { approved: true, answer: "Be quick", at: recently } },
		{ kind: "approved", notes: ["The person added: Be quick"] },
	],
	...["no, do not", "Only if it is free", "nein, bitte nicht", "Don’t", "いいえ、払わないで"].map(
		(answer) =>
			[
				`yes and "${answer}"`,
				{ given: { approved: true, answer, at: recently } },
				{ kind: "answered", notes: [`You asked: May I click “Pay”? The person answered: ${answer}`] },
			] as const,
	),
	["yes, but not used for two minutes", { given: { approved: true, at: longAgo } }, { kind: "lapsed" }],
	["no", { given: { approved: false, at: longAgo } }, { kind: "denied", notes: ["You asked: May I click “Pay”? The person said no."] }],
	[
		"no with words",
		{ given: { approved: false, answer: "Too dear", at: longAgo } },
		{ kind: "denied", notes: [expect.any(String), "The person added: Too dear"] },
	],
	["words in the place of yes or no", { given: { answer: "What does it cost?", at: recently } }, { kind: "answered" }],
	[
		"an answer to a question",
		{ kind: "input", given: { answer: "M", at: longAgo } },
		{ kind: "answered", notes: ["You asked: May I click “Pay”? The person answered: M"] },
	],
	[
		"done",
		{ kind: "handoff", given: { done: true, at: longAgo } },
		{ kind: "answered", notes: ["You asked the person: May I click “Pay”? It is done."] },
	],
	[
		"no to a question in words",
		{ kind: "input", given: { approved: false, at: longAgo } },
		{ kind: "answered", notes: [expect.stringMatching(/said no/)] },
	],
] as const)("a user who said %s", (_name, facts, expected) => {
	expect(readAnswer(openApproval(facts as never), limits)).toMatchObject(expected);
});
