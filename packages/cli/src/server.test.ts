import { ApiError } from "@webhand/client/api-error";
import { expect, test } from "vitest";
import { WebhandError } from "./errors.ts";
import { asWebhandError, pauseBefore } from "./server.ts";

const server = { baseUrl: "https://a.example" };
const errorOf = (status: number, code: string, more: { details?: Record<string, unknown>; retryAfterMs?: number } = {}) =>
	asWebhandError(new ApiError({ status, code, message: "m", requestId: "r1", ...more }), server) as WebhandError;

test.each([
	[0, "NETWORK", "server_away"],
	[401, "UNAUTHORIZED", "not_signed_in"],
	[403, "FORBIDDEN", "forbidden"],
	[409, "TASK_BUSY", "refused"],
	[500, "INTERNAL_ERROR", "refused"],
	[502, "BAD_REPLY", "server_away"],
	[503, "SERVICE_UNAVAILABLE", "server_away"],
])("%i %s is %s", (status, code, kind) => {
	expect(errorOf(status, code)).toMatchObject({ code: kind, serverCode: code, requestId: "r1" });
});

test("anything else stays what it is", () => {
	const abort = new DOMException("stop", "AbortError");
	expect(asWebhandError(abort, server)).toBe(abort);
});

test("what passes is tried again with growing pauses, what does not is told at once", () => {
	const away = errorOf(0, "NETWORK");
	expect([1, 2, 3, 4, 5, 6].map((attempt) => pauseBefore(away, attempt))).toEqual([500, 1_000, 2_000, 4_000, 8_000, null]);
	expect(pauseBefore(errorOf(429, "RATE_LIMIT", { retryAfterMs: 60_000 }), 1)).toBe(10_000);
	expect(pauseBefore(errorOf(409, "TASK_BUSY", { details: { reason: "model_thinking" }, retryAfterMs: 1_000 }), 400)).toBe(1_000);
	expect(
		[errorOf(401, "UNAUTHORIZED"), errorOf(409, "STALE_STEP"), errorOf(400, "VALIDATION_ERROR")].map((error) => pauseBefore(error, 1)),
	).toEqual([null, null, null]);
	expect(pauseBefore(new WebhandError("x", { code: "asked" }), 1)).toBe(null);
});
