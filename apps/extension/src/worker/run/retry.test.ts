import { expect, test } from "vitest";
import type { Failure, Recovery } from "./retry.ts";
import { recoverFrom } from "./retry.ts";

const now = 1_000_000;
const fresh = { count: 0, since: now, staleInRow: 0 };
const failure = (facts: Partial<Failure>): Failure => ({ status: 500, code: "INTERNAL_ERROR", message: "m", ...facts });

const table: readonly [name: string, failure: Failure, attempts: Partial<typeof fresh>, expected: Recovery][] = [
	["an expired token", failure({ status: 401, code: "UNAUTHORIZED" }), {}, { kind: "signed_out" }],
	["a busy task", failure({ status: 409, code: "TASK_BUSY", retryAfterMs: 2_000 }), { count: 90 }, { kind: "again", afterMs: 2_000 }],
	["a limit of 10 minutes", failure({ status: 429, code: "RATE_LIMIT", retryAfterMs: 600_000 }), {}, { kind: "again", afterMs: 60_000 }],
	["a limit without a time", failure({ status: 429, code: "RATE_LIMIT" }), {}, { kind: "again", afterMs: 1_000 }],
	[
		"a database that is away",
		failure({ status: 503, code: "SERVICE_UNAVAILABLE", retryAfterMs: 1_000 }),
		{},
		{ kind: "again", afterMs: 1_000 },
	],
	["no answer", failure({ status: 0, code: "NETWORK" }), {}, { kind: "again", afterMs: 1_000 }],
	["no answer for the third time", failure({ status: 0, code: "NETWORK" }), { count: 2 }, { kind: "again", afterMs: 4_000 }],
	["no answer for the tenth time", failure({ status: 0, code: "NETWORK" }), { count: 9 }, { kind: "again", afterMs: 30_000 }],
	["no answer for 5 minutes", failure({ status: 0, code: "NETWORK" }), { count: 9, since: now - 300_000 }, { kind: "offline" }],
	["a broken gateway", failure({ status: 502, code: "BAD_REPLY" }), { count: 1 }, { kind: "again", afterMs: 2_000 }],
	[
		"a model that may answer later",
		failure({ details: { reason: "model_timeout", retryable: true } }),
		{},
		{ kind: "again", afterMs: 1_000 },
	],
	["a model with a wrong key", failure({ details: { reason: "model_rejected", retryable: false } }), {}, { kind: "offline" }],
	["another window's step", failure({ status: 409, code: "STALE_STEP" }), {}, { kind: "look" }],
	["another window's step again", failure({ status: 409, code: "STALE_STEP" }), { staleInRow: 1 }, { kind: "elsewhere" }],
	["a chat that was deleted", failure({ status: 404, code: "SESSION_NOT_FOUND" }), {}, { kind: "new_session" }],
	[
		"a task stopped on another device",
		failure({ status: 409, code: "TASK_COMPLETED", details: { status: "cancelled" } }),
		{},
		{ kind: "end", end: "stopped", category: "cancelled", message: "The task was stopped" },
	],
	[
		"the 51st step",
		failure({ status: 400, code: "MAX_STEPS_EXCEEDED" }),
		{},
		{ kind: "end", end: "failed", category: "max_steps", message: "All steps are used" },
	],
	[
		"a page that is too big",
		failure({ status: 413, code: "PAYLOAD_TOO_LARGE", message: "too big" }),
		{},
		{ kind: "end", end: "failed", category: "PAYLOAD_TOO_LARGE", message: "too big" },
	],
];

test.each(table)("%s leads to its one recovery", (...[, given, attempts, expected]) => {
	expect(recoverFrom(given, { ...fresh, ...attempts }, now)).toEqual(expected);
});
