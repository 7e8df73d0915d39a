import { agentSessionRoute, agentSessionsRoute, changeAgentSessionRoute, removeAgentSessionRoute } from "@webhand/contracts/tools/sessions";
import { selectWorkspaceRoute } from "@webhand/contracts/tools/workspaces";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import { changeAgentSession, listAgentSessions, readAgentSession, removeAgentSession, selectWorkspace } from "./engine.ts";
import type { AgentSessionDeps } from "./ports.ts";

/** `/api/v1/agent/sessions` and `/workspace/select`: what a user did on the server host. */
export function addAgentSessions(app: FastifyInstance, deps: AgentSessionDeps): void {
	addRoute(app, selectWorkspaceRoute, ({ identity, requestId, signal, request: { ip }, body }) =>
		selectWorkspace(deps, { request: { identity, requestId, signal, ip }, body }),
	);
	addRoute(app, agentSessionsRoute, ({ identity, query }) => listAgentSessions(deps, { identity, query }));
	addRoute(app, agentSessionRoute, ({ identity, params, query }) => readAgentSession(deps, { identity, ...params, ...query }));
	addRoute(app, changeAgentSessionRoute, ({ identity, params, body }) => changeAgentSession(deps, { identity, ...params, ...body }));
	addRoute(app, removeAgentSessionRoute, ({ identity, params }) => removeAgentSession(deps, { identity, ...params }));
}
