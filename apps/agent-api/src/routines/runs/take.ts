import type { ReplyOf } from "@webhand/contracts/routes";
import type * as routes from "@webhand/contracts/routine/run";
import { isRunOver } from "@webhand/contracts/routine/run";
import { addressOf } from "@webhand/routines/replay/act";
import { AppError } from "@webhand/service-kit/errors";
import { failpoint } from "@webhand/service-kit/failpoints";
import type { Sealer } from "@webhand/service-kit/seal";
import { defined } from "../../shared/defined.ts";
import { dayMs, expiryOf } from "../../shared/retention.ts";
import { doneBefore, isGoing, orderOf } from "./policy.ts";
import type { Caller, RunCall } from "./run.ts";
import { findOwnRun, shown, unknownRun } from "./run.ts";
import type { SettleDeps } from "./settle.ts";
import { settle, taskOf } from "./settle.ts";
import type { ListedRun, StoredRow } from "./store.ts";
import { openValues } from "./values.ts";

/** What the browser that does a run needs of the server. One that is silent for `leaseMs` is gone. */
export type TakeDeps = SettleDeps & { readonly sealer: Sealer; readonly leaseMs: number; readonly retentionDays: number };

/**
 * Gives a browser the row that it has, or the next one. While another browser does the run it is refused.
 *
 * @throws AppError RUN_NOT_FOUND, TASK_BUSY
 */
export async function takeRow(
	deps: TakeDeps,
	{ worker, ...call }: RunCall & { readonly worker: string },
): Promise<ReplyOf<typeof routes.takeRowRoute>> {
	const run = await settle(deps, await findOwnRun(deps, call));
	const open = await deps.runs.openRow(run.tenantId, run._id);
	if (isRunOver(run) || (open === null && !isGoing(run.state))) return { run: await shown(deps, run, call.identity), row: null };
	const leased = await leaseRun(deps, run, { worker, open });
	const row = open ?? (await claimNext(deps, leased));
	const after = row === null ? await settle(deps, leased) : await begun(deps, leased, call);
	return { run: await shown(deps, after, call.identity), row: row === null ? null : await takenOf(deps, leased, row) };
}

/** @throws AppError TASK_BUSY while another browser holds the run or takes steps of its row */
async function leaseRun(deps: TakeDeps, run: ListedRun, { worker, open }: { readonly worker: string; readonly open: StoredRow | null }) {
	const busy = () => new AppError("TASK_BUSY", "Another browser does this run", { retryAfterSeconds: Math.ceil(deps.leaseMs / 1_000) });
	const isOthers = run.lease !== undefined && run.lease.owner !== worker;
	const task = isOthers && open !== null ? await taskOf(deps, open) : null;
	// Steps do not renew the lease of the run: the newest one says that its browser is at work.
	if (task !== null && deps.now().getTime() - task.updatedAt.getTime() < deps.leaseMs) throw busy();
	const leased = await deps.runs.lease(run.tenantId, run._id, worker);
	if (leased === null) throw busy();
	return leased;
}

async function claimNext(deps: TakeDeps, run: ListedRun): Promise<StoredRow | null> {
	for (;;) {
		const row = await deps.runs.claim(run.tenantId, run._id);
		await failpoint("routine.row_claimed");
		if (row === null) return null;
		// A repeat of this request took one at the same moment: both get that.
		if (row === "taken") {
			const open = await deps.runs.openRow(run.tenantId, run._id);
			if (open !== null) return open;
			continue;
		}
		if (!run.options.isOnceEver || (await deps.runs.claimOnce({ ...row, runId: run._id }))) return row;
		await deps.runs.settleRow(row, { state: "skipped", reason: doneBefore });
	}
}

/** The run once a row of it is under way. */
async function begun(deps: TakeDeps, run: ListedRun, { identity }: Caller): Promise<ListedRun> {
	const expireAt = expiryOf(deps.now(), identity, deps);
	if (expireAt.getTime() - run.expireAt.getTime() >= dayMs) await deps.runs.prolong(run.tenantId, run._id, expireAt);
	return run.state === "waiting" ? ((await deps.runs.move(run.tenantId, run._id, { from: ["waiting"], to: "running" })) ?? run) : run;
}

async function takenOf(deps: TakeDeps, run: ListedRun, row: StoredRow): Promise<NonNullable<ReplyOf<typeof routes.takeRowRoute>["row"]>> {
	const plan = await deps.runs.planOf(run.tenantId, run._id);
	if (plan === null) throw unknownRun();
	const { inputs, start } = plan.program;
	const { values } = openValues(row, deps.sealer);
	const task = await taskOf(deps, row);
	if (task !== null) await deps.tasks.noteReopened(run.tenantId, task._id);
	return {
		key: row.key,
		index: row.index,
		order: orderOf(run.name, inputs, row.values),
		...defined({ start: start && addressOf(start, values, "about:blank") }),
		...(task === null ? {} : { taskId: task._id, sessionId: task.sessionId }),
	};
}
