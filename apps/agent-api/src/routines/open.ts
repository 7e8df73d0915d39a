import type { TaskId, TenantId } from "@webhand/contracts/ids";
import { RoutineId, RoutineRunId, ScheduleId, SessionId, ShareId, TriggerId } from "@webhand/contracts/ids";
import type { Base } from "@webhand/service-kit/base";
import { AppError } from "@webhand/service-kit/errors";
import { createAddressCounter } from "@webhand/service-kit/http/limits";
import type { Ids } from "@webhand/service-kit/ids";
import type { InTurn } from "@webhand/service-kit/mongo/locks";
import type { Sealer } from "@webhand/service-kit/seal";
import type { AuditStore } from "../host/audit/store.ts";
import type { TellRun } from "../shared/run-news.ts";
import type { TaskOrigin } from "../shared/task.ts";
import type { MemberOf } from "../shared/upstream.ts";
import type { Rows, StepRules } from "../tasks/step/ports.ts";
import { createProposeHeals } from "./heals/engine.ts";
import type { ColumnDeps } from "./library/columns.ts";
import type { LibraryDeps } from "./library/engine.ts";
import { createRoutineStore } from "./library/store.ts";
import { createRows } from "./rows/engine.ts";
import type { RunnerDeps } from "./runners/engine.ts";
import { createActForRun } from "./runners/engine.ts";
import { createBeatStore } from "./runners/store.ts";
import type { RoutineRunDeps } from "./runs/engine.ts";
import { createRoutineRunStore } from "./runs/store.ts";
import { startScheduleClock } from "./schedules/clock.ts";
import type { ScheduleDeps } from "./schedules/engine.ts";
import type { ScheduleStartDeps } from "./schedules/start.ts";
import { createScheduleStore } from "./schedules/store.ts";
import { createScheduleMetrics, watchRunners } from "./telemetry.ts";
import type { TriggerDeps } from "./triggers/engine.ts";
import { createTriggerStore } from "./triggers/store.ts";

/** How long a browser may be silent before another one may go on with its run. */
export const silentMs = 60_000;

type Given = {
	readonly mongo: Base["mongo"];
	readonly sealer: Sealer;
	readonly rules: Pick<StepRules, "maxSteps">;
	readonly now: () => Date;
};

/** The rows of routines, for tasks that do them: a task writes its row in its own transaction. */
export function openRows({ mongo, sealer, rules, tell, now }: Given & { readonly tell: TellRun }) {
	const runs = createRoutineRunStore(mongo, { leaseMs: silentMs, tell, now });
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
	readonly policyOf: LibraryDeps["policyOf"] & RoutineRunDeps["policyOf"];
	readonly deciderOf: ColumnDeps["deciderOf"];
	readonly noteLost: ColumnDeps["noteLost"];
	readonly tasks: RoutineRunDeps["tasks"];
	readonly publicUrl: string;
	readonly memberOf: MemberOf;
	/** The row that a task of the tenant does. */
	readonly originOf: (tenantId: TenantId, taskId: TaskId) => Promise<TaskOrigin | null>;
};

/** Opens the library of routines and their runs. */
export function openRoutines({ mongo, sealer, rules, now, runs, audit, ids, inTurn, tasks, publicUrl, ...given }: RoutinesGiven) {
	const { doneTask, dismissRepeats, deciderOf, noteLost, policyOf, memberOf } = given;
	const beats = createBeatStore(mongo);
	const routines = createRoutineStore(mongo);
	const library: LibraryDeps = {
		routines,
		audit,
		doneTask,
		dismissRepeats,
		policyOf,
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
		policyOf,
		memberOf,
		beatOf: beats.get,
		inTurn,
		sealer,
		newId: () => ids.prefixed(RoutineRunId, "rrn"),
		newSessionId: () => ids.uuid(SessionId),
		newShareId: () => ids.prefixed(ShareId, "shr"),
		publicUrl,
		now,
		idleMs: rules.idleMs,
		leaseMs: silentMs,
		retentionDays: rules.retentionDays,
	};
	const columns: ColumnDeps = { deciderOf, noteLost, now, retentionDays: rules.retentionDays };
	const runners: RunnerDeps = {
		beats,
		runs,
		memberOf,
		runOfTask: async (tenantId, taskId) => (await given.originOf(tenantId, taskId))?.runId ?? null,
		now,
	};
	return { library, columns, routineRuns, runners, actForRun: createActForRun(runners) };
}

type SchedulesGiven = Pick<RoutinesGiven, "sealer" | "now" | "audit" | "ids"> & {
	readonly base: Pick<Base, "config" | "mongo" | "log" | "metrics" | "tracing">;
	readonly runs: RoutineRunDeps;
	readonly memberOf: MemberOf;
};

/** Opens what starts routines without a person, and begins to look for what is due and for runners that are missed. */
export function openSchedules({ base, runs, sealer, now, audit, ids, memberOf }: SchedulesGiven) {
	const metrics = createScheduleMetrics(base.metrics, now);
	const starting: ScheduleStartDeps = {
		schedules: createScheduleStore(base.mongo),
		runs,
		memberOf,
		audit,
		metrics,
		openRows: (sealed) => {
			try {
				return JSON.parse(sealer.open(sealed));
			} catch (cause) {
				// biome-ignore lint/style/useErrorCause: AppError takes its cause in the third argument
				throw new AppError("VALIDATION_ERROR", "Its values cannot be read with the key of this installation: give them again", { cause });
			}
		},
		now,
	};
	const clock = startScheduleClock({ ...starting, metrics, log: base.log }, { url: base.config.REDIS_URL, tracing: base.tracing });
	const schedules: ScheduleDeps = { ...starting, clock, newId: () => ids.prefixed(ScheduleId, "sch") };
	const { ADDRESS_REQUESTS_PER_MINUTE: perMinute, PUBLIC_URL: publicUrl } = base.config;
	const triggers: TriggerDeps = {
		triggers: createTriggerStore(base.mongo),
		runs,
		memberOf,
		audit,
		sealer,
		countAddress: createAddressCounter({ perMinute, metrics: base.metrics }),
		newId: () => ids.prefixed(TriggerId, "trg"),
		publicUrl,
		now,
	};
	const watching = watchRunners({ ...base, beats: createBeatStore(base.mongo), now });
	const close = async () => void (await Promise.all([clock.stop(), watching.stop()]));
	return { schedules, scheduleClock: clock, triggers, close };
}
