import type { LookupAddress } from "node:dns";
import { lookup } from "node:dns/promises";
import { isIP } from "node:net";
import { isPublicAddress } from "@webhand/service-kit/public-address";

/**
 * How names are resolved and connections made. `detour`: a test's server, which is reached in place of an address that passed every
 * check.
 */
export type Network = { readonly resolve: (host: string) => Promise<readonly LookupAddress[]>; readonly detour?: number };

/** The real network. */
export const theNetwork: Network = { resolve: (host) => lookup(host, { all: true }) };

/**
 * Why a tenant's model may not have this URL, by its text and the current DNS answers; undefined when it may. A name that does not resolve
 * is accepted: each connection is checked again.
 *
 * @throws never
 */
export async function problemOfUrl(text: string, network: Network = theNetwork): Promise<string | undefined> {
	const url = URL.canParse(text) ? new URL(text) : undefined;
	if (url === undefined || url.protocol !== "https:") return "must be an https address";
	if (url.username !== "" || url.password !== "") return "must not hold a user name or password";
	const host = url.hostname.replace(/^\[|\]$/g, "");
	const addresses = isIP(host) === 0 ? await network.resolve(host).catch(() => []) : [{ address: host }];
	return addresses.every(({ address }) => isPublicAddress(address))
		? undefined
		: "must not lead to a private, loopback or link-local address";
}
