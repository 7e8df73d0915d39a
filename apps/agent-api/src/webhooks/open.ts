import { randomBytes } from "node:crypto";
import { DeliveryId } from "@webhand/contracts/authority/webhooks";
import { WebhookId } from "@webhand/contracts/ids";
import type { Base } from "@webhand/service-kit/base";
import type { Ids } from "@webhand/service-kit/ids";
import type { InTurn } from "@webhand/service-kit/mongo/locks";
import { repeat } from "@webhand/service-kit/repeat";
import type { Sealer } from "@webhand/service-kit/seal";
import type { Network } from "@webhand/service-kit/web/guarded-fetch";
import type { AuditStore } from "../host/audit/store.ts";
import type { DeliveringDeps } from "./delivering.ts";
import { startDelivering } from "./delivering.ts";
import type { WebhookDeps } from "./engine.ts";
import { createTellMandate, createTellRun } from "./news.ts";
import { isListedHost, placeOf } from "./policy.ts";
import { createWebhookStore } from "./store.ts";
import { createSendWebhook } from "./upstream.ts";

type Given = {
	readonly config: { readonly WEBHOOK_HOSTS: readonly string[] };
	readonly base: Base;
	readonly audit: AuditStore;
	readonly sealer: Sealer;
	readonly ids: Ids;
	readonly inTurn: InTurn;
	readonly problemOfUrl: WebhookDeps["problemOfUrl"];
	readonly network?: Network;
	readonly now: () => Date;
};

const secretBytes = 32;
const countEveryMs = 30_000;

/** Opens webhooks, and delivers what waits until `close`. */
export function openWebhooks({ config, base, audit, sealer, ids, inTurn, problemOfUrl, network, now }: Given) {
	const hosts = config.WEBHOOK_HOSTS;
	const store = createWebhookStore(base.mongo, now);
	const webhooks: WebhookDeps = {
		webhooks: store,
		audit,
		inTurn,
		problemOfUrl: async (url) => (isListedHost(hosts, placeOf(url)) ? undefined : await problemOfUrl(url)),
		seal: sealer.seal,
		newSecret: () => `whsec_${randomBytes(secretBytes).toString("base64")}`,
		newId: () => ids.prefixed(WebhookId, "whe"),
		newDeliveryId: () => ids.prefixed(DeliveryId, "msg"),
		now,
	};
	const delivering: DeliveringDeps = {
		webhooks: store,
		audit,
		send: createSendWebhook({ hosts, ...(network === undefined ? {} : { network }) }),
		open: sealer.open,
		log: base.log,
		metrics: base.metrics,
		now,
	};
	const loop = startDelivering(delivering);
	let failing = 0;
	base.metrics.gauge("webhand_webhooks_failing", "Webhooks that are paused, since nothing arrived for a day", () => failing);
	const counting = repeat({ name: "paused webhooks", everyMs: countEveryMs, log: base.log }, async () => {
		failing = await store.countFailing();
	});
	const close = async () => void (await Promise.all([loop.stop(), counting.stop()]));
	return { webhooks, delivering, tell: createTellRun(webhooks), tellMandate: createTellMandate(webhooks), close };
}
