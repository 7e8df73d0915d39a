import { usageRoute } from "@webhand/contracts/agent/usage";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import type { UsageDeps } from "./engine.ts";
import { readUsage } from "./engine.ts";

/** `/api/v1/agent/usage`: tokens and cost of a tenant. */
export function addUsageRoutes(app: FastifyInstance, deps: UsageDeps): void {
	addRoute(app, usageRoute, ({ identity, query }) => readUsage(deps, { identity, query }));
}
