import { isLoopback } from "@webhand/contracts/auth/provider";
import { OwnError } from "@webhand/service-kit/errors";
import { brokenRule, createGuardedFetch } from "@webhand/service-kit/web/guarded-fetch";
import type { CustomFetch } from "openid-client";

/** Which addresses providers may have: https to public ones or to `hosts`; http on loopback while the installation is there as well. */
export type WebRules = { readonly hosts: readonly string[]; readonly isOnLoopback: boolean };

/**
 * What went wrong with a provider. `address`: it may not have that address. `silent`: no usable answer. `document`: no OpenID provider.
 * `answer`: its answer cannot be trusted.
 */
export type TroubleReason = "address" | "silent" | "document" | "answer";

/** A provider that does not do its part; `details.reason` says how. The cause may hold text of the provider, which no client sees. */
export class ProviderTrouble extends OwnError {
	override readonly name = "ProviderTrouble";
	readonly reason: TroubleReason;

	constructor(reason: TroubleReason, cause?: unknown) {
		super(`the provider failed: ${reason}`, cause === undefined ? undefined : { cause });
		this.reason = reason;
	}
}

/** How long one request to a provider may take. */
export const requestSeconds = 5;

/**
 * A `fetch` for providers. Redirects are not followed; replies are read whole, up to 256 KB.
 *
 * @throws ProviderTrouble `address`, `silent`, or `answer` for a larger reply
 */
export function createProviderFetch({ hosts, isOnLoopback }: WebRules): CustomFetch {
	const send = createGuardedFetch({
		admit: (protocol, host) => {
			if (protocol === "http:" && isOnLoopback && isLoopback(host)) return "anywhere";
			if (protocol !== "https:") return "nowhere";
			return hosts.includes(host) ? "anywhere" : "public";
		},
		redirect: "manual",
		maxReplyBytes: 262_144,
		connectTimeoutMs: requestSeconds * 1_000,
	});
	return async (url, { method, headers, body, signal }) => {
		try {
			const form = body instanceof URLSearchParams ? { body } : {};
			const reply = await send(url, { method, headers, signal: signal ?? null, ...form });
			const bytes = reply.body === null ? null : await reply.arrayBuffer();
			return new Response(bytes, { status: reply.status, headers: reply.headers });
		} catch (cause) {
			throw troubleOf(cause);
		}
	};
}

function troubleOf(cause: unknown): ProviderTrouble {
	const rule = brokenRule(cause)?.code;
	return new ProviderTrouble(rule === "ADDRESS_REFUSED" ? "address" : rule === "REPLY_TOO_LARGE" ? "answer" : "silent", cause);
}

/** The trouble among the causes of an error, which libraries wrap. */
export function troubleIn(error: unknown): ProviderTrouble | undefined {
	for (let found = error; found instanceof Error; found = found.cause) if (found instanceof ProviderTrouble) return found;
	return undefined;
}
