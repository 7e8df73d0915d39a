import { runnerStatusRoute } from "@webhand/contracts/tools/availability";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import type { StatusKeeper } from "./engine.ts";

/** What works on this host, for agent-api. */
export function addStatusRoutes(app: FastifyInstance, keeper: Pick<StatusKeeper, "status">): void {
	addRoute(app, runnerStatusRoute, () => keeper.status());
}
