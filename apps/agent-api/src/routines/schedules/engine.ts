import type * as routes from "@webhand/contracts/authority/schedule";
import type { ScheduledStart, ScheduleTimes } from "@webhand/contracts/authority/schedule";
import { scheduleLimits } from "@webhand/contracts/authority/schedule";
import type { RoutineId, ScheduleId } from "@webhand/contracts/ids";
import type { ReplyOf } from "@webhand/contracts/routes";
import type { RunQueue } from "@webhand/contracts/routine/run";
import type { InputValues, RoutineInput } from "@webhand/contracts/routine/words";
import { isNeeded } from "@webhand/routines/rows/check";
import { AppError } from "@webhand/service-kit/errors";
import type { z } from "zod";
import type { AuditNote } from "../../host/audit/store.ts";
import { hashOfBody } from "../../policy/facts/keys.ts";
import { maskedValue } from "../../policy/secrets/find.ts";
import { defined } from "../../shared/defined.ts";
import { keyConflict } from "../../shared/idempotency.ts";
import { dayMs } from "../../shared/retention.ts";
import { findRoutine } from "../library/engine.ts";
import { playedBy, refuseRunnerWithoutStart } from "../runs/engine.ts";
import type { Caller } from "../runs/run.ts";
import { sealValues } from "../runs/values.ts";
import type { ScheduleClock } from "./clock.ts";
import type { ScheduleStartDeps } from "./start.ts";
import { endDue, startDue } from "./start.ts";
import type { ListedSchedule, StoredSchedule, StoredStart } from "./store.ts";
import { nextStart, problemOfCron, startsBetween } from "./times.ts";

/** What schedules need beside what starts them. */
export type ScheduleDeps = ScheduleStartDeps & {
	readonly clock: Pick<ScheduleClock, "set">;
	readonly newId: () => ScheduleId;
};

/** A schedule, and the user who asks. */
export type ScheduleCall = Caller & { readonly scheduleId: ScheduleId };

const mostStarts = 50;

/**
 * Stores a schedule. The same key and body get the same one again.
 *
 * @throws AppError ROUTINE_NOT_FOUND, NOT_FOUND, VALIDATION_ERROR naming fields or cells, LIMIT_REACHED, IDEMPOTENCY_CONFLICT
 */
export async function createSchedule(
	deps: ScheduleDeps,
	{ identity, body, key }: Caller & { readonly body: z.output<typeof routes.createScheduleRoute.body>; readonly key?: string },
): Promise<{ readonly reply: ReplyOf<typeof routes.createScheduleRoute>; readonly isReplay: boolean }> {
	const { tenantId, userId } = identity;
	const createHash = hashOfBody(body);
	const findFirst = async () => (key === undefined ? null : await deps.schedules.findCreated(tenantId, userId, key));
	const replayOf = async (first: StoredSchedule) => {
		if (first.createHash !== createHash) throw keyConflict();
		return { reply: { schedule: await shownWithRows(deps, first) }, isReplay: true };
	};
	const before = await findFirst();
	if (before !== null) return await replayOf(before);
	const { routineId, version, rows, options, queue, cron, timeZone, missed, overlap, jitterMinutes, endsAt } = body;
	const at = deps.now();
	const nextAt = firstStart(body, at);
	const inputs = await inputsOf(deps, { identity, ...body });
	const schedule: StoredSchedule = {
		_id: deps.newId(),
		tenantId,
		ownerId: userId,
		routineId,
		...defined({ version }),
		cron,
		timeZone,
		missed,
		overlap,
		jitterMinutes,
		...(endsAt === undefined ? {} : { endsAt: new Date(endsAt) }),
		...sealedRows(deps, rows, inputs),
		options,
		queue,
		nextAt,
		...(key === undefined ? {} : { createKey: key, createHash }),
		createdAt: at,
	};
	const isFirst = await deps.runs.inTurn(`schedules:${tenantId}`, async () => {
		const limit = scheduleLimits.ofTenant;
		if ((await deps.schedules.count(tenantId, limit)) >= limit)
			throw new AppError("LIMIT_REACHED", `${limit} schedules are stored, as many as may be. Delete one first`, {
				details: { name: "schedules", limit },
			});
		return await deps.schedules.create(schedule, (session) =>
			deps.audit.insert(tenantId, [noteBy(schedule, { identity, at, action: "schedule.create" })], session),
		);
	});
	const first = isFirst ? null : await findFirst();
	if (first !== null) return await replayOf(first);
	await deps.clock.set(schedule);
	return { reply: { schedule: await shownWithRows(deps, schedule) }, isReplay: false };
}

/** Schedules in the order in which they start. @throws AppError FORBIDDEN when a member asks for all */
export async function listSchedules(
	deps: ScheduleDeps,
	{ identity, query: { routineId, all } }: Caller & { readonly query: z.output<typeof routes.schedulesRoute.query> },
): Promise<ReplyOf<typeof routes.schedulesRoute>> {
	const { tenantId, userId: ownerId, roles } = identity;
	if (all && !roles.includes("admin")) throw new AppError("FORBIDDEN", "Only admins see the schedules of others");
	const rows = await deps.schedules.list(tenantId, { ...(all ? {} : { ownerId }), routineId, limit: scheduleLimits.ofTenant });
	return { schedules: await shownAll(deps, rows) };
}

/** Starts of the user's schedules in the coming seven days. @throws never by itself */
export async function readCalendar(deps: ScheduleDeps, { identity }: Caller): Promise<ReplyOf<typeof routes.calendarRoute>> {
	const { tenantId, userId: ownerId } = identity;
	const rows = await deps.schedules.list(tenantId, { ownerId, limit: scheduleLimits.ofTenant });
	const nameOf = await namesOf(deps, rows);
	const upTo = new Date(deps.now().getTime() + 7 * dayMs);
	const starts: ReplyOf<typeof routes.calendarRoute>["starts"] = [];
	let heads = rows.flatMap((schedule) => (schedule.nextAt === undefined ? [] : [{ schedule, at: schedule.nextAt }]));
	for (;;) {
		heads = heads.filter(({ at }) => at <= upTo);
		const [head, ...others] = heads.toSorted((one, other) => one.at.getTime() - other.at.getTime());
		if (head === undefined || starts.length === scheduleLimits.week) return { starts, isCut: head !== undefined };
		const { schedule, at } = head;
		starts.push({ scheduleId: schedule._id, routineName: nameOf(schedule), at: at.toISOString() });
		const next = nextStart(schedule, at);
		heads = next === undefined ? others : [{ schedule, at: next }, ...others];
	}
}

/** A schedule with its last and next starts. @throws AppError SCHEDULE_NOT_FOUND */
export async function readSchedule(deps: ScheduleDeps, call: ScheduleCall): Promise<ReplyOf<typeof routes.scheduleRoute>> {
	const schedule = await findSchedule(deps, call);
	const starts = await deps.schedules.starts(schedule.tenantId, schedule._id, mostStarts);
	return {
		schedule: await shownWithRows(deps, schedule),
		starts: starts.flatMap(startOf),
		next: schedule.nextAt === undefined ? [] : nextOf(schedule, deps.now()),
	};
}

type Change = z.output<typeof routes.changeScheduleRoute.body>;

/** Changes the user's own schedule. @throws AppError SCHEDULE_NOT_FOUND, ROUTINE_NOT_FOUND, NOT_FOUND, VALIDATION_ERROR naming fields or cells */
export async function changeSchedule(
	deps: ScheduleDeps,
	{ change, ...call }: ScheduleCall & { readonly change: Change },
): Promise<ReplyOf<typeof routes.changeScheduleRoute>> {
	const isMoved = (["cron", "timeZone", "endsAt"] as const).some((name) => change[name] !== undefined);
	const found = await findOwn(deps, call);
	if (Object.keys(change).length === 0) return { schedule: await shownWithRows(deps, found) };
	// A start that is due already takes place as it was set, or says why not: other times would drop it without a word.
	if (isMoved) await startDue(deps, found.tenantId, found._id);
	const before = isMoved ? await findOwn(deps, call) : found;
	const { endsAt, version, rows: given, ...plain } = change;
	const now = deps.now();
	const end = endsAt === undefined ? before.endsAt : endsAt === null ? undefined : new Date(endsAt);
	const times = { cron: plain.cron ?? before.cron, timeZone: plain.timeZone ?? before.timeZone, endsAt: end?.toISOString() };
	const nextAt = isMoved && before.paused === undefined ? { nextAt: firstStart(times, now) } : {};
	const rows = given === undefined ? undefined : withKnownSecrets(given, { shown: before.rows, open: () => deps.openRows(before.sealed) });
	const number = version === undefined ? before.version : (version ?? undefined);
	const inputs = await inputsOf(deps, {
		...call,
		routineId: before.routineId,
		rows: rows ?? [...deps.openRows(before.sealed)],
		options: plain.options ?? before.options,
		queue: plain.queue ?? before.queue,
		...defined({ version: number }),
	});
	const set: Partial<StoredSchedule> = {
		...defined(plain),
		...nextAt,
		...(typeof endsAt === "string" ? { endsAt: new Date(endsAt) } : {}),
		...(typeof version === "number" ? { version } : {}),
		...(rows === undefined ? {} : sealedRows(deps, rows, inputs)),
	};
	const unset = [
		...(endsAt === null ? (["endsAt"] as const) : []),
		...(version === null ? (["version"] as const) : []),
		...(isMoved ? (["retryAt"] as const) : []),
	];
	if (isMoved && before.retryAt !== undefined)
		await endDue(deps, before, "It failed, and its times were changed before it was tried again");
	const facts = { changed: Object.keys(change) };
	return await changed(deps, call, { before, set, unset, note: { action: "schedule.change", facts } });
}

/** Lets a schedule rest. @throws AppError SCHEDULE_NOT_FOUND */
export async function pauseSchedule(deps: ScheduleDeps, call: ScheduleCall): Promise<ReplyOf<typeof routes.pauseScheduleRoute>> {
	const before = await findSchedule(deps, call);
	if (before.paused !== undefined) return { schedule: await shownWithRows(deps, before) };
	const set = { paused: { reason: "person", at: deps.now() } } as const;
	if (before.retryAt !== undefined) await endDue(deps, before, "It failed, and was paused before it was tried again");
	const unset = ["nextAt", "retryAt"] as const;
	return await changed(deps, call, { before, set, unset, note: { action: "schedule.pause", facts: { reason: "person" } } });
}

/** Goes on with the user's own schedule. @throws AppError SCHEDULE_NOT_FOUND, ROUTINE_NOT_FOUND, VALIDATION_ERROR when it is over */
export async function resumeSchedule(deps: ScheduleDeps, call: ScheduleCall): Promise<ReplyOf<typeof routes.resumeScheduleRoute>> {
	const before = await findOwn(deps, call);
	if (before.paused === undefined) return { schedule: await shownWithRows(deps, before) };
	await findRoutine(deps.runs, { ...call, routineId: before.routineId });
	const set = { nextAt: firstStart({ ...before, endsAt: before.endsAt?.toISOString() }, deps.now()) };
	return await changed(deps, call, { before, set, unset: ["paused"], note: { action: "schedule.resume", facts: {} } });
}

/** Deletes a schedule; its runs stay. @throws AppError SCHEDULE_NOT_FOUND */
export async function deleteSchedule(deps: ScheduleDeps, call: ScheduleCall): Promise<undefined> {
	const before = await findSchedule(deps, call);
	const note = noteBy(before, { ...call, at: deps.now(), action: "schedule.delete" });
	const { nextAt: _, ...gone } = before;
	await deps.schedules.remove(before.tenantId, before._id, (session) => deps.audit.insert(before.tenantId, [note], session));
	await deps.clock.set(gone);
}

/** The next starts of times that are not stored. @throws AppError VALIDATION_ERROR naming the field */
export function previewTimes(deps: Pick<ScheduleDeps, "now">, times: WrittenTimes): ReplyOf<typeof routes.previewScheduleRoute> {
	const now = deps.now();
	firstStart(times, now);
	return { next: nextOf({ ...times, endsAt: times.endsAt === undefined ? undefined : new Date(times.endsAt) }, now) };
}

type Changed = {
	readonly before: StoredSchedule;
	readonly set: Partial<StoredSchedule>;
	readonly unset: readonly ("version" | "endsAt" | "paused" | "nextAt" | "retryAt")[];
	readonly note: Pick<AuditNote, "action" | "facts">;
};

async function changed(deps: ScheduleDeps, { identity }: ScheduleCall, { before, set, unset, note }: Changed) {
	const added = noteBy(before, { identity, at: deps.now(), ...note });
	const schedule = await deps.schedules.change(before, { set, unset }, (session) => deps.audit.insert(before.tenantId, [added], session));
	if (schedule === null) throw unknownSchedule();
	await deps.clock.set(schedule);
	return { schedule: await shownWithRows(deps, schedule) };
}

/** A schedule of the user, or of the tenant for its admins; to all others there is none. @throws AppError SCHEDULE_NOT_FOUND */
async function findSchedule({ schedules }: ScheduleDeps, { identity, scheduleId }: ScheduleCall): Promise<StoredSchedule> {
	const found = await schedules.get(identity.tenantId, scheduleId);
	if (found !== null && (found.ownerId === identity.userId || identity.roles.includes("admin"))) return found;
	throw unknownSchedule();
}

/** A schedule of the user alone: a change plays in the name of its owner. @throws AppError SCHEDULE_NOT_FOUND */
async function findOwn(deps: ScheduleDeps, call: ScheduleCall): Promise<StoredSchedule> {
	const found = await findSchedule(deps, call);
	if (found.ownerId !== call.identity.userId) throw unknownSchedule();
	return found;
}

const unknownSchedule = () => new AppError("SCHEDULE_NOT_FOUND", "There is no such schedule");
const invalid = (field: string, message: string) =>
	new AppError("VALIDATION_ERROR", "The request is not valid", { details: { fields: [{ field, message }] } });

type WrittenTimes = Pick<ScheduleTimes, "cron" | "timeZone" | "endsAt">;

/** @throws AppError VALIDATION_ERROR naming the field */
function firstStart({ cron, timeZone, endsAt }: WrittenTimes, now: Date): Date {
	const problem = problemOfCron(cron);
	if (problem !== undefined) throw invalid("cron", problem);
	const end = endsAt === undefined ? undefined : new Date(endsAt);
	if (end !== undefined && end <= now) throw invalid("endsAt", "must be in the future");
	const first = nextStart({ cron, timeZone, endsAt: end }, now);
	if (first === undefined) throw invalid(end === undefined ? "cron" : "endsAt", "leaves no start: the first one would be later");
	return first;
}

const nextOf = (times: Parameters<typeof nextStart>[0], after: Date) =>
	startsBetween(times, { after, upTo: new Date(8.64e15), limit: scheduleLimits.preview }).map((at) => at.toISOString());

type Given = Parameters<typeof playedBy>[1]["body"] & { readonly queue: RunQueue } & Pick<Parameters<typeof playedBy>[1], "identity"> & {
		readonly routineId: RoutineId;
	};

/** The inputs that the values of a schedule are for. @throws AppError as `playedBy`; VALIDATION_ERROR for a file that nobody is there to give, and a runner that would not know where to begin */
async function inputsOf(deps: ScheduleDeps, { identity, routineId, queue, ...body }: Given): Promise<readonly RoutineInput[]> {
	const { program } = await playedBy(deps.runs, { identity, routineId, body });
	refuseRunnerWithoutStart(program, queue);
	const file = program.inputs.find((input) => input.type === "file" && isNeeded(input));
	if (file !== undefined) throw invalid("routineId", `needs ${file.label}, a file of a person's computer, so a person has to start it`);
	return program.inputs;
}

function sealedRows({ runs }: ScheduleDeps, rows: readonly InputValues[], inputs: readonly RoutineInput[]) {
	return {
		rows: rows.map((row) => sealValues(row, inputs, runs.sealer).values),
		sealed: runs.sealer.seal(JSON.stringify(rows)),
	};
}

/**
 * Who edits a list sends the secrets as they saw them. A row that moved keeps its own; one that was changed has those of its place, where no
 * row was added or left out. Without secrets to fill in nothing is opened: what the key does not open any more can be given again.
 *
 * @throws AppError VALIDATION_ERROR naming a secret of which nobody knows whose it is
 */
function withKnownSecrets(
	rows: readonly InputValues[],
	{ shown, open }: { readonly shown: readonly InputValues[]; readonly open: () => readonly InputValues[] },
): InputValues[] {
	const textOf = (row: InputValues | undefined) => JSON.stringify(Object.entries(row ?? {}).sort());
	const known = shown.map(textOf);
	const given = rows.map(textOf);
	const whole = rows.some((row) => Object.values(row).includes(maskedValue)) ? open() : [];
	const placeOf = (at: number): number | undefined => {
		const [row = "", there = ""] = [given[at], known[at]];
		const first = known.indexOf(row);
		if (first !== -1 && first === known.lastIndexOf(row)) return first;
		const isSamePlace = first === -1 ? !given.includes(there) : row === there;
		return rows.length === known.length && isSamePlace ? at : undefined;
	};
	return rows.map((row, at) =>
		Object.fromEntries(
			Object.entries(row).map(([name, value]) => {
				if (value !== maskedValue) return [name, value];
				const secret = whole[placeOf(at) ?? -1]?.[name];
				if (secret === undefined) throw invalid(`rows.${at}.${name}`, "is a secret that has to be given again");
				return [name, secret];
			}),
		),
	);
}

type Noted = Caller & Pick<AuditNote, "action" | "at"> & { readonly facts?: AuditNote["facts"] };

function noteBy({ _id: target, ownerId }: ListedSchedule, { identity: { userId }, at, action, facts = {} }: Noted): AuditNote {
	return { userId, at, action, target, outcome: "ok", facts: { ...facts, ...(userId === ownerId ? {} : { owner: ownerId }) } };
}

/** The names of their routines; one that was deleted has none. */
async function namesOf({ runs }: ScheduleDeps, schedules: readonly ListedSchedule[]) {
	const [first] = schedules;
	const ids = [...new Set(schedules.map(({ routineId }) => routineId))];
	const names = first === undefined ? new Map<RoutineId, string>() : await runs.routines.names(first.tenantId, ids);
	return ({ routineId }: ListedSchedule) => names.get(routineId) ?? "";
}

async function shownAll(deps: ScheduleDeps, schedules: readonly ListedSchedule[]): Promise<Omit<routes.Schedule, "rows">[]> {
	const [first] = schedules;
	if (first === undefined) return [];
	const ids = schedules.map(({ _id }) => _id);
	const [nameOf, misses, newest] = await Promise.all([
		namesOf(deps, schedules),
		deps.schedules.misses(first.tenantId, ids),
		deps.schedules.newest(first.tenantId, ids),
	]);
	return schedules.map((schedule) => {
		const { _id: id, ownerId, routineId, version, cron, timeZone, missed, overlap, jitterMinutes, options, queue, paused } = schedule;
		const last = newest.get(id);
		return {
			id,
			ownerId,
			routineId,
			routineName: nameOf(schedule),
			...defined({ version, endsAt: schedule.endsAt?.toISOString(), nextAt: schedule.nextAt?.toISOString() }),
			cron,
			timeZone,
			missed,
			overlap,
			jitterMinutes,
			options,
			queue,
			...(paused === undefined ? {} : { paused: { reason: paused.reason, at: paused.at.toISOString() } }),
			...defined({ last: last === undefined ? undefined : startOf(last)[0] }),
			misses: misses.get(id) ?? 0,
			createdAt: schedule.createdAt.toISOString(),
		};
	});
}

async function shownWithRows(deps: ScheduleDeps, schedule: StoredSchedule): Promise<routes.Schedule> {
	const [shown] = await shownAll(deps, [schedule]);
	if (shown === undefined) throw unknownSchedule();
	return { ...shown, rows: schedule.rows.map((row) => ({ ...row })) };
}

function startOf({ dueAt, outcome, reason, runId, at }: StoredStart): ScheduledStart[] {
	if (outcome === undefined) return [];
	return [{ dueAt: dueAt.toISOString(), outcome, ...defined({ reason, runId }), at: at.toISOString() }];
}
