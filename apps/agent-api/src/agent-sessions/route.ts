import { agentSessionRoute, agentSessionsRoute, removeAgentSessionRoute, renameAgentSessionRoute } from "@webhand/contracts/tools/sessions";
import { selectWorkspaceRoute } from "@webhand/contracts/tools/workspaces";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import type { AgentSessionDeps } from "./engine.ts";
import { listAgentSessions, readAgentSession, removeAgentSession, renameAgentSession, selectWorkspace } from "./engine.ts";

/** `/api/v1/agent/sessions` and `/workspace/select`: what a user did on the server host. */
export function addAgentSessions(app: FastifyInstance, deps: AgentSessionDeps): void {
	addRoute(app, selectWorkspaceRoute, ({ identity: caller, body }) => selectWorkspace(deps, { caller, ...body }));
	addRoute(app, agentSessionsRoute, ({ identity: caller, query }) => listAgentSessions(deps, { caller, query }));
	addRoute(app, agentSessionRoute, ({ identity: caller, params, query }) => readAgentSession(deps, { caller, ...params, ...query }));
	addRoute(app, renameAgentSessionRoute, ({ identity: caller, params, body }) => renameAgentSession(deps, { caller, ...params, ...body }));
	addRoute(app, removeAgentSessionRoute, ({ identity: caller, params }) => removeAgentSession(deps, { caller, ...params }));
}
