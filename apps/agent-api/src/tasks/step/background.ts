import { failpoint } from "@webhand/service-kit/failpoints";
import type { Log } from "@webhand/service-kit/logs";
import type { Metrics } from "@webhand/service-kit/metrics";
import { repeat } from "@webhand/service-kit/repeat";
import type { StepEvents } from "../../chats/realtime/outbox/publish.ts";
import type { Outbox } from "../../chats/realtime/outbox/store.ts";
import { idleSince } from "../../policy/progress/status.ts";
import type { Task } from "../../shared/task.ts";
import { unansweredWrite } from "../messages/event-messages.ts";
import type { TaskStore } from "../store/tasks.ts";
import type { TaskEnd } from "./commit/reply.ts";
import { endWrite } from "./commit/reply.ts";
import type { StepDeps } from "./ports.ts";

/** What the background work needs; `sweepMs` is the pause between two sweeps for idle tasks. */
export type BackgroundDeps = Pick<StepDeps, "now" | "newEventId" | "newMessageId" | "rules"> & {
	readonly tasks: Pick<TaskStore, "findIdle" | "findUnanswered" | "update">;
	readonly events: StepEvents;
	readonly outbox: Pick<Outbox, "claim" | "waiting">;
	readonly log: Log;
	readonly metrics: Metrics;
	readonly sweepMs: number;
};

const relayEveryMs = 1_000;
const batchSize = 200;

/**
 * Starts the relay, which publishes events that a crash or an outage of Redis left behind, and the sweep, which ends idle tasks. Both run
 * in every instance: the relay claims what it publishes, the sweep writes on the task's version.
 *
 * @returns stops both and waits for the running round
 */
export function startBackground(deps: BackgroundDeps): () => Promise<void> {
	let waiting = { count: 0, oldestSeconds: 0 };
	deps.metrics.gauge("webhand_outbox_pending", "Events that are stored and not on the wire, 1000 at most", () => waiting.count);
	deps.metrics.gauge("webhand_outbox_oldest_seconds", "Age of the oldest event that is not on the wire", () => waiting.oldestSeconds);
	const relay = repeat({ name: "relay", everyMs: relayEveryMs, log: deps.log }, async () => {
		await relayOnce(deps);
		waiting = await deps.outbox.waiting();
	});
	const sweep = repeat({ name: "sweep", everyMs: deps.sweepMs, log: deps.log }, () => sweepOnce(deps));
	return async () => {
		await Promise.all([relay.stop(), sweep.stop()]);
	};
}

/** Publishes events that were left behind. @returns how many */
export async function relayOnce({ outbox, events }: Pick<BackgroundDeps, "outbox" | "events">): Promise<number> {
	let count = 0;
	for (;;) {
		const claimed = await outbox.claim(batchSize);
		if (claimed.length === 0) return count;
		await failpoint("relay.claimed");
		await events.publish(claimed);
		count += claimed.length;
		if (claimed.length < batchSize) return count;
	}
}

/** A client that still calls has its question decided anew before this. */
const answerGraceMs = 15_000;

/** Ends idle tasks, and says of questions that nobody answered and of whose tasks no client calls any more. */
export async function sweepOnce(
	deps: Pick<BackgroundDeps, "tasks" | "events" | "now" | "newEventId" | "newMessageId" | "rules">,
): Promise<void> {
	const unanswered = await deps.tasks.findUnanswered(new Date(deps.now().getTime() - answerGraceMs), batchSize);
	for (const task of unanswered) {
		const write = unansweredWrite(task, { at: deps.now(), messageId: deps.newMessageId(), eventId: deps.newEventId() });
		const events = write === null ? null : await deps.tasks.update(task.tenantId, write);
		if (events !== null) await deps.events.publish(events);
	}
	const idle = await deps.tasks.findIdle(idleSince({ now: deps.now(), idleMs: deps.rules.idleMs }), batchSize);
	// A step taken meanwhile wins: the write is on the version that was read.
	for (const task of idle) await endTask(deps, task, { status: "expired" });
}

/** Ends a task without a step and publishes that. @returns false when the task was written to since it was read */
export async function endTask(
	deps: Pick<StepDeps, "events" | "now" | "newEventId" | "newMessageId"> & { readonly tasks: Pick<TaskStore, "update"> },
	task: Task,
	end: TaskEnd,
): Promise<boolean> {
	const events = await deps.tasks.update(task.tenantId, endWrite(task, end, { ...deps, at: deps.now() }));
	if (events === null) return false;
	await deps.events.publish(events);
	return true;
}
