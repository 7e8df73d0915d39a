import { SessionId, TenantId, UserId } from "@webhand/contracts/ids";
import { expect, test } from "vitest";
import { newRun } from "../run/record.ts";
import { openRuns } from "./person.ts";

const owner = { userId: UserId.parse(`usr_${"a".repeat(22)}`), tenantId: TenantId.parse(`org_${"a".repeat(22)}`) };
const sessionId = SessionId.parse("0b2f8d94-6a51-4a4c-9f0e-0a5c0f7f0002");
const running = newRun({ runKey: "running", owner, tabId: 1, windowId: 1, sessionId, query: "my bank", files: [], at: 0 });
const ended = { ...running, phase: "ended", end: "completed", endedAt: 1 } as const;

test("what somebody's tasks did is forgotten with them; what still runs, or is still to be stopped, waits for its owner", () => {
	const untold = { ...ended, end: "stopped", cancel: "pending" } as const;
	const runs = { 1: running, 2: ended, "before:done": ended, "before:untold": untold };
	expect(Object.keys(openRuns(runs))).toEqual(["1", "before:untold"]);
});
