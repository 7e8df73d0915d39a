import { isIP } from "node:net";
import type { FastifyInstance } from "fastify";
import type { BaseConfig } from "../config.ts";
import { AppError } from "../errors.ts";

/**
 * Whether a host is one of this service: this machine, `PUBLIC_URL` or one of `ALLOWED_HOSTS`. A page that rebinds its own name to this
 * machine cannot choose another Host.
 *
 * @returns a check of a host name without its port, IPv6 in brackets; it never throws
 */
export function ourHosts({ ALLOWED_HOSTS, PUBLIC_URL }: Pick<BaseConfig, "ALLOWED_HOSTS" | "PUBLIC_URL">): (host: string) => boolean {
	const hosts = new Set(
		["127.0.0.1", "localhost", "[::1]", new URL(PUBLIC_URL).hostname, ...ALLOWED_HOSTS].map((host) => host.toLowerCase()),
	);
	return (host) => hosts.has(host.toLowerCase());
}

/**
 * Figures and documentation need no token, so another site's page could read them under its own name: that name is refused with 403. An
 * address is no name that a page can rebind, and Prometheus asks each replica by its address.
 */
export function refuseOtherHosts(app: FastifyInstance, config: Pick<BaseConfig, "ALLOWED_HOSTS" | "PUBLIC_URL">): void {
	const isOurs = ourHosts(config);
	app.addHook("onRequest", async ({ routeOptions: { url = "" }, hostname }) => {
		const isShown = url === "/metrics" || url === "/openapi.json" || url.startsWith("/docs");
		if (isShown && !isOurs(hostname) && isIP(hostname.replace(/^\[|\]$/g, "")) === 0)
			throw new AppError("FORBIDDEN", "This service is not known under that name; ALLOWED_HOSTS lists names");
	});
}
