import { waitingRoute } from "@webhand/contracts/agent/waiting";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import type { InboxDeps } from "./engine.ts";
import { listWaiting } from "./engine.ts";

/** `/api/v1/agent/waiting`: what waits for a person. */
export function addInbox(app: FastifyInstance, deps: InboxDeps): void {
	addRoute(app, waitingRoute, ({ identity, query }) => listWaiting(deps, { identity, query }));
}
