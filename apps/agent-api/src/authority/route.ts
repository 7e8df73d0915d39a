import { policyRoute, policyVersionsRoute, setPolicyRoute } from "@webhand/contracts/authority/policy";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import type { PolicyDeps } from "./engine.ts";
import { listPolicies, readPolicy, setPolicy } from "./engine.ts";

/** `/api/v1/agent/policy`: what an organization allows. */
export function addPolicy(app: FastifyInstance, deps: PolicyDeps): void {
	addRoute(app, policyRoute, ({ identity }) => readPolicy(deps, { identity }));
	addRoute(app, setPolicyRoute, ({ identity, body }) => setPolicy(deps, { identity, ...body }));
	addRoute(app, policyVersionsRoute, ({ identity }) => listPolicies(deps, { identity }));
}
