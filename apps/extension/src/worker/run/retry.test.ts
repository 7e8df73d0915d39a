import { expect, test } from "vitest";
import type { Failure, Recovery } from "./retry.ts";
import { recoverFrom } from "./retry.ts";

const now = 1_000_000;
const fresh = { count: 0, since: now, staleInRow: 0 };
const failure = (status: number, code = "INTERNAL_ERROR", facts: Partial<Failure> = {}): Failure => ({
	status,
	code,
	message: "m",
	...facts,
});

const again = (afterMs: number): Recovery => ({ kind: "again", afterMs });
const end = (end: "stopped" | "failed", category: string, message: string): Recovery => ({ kind: "end", end, category, message });

const table: readonly [name: string, failure: Failure, attempts: Partial<typeof fresh>, expected: Recovery][] = [
	["an expired token", failure(401, "UNAUTHORIZED"), {}, { kind: "signed_out" }],
	["a busy task", failure(409, "TASK_BUSY", { retryAfterMs: 2_000 }), { count: 90 }, again(2_000)],
	[
		"a model that still thinks about this request",
		failure(409, "TASK_BUSY", { retryAfterMs: 1_000, details: { reason: "model_thinking", seconds: 40 } }),
		{},
		{ kind: "thinking", afterMs: 1_000 },
	],
	["a limit of 10 minutes", failure(429, "RATE_LIMIT", { retryAfterMs: 600_000 }), {}, again(60_000)],
	["a limit without a time", failure(429, "RATE_LIMIT"), {}, again(1_000)],
	["a database that is away", failure(503, "SERVICE_UNAVAILABLE", { retryAfterMs: 1_000 }), {}, again(1_000)],
	["no answer", failure(0, "NETWORK"), {}, again(1_000)],
	["no answer for the third time", failure(0, "NETWORK"), { count: 2 }, again(4_000)],
	["no answer for the tenth time", failure(0, "NETWORK"), { count: 9 }, again(30_000)],
	["no answer for 5 minutes", failure(0, "NETWORK"), { count: 9, since: now - 300_000 }, { kind: "offline" }],
	["a broken gateway", failure(502, "BAD_REPLY"), { count: 1 }, again(2_000)],
	[
		"a provider that may answer later",
		failure(500, "INTERNAL_ERROR", { details: { reason: "model_unavailable", retryable: true } }),
		{},
		again(1_000),
	],
	[
		"a model that is too slow",
		failure(500, "INTERNAL_ERROR", { details: { reason: "model_timeout", retryable: false } }),
		{},
		{ kind: "offline" },
	],
	[
		"a model with a wrong key",
		failure(500, "INTERNAL_ERROR", { details: { reason: "model_rejected", retryable: false } }),
		{},
		{ kind: "offline" },
	],
	["another window's step", failure(409, "STALE_STEP"), {}, { kind: "look" }],
	["another window's step again", failure(409, "STALE_STEP"), { staleInRow: 1 }, { kind: "elsewhere" }],
	["a chat that was deleted", failure(404, "SESSION_NOT_FOUND"), {}, { kind: "new_session" }],
	[
		"a task stopped on another device",
		failure(409, "TASK_COMPLETED", { details: { status: "cancelled" } }),
		{},
		end("stopped", "cancelled", "The task was stopped"),
	],
	["the 51st step", failure(400, "MAX_STEPS_EXCEEDED"), {}, end("failed", "max_steps", "All steps are used")],
	["a page that is too big", failure(413, "PAYLOAD_TOO_LARGE", { message: "too big" }), {}, end("failed", "PAYLOAD_TOO_LARGE", "too big")],
];

test.each(table)("%s leads to its one recovery", (...[, given, attempts, expected]) => {
	expect(recoverFrom(given, { ...fresh, ...attempts }, now)).toEqual(expected);
});
