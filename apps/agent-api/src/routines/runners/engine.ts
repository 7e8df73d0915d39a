import type { RunnerUse } from "@webhand/contracts/auth/runners";
import type { RoutineRunId, TaskId, TenantId } from "@webhand/contracts/ids";
import type { ReplyOf } from "@webhand/contracts/routes";
import type { beatRunnerRoute, runnerStatesRoute } from "@webhand/contracts/routine/runner";
import { notForRunners, requireRole } from "@webhand/service-kit/access";
import type { Identity } from "@webhand/service-kit/guard";
import type { ActForRun } from "@webhand/service-kit/routes";
import type { z } from "zod";
import type { MemberOf } from "../../shared/upstream.ts";
import { unknownRun } from "../runs/run.ts";
import type { RoutineRunStore } from "../runs/store.ts";
import { namedIn, runMeant, stateOf } from "./policy.ts";
import type { BeatStore } from "./store.ts";

/** What runners need. `runOfTask`: the run whose row a task of the tenant does. */
export type RunnerDeps = {
	readonly beats: BeatStore;
	readonly runs: Pick<RoutineRunStore, "heldBy" | "renewHeld" | "releaseHeld">;
	readonly memberOf: MemberOf;
	readonly runOfTask: (tenantId: TenantId, taskId: TaskId) => Promise<RoutineRunId | null>;
	readonly now: () => Date;
};

/** A caller that is a runner. @throws AppError FORBIDDEN for all others */
function runnerOf({ runner }: Pick<Identity, "runner">): RunnerUse {
	if (runner === undefined) throw notForRunners();
	return runner;
}

/** Notes that a runner is there, and renews the leases of the runs that it does. @throws AppError FORBIDDEN for who is no runner */
export async function beat(
	{ beats, runs, now }: RunnerDeps,
	{ identity, said }: { readonly identity: Identity; readonly said: z.output<typeof beatRunnerRoute.body> },
): Promise<ReplyOf<typeof beatRunnerRoute>> {
	const { tenantId } = identity;
	const { id: _id } = runnerOf(identity);
	const { version, runs: doing, draining: isDraining } = said;
	// First: a run that is asked for at the same moment is then refused.
	await beats.write(tenantId, { _id, seenAt: now(), version, running: doing.length, isDraining });
	await runs.renewHeld(tenantId, _id, doing);
	if (isDraining) await runs.releaseHeld(tenantId, _id, { but: doing });
	const held = new Set((await runs.heldBy(tenantId, _id)).map((run) => run._id));
	return { lost: doing.filter((run) => !held.has(run)) };
}

/** What the runners of a tenant last said of themselves. @throws AppError FORBIDDEN for members */
export async function listStates({ beats, now }: RunnerDeps, identity: Identity): Promise<ReplyOf<typeof runnerStatesRoute>> {
	requireRole(identity, "admin");
	return { runners: (await beats.list(identity.tenantId)).map((row) => stateOf(row, now())) };
}

/**
 * The one place that lets a runner act for somebody: for the owner of a run, while the lease of that run is the runner's. The owner's rights,
 * policy, mandates and spend count, as a member's; the sign-in stays the runner's.
 */
export function createActForRun(deps: RunnerDeps): ActForRun {
	return async (identity, parts) => {
		const runner = runnerOf(identity);
		const { tenantId } = identity;
		const named = namedIn(parts);
		const [held, tasks] = await Promise.all([
			deps.runs.heldBy(tenantId, runner.id),
			Promise.all(named.tasks.map(async (id) => [id, await deps.runOfTask(tenantId, id)] as const)),
		]);
		const run = runMeant(held, named, new Map(tasks.flatMap(([id, of]) => (of === null ? [] : [[id, of]]))));
		if (run === undefined) throw unknownRun();
		const { isActive, limits } = await deps.memberOf({ tenantId, userId: run.userId });
		if (!isActive) throw unknownRun();
		return { ...identity, userId: run.userId, roles: ["member"], limits };
	};
}
