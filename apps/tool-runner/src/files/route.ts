import { runnerDeletionRoute } from "@webhand/contracts/tools/runner";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import type { Files } from "./engine.ts";

/** How far deletions in the background are. */
export function addFileRoutes(app: FastifyInstance, files: Pick<Files, "deletion">): void {
	addRoute(app, runnerDeletionRoute, ({ params, identity }) => files.deletion(identity, params.id, params.deletionId));
}
