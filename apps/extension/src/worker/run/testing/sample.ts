import type { NextAction } from "@webhand/contracts/agent/interact";
import { SessionId, TaskId, TenantId, UserId } from "@webhand/contracts/ids";
import type { RunRecord } from "../../../run-record.ts";
import { newRun } from "../../../run-record.ts";

export const taskId = TaskId.parse("0b2f8d94-6a51-4a4c-9f0e-0a5c0f7f0001");
export const sessionId = SessionId.parse("0b2f8d94-6a51-4a4c-9f0e-0a5c0f7f0002");
export const owner = { userId: UserId.parse(`usr_${"a".repeat(22)}`), tenantId: TenantId.parse(`org_${"a".repeat(22)}`) };

/** A new run in tab 7. */
export function freshRun(part: Partial<RunRecord> = {}): RunRecord {
	const { tabId = 7 } = part;
	return { ...newRun({ runKey: "r", owner, tabId, windowId: 1, sessionId, query: "do it", files: [], at: 0 }), ...part };
}

export function answerWith(action: string, part: Partial<NextAction> = {}): NextAction {
	return {
		thought: "t",
		action,
		taskId,
		sessionId,
		stepIndex: 0,
		maxSteps: 50,
		plan: {
			steps: [{ id: "step_0", index: 0, description: "d", status: "active", toolType: "DOM" }],
			currentStepIndex: 0,
			createdAt: "2026-01-01T00:00:00Z",
		},
		currentStep: 0,
		totalSteps: 1,
		status: "executing",
		cost: { taskTokens: 0, tokenBudget: 1 },
		...part,
	};
}
