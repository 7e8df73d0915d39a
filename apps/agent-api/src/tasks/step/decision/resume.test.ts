import { expect, test } from "vitest";
import { openApproval } from "../../../../test/sample.ts";
import { readAnswer } from "./resume.ts";

const limits = { now: new Date("2026-01-30T10:10:00.000Z"), approvalMs: 120_000 };
const recent = { at: new Date("2026-01-30T10:09:00.000Z") };
const ahead = { at: new Date("2026-01-30T10:13:00.000Z") };
const old = { at: new Date("2026-01-30T10:07:00.000Z") };
const asked = "You asked: May I click “Pay”?";
const answers = (text: string) => ({ kind: "answered", notes: [`${asked}\n${text}`] });
const [pending, lapsed] = [{ kind: "pending" }, { kind: "lapsed" }];

test.each([
	["nothing yet", {}, pending],
	["nothing, and the time is over", { expiresAt: "2026-01-30T10:10:00.000Z" }, lapsed],
	["yes", { given: { approved: true, ...recent } }, { kind: "approved", notes: [], remembers: false }],
	["yes for the task", { given: { approved: true, remember: "task", ...recent } }, { kind: "approved", remembers: true }],
	["yes with words", { given: { approved: true, answer: "Be quick", ...recent } }, { notes: ["The person added: Be quick"] }],
	...["no, do not", "Only if it is free", "nein, bitte nicht", "Don’t", "いいえ、払わないで"].map(
		(answer) =>
			[`yes and "${answer}"`, { given: { approved: true, answer, ...recent } }, answers(`The person answered: ${answer}`)] as const,
	),
	["yes, but not used for two minutes", { given: { approved: true, ...old } }, lapsed],
	["yes, by a clock that is three minutes ahead", { given: { approved: true, ...ahead } }, lapsed],
	["no", { given: { approved: false, ...old } }, { kind: "denied", notes: [`${asked}\nThe person said no.`] }],
	["no with words", { given: { approved: false, answer: "Dear", ...old } }, { notes: [expect.any(String), "The person added: Dear"] }],
	["words instead", { given: { answer: "What does it cost?", ...recent } }, { kind: "answered" }],
	["an answer to a question", { kind: "input", given: { answer: "M", ...old } }, answers("The person answered: M")],
	["no to a question", { kind: "input", given: { approved: false, ...old } }, answers("The person said no.")],
	["done", { kind: "handoff", given: { done: true, ...old } }, { notes: [`${asked}\nIt is done.`] }],
] as const)("a user who said %s", (_name, facts, expected) => {
	expect(readAnswer(openApproval(facts as never), limits)).toMatchObject(expected);
});
