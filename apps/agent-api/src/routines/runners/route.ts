import { beatRunnerRoute, runnerStatesRoute } from "@webhand/contracts/routine/runner";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import type { RunnerDeps } from "./engine.ts";
import { beat, listStates } from "./engine.ts";

/** `/api/v1/agent/runners`: runners that say that they are there. */
export function addRunners(app: FastifyInstance, deps: RunnerDeps): void {
	addRoute(app, beatRunnerRoute, ({ identity, body: said }) => beat(deps, { identity, said }));
	addRoute(app, runnerStatesRoute, ({ identity }) => listStates(deps, identity));
}
