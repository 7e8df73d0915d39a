import { failpoint } from "@webhand/service-kit/failpoints";
import type { Log } from "@webhand/service-kit/logs";
import type { Metrics } from "@webhand/service-kit/metrics";
import { repeat } from "@webhand/service-kit/repeat";
import type { Outbox } from "../outbox/store.ts";
import type { StepEvents } from "./events.ts";
import type { StepDeps } from "./ports.ts";
import { endTask } from "./stages/end.ts";
import type { TaskStore } from "./store.ts";
import { idleSince } from "./task/idle.ts";

/** All that goes on beside the requests: `sweepMs` is the pause between two sweeps for tasks left alone. */
export type BackgroundDeps = Pick<StepDeps, "now" | "newEventId" | "rules"> & {
	readonly tasks: Pick<TaskStore, "findIdle" | "end">;
	readonly events: StepEvents;
	readonly outbox: Pick<Outbox, "claim" | "waiting">;
	readonly log: Log;
	readonly metrics: Metrics;
	readonly sweepMs: number;
};

const relayEveryMs = 1_000;
const batchSize = 200;

/**
 * Starts the relay, which publishes events that a crash or an outage of Redis left behind, and the sweep, which ends tasks left alone. Both
 * run in every instance: the first claims what it publishes, the second writes on the task's version.
 *
 * @returns stops both and waits for the round that is running
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

/** Publishes what was left behind. @returns how many events there were */
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

/** Ends what was left alone. */
export async function sweepOnce(deps: Pick<BackgroundDeps, "tasks" | "events" | "now" | "newEventId" | "rules">): Promise<void> {
	const idle = await deps.tasks.findIdle(idleSince({ now: deps.now(), idleMs: deps.rules.idleMs }), batchSize);
	// Whoever takes a step meanwhile wins: the write is on the version that was read.
	for (const task of idle) await endTask(deps, task, { status: "expired" });
}
