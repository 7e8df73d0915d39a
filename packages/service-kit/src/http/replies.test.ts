import { MongoNetworkError, MongoServerError } from "mongodb";
import { expect, test } from "vitest";
import { z } from "zod";
import { AppError } from "../errors.ts";
import { wrongWords } from "../wrong-words.ts";
import { fieldProblems, toErrorReply } from "./replies.ts";

test("what nobody foresaw is an internal error that tells the client nothing of its cause", () => {
	const reply = toErrorReply(new Error("password is hunter2"), "request-1");
	expect([reply.status, reply.body]).toEqual([
		500,
		{ success: false, error: { code: "INTERNAL_ERROR", message: "Something went wrong on our side" }, requestId: "request-1" },
	]);
});

test("a caller that goes away in the middle of its body is no trouble of the database", () => {
	const aborted = Object.assign(new Error("aborted"), { code: "ECONNRESET", statusCode: 400 });
	expect(toErrorReply(aborted, "request-1").status).toBe(400);
});

test.for([
	["FST_ERR_CTP_INVALID_JSON_BODY", 400, "VALIDATION_ERROR"],
	["FST_ERR_CTP_EMPTY_JSON_BODY", 400, "VALIDATION_ERROR"],
	["FST_ERR_CTP_INVALID_CONTENT_LENGTH", 400, "VALIDATION_ERROR"],
	["FST_ERR_BAD_URL", 400, "VALIDATION_ERROR"],
	["FST_ERR_MAX_PARAM_LENGTH", 400, "VALIDATION_ERROR"],
	["Z_DATA_ERROR", 400, "VALIDATION_ERROR"],
	["FST_ERR_CTP_BODY_TOO_LARGE", 413, "PAYLOAD_TOO_LARGE"],
	["FST_ERR_CTP_INVALID_MEDIA_TYPE", 415, "UNSUPPORTED_MEDIA_TYPE"],
] as const)("a request stopped with %s is answered with %i %s", ([vendor, status, code]) => {
	const reply = toErrorReply(Object.assign(new Error("internal text"), { code: vendor }), "request-1");
	expect([reply.status, reply.code, reply.body.error.message.includes("internal")]).toEqual([status, code, false]);
});

test("the refusal of a large body names the limit", () => {
	const error = Object.assign(new Error("x"), { code: "FST_ERR_CTP_BODY_TOO_LARGE" });
	expect(toErrorReply(error, "request-1", { bodyLimit: 65_536 }).body.error).toEqual({
		code: "PAYLOAD_TOO_LARGE",
		message: "The body is larger than the 65536 bytes that this route takes",
		details: { maxBytes: 65_536 },
	});
});

test.for([
	[[], ["must be a text"]],
	["", ["must not be empty"]],
] as const)("a wrong field is named once: %j", ([query, words]) => {
	const result = z.object({ query: z.string().min(1).max(9) }).safeParse({ query }, { error: wrongWords });
	expect(fieldProblems(result.error?.issues ?? []).map(({ message }) => message)).toEqual(words);
});

test.for([
	["TransientTransactionError", 503],
	["UnknownTransactionCommitResult", 503],
	["RetryableWriteError", 503],
	["SomethingElse", 500],
] as const)("a write that the database broke off with the label %s is answered with %i", ([label, status]) => {
	const broken = new MongoServerError({ message: "read ECONNRESET" });
	broken.addErrorLabel(label);
	expect(toErrorReply(broken, "request-1").status).toBe(status);
});

test("a broken connection is 503, also from inside a bulk write", () => {
	const broken = new MongoNetworkError("read ECONNRESET");
	const bulk = new MongoServerError(broken as never);
	const line = Object.assign(new Error("read ECONNRESET"), { code: "ECONNRESET", syscall: "read" });
	const ended = Object.assign(new Error("This socket has been ended by the other party"), { code: "EPIPE" });
	expect([broken, bulk, line, ended].map((error) => toErrorReply(error, "request-1").status)).toEqual([503, 503, 503, 503]);
});

test.for([
	[new AppError("RATE_LIMIT", "Slow down", { retryAfterSeconds: 7 }), "7"],
	[new AppError("RATE_LIMIT", "Slow down"), "1"],
	[new AppError("SERVICE_UNAVAILABLE", "Later"), "1"],
	[new AppError("NOT_FOUND", "No"), undefined],
] as const)("a refusal says how long to wait (case %#)", ([error, seconds]) => {
	expect(toErrorReply(error, "request-1").headers["retry-after"]).toBe(seconds);
});
