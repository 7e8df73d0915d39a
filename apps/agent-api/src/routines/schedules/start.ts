import type { Schedule, StartOutcome } from "@webhand/contracts/authority/schedule";
import type { RoutineRunId, ScheduleId, TenantId } from "@webhand/contracts/ids";
import { isRunOver } from "@webhand/contracts/routine/run";
import type { InputValues } from "@webhand/contracts/routine/words";
import { AppError } from "@webhand/service-kit/errors";
import { failpoint } from "@webhand/service-kit/failpoints";
import type { AuditNote, AuditStore } from "../../host/audit/store.ts";
import { hashOfBody } from "../../policy/facts/keys.ts";
import { dayMs } from "../../shared/retention.ts";
import type { MemberOf } from "../../shared/upstream.ts";
import { mayRun } from "../library/policy.ts";
import type { RoutineRunDeps } from "../runs/engine.ts";
import { startRun } from "../runs/engine.ts";
import { settle } from "../runs/settle.ts";
import type { ScheduleMetrics } from "../telemetry.ts";
import type { DueStart } from "./policy.ts";
import { jitterOf, mostMissed, pauseBehind, startsOf, wordsOfPause } from "./policy.ts";
import type { ListedSchedule, ScheduleStore, StoredSchedule, StoredStart } from "./store.ts";
import { lastStarts, nextStart } from "./times.ts";

/** What starting by the clock needs. `memberOf`: whether the owner still works there, and as what. */
export type ScheduleStartDeps = {
	readonly schedules: ScheduleStore;
	readonly runs: RoutineRunDeps;
	readonly memberOf: MemberOf;
	readonly audit: Pick<AuditStore, "insert">;
	readonly openRows: (sealed: string) => readonly InputValues[];
	readonly metrics: Pick<ScheduleMetrics, "started">;
	readonly now: () => Date;
};

/** How long a start is told on the page of its schedule. */
const startsKeptMs = 30 * dayMs;

type Member = Awaited<ReturnType<MemberOf>>;

/**
 * Begins what is due of a schedule. Safe to repeat, and to do twice at once: a start stands once, and its run has a key of its own.
 *
 * @throws AppError AUTH_UNAVAILABLE and others that pass, and what a start failed with: it is looked at again, after a pause that grows
 */
export async function startDue(deps: ScheduleStartDeps, tenantId: TenantId, scheduleId: ScheduleId): Promise<void> {
	const schedule = await deps.schedules.get(tenantId, scheduleId);
	const now = deps.now();
	const { nextAt } = schedule ?? {};
	// One that was paused while it was changed may have both.
	if (schedule === null || schedule.paused !== undefined || nextAt === undefined || nextAt > now) return;
	if (schedule.retryAt !== undefined && schedule.retryAt > now) return;
	const due = lastStarts(schedule, { from: nextAt, upTo: now, limit: mostMissed });
	const member = await deps.memberOf({ tenantId, userId: schedule.ownerId });
	const reason = await pauseReasonOf(deps, schedule, member);
	const starts = reason === undefined ? startsOf(due, { missed: schedule.missed, now }) : [];
	for (const start of starts) {
		const end = ({ tries }: StoredStart) => endOf(deps, schedule, { start: againOf(start, { tries }), member, tries: (tries ?? 0) + 1 });
		await settleStart(deps, schedule, { dueAt: start.dueAt, end });
	}
	if (reason !== undefined) {
		await endDue(deps, schedule, wordsOfPause[reason]);
		const note = noteOf(schedule, now, { action: "schedule.pause", outcome: "ok", facts: { reason } });
		await deps.schedules.change(schedule, { set: { paused: { reason, at: now } }, unset: ["nextAt", "retryAt"] }, (session) =>
			deps.audit.insert(tenantId, [note], session),
		);
		return;
	}
	await failpoint("schedule.started");
	await deps.schedules.advance({ ...schedule, nextAt }, nextStart(schedule, due.at(-1) ?? nextAt));
}

/** Says of each start that is due why none begins, also of one that failed and would be tried again. */
export async function endDue(deps: ScheduleStartDeps, schedule: StoredSchedule, reason: string): Promise<void> {
	const { nextAt: from } = schedule;
	const due = from === undefined ? [] : lastStarts(schedule, { from, upTo: deps.now(), limit: mostMissed });
	for (const dueAt of due) await settleStart(deps, schedule, { dueAt, end: async () => ({ outcome: "missed", reason }) });
}

type SystemPause = Exclude<NonNullable<Schedule["paused"]>["reason"], "person">;

async function pauseReasonOf(
	{ runs }: ScheduleStartDeps,
	{ tenantId, ownerId: userId, routineId }: StoredSchedule,
	{ isActive, roles }: Member,
): Promise<SystemPause | undefined> {
	if (!isActive) return "owner_left";
	const routine = await runs.routines.get(tenantId, routineId);
	if (routine === null) return "routine_gone";
	return mayRun(routine, { userId, roles }) ? undefined : "no_access";
}

type Begin = { readonly start: DueStart; readonly member: Member };
type Ended = { readonly outcome: StartOutcome; readonly reason?: string; readonly runId?: RoutineRunId };

/** A start, and what comes of it where no process began its run. */
type Settling = { readonly dueAt: Date; readonly end: (claimed: StoredStart) => Promise<Ended> };

async function settleStart(deps: ScheduleStartDeps, schedule: StoredSchedule, { dueAt, end: endIt }: Settling): Promise<void> {
	const { tenantId, _id: scheduleId, ownerId } = schedule;
	const at = deps.now();
	const claimed = await deps.schedules.claim({ tenantId, scheduleId, dueAt, at, expireAt: new Date(at.getTime() + startsKeptMs) });
	if (claimed.outcome !== undefined) return;
	await failpoint("schedule.claimed");
	const begun = async () => {
		const run = await deps.runs.runs.findCreated(tenantId, ownerId, keyOf(scheduleId, dueAt));
		return run === null ? undefined : ({ outcome: "started", runId: run._id } as const);
	};
	// The process that noted it may have begun its run, and died.
	const own = (await begun()) ?? (await endIt(claimed));
	// What kept this process from it may be the very run, which another one began meanwhile.
	const end = own.outcome === "started" ? own : ((await begun()) ?? own);
	await failpoint("schedule.run_begun");
	const note = noteOf(schedule, at, { action: "schedule.miss", outcome: "failed", facts: { due: dueAt.toISOString(), why: end.outcome } });
	await deps.schedules.settle({ tenantId, scheduleId, dueAt }, end, async (session) => {
		if (end.outcome !== "started") await deps.audit.insert(tenantId, [note], session);
	});
	deps.metrics.started(end.outcome);
}

/** A start that failed on time is no missed one, however long its pauses were. */
const againOf = (start: DueStart, { tries }: { readonly tries: number | undefined }): DueStart =>
	tries === undefined ? start : { dueAt: start.dueAt, begins: true };

async function endOf(
	deps: ScheduleStartDeps,
	schedule: StoredSchedule,
	{ start, member, tries }: Begin & { readonly tries: number },
): Promise<Ended> {
	const { tenantId, _id: id, ownerId: userId, routineId, version, options, queue, overlap, jitterMinutes } = schedule;
	const { dueAt, begins, reason = "" } = start;
	if (!begins) return { outcome: "missed", reason };
	const by = { kind: "schedule", id } as const;
	if (overlap === "skip") {
		const open = await deps.runs.runs.openOf(tenantId, by);
		// Its browser may have gone without a word of its end.
		if (open !== null && !isRunOver(await settle(deps.runs, open)))
			return { outcome: "skipped", reason: "The run before was not over", runId: open._id };
	}
	const { roles, limits } = member;
	const key = keyOf(id, dueAt);
	const jitterMs = jitterOf(jitterMinutes, Number.parseInt(hashOfBody({ key }).slice(0, 8), 16));
	try {
		const { reply } = await startRun(deps.runs, {
			identity: { tenantId, userId, roles, limits },
			routineId,
			key,
			body: { rows: [...deps.openRows(schedule.sealed)], options, queue, ...(version === undefined ? {} : { version }) },
			started: { by, dueAt: new Date(dueAt.getTime() + jitterMs) },
		});
		return { outcome: "started", runId: reply.run.id };
	} catch (cause) {
		if (cause instanceof AppError && !passing.has(cause.code)) return { outcome: "refused", reason: cause.message };
		if (cause instanceof AppError) throw cause;
		await deps.schedules.noteFailure({ tenantId, scheduleId: id, dueAt }, tries);
		const pauseMs = pauseBehind(tries);
		if (pauseMs === null) return { outcome: "refused", reason: `It failed ${tries} times. Its error is in the log of the server` };
		await deps.schedules.retryAt(schedule, new Date(deps.now().getTime() + pauseMs));
		throw cause;
	}
}

/** What another look may find gone. */
const passing: ReadonlySet<string> = new Set(["AUTH_UNAVAILABLE", "SERVICE_UNAVAILABLE", "INTERNAL_ERROR", "RATE_LIMIT"]);

const keyOf = (scheduleId: ScheduleId, dueAt: Date) => `${scheduleId}:${dueAt.getTime()}`;

/** A note about a schedule, of its owner. @throws never */
function noteOf(
	{ _id: target, ownerId: userId }: Pick<ListedSchedule, "_id" | "ownerId">,
	at: Date,
	what: Pick<AuditNote, "action" | "outcome" | "facts">,
): AuditNote {
	return { userId, at, target, ...what };
}
