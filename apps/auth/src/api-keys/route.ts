import * as routes from "@webhand/contracts/auth/api-keys";
import { internalKeyTokenRoute } from "@webhand/contracts/auth/tokens";
import { TenantId } from "@webhand/contracts/ids";
import { bearerToken } from "@webhand/service-kit/guard";
import { readCursor } from "@webhand/service-kit/lists";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import { actorOf, noOrganization, requireRoleIn } from "../accounts/access.ts";
import { callerOf } from "../audit/caller.ts";
import { createOwnKey, listOrgKeys, listOwnKeys, revokeKey } from "./engine.ts";
import type { ExchangeDeps } from "./exchange.ts";
import { exchangeKey } from "./exchange.ts";
import type { ServiceAccountDeps } from "./service-accounts.ts";
import { addServiceAccount, createServiceKey, listServiceAccounts } from "./service-accounts.ts";

/** What these routes need. */
export type ApiKeyRouteDeps = ExchangeDeps & ServiceAccountDeps;

/** API keys of the user and of an organization, service accounts, and the exchange for other services. */
export function addApiKeys(app: FastifyInstance, { apiKeys: deps }: { readonly apiKeys: ApiKeyRouteDeps }): void {
	addRoute(app, routes.apiKeysRoute, (call) => listOwnKeys(deps, actorOf(call)));
	addRoute(app, routes.createApiKeyRoute, (call) => createOwnKey(deps, call.body, actorOf(call)));
	addRoute(app, routes.revokeApiKeyRoute, async (call) => {
		const actor = actorOf(call);
		const { tenantId, userId } = actor;
		await revokeKey(deps, { ...call.params, tenantId, userId }, actor);
	});

	addRoute(app, routes.orgApiKeysRoute, async (call) => {
		const { orgId } = call.params;
		requireRoleIn(call, { orgId, role: "admin" });
		if ((await deps.orgs.get(orgId)) === null) throw noOrganization();
		return listOrgKeys(deps, { orgId, cursor: readCursor(call.query.cursor, /^\d+$/) });
	});
	addRoute(app, routes.revokeOrgApiKeyRoute, async (call) => {
		const { orgId, id } = call.params;
		const actor = requireRoleIn(call, { orgId, role: "admin" });
		await revokeKey(deps, { id, tenantId: TenantId.parse(orgId) }, actor);
	});

	addRoute(app, routes.serviceAccountsRoute, async (call) => {
		const { orgId } = call.params;
		requireRoleIn(call, { orgId, role: "admin" });
		return { accounts: await listServiceAccounts(deps, orgId) };
	});
	addRoute(app, routes.addServiceAccountRoute, async (call) => {
		const { orgId } = call.params;
		const actor = requireRoleIn(call, { orgId, role: "admin" });
		return { account: await addServiceAccount(deps, { orgId, name: call.body.name }, actor) };
	});
	addRoute(app, routes.createServiceKeyRoute, (call) => {
		const { orgId } = call.params;
		const actor = requireRoleIn(call, { orgId, role: "admin" });
		return createServiceKey(deps, { ...call.params, wish: call.body }, actor);
	});

	addRoute(app, internalKeyTokenRoute, ({ request, body }) =>
		exchangeKey(deps, bearerToken(request.raw.rawHeaders), { ...callerOf(request), ip: body.address }),
	);
}
