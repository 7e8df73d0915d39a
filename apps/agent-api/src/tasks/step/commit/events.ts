import type { NextAction } from "@webhand/contracts/agent/interact";
import type { OutboxEvent } from "../../../shared/rows.ts";

/** What the events of a step are made from; `action` is masked. */
export type Announced = {
	readonly reply: Pick<NextAction, "taskId" | "stepIndex" | "status" | "plan">;
	readonly action: string;
	readonly isNewPlan: boolean;
	readonly isNewStatus: boolean;
	readonly at: Date;
};

/** The events of a step for other devices: the step, and the plan and the status where they changed. */
export function eventsOf({ reply, action, isNewPlan, isNewStatus, at }: Announced, newId: () => string): readonly OutboxEvent[] {
	const { taskId, stepIndex, status, plan } = reply;
	const event = (name: OutboxEvent["name"], data: OutboxEvent["data"]): OutboxEvent => ({ eventId: newId(), name, data });
	return [
		event("interact_response", { taskId, stepIndex, action, status, timestamp: at.toISOString() }),
		...(isNewPlan ? [event("plan_update", { taskId, plan })] : []),
		...(isNewStatus ? [event("task_status", { taskId, status })] : []),
	];
}
