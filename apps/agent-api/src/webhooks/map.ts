import type { Delivery, Webhook } from "@webhand/contracts/authority/webhooks";
import { defined } from "../shared/defined.ts";
import type { StoredDelivery, StoredWebhook } from "./store.ts";

/** A webhook as admins see it. @throws never */
export function webhookOf({ _id: id, url, events, state, failingSince, former, createdBy, createdAt }: StoredWebhook, now: Date): Webhook {
	const formerUntil = former !== undefined && former.until > now ? former.until : undefined;
	return {
		id,
		url,
		events: [...events],
		state,
		...defined({ failingSince: failingSince?.toISOString(), formerSecretUntil: formerUntil?.toISOString() }),
		createdBy,
		createdAt: createdAt.toISOString(),
	};
}

/** A message as admins see it. @throws never */
export function deliveryOf({ _id: id, type, state, attempts, last, dueAt, isHeld, body, createdAt }: StoredDelivery): Delivery {
	const isToCome = state === "pending" && isHeld !== true;
	return {
		id,
		type,
		state,
		attempts,
		...defined({ lastAt: last?.at.toISOString(), status: last?.status, problem: last?.problem }),
		...(isToCome ? { nextAt: dueAt.toISOString() } : {}),
		body,
		createdAt: createdAt.toISOString(),
	};
}
