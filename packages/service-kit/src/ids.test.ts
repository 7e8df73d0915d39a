import { TaskId, UserId } from "@webhand/contracts/ids";
import { expect, test } from "vitest";
import { createIds } from "./ids.ts";

test("ids have the form that their schema asks for, and no two are alike", () => {
	const ids = createIds();
	const made = new Set(Array.from({ length: 1_000 }, () => ids.prefixed(UserId, "usr")));
	expect(made.size).toBe(1_000);
	expect(TaskId.safeParse(ids.uuid(TaskId)).success).toBe(true);
});

test("the same randomness gives the same id", () => {
	const ids = createIds((count) => new Uint8Array(count).fill(61));
	expect(ids.prefixed(UserId, "usr")).toBe(`usr_${"z".repeat(22)}`);
	expect(ids.uuid(TaskId)).toBe("3d3d3d3d-3d3d-4d3d-bd3d-3d3d3d3d3d3d");
});

test("bytes that would favour some characters are thrown away", () => {
	let calls = 0;
	const ids = createIds((count) => new Uint8Array(count).fill(calls++ === 0 ? 250 : 1));
	expect(ids.prefixed(UserId, "usr")).toBe(`usr_${"1".repeat(22)}`);
});
