import type { ServiceName } from "@webhand/contracts/routes";
import { gatewayPrefixes } from "@webhand/contracts/routes";

/** Where a request goes. */
export type GatewayRoute = { readonly service: ServiceName; readonly isWebSocket: boolean };

/**
 * Says which service answers a request, from the path exactly as it came: a prefix that is hidden behind an encoding or a detour is no
 * prefix.
 *
 * @param url path and query as on the request line
 * @returns `undefined` for everything that is not public, `/internal/*` and `/metrics` included
 * @throws never
 */
export function routeOf(url: string): GatewayRoute | undefined {
	const path = url.split("?", 1)[0] ?? "";
	if (!path.startsWith("/") || path.includes("//") || /[\\#]/.test(path) || hasDotSegment(path)) return undefined;
	const matching = gatewayPrefixes.filter(({ prefix }) => path === prefix || path.startsWith(`${prefix}/`));
	const longest = matching.reduce<(typeof matching)[number] | undefined>(
		(best, entry) => (best === undefined || entry.prefix.length > best.prefix.length ? entry : best),
		undefined,
	);
	return longest === undefined ? undefined : { service: longest.service, isWebSocket: longest.websocket === true };
}

/** Also `..;x` and `..x`, which some servers, and the proxy plugin, read as `..`. */
const detour = /^(?:\.|%2e)(?:$|\.|%2e|;|%3b)|(?:\.|%2e){2}$/i;

function hasDotSegment(path: string): boolean {
	return path.split(/\/|%2f|%5c/i).some((segment) => detour.test(segment));
}
