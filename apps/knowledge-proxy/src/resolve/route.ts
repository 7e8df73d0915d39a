import { resolveRoute } from "@webhand/contracts/knowledge/resolve";
import { retrieveRoute } from "@webhand/contracts/knowledge/retrieve";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import type { KnowledgeDeps } from "./engine.ts";
import { resolveKnowledge, retrieveKnowledge } from "./engine.ts";

/** Two routes to one engine: the public one for debugging, the internal one for the prompt. */
export function addResolveRoutes(app: FastifyInstance, deps: KnowledgeDeps): void {
	addRoute(app, resolveRoute, ({ identity, requestId, query }) =>
		resolveKnowledge(deps, { ...query, tenantId: identity.tenantId, requestId }),
	);
	addRoute(app, retrieveRoute, ({ identity, requestId, body }) =>
		retrieveKnowledge(deps, { ...body, tenantId: identity.tenantId, requestId }),
	);
}
