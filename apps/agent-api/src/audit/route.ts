import { auditNotesRoute } from "@webhand/contracts/agent/audit-notes";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import type { AuditDeps } from "./engine.ts";
import { readNotes } from "./engine.ts";

/** `/internal/audit-notes`: what auth reads into the audit of a tenant. */
export function addAudit(app: FastifyInstance, deps: AuditDeps): void {
	addRoute(app, auditNotesRoute, ({ identity, query }) => readNotes(deps, { identity, query }));
}
