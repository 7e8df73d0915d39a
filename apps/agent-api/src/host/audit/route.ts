import { agentAuditRoute, sessionAuditRoute, tenantEntriesRoute, verifyAuditRoute } from "@webhand/contracts/audit";
import { requireRole } from "@webhand/service-kit/access";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import type { AuditDeps } from "./engine.ts";
import { readEntries, readSessionAudit } from "./engine.ts";

/** `/internal/audit`: what auth reads into the audit of a tenant. `/api/v1/agent/audit`: what was done on the server host. */
export function addAudit(app: FastifyInstance, deps: AuditDeps): void {
	addRoute(app, tenantEntriesRoute, ({ identity, requestId, signal, request: { ip }, query }) =>
		readEntries(deps, { identity, requestId, ip, signal }, query),
	);
	addRoute(app, agentAuditRoute, ({ identity, requestId, signal, request: { ip }, query }) =>
		deps.readRows({ identity, requestId, ip, signal }, query),
	);
	addRoute(app, sessionAuditRoute, ({ identity, requestId, signal, request: { ip }, params, query }) =>
		readSessionAudit(deps, { identity, requestId, ip, signal }, { ...params, ...query }),
	);
	addRoute(app, verifyAuditRoute, ({ identity, requestId, signal, request: { ip }, query }) => {
		requireRole(identity, "admin");
		return deps.verify({ identity, requestId, ip, signal }, query);
	});
}
