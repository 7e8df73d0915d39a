import { ApiError } from "@webhand/client/api-error";
import { expect, onTestFinished, test, vi } from "vitest";
import { WebhandError } from "./errors.ts";
import { askAgain, asWebhandError, pauseBefore } from "./server.ts";

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

const failed = (cause?: unknown) => new TypeError("fetch failed", { cause });

test.each([
	[
		failed(Object.assign(new Error("connect"), { code: "ECONNREFUSED" })),
		"https://a.example does not answer (ECONNREFUSED)",
		"NODE_USE_ENV_PROXY",
	],
	[failed(Object.assign(new AggregateError([], ""), { code: "ETIMEDOUT" })), "does not answer (ETIMEDOUT)", "NODE_USE_ENV_PROXY"],
	[
		failed(Object.assign(new Error("self-signed"), { code: "SELF_SIGNED_CERT_IN_CHAIN" })),
		"The certificate of https://a.example is not trusted (SELF_SIGNED_CERT_IN_CHAIN)",
		"NODE_EXTRA_CA_CERTS",
	],
	[failed(new Error("unexpected redirect")), "does not answer (unexpected redirect)", "address"],
	[undefined, "https://a.example does not answer. Is", "address"],
])("a server that cannot be reached is told with what Node says of it, and the cure (%s)", (cause, words, cure) => {
	const error = new ApiError({ status: 0, code: "NETWORK", message: "m" }, { cause });
	const { message } = asWebhandError(error, server) as WebhandError;
	expect(message).toContain(words);
	expect(message).toContain(cure);
});

test("anything else stays what it is", () => {
	const abort = new DOMException("stop", "AbortError");
	expect(asWebhandError(abort, server)).toBe(abort);
});

const fresh = { attempt: 1, waitedMs: 0 };

test("what passes is tried again with growing pauses, what does not is told at once", () => {
	const away = errorOf(0, "NETWORK");
	const pauses = [1, 2, 3, 4, 5, 6].map((attempt) => pauseBefore(away, { ...fresh, attempt }));
	expect(pauses).toEqual([500, 1_000, 2_000, 4_000, 8_000, null]);
	const thinking = errorOf(409, "TASK_BUSY", { details: { reason: "model_thinking" }, retryAfterMs: 1_000 });
	expect(pauseBefore(thinking, { attempt: 400, waitedMs: 400_000 })).toBe(1_000);
	expect(
		[errorOf(401, "UNAUTHORIZED"), errorOf(409, "STALE_STEP"), errorOf(400, "VALIDATION_ERROR")].map((error) => pauseBefore(error, fresh)),
	).toEqual([null, null, null]);
	expect(pauseBefore(new WebhandError("x", { code: "asked" }), fresh)).toBe(null);
});

test.each([
	[60_000, { attempt: 1, waitedMs: 0 }, 60_000],
	[30_000, { attempt: 9, waitedMs: 60_000 }, 30_000],
	[60_000, { attempt: 2, waitedMs: 60_000 }, null],
	[3_600_000, { attempt: 1, waitedMs: 0 }, null],
	[0, { attempt: 1, waitedMs: 0 }, 500],
	[undefined, { attempt: 3, waitedMs: 1_500 }, 2_000],
] as const)("a 429 that says %s ms is waited for as the server says, 90 seconds in all (%j)", (retryAfterMs, tried, pauseMs) => {
	expect(pauseBefore(errorOf(429, "RATE_LIMIT", retryAfterMs === undefined ? {} : { retryAfterMs }), tried)).toBe(pauseMs);
});

test("the window of the server passes, and the request goes out again; a signal ends the wait at once", async () => {
	vi.useFakeTimers();
	onTestFinished(() => void vi.useRealTimers());
	const full = errorOf(429, "RATE_LIMIT", { retryAfterMs: 60_000 });
	const replies: (WebhandError | string)[] = [full, "done", full];
	const once = async () => {
		const reply = replies.shift();
		if (reply instanceof WebhandError) throw reply;
		return reply;
	};
	const asked = askAgain(once);
	await vi.advanceTimersByTimeAsync(60_000);
	expect(await asked).toBe("done");
	const stopping = new AbortController();
	const stopped = askAgain(once, stopping.signal);
	await vi.advanceTimersByTimeAsync(1_000);
	stopping.abort("stop");
	await expect(stopped).rejects.toBe("stop");
});
