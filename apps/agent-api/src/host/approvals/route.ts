import {
	approvalRoute,
	approvalsRoute,
	decideAllRoute,
	decideRoute,
	endStandingRoute,
	standingApprovalsRoute,
} from "@webhand/contracts/tools/approvals";
import { addRoute } from "@webhand/service-kit/routes";
import type { FastifyInstance } from "fastify";
import { decideApprovals, keepAnswerer, listApprovals, readApproval } from "./decide.ts";
import type { ApprovalDeps } from "./engine.ts";
import { endStanding, listStanding } from "./standing.ts";

/** `/api/v1/agent/approvals`: what a person is asked for, and their decisions. */
export function addApprovals(app: FastifyInstance, deps: ApprovalDeps): void {
	addRoute(app, approvalsRoute, async ({ identity, query }) => ({ approvals: await listApprovals(deps, identity, query) }));
	addRoute(app, standingApprovalsRoute, async ({ identity, query }) => ({ standing: await listStanding(deps, identity, query) }));
	addRoute(app, endStandingRoute, async ({ identity, params: { id } }) => {
		await endStanding(deps, identity, id);
		return undefined;
	});
	addRoute(app, approvalRoute, async ({ identity, params: { id } }) => ({ approval: await readApproval(deps, identity, id) }));
	addRoute(app, decideRoute, async ({ identity, params: { id }, headers, body }) => {
		const given = { decisions: [{ id, ...body }], idempotencyKey: headers["idempotency-key"] };
		await keepAnswerer(deps, identity, given);
		const [approval] = await decideApprovals(deps, identity, given);
		return { approval: approval as NonNullable<typeof approval> };
	});
	addRoute(app, decideAllRoute, async ({ identity, headers, body: { decisions } }) => {
		const given = { decisions, idempotencyKey: headers["idempotency-key"] };
		await keepAnswerer(deps, identity, given);
		return { approvals: await decideApprovals(deps, identity, given) };
	});
}
