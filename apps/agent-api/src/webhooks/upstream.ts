import type { DeliveryProblem } from "@webhand/contracts/authority/webhooks";
import type { Network } from "@webhand/service-kit/web/guarded-fetch";
import { brokenRule, createGuardedFetch } from "@webhand/service-kit/web/guarded-fetch";
import { Webhook } from "standardwebhooks";
import { isListedHost } from "./policy.ts";

/** A message for the wire. `secrets`: each signs it, the newest first. */
export type Sending = {
	readonly id: string;
	readonly url: string;
	readonly body: string;
	readonly secrets: readonly string[];
	readonly at: Date;
};

/** What came of an attempt; without a problem it arrived. */
export type Sent = { readonly status?: number; readonly problem?: DeliveryProblem };

/** Sends a message. @throws never */
export type SendWebhook = (message: Sending) => Promise<Sent>;

const limitMs = 10_000;

/**
 * Sends messages over https to public addresses, signed as Standard Webhooks say. No redirect is followed, and no answer kept.
 *
 * @param rules.hosts may have private addresses, and plain http; `host` stands for its port 443, others are `host:port`
 */
export function createSendWebhook({ hosts, network }: { readonly hosts: readonly string[]; readonly network?: Network }): SendWebhook {
	const send = createGuardedFetch({
		admit: (protocol, host, port) => (isListedHost(hosts, { host, port }) ? "anywhere" : protocol === "https:" ? "public" : "nowhere"),
		redirect: "manual",
		maxReplyBytes: 65_536,
		connectTimeoutMs: 5_000,
		silenceMs: limitMs,
		...(network === undefined ? {} : { network }),
	});
	return async ({ id, url, body, secrets, at }) => {
		const headers = {
			"content-type": "application/json",
			"user-agent": "Webhand",
			"webhook-id": id,
			"webhook-timestamp": String(Math.floor(at.getTime() / 1_000)),
			"webhook-signature": secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(" "),
		};
		try {
			const { status, body: answer } = await send(url, { method: "POST", headers, body, signal: AbortSignal.timeout(limitMs) });
			await answer?.cancel();
			if (status >= 300 && status < 400) return { status, problem: "redirect" };
			return status >= 200 && status < 300 ? { status } : { status, problem: "status" };
		} catch (cause) {
			return { problem: brokenRule(cause)?.code === "ADDRESS_REFUSED" ? "refused_address" : "no_answer" };
		}
	};
}
