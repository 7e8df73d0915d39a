import { runnerAuditRoute, runnerNotesRoute, runnerVerifyRoute } from "@webhand/contracts/tools/runner";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import type { ReadDeps } from "./engine.ts";
import { readAudit, verifyAudit } from "./engine.ts";
import type { NoteDeps } from "./notes.ts";
import { takeNotes } from "./notes.ts";

/** What the routes of the audit need. */
export type AuditRouteDeps = { readonly read: ReadDeps; readonly notes: NoteDeps };

/** `/v1/audit`: rows, whether they are whole, and notes of agent-api. */
export function addAuditRoutes(app: FastifyInstance, { read, notes }: AuditRouteDeps): void {
	addRoute(app, runnerAuditRoute, ({ identity, query }) => readAudit(read, { identity, query }));
	addRoute(app, runnerVerifyRoute, ({ identity, query, signal }) => verifyAudit(read, { identity, query, signal }));
	addRoute(app, runnerNotesRoute, ({ body }) => takeNotes(notes, body.notes));
}
