import { runnerAuditRoute, runnerNotesRoute, runnerVerifyRoute } from "@webhand/contracts/tools/runner";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import { takeNotes } from "./notes.ts";
import type { AuditRouteDeps } from "./open.ts";
import { readAudit, verifyAudit } from "./read.ts";

/** `/v1/audit`: rows, whether they are whole, and notes of agent-api. */
export function addAuditRoutes(app: FastifyInstance, { read, notes }: AuditRouteDeps): void {
	addRoute(app, runnerAuditRoute, ({ identity, query }) => readAudit(read, { identity, query }));
	addRoute(app, runnerVerifyRoute, ({ identity, query, signal }) => verifyAudit(read, { identity, query, signal }));
	addRoute(app, runnerNotesRoute, ({ body }) => takeNotes(notes, body.notes));
}
