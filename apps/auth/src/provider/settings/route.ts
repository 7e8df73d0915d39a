import { providerRoute, removeProviderRoute, setProviderRoute, testProviderRoute } from "@webhand/contracts/auth/provider";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import { requireRoleIn } from "../../accounts/access.ts";
import type { ProviderSettingsDeps } from "./engine.ts";
import { readProvider, removeProvider, setProvider, testProvider } from "./engine.ts";

/** GET, PUT, DELETE /api/v1/orgs/:orgId/provider, POST …/test */
export function addProviderSettings(
	app: FastifyInstance,
	{ providerSettings: deps }: { readonly providerSettings: ProviderSettingsDeps },
): void {
	addRoute(app, providerRoute, async (call) => {
		const { orgId } = call.params;
		requireRoleIn(call, { orgId, role: "admin" });
		return { provider: await readProvider(deps, orgId), redirectUri: deps.redirectUri };
	});

	addRoute(app, setProviderRoute, async (call) => {
		const { orgId } = call.params;
		const actor = requireRoleIn(call, { orgId, role: "admin" });
		return { provider: await setProvider(deps, { orgId, given: call.body, actor }) };
	});

	addRoute(app, testProviderRoute, async (call) => {
		const { orgId } = call.params;
		requireRoleIn(call, { orgId, role: "admin" });
		return testProvider(deps, orgId);
	});

	addRoute(app, removeProviderRoute, async (call) => {
		const { orgId } = call.params;
		const actor = requireRoleIn(call, { orgId, role: "admin" });
		await removeProvider(deps, orgId, actor);
		return undefined;
	});
}
