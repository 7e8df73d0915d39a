import type { NextAction } from "@webhand/contracts/agent/interact";
import type { Redis } from "ioredis";
import type { TaskStore } from "./store.ts";
import type { OutboxEvent, StoredEvent } from "./task/writes.ts";

/** Puts events that are stored on the wire. Never throws: what is not published now is published by the relay. */
export type StepEvents = { readonly publish: (events: readonly StoredEvent[]) => Promise<void> };

/** What the events of a step are made from; `action` masked, as everything in them. */
export type Announced = {
	readonly reply: Pick<NextAction, "taskId" | "stepIndex" | "status" | "plan">;
	readonly action: string;
	readonly isNewPlan: boolean;
	readonly isNewStatus: boolean;
	readonly at: Date;
};

/**
 * What a step tells other devices: that it is there, and the plan and status where they changed.
 *
 * @source spec 002 §3.5; realtime.md §3
 */
export function eventsOf({ reply, action, isNewPlan, isNewStatus, at }: Announced, newId: () => string): readonly OutboxEvent[] {
	const { taskId, stepIndex, status, plan } = reply;
	const event = (name: OutboxEvent["name"], data: OutboxEvent["data"]): OutboxEvent => ({ eventId: newId(), name, data });
	return [
		event("interact_response", { taskId, stepIndex, action, status, timestamp: at.toISOString() }),
		...(isNewPlan ? [event("plan_update", { taskId, plan })] : []),
		...(isNewStatus ? [event("task_status", { taskId, status })] : []),
	];
}

/** Opens the way to the wire: one Redis channel per session. @source realtime.md §2 "Fan-out" */
export function createStepEvents(redis: Pick<Redis, "publish">, store: Pick<TaskStore, "markPublished">): StepEvents {
	return {
		publish: async (events) => {
			const [first] = events;
			if (first === undefined) return;
			try {
				for (const event of events) await redis.publish(`wh:rt:${event.sessionId}`, JSON.stringify({ name: event.name, data: event.data }));
			} catch {
				return;
			}
			// Not awaited: a reply does not wait for the mark, and an unmarked event is merely published twice.
			void store
				.markPublished(
					first.tenantId,
					first.sessionId,
					events.map((event) => event.seq),
				)
				.catch(() => undefined);
		},
	};
}
