import { meaningRoute, measureMeaningRoute } from "@webhand/contracts/knowledge/meaning";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import { managedScope } from "../../scope.ts";
import type { MeaningTestDeps } from "./engine.ts";
import { measureMeaning, readMeaning } from "./engine.ts";

/** Routes by which admins see and test search by meaning. */
export function addMeaningRoutes(app: FastifyInstance, deps: MeaningTestDeps): void {
	addRoute(app, meaningRoute, ({ identity, query }) => readMeaning(deps, managedScope(identity, query.scope)));
	addRoute(app, measureMeaningRoute, ({ identity, query, signal }) => measureMeaning(deps, managedScope(identity, query.scope), signal));
}
