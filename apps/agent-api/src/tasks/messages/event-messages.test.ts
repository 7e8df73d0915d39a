import { expect, test } from "vitest";
import { liveTask, openApproval } from "../../../test/sample.ts";
import type { UserAnswer } from "../../shared/task.ts";
import { answerMessage, endMessage, eventOfAnswer, unansweredWrite } from "./event-messages.ts";

const stamp = { messageId: "e49abedb-f50c-45d2-bf81-62662b6a038e" as never, at: new Date("2026-01-30T10:00:00.000Z") };

test.for([
	[{ approved: true }, "approved", "Allowed once."],
	[{ approved: true, remember: "task" as const }, "approved", "Allowed once. Do not ask again for searches in this task."],
	[{ approved: true, remember: "run" as const }, "approved", "Allowed for all rows of this run."],
	[{ approved: true, remember: "routine" as const }, "approved", "Allowed each time this routine runs."],
	[{ approved: true, answer: "But quickly" }, "approved", "Allowed once. But quickly"],
	[{ approved: false, answer: "Too dear" }, "denied", "Denied. Too dear"],
	[{ answer: "M" }, "answer", "M"],
	[{ answer: "Signed in", done: true as const }, "answer", "Signed in"],
	[{ done: true as const }, "done", "I’m done."],
] as readonly (readonly [Omit<UserAnswer, "at">, string, string])[])("the chat shows %j as %s", ([given, event, content]) => {
	expect(eventOfAnswer(given)).toBe(event);
	const message = answerMessage({ ...given, at: stamp.at }, openApproval(), stamp);
	expect(message).toMatchObject({ role: "user", content, metadata: { event, questionId: openApproval().id } });
});

test.for([
	[{ status: "cancelled" as const }, "cancelled"],
	[{ status: "expired" as const }, "expired"],
	[{ status: "failed" as const, failure: { category: "max_steps" as const, message: "All 50 steps are used" } }, "step_limit"],
] as const)("an end that is %j is told as %s", ([end, event]) => {
	expect(endMessage(end, stamp)).toMatchObject({ role: "system", content: expect.stringMatching(/\.$/), metadata: { event, ...end } });
});

test("a task without a question has none that could expire", () => {
	expect(unansweredWrite(liveTask(), { ...stamp, eventId: "e" })).toBeNull();
});
