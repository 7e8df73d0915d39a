import { allowDomainRoute, checkDomainRoute, domainsRoute, removeDomainRoute } from "@webhand/contracts/knowledge/domains";
import { requireRole } from "@webhand/service-kit/access";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import type { DomainDeps } from "./engine.ts";
import { allowDomain, checkDomain, listDomains, removeDomain } from "./engine.ts";

/** The allowed domains of the caller's own tenant, for its admins. */
export function addDomainRoutes(app: FastifyInstance, deps: DomainDeps): void {
	addRoute(app, domainsRoute, ({ identity, query }) => {
		requireRole(identity, "admin");
		return listDomains(deps, identity.tenantId, query);
	});

	addRoute(app, allowDomainRoute, ({ identity, body }) => {
		requireRole(identity, "admin");
		return allowDomain(deps, body, identity);
	});

	addRoute(app, removeDomainRoute, async ({ identity, params }) => {
		requireRole(identity, "admin");
		await removeDomain(deps, params.id, identity);
		return undefined;
	});

	addRoute(app, checkDomainRoute, ({ identity, body }) => {
		requireRole(identity, "admin");
		return checkDomain(deps, identity.tenantId, body.url);
	});
}
