import { MandateId } from "@webhand/contracts/ids";
import type { Base } from "@webhand/service-kit/base";
import type { Ids } from "@webhand/service-kit/ids";
import type { Transaction } from "@webhand/service-kit/mongo";
import type { AuditStore } from "../../host/audit/store.ts";
import type { StandingMandate } from "../../policy/authority/mandate.ts";
import { taskBusy } from "../../policy/progress/status.ts";
import { findRoutine, findVersion } from "../../routines/library/engine.ts";
import { factsOf } from "../../routines/library/policy.ts";
import type { RoutineStore } from "../../routines/library/store.ts";
import { findOwnRun } from "../../routines/runs/run.ts";
import type { RoutineRunStore } from "../../routines/runs/store.ts";
import type { StepWrite } from "../../shared/rows.ts";
import type { TellMandate } from "../../shared/run-news.ts";
import type { Task } from "../../shared/task.ts";
import type { MemberOf } from "../../shared/upstream.ts";
import type { MandateDeps } from "./engine.ts";
import { standingOf } from "./map.ts";
import { createMandateStore } from "./store.ts";

type Given = {
	readonly mongo: Base["mongo"];
	readonly audit: Pick<AuditStore, "insert">;
	readonly runs: Pick<RoutineRunStore, "standing" | "noteTaint">;
	/** Hears of a mandate whose last use is gone. */
	readonly tell: TellMandate;
	readonly policyOf: MandateDeps["policyOf"];
	readonly memberOf: MemberOf;
	readonly now: () => Date;
};

/** What stands for a row, as tasks ask for it. */
type Standing = {
	readonly mandates: readonly StandingMandate[];
	readonly rows: number;
	readonly isSuspended: boolean;
	readonly isUnwatched: boolean;
};

/** What tasks need of mandates: those that stand for a row, and their use in the transaction of a step. */
export function openStanding({ mongo, audit, runs, tell, policyOf, memberOf, now }: Given) {
	const mandates = createMandateStore(mongo, now);
	return {
		mandates,

		standingOf: async ({ tenantId, userId, origin }: Pick<Task, "tenantId" | "userId" | "origin">): Promise<Standing> => {
			if (origin === undefined) return none;
			const [stored, run, policy] = await Promise.all([
				mandates.standing(tenantId, userId, origin),
				runs.standing(tenantId, origin.runId),
				policyOf(tenantId),
			]);
			// Who is no admin any more gave it as a member.
			const isByAdmin = policy.mandates === "admins" && stored.length > 0 && (await memberOf({ tenantId, userId })).roles.includes("admin");
			const { rows, isTainted: isSuspended, isUnwatched } = run;
			return { mandates: stored.map((mandate) => standingOf(mandate, isByAdmin)), rows, isSuspended, isUnwatched };
		},

		keepMandate: async ({ task, step, patch }: Pick<StepWrite, "task" | "step" | "patch">, session: Transaction): Promise<void> => {
			const { tenantId, userId, origin, _id: taskId } = task;
			const { mandate } = step.gate;
			if (origin === undefined) return;
			if (patch.tainted === true && !task.tainted) await runs.noteTaint(tenantId, origin.runId, session);
			if (mandate === undefined || mandate.usedBy !== undefined) return;
			const { stepIndex } = step;
			const { runId, rowKey } = origin;
			const use = await mandates.use({ tenantId, taskId, stepIndex, runId, rowKey, mandate }, session);
			if (use === null) throw taskBusy();
			const { step: of, left, amount = 0 } = mandate;
			const facts = { task: taskId, stepIndex, step: of, left, ...(amount === 0 ? {} : { amount }) };
			const note = { userId, at: step.createdAt, action: "mandate.use", target: mandate.id, outcome: "ok", facts } as const;
			await audit.insert(tenantId, [note], session);
			if (use.usedUp !== undefined) await tell(use.usedUp, session);
		},
	};
}

const none: Standing = { mandates: [], rows: 1, isSuspended: false, isUnwatched: false };

type MandatesGiven = Pick<MandateDeps, "audit" | "policyOf" | "now" | "mandates"> & {
	readonly ids: Ids;
	readonly routines: RoutineStore;
	readonly runs: RoutineRunStore;
};

/** Opens the granting and listing of mandates. */
export function openMandates({ ids, routines, runs, ...given }: MandatesGiven): MandateDeps {
	return {
		...given,
		versionOf: async ({ identity }, routineId, number) => {
			const { name, version: current } = await findRoutine({ routines }, { identity, routineId });
			const { program } = await findVersion({ routines }, { identity, routineId, number: number ?? current });
			return { name, current, program, sites: factsOf(program).sites };
		},
		currentOf: routines.currentOf,
		goingOf: runs.goingOf,
		ownRun: ({ identity }, runId) => findOwnRun({ runs }, { identity, runId }),
		newId: () => ids.prefixed(MandateId, "mnd"),
	};
}
