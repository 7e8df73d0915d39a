import { expect, test } from "vitest";
import { labelsOf, quoted, statusOf } from "./policy.ts";

const seen = { id: "rnr_x", isOnline: true, lastSeenAt: "", version: "1", running: 0, isDraining: false } as never;
const account = { userId: "usr_x", name: "Office", status: "active" } as never;
const code = { expiresAt: "2026-03-02T10:00:00.000Z" };

test.for([
	["online", { isEnrolled: true, code: null, seen }],
	["draining", { isEnrolled: true, code: null, seen: { ...(seen as object), isDraining: true } as never }],
	["offline", { isEnrolled: true, code: null, seen: undefined }],
	["offline", { isEnrolled: true, code: null, seen: { ...(seen as object), isOnline: false } as never }],
	["coded", { isEnrolled: false, code, seen }],
	["out", { isEnrolled: false, code: null, seen }],
] as const)("a runner is %s", ([status, runner]) => expect(statusOf({ account, ...runner })).toBe(status));

test("labels are typed with commas between, each once", () => expect(labelsOf(" Office, eu,,office ")).toEqual(["office", "eu"]));

test.for([
	["Office", "Office"],
	["Ada's office", "'Ada'\\''s office'"],
	["$(rm)", "'$(rm)'"],
] as const)("%s is one word of a command", ([text, word]) => expect(quoted(text)).toBe(word));
