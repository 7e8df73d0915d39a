import { RoutineId, RoutineRunId, SessionId, ShareId } from "@webhand/contracts/ids";
import type { Base } from "@webhand/service-kit/base";
import type { Ids } from "@webhand/service-kit/ids";
import type { InTurn } from "@webhand/service-kit/mongo/locks";
import type { Sealer } from "@webhand/service-kit/seal";
import type { AuditStore } from "../host/audit/store.ts";
import type { Rows, StepRules } from "../tasks/step/ports.ts";
import { createProposeHeals } from "./heals/engine.ts";
import type { ColumnDeps } from "./library/columns.ts";
import type { LibraryDeps } from "./library/engine.ts";
import { createRoutineStore } from "./library/store.ts";
import { createRows } from "./rows/engine.ts";
import type { RoutineRunDeps } from "./runs/engine.ts";
import { createRoutineRunStore } from "./runs/store.ts";

/** How long a browser may be silent before another one may go on with its run. */
const silentMs = 60_000;

type Given = {
	readonly mongo: Base["mongo"];
	readonly sealer: Sealer;
	readonly rules: Pick<StepRules, "maxSteps">;
	readonly now: () => Date;
};

/** The rows of routines, for tasks that do them: a task writes its row in its own transaction. */
export function openRows({ mongo, sealer, rules, now }: Given) {
	const runs = createRoutineRunStore(mongo, { leaseMs: silentMs, now });
	const rows: Rows = createRows({ runs, sealer, maxSteps: rules.maxSteps });
	return { runs, rows, keepRow: runs.keepRow };
}

type RoutinesGiven = Omit<Given, "rules"> & {
	readonly runs: ReturnType<typeof openRows>["runs"];
	readonly rules: Pick<StepRules, "idleMs" | "retentionDays">;
	readonly audit: AuditStore;
	readonly ids: Ids;
	readonly inTurn: InTurn;
	readonly doneTask: LibraryDeps["doneTask"];
	readonly dismissRepeats: LibraryDeps["dismissRepeats"];
	readonly deciderOf: ColumnDeps["deciderOf"];
	readonly noteLost: ColumnDeps["noteLost"];
	readonly tasks: RoutineRunDeps["tasks"];
};

/** Opens the library of routines and their runs. */
export function openRoutines({ mongo, sealer, rules, now, runs, audit, ids, inTurn, tasks, ...given }: RoutinesGiven) {
	const { doneTask, dismissRepeats, deciderOf, noteLost } = given;
	const routines = createRoutineStore(mongo);
	const library: LibraryDeps = {
		routines,
		audit,
		doneTask,
		dismissRepeats,
		inTurn,
		newId: () => ids.prefixed(RoutineId, "rtn"),
		now,
		retentionDays: rules.retentionDays,
	};
	const routineRuns: RoutineRunDeps = {
		runs,
		routines,
		proposeHeals: createProposeHeals({ routines, runs, now }),
		audit,
		tasks,
		inTurn,
		sealer,
		newId: () => ids.prefixed(RoutineRunId, "rrn"),
		newSessionId: () => ids.uuid(SessionId),
		newShareId: () => ids.prefixed(ShareId, "shr"),
		now,
		idleMs: rules.idleMs,
		leaseMs: silentMs,
		retentionDays: rules.retentionDays,
	};
	const columns: ColumnDeps = { deciderOf, noteLost, now, retentionDays: rules.retentionDays };
	return { library, columns, routineRuns };
}
