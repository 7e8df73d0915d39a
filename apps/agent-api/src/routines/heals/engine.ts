import type { RoutineId } from "@webhand/contracts/ids";
import type { Heal } from "@webhand/routines/replay/state";
import { mostVersions } from "../library/engine.ts";
import type { RoutineStore } from "../library/store.ts";
import type { ListedRun, RoutineRunStore } from "../runs/store.ts";
import { healProgram, samePrograms } from "./policy.ts";

/** What proposing needs. */
export type HealDeps = {
	readonly routines: Pick<RoutineStore, "get" | "version" | "addVersion">;
	readonly runs: Pick<RoutineRunStore, "unproposed" | "markProposed" | "planOf">;
	readonly now: () => Date;
};

/** Makes what the rows of a run found another way a proposed version of each routine that it belongs to. */
export type ProposeHeals = (run: ListedRun) => Promise<void>;

/** Opens the proposing: repeatable, so that a crash in between loses nothing and proposes nothing twice. */
export function createProposeHeals(deps: HealDeps): ProposeHeals {
	return async (run) => {
		const { tenantId, _id: runId } = run;
		const rows = await deps.runs.unproposed(tenantId, runId);
		if (rows.length === 0) return;
		const heals = Map.groupBy(
			rows.flatMap((row) => row.heals ?? []),
			({ of }) => of?.routine ?? run.routineId,
		);
		for (const [routineId, own] of heals) await propose(deps, run, { routineId, heals: own });
		await deps.runs.markProposed(
			tenantId,
			runId,
			rows.map(({ key }) => key),
		);
	};
}

type Found = { readonly routineId: RoutineId; readonly heals: readonly Heal[] };

async function propose({ routines, runs, now }: HealDeps, run: ListedRun, { routineId, heals }: Found): Promise<void> {
	const { tenantId, userId } = run;
	const [routine, plan] = await Promise.all([routines.get(tenantId, routineId), runs.planOf(tenantId, run._id)]);
	const played = routineId === run.routineId ? plan?.program : plan?.called[routineId];
	if (routine === null || played === undefined || routine.lastVersion >= mostVersions) return;
	const [current, open] = await Promise.all([
		routines.version(tenantId, routineId, routine.version),
		routine.proposed === undefined ? null : routines.version(tenantId, routineId, routine.proposed),
	]);
	if (current === null) return;
	// A proposal that is open is the base of the next one: a person decides about all of it at once.
	const isOfCurrent = open !== null && open.origin.kind === "heal" && open.origin.of === current.number;
	const known = isOfCurrent ? open.program : current.program;
	const healed = healProgram(current.program, played, heals);
	const joined = healed === null ? null : healProgram(known, isOfCurrent ? known : played, heals);
	if (joined === null || samePrograms(joined.program, known)) return;
	const steps = [...new Set([...((isOfCurrent ? open.origin.steps : undefined) ?? []), ...joined.steps])];
	await routines.addVersion(tenantId, routineId, {
		of: current.number,
		origin: { kind: "heal", of: current.number, steps },
		stepCount: routine.stepCount,
		program: joined.program,
		createdBy: userId,
		createdAt: now(),
	});
}
