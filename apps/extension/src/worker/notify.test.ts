import { RoutineRunId } from "@webhand/contracts/ids";
import { expect, test } from "vitest";
import { notificationOf } from "./notify.ts";
import { freshRun } from "./run/testing/sample.ts";

test.for([
	["completed", { title: "The task is done", message: "Buy tea" }],
	["failed", { title: "The task failed", message: "Buy tea" }],
	["stopped", null],
	[null, null],
] as const)("a task that is %s is told as %j", ([end, told]) => {
	expect(notificationOf({ end, query: "Buy tea" }, "en")).toEqual(told);
});

test("a task is told of in German to who reads German", () => {
	expect(notificationOf({ end: "completed", query: "Tee kaufen" }, "de")).toEqual({
		title: "Die Aufgabe ist erledigt",
		message: "Tee kaufen",
	});
});

test("a long instruction is told by its beginning", () => {
	expect(notificationOf({ end: "completed", query: "tea ".repeat(100) }, "en")?.message).toHaveLength(120);
});

test("a row of a run is not told: three hundred of them would be", () => {
	const row = { runId: RoutineRunId.parse(`rrn_${"a".repeat(22)}`), rowKey: "4711", mode: "careful" } as const;
	expect(notificationOf({ ...freshRun({ row }), end: "completed" }, "en")).toBeNull();
});
