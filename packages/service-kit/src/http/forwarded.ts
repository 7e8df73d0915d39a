import { hash, timingSafeEqual } from "node:crypto";
import type { IncomingHttpHeaders } from "node:http";

/** What a proxy of ours adds, so that what it says of the way here is believed: any user of this host can reach a service's own port. */
export const proxyHeader = "webhand-proxy";

const ofTheWay = ["x-forwarded-for", "x-forwarded-host", "x-forwarded-proto", "x-forwarded-port"] as const;

/**
 * Takes out what is said of the way here, unless the secret of our proxies comes with it. Without a secret the address of the sender decides.
 *
 * @throws never
 */
export function dropUnproven(headers: IncomingHttpHeaders, secret: string | undefined): void {
	const given = headers[proxyHeader];
	delete headers[proxyHeader];
	if (secret === undefined || (typeof given === "string" && isSame(given, secret))) return;
	for (const name of ofTheWay) delete headers[name];
}

function isSame(one: string, other: string): boolean {
	return timingSafeEqual(hash("sha256", one, "buffer"), hash("sha256", other, "buffer"));
}
