import * as routes from "@webhand/contracts/authority/policy";
import { spendRoute } from "@webhand/contracts/authority/spend";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import type { PolicyDeps } from "./engine.ts";
import * as engine from "./engine.ts";
import type { PreviewDeps } from "./preview.ts";
import { previewPolicy } from "./preview.ts";
import type { SpendDeps } from "./spend.ts";
import { readSpend } from "./spend.ts";

/** `/api/v1/agent/policy` and `/operator/policy`: what an organization and the installation allow; `/spend`: what is used of their limits. */
export function addPolicy(app: FastifyInstance, deps: PolicyDeps & PreviewDeps, spend: SpendDeps): void {
	addRoute(app, routes.policyRoute, ({ identity }) => engine.readPolicy(deps, { identity }));
	addRoute(app, routes.setPolicyRoute, ({ identity, body }) => engine.setPolicy(deps, { identity, ...body }));
	addRoute(app, routes.policyVersionsRoute, ({ identity }) => engine.listPolicies(deps, { identity }));
	addRoute(app, routes.previewPolicyRoute, ({ identity, body }) => previewPolicy(deps, { identity, ...body }));
	addRoute(app, spendRoute, ({ identity }) => readSpend(spend, identity));
	addRoute(app, routes.installationPolicyRoute, ({ identity }) => engine.readInstallationPolicy(deps, { identity }));
	addRoute(app, routes.setInstallationPolicyRoute, ({ identity, body }) => engine.setInstallationPolicy(deps, { identity, ...body }));
	addRoute(app, routes.installationPolicyVersionsRoute, ({ identity }) => engine.listInstallationPolicies(deps, { identity }));
}
