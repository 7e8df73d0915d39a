import { lookup } from "node:dns/promises";
import type { LookupFunction } from "node:net";
import { isIP } from "node:net";
import { isLoopback } from "@webhand/contracts/auth/provider";
import { OwnError } from "@webhand/service-kit/errors";
import { isPublicAddress } from "@webhand/service-kit/public-address";
import type { CustomFetch } from "openid-client";
import { Agent, buildConnector, fetch as fetchWithAgent } from "undici";

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
const maxReplyBytes = 262_144;
const withoutBody: ReadonlySet<number> = new Set([101, 204, 205, 304]);

/**
 * A `fetch` for providers. Addresses are checked at each connection: a host gains nothing by changing its DNS entry. Redirects are not
 * followed; replies are read whole, up to 256 KB.
 *
 * @throws ProviderTrouble `address` or `silent`
 */
export function createProviderFetch({ hosts, isOnLoopback }: WebRules): CustomFetch {
	const connect = { timeout: requestSeconds * 1_000 };
	const free = new Agent({ connect });
	const guarded = new Agent({ connect: buildConnector({ ...connect, lookup: lookupPublic }) });
	const agentFor = ({ protocol, hostname }: URL): Agent => {
		if (protocol === "http:" && isOnLoopback && isLoopback(hostname)) return free;
		if (protocol !== "https:") throw new ProviderTrouble("address");
		if (hosts.includes(hostname)) return free;
		// A literal address is not looked up.
		const bare = hostname.replace(/^\[|\]$/g, "");
		if (isIP(bare) !== 0 && !isPublicAddress(bare)) throw new ProviderTrouble("address");
		return guarded;
	};
	return async (url, { method, headers, body, signal }) => {
		const dispatcher = agentFor(new URL(url));
		try {
			const text = body instanceof URLSearchParams ? body.toString() : null;
			const reply = await fetchWithAgent(url, { method, headers, body: text, signal: signal ?? null, redirect: "manual", dispatcher });
			const bytes = await readWhole(reply.body);
			return new Response(withoutBody.has(reply.status) ? null : bytes, { status: reply.status, headers: [...reply.headers] });
		} catch (cause) {
			throw troubleIn(cause) ?? new ProviderTrouble("silent", cause);
		}
	};
}

/** The trouble among the causes of an error, which libraries wrap. */
export function troubleIn(error: unknown): ProviderTrouble | undefined {
	for (let found = error; found instanceof Error; found = found.cause) if (found instanceof ProviderTrouble) return found;
	return undefined;
}

async function readWhole(body: AsyncIterable<Uint8Array> | null): Promise<Buffer<ArrayBuffer>> {
	const parts: Uint8Array[] = [];
	let received = 0;
	for await (const part of body ?? []) {
		received += part.byteLength;
		if (received > maxReplyBytes) throw new ProviderTrouble("answer");
		parts.push(part);
	}
	return Buffer.concat(parts);
}

const lookupPublic: LookupFunction = (host, options, callback) => {
	lookup(host, { all: true }).then(
		(found) => {
			const [first] = found;
			if (first === undefined || !found.every(({ address }) => isPublicAddress(address)))
				return callback(new ProviderTrouble("address"), [], 0);
			return options.all === true ? callback(null, found) : callback(null, first.address, first.family);
		},
		(cause: NodeJS.ErrnoException) => callback(cause, [], 0),
	);
};
