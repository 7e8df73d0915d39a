import { setTimeout as pause } from "node:timers/promises";
import { failpoint } from "@webhand/service-kit/failpoints";
import type { Log } from "@webhand/service-kit/logs";
import type { Metrics } from "@webhand/service-kit/metrics";
import type { Repeated } from "@webhand/service-kit/repeat";
import { repeat } from "@webhand/service-kit/repeat";
import type { WebhookDeps } from "./engine.ts";
import { noting } from "./engine.ts";
import { busyWith, failingMs, mostUnderWay, pauseBehind } from "./policy.ts";
import type { StoredDelivery, StoredWebhook } from "./store.ts";
import type { SendWebhook } from "./upstream.ts";

/** What delivering needs. */
export type DeliveringDeps = Pick<WebhookDeps, "webhooks" | "audit" | "now"> & {
	readonly send: SendWebhook;
	readonly open: (sealed: string) => string;
	readonly log: Log;
	readonly metrics: Metrics;
};

const everyMs = 1_000;
const atOnce = 20;

/**
 * Delivers messages, at least once: what a process that died had claimed is sent again with the same `webhook-id`. Runs in every instance;
 * each claims what it sends. Nobody waits for another one's slow receiver.
 */
export function startDelivering(deps: DeliveringDeps): Repeated {
	const underWay = new Map<Promise<void>, StoredDelivery>();
	const stopping = new AbortController();
	const begin = (row: StoredDelivery) => {
		const sending = deliver(deps, row)
			.catch((err: unknown) => deps.log.warn({ err, delivery: row._id }, "a message to a webhook is sent again: its attempt broke off"))
			.finally(() => underWay.delete(sending));
		underWay.set(sending, row);
		return sending;
	};
	const loop = repeat({ name: "webhooks", everyMs, log: deps.log }, async () => {
		for (let claimed = atOnce; claimed === atOnce && underWay.size < mostUnderWay && !stopping.signal.aborted; ) {
			const due = await deps.webhooks.claim(atOnce, busyWith([...underWay.values()]));
			claimed = due.length;
			const early = new AbortController();
			const late = pause(everyMs, undefined, { signal: early.signal, ref: false }).catch(() => undefined);
			await Promise.race([Promise.all(due.map(begin)), late]);
			early.abort();
		}
	});
	return {
		stop: async () => {
			stopping.abort();
			await loop.stop();
			await Promise.all(underWay.keys());
		},
	};
}

async function deliver(deps: DeliveringDeps, row: StoredDelivery): Promise<void> {
	const { tenantId, webhookId, isOnce, body, _id: id } = row;
	const webhook = await deps.webhooks.get(tenantId, webhookId);
	if (webhook === null) return await deps.webhooks.settle(row, { state: "failed", attempts: row.attempts });
	const { url, state } = webhook;
	// It was paused while this was claimed or written. A person asks for a test.
	if (state !== "active" && isOnce !== true) return await deps.webhooks.hold(row);
	const at = deps.now();
	const { status, problem } = await deps.send({ id, url, body, secrets: secretsOf(deps, webhook, at), at });
	await failpoint("webhook.sent");
	const hasArrived = problem === undefined;
	// What a crash behind this leaves is sent again, and noted again. A test that fails is no reason for a pause.
	const isTold = hasArrived || isOnce !== true;
	const since = isTold ? await deps.webhooks.noteArrival(webhook, { hasArrived, at }) : undefined;
	if (since !== undefined && state === "active" && at.getTime() - since.getTime() >= failingMs) await pauseFailing(deps, webhook, since);
	const attempts = hasArrived ? row.attempts : row.attempts + 1;
	const pause = hasArrived || isOnce === true ? null : pauseBehind(attempts);
	await deps.webhooks.settle(row, {
		state: hasArrived ? "delivered" : pause === null ? "failed" : "pending",
		attempts,
		last: { at, ...(status === undefined ? {} : { status }), ...(hasArrived ? {} : { problem }) },
		...(pause === null ? {} : { dueAt: new Date(at.getTime() + pause) }),
	});
	results(deps).inc({ result: hasArrived ? "delivered" : problem });
}

/** Pauses a webhook at which nothing arrives. Its page, the inbox of admins and the audit say so. */
async function pauseFailing(deps: DeliveringDeps, { _id: id, tenantId, createdBy }: StoredWebhook, since: Date): Promise<void> {
	const beside = noting(deps, { tenantId, userId: createdBy }, { action: "webhook.pause", id, facts: { since: since.toISOString() } });
	// Others of its messages fail at the same time, and an admin may have paused it.
	if ((await deps.webhooks.change(tenantId, id, { from: "active", set: { state: "failing" }, beside })) === null) return;
	deps.log.warn({ tenantId, webhook: id, since }, "a webhook is paused: nothing arrived for a day");
}

function secretsOf({ open }: DeliveringDeps, { sealedSecret, former }: StoredWebhook, at: Date): readonly string[] {
	return [open(sealedSecret), ...(former !== undefined && former.until > at ? [open(former.sealedSecret)] : [])];
}

const results = ({ metrics }: DeliveringDeps) =>
	metrics.counter("webhand_webhook_attempts_total", "Attempts to deliver a message to a webhook", ["result"]);
