import { AppError } from "@webhand/service-kit/errors";
import type { Log } from "@webhand/service-kit/logs";
import type { FastifyInstance } from "fastify";
import { callerOf } from "./caller.ts";
import type { AuditStore } from "./store.ts";

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
