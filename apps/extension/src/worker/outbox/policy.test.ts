import fc from "fast-check";
import { expect, test } from "vitest";
import type { OutboxEntry } from "../../storage.ts";
import { owner, taskId } from "../run/testing/sample.ts";
import { afterFailedAttempt, nextAttemptAt, nextDue, withEntry } from "./policy.ts";

const entry = (part: Partial<OutboxEntry> = {}): OutboxEntry => ({
	id: "k1",
	owner,
	taskId,
	body: { answer: "x" },
	text: "x",
	at: 0,
	attempts: 0,
	next: 0,
	...part,
});
const failure = (status: number, code: string, retryAfterMs?: number) => ({ status, code, message: "", retryAfterMs });

test.each([
	["nobody answers", failure(0, "NETWORK"), "again"],
	["the server restarts", failure(503, "SERVICE_UNAVAILABLE"), "again"],
	["a step is being decided", failure(409, "TASK_BUSY"), "again"],
	["the sign-in is over", failure(401, "UNAUTHORIZED"), "again"],
	["too many requests", failure(429, "RATE_LIMIT"), "again"],
	["another question is open", failure(409, "QUESTION_CHANGED"), "refused"],
	["nothing is asked", failure(409, "NO_QUESTION"), "refused"],
	["the task has ended", failure(409, "RUN_ENDED"), "refused"],
	["the task is unknown", failure(404, "RUN_NOT_FOUND"), "refused"],
	["the answer is wrong", failure(400, "VALIDATION_ERROR"), "refused"],
])("%s: the sentence is %s", (_name, failed, kind) => {
	expect(afterFailedAttempt(entry(), failed, 1_000)).toMatchObject({ kind, entry: { id: "k1" } });
});

test("attempts go on under one key, ever later, and never later than the server asks by much", () => {
	fc.assert(
		fc.property(fc.nat(60), (attempts) => {
			const { kind, entry: next } = afterFailedAttempt(entry({ attempts }), failure(0, "NETWORK"), 1_000);
			expect(kind).toBe("again");
			expect(next).toMatchObject({ id: "k1", attempts: attempts + 1 });
			expect(next.next).toBeGreaterThan(1_000);
			expect(next.next).toBeLessThanOrEqual(16_000);
		}),
	);
	expect(afterFailedAttempt(entry(), failure(429, "RATE_LIMIT", 7_000), 0).entry.next).toBe(7_000);
});

test("sentences to one task keep their order, and a waiting task does not hold up another", () => {
	const other = { ...entry({ id: "k3" }), taskId: `${taskId.slice(0, -1)}9` as typeof taskId };
	const waiting = entry({ id: "k1", next: 500 });
	expect(nextDue([waiting, entry({ id: "k2" }), other], 100)?.id).toBe("k3");
	expect(nextDue([waiting, entry({ id: "k2" })], 600)?.id).toBe("k1");
	expect(nextDue([entry({ refused: "RUN_ENDED" }), entry({ id: "k2" })], 0)?.id).toBe("k2");
	expect(nextAttemptAt([waiting, entry({ refused: "RUN_ENDED" })])).toBe(500);
	expect(nextAttemptAt([])).toBeNull();
});

test("the list is bounded, and nothing that waits is dropped", () => {
	const refused = Array.from({ length: 45 }, (_, index) => entry({ id: `r${index}`, refused: "RUN_ENDED" }));
	const kept = withEntry([entry({ id: "open" }), ...refused], entry({ id: "new" }));
	expect(kept).toHaveLength(40);
	expect(kept[0]?.id).toBe("open");
	expect(kept.at(-1)?.id).toBe("new");
});
