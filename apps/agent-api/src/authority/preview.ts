import type { OrgPolicy, PolicyPreview } from "@webhand/contracts/authority/policy";
import type { TenantId } from "@webhand/contracts/ids";
import { requireRole } from "@webhand/service-kit/access";
import type { AuditStore } from "../host/audit/store.ts";
import type { NamedTask, PastAct } from "../policy/authority/preview.ts";
import { judgePast } from "../policy/authority/preview.ts";
import { strictestOf } from "../policy/authority/strictest.ts";
import { dayMs } from "../shared/retention.ts";
import type { PolicyCall, PolicyDeps } from "./engine.ts";
import { readPolicy } from "./engine.ts";

/** What a preview needs: stored steps, and the audit, since it names tasks of others. */
export type PreviewDeps = Pick<PolicyDeps, "policies" | "now"> & {
	readonly traces: {
		readonly acts: (
			tenantId: TenantId,
			since: Date,
		) => Promise<{ readonly tasks: readonly NamedTask[]; readonly acts: readonly PastAct[] }>;
	};
	readonly audit: Pick<AuditStore, "insertOnce">;
};

const days = 7;
const mostShown = 50;
const noteEveryMs = 3_600_000;

/** What a policy would have done with the acts of the last days. @throws AppError FORBIDDEN */
export async function previewPolicy(
	deps: PreviewDeps,
	{ identity, policy }: PolicyCall & { readonly policy: OrgPolicy },
): Promise<PolicyPreview> {
	requireRole(identity, "admin");
	const { tenantId, userId } = identity;
	const at = deps.now();
	await deps.audit.insertOnce(
		tenantId,
		{ userId, at, action: "trace.read", target: "policy", outcome: "ok", facts: { what: "list" } },
		noteEveryMs,
	);
	const [view, { tasks, acts }] = await Promise.all([
		readPolicy(deps, { identity }),
		deps.traces.acts(tenantId, new Date(at.getTime() - days * dayMs)),
	]);
	const draft = view.installation === undefined ? policy : strictestOf(view.installation, policy);
	const judged = acts.map((act) => ({ taskId: act.taskId, outcome: judgePast(act, draft) }));
	const count = (outcome: "refused" | "asked", taskId?: string) =>
		judged.filter((one) => one.outcome === outcome && (taskId === undefined || one.taskId === taskId)).length;
	const changed = tasks
		.map(({ _id, query }) => ({ taskId: _id, query, refused: count("refused", _id), asked: count("asked", _id) }))
		.filter(({ refused, asked }) => refused + asked > 0)
		.toSorted((one, other) => other.refused - one.refused || other.asked - one.asked);
	return { days, acts: acts.length, refused: count("refused"), asked: count("asked"), tasks: changed.slice(0, mostShown) };
}
