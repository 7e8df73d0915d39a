import { switchRoute, tenantsRoute } from "@webhand/contracts/auth/account";
import { internalMailAddressRoute, internalMemberRoute } from "@webhand/contracts/auth/tokens";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import { callerOf } from "../audit/caller.ts";
import type { TenantDeps } from "./engine.ts";
import { listTenants, mailAddressOf, memberOf, switchTenant } from "./engine.ts";

/** GET /api/v1/auth/tenants, POST /api/v1/auth/switch, GET /internal/members/:tenantId/:userId and its /mail-address */
export function addTenants(app: FastifyInstance, { tenants: deps }: { readonly tenants: TenantDeps }): void {
	addRoute(app, tenantsRoute, async ({ identity }) => ({ tenants: await listTenants(deps, identity) }));
	addRoute(app, switchRoute, ({ body, identity, request }) => switchTenant(deps, { identity, tenantId: body.tenantId }, callerOf(request)));
	addRoute(app, internalMemberRoute, ({ params }) => memberOf(deps, params));
	addRoute(app, internalMailAddressRoute, ({ params }) => mailAddressOf(deps, params));
}
