import type { AuditRow } from "@webhand/contracts/audit";
import { auditFileRoute, auditRoute } from "@webhand/contracts/audit";
import { AppError } from "@webhand/service-kit/errors";
import type { Log } from "@webhand/service-kit/logs";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import { callerOf } from "./caller.ts";
import type { AuditDeps } from "./engine.ts";
import { readAudit, readWholeAudit } from "./engine.ts";
import type { AuditStore } from "./store.ts";

/** GET /api/v1/orgs/:orgId/audit and the same as a file */
export function addAudit(app: FastifyInstance, deps: AuditDeps): void {
	addRoute(app, auditRoute, ({ params, query, identity, signal }) => readAudit(deps, { identity, signal, ...params }, query));
	addRoute(app, auditFileRoute, async ({ params, query, identity, signal, reply }) => {
		const rows = await readWholeAudit(deps, { identity, signal, ...params }, query);
		reply.header("content-disposition", 'attachment; filename="audit.csv"');
		return linesOf(rows);
	});
}

const columns = [
	"at",
	"email",
	"name",
	"user id",
	"action",
	"target",
	"target name",
	"outcome",
	"reason",
	"address",
	"client",
	"facts",
	"workspace",
	"session",
	"kind",
	"row",
	"hash",
];

async function* linesOf(rows: AsyncGenerator<AuditRow | "incomplete">): AsyncGenerator<readonly string[]> {
	yield columns;
	for await (const row of rows)
		yield row === "incomplete" ? ["Rows about tasks or the server host are missing: agent-api did not give them."] : lineOf(row);
}

function lineOf({ at, actor, action, target, targetName, outcome, reason, ip, userAgent, facts, host }: AuditRow): readonly string[] {
	const who = [actor?.email, actor?.name, actor?.userId];
	const told = Object.keys(facts).length === 0 ? "" : JSON.stringify(facts);
	const place = [host?.workspace_id, host?.session_id, host?.kind, host?.seq.toString(), host?.hash];
	return [at, ...who, action, target, targetName, outcome, reason, ip, userAgent, told, ...place].map((cell) => cell ?? "");
}

/** Audits each request that was refused for want of a role. The refusal stands when its row cannot be written. */
export function auditDenials(
	app: FastifyInstance,
	{ audit, now, log }: { readonly audit: Pick<AuditStore, "insert">; readonly now: () => Date; readonly log: Log },
): void {
	app.addHook("onError", async (request, _reply, error) => {
		const { identity } = request;
		const { contract } = request.routeOptions.config;
		if (!(error instanceof AppError) || error.code !== "FORBIDDEN" || identity === null || contract === undefined) return;
		const { userId: actorId, tenantId, sid } = identity;
		const row = { ...callerOf(request), at: now(), actorId, tenantId, sid, target: `${contract.method} ${contract.path}` };
		await audit
			.insert({ ...row, action: "denied", outcome: "failed", reason: "FORBIDDEN" })
			.catch((cause: unknown) => log.warn({ err: cause }, "a denied request was not audited"));
	});
}
