import { isTerminal } from "@webhand/contracts/agent/task";
import type { RoutineId, RoutineRunId, SessionId, ShareId, TaskId, TenantId, UserId } from "@webhand/contracts/ids";
import type { ReplyOf } from "@webhand/contracts/routes";
import type { RoutineProgram } from "@webhand/contracts/routine/routine";
import type * as routes from "@webhand/contracts/routine/run";
import type { RoutineRun, RunState } from "@webhand/contracts/routine/run";
import { allSteps, routineLimits } from "@webhand/contracts/routine/step";
import { addressOf } from "@webhand/routines/replay/act";
import { checkRows } from "@webhand/routines/rows/check";
import { resultCells, resultHead } from "@webhand/routines/rows/results";
import { AppError } from "@webhand/service-kit/errors";
import { failpoint } from "@webhand/service-kit/failpoints";
import type { Identity } from "@webhand/service-kit/guard";
import type { CsvRow } from "@webhand/service-kit/http/csv";
import { pageOf, readCursor } from "@webhand/service-kit/lists";
import type { InTurn } from "@webhand/service-kit/mongo/locks";
import type { Sealer } from "@webhand/service-kit/seal";
import type { z } from "zod";
import type { AuditNote, AuditStore } from "../../host/audit/store.ts";
import { hashOfBody } from "../../policy/facts/keys.ts";
import { isIdle } from "../../policy/progress/status.ts";
import { defined } from "../../shared/defined.ts";
import { keyConflict } from "../../shared/idempotency.ts";
import { dayMs, expiryOf } from "../../shared/retention.ts";
import type { Task } from "../../shared/task.ts";
import type { ProposeHeals } from "../heals/engine.ts";
import { findRoutine, findVersion } from "../library/engine.ts";
import { calledIn } from "../library/policy.ts";
import type { RoutineStore } from "../library/store.ts";
import { rowOf, runOf } from "./map.ts";
import { brokenOff, isGoing, orderOf, progressOfRun } from "./policy.ts";
import { attemptKey } from "./row.ts";
import type { ListedRun, RoutineRunStore, StoredRow, StoredRun } from "./store.ts";
import { hashOfKey, keyOfRow, openValues, sealValues } from "./values.ts";

/** What runs of routines need. `idleMs`: a task without a step for so long has expired; `leaseMs`: a browser that is silent for so long is gone. */
export type RoutineRunDeps = {
	readonly runs: RoutineRunStore;
	readonly routines: RoutineStore;
	readonly proposeHeals: ProposeHeals;
	readonly audit: Pick<AuditStore, "insert" | "insertOnce">;
	readonly tasks: {
		readonly get: (tenantId: TenantId, userId: UserId, taskId: TaskId) => Promise<Task | null>;
		readonly findCreated: (tenantId: TenantId, userId: UserId, createKey: string) => Promise<Task | null>;
		/** A request with this key makes no task any more. */
		readonly stopKey: (tenantId: TenantId, userId: UserId, key: string) => Promise<void>;
		/** Ends a task with its events. @returns false when it was written to meanwhile */
		readonly cancel: (task: Task) => Promise<boolean>;
	};
	/** Runs of one user are counted and started one after the other. */
	readonly inTurn: InTurn;
	readonly sealer: Sealer;
	readonly newId: () => RoutineRunId;
	readonly newSessionId: () => SessionId;
	readonly newShareId: () => ShareId;
	readonly now: () => Date;
	readonly idleMs: number;
	readonly leaseMs: number;
	readonly retentionDays: number;
};

type Caller = { readonly identity: Pick<Identity, "tenantId" | "userId" | "roles" | "limits"> };

/** A run, and the user who asks; `share` is what the user's link names. */
export type RunCall = Caller & { readonly runId: RoutineRunId; readonly share?: string | undefined };

/** Runs of a user that are not over. */
const mostOpenRuns = 50;
/** Programs of a run with those that it calls, as characters of JSON. */
const mostPlan = 8_000_000;

type Start = Caller & {
	readonly routineId: RoutineId;
	readonly body: z.output<typeof routes.startRunRoute.body>;
	readonly key?: string;
};

/**
 * Starts a run over a list of values. The same key and body get the same run again.
 *
 * @throws AppError ROUTINE_NOT_FOUND, NOT_FOUND, VALIDATION_ERROR with every faulty cell, LIMIT_REACHED, IDEMPOTENCY_CONFLICT
 */
export async function startRun(
	deps: RoutineRunDeps,
	call: Start,
): Promise<{ readonly reply: ReplyOf<typeof routes.startRunRoute>; readonly isReplay: boolean }> {
	const { identity, body, key } = call;
	const { tenantId, userId } = identity;
	const createHash = hashOfBody({ routineId: call.routineId, ...body });
	const findFirst = async () => (key === undefined ? null : await deps.runs.findCreated(tenantId, userId, key));
	const replayOf = async (first: ListedRun) => {
		if (first.createHash !== createHash) throw keyConflict();
		return { reply: { run: await shown(deps, first, identity) }, isReplay: true };
	};
	const before = await findFirst();
	if (before !== null) return await replayOf(before);
	const run = await newRun(deps, call, key === undefined ? {} : { createKey: key, createHash });
	const rows = await newRows(deps, run, body.rows);
	const isFirst = await deps.inTurn(`routine_runs:${tenantId}:${userId}`, async () => {
		if ((await deps.runs.countOpen(tenantId, userId)) >= mostOpenRuns)
			throw new AppError("LIMIT_REACHED", `${mostOpenRuns} of your runs are not over, as many as may be. Stop one first`, {
				details: { name: "routineRuns", limit: mostOpenRuns },
			});
		return await deps.runs.create(run, rows);
	});
	const first = isFirst ? null : await findFirst();
	if (first !== null) return await replayOf(first);
	await deps.routines.noteRun(tenantId, run.routineId, run.createdAt);
	return { reply: { run: await shown(deps, run, identity) }, isReplay: false };
}

async function newRun(
	deps: RoutineRunDeps,
	{ identity, routineId, body }: Start,
	created: Pick<StoredRun, "createKey" | "createHash">,
): Promise<StoredRun> {
	const { tenantId, userId } = identity;
	const routine = await findRoutine(deps, { identity, routineId });
	const version = body.version ?? routine.version;
	const { program, state } = await findVersion(deps, { identity, routineId, number: version });
	if (state !== "accepted") throw invalid("body.version", `Version ${version} was not taken, so it is not played`);
	refuseKey(body.options.keyOf, program);
	const { faults, faultCount } = checkRows(body.rows, program.inputs);
	if (faultCount > 0)
		throw new AppError("VALIDATION_ERROR", "Some values do not fit", { details: { fields: [], cells: [...faults], faultCount } });
	const called = await calledPrograms(deps, { identity, program });
	if (JSON.stringify({ program, called }).length > mostPlan)
		throw new AppError("LIMIT_REACHED", "The routine and those that it calls are too long");
	const at = deps.now();
	return {
		_id: deps.newId(),
		tenantId,
		userId,
		routineId,
		name: routine.name,
		version,
		state: "waiting",
		options: body.options,
		rowCount: body.rows.length,
		sessionId: deps.newSessionId(),
		program,
		called,
		...created,
		createdAt: at,
		expireAt: expiryOf(at, identity, deps),
	};
}

const invalid = (path: string, message: string) =>
	new AppError("VALIDATION_ERROR", "The request is not valid", { details: { fields: [{ path, message }] } });

/** A key of nothing that tells rows apart would make them all one. @throws AppError VALIDATION_ERROR naming the column */
function refuseKey(keyOf: readonly string[] | undefined, { inputs }: RoutineProgram): void {
	for (const [at, name] of (keyOf ?? []).entries()) {
		const input = inputs.find((one) => one.name === name);
		if (input === undefined) throw invalid(`body.options.keyOf.${at}`, `The routine has no input ${name}`);
		if (input.type === "secret") throw invalid(`body.options.keyOf.${at}`, `${input.label} is a secret and makes no key`);
	}
}

/** The programs that a program calls, as deep as routines may call each other. @throws AppError NOT_FOUND */
async function calledPrograms(
	deps: RoutineRunDeps,
	{ identity, program }: Caller & { readonly program: RoutineProgram },
): Promise<Record<string, RoutineProgram>> {
	const called: Record<string, RoutineProgram> = {};
	let wanted = calledIn(program);
	for (let depth = 0; depth < routineLimits.calls && wanted.length > 0; depth += 1) {
		for (const routineId of wanted) {
			const found = await findRoutine(deps, { identity, routineId }).catch((cause: unknown) => {
				if (!(cause instanceof AppError) || cause.code !== "ROUTINE_NOT_FOUND") throw cause;
				throw new AppError("NOT_FOUND", `The routine ${routineId}, which this one calls, is not there for you`, { cause });
			});
			called[routineId] = (await findVersion(deps, { identity, routineId, number: found.version })).program;
		}
		wanted = wanted.flatMap((routineId) => calledIn(called[routineId] ?? program)).filter((routineId) => called[routineId] === undefined);
	}
	return called;
}

/** The rows of a run in the order of the list. An equal row, and where it is wished one that an earlier run did, is skipped. */
async function newRows(
	deps: RoutineRunDeps,
	run: StoredRun,
	given: readonly Readonly<Record<string, string>>[],
): Promise<readonly StoredRow[]> {
	const { tenantId, userId, routineId, expireAt, options } = run;
	const { inputs } = run.program;
	const presets = Object.fromEntries(inputs.flatMap(({ name, preset }) => (preset === undefined ? [] : [[name, preset]])));
	const known = new Map<string, number>();
	const rows = given.map((own, index): StoredRow => {
		const values = { ...presets, ...Object.fromEntries(Object.entries(own).filter(([, value]) => value !== "")) };
		const stored = sealValues(values, inputs, deps.sealer);
		const key = keyOfRow(stored.values, inputs, options.keyOf);
		const equal = known.get(key);
		if (equal === undefined) known.set(key, index);
		return {
			tenantId,
			userId,
			runId: run._id,
			routineId,
			key: equal === undefined ? key : `${key} (${index + 1})`,
			hash: hashOfKey(key),
			index,
			...stored,
			attempt: 1,
			checks: [],
			healed: [],
			expireAt,
			...(equal === undefined ? { state: "waiting" } : { state: "skipped", reason: `The same as row ${equal + 1}` }),
		};
	});
	if (!options.isOnceEver) return rows;
	const done = await deps.runs.doneAmong(
		tenantId,
		routineId,
		rows.map(({ hash }) => hash),
	);
	return rows.map((row) => (row.state === "waiting" && done.has(row.hash) ? { ...row, state: "skipped", reason: doneBefore } : row));
}

const doneBefore = "An earlier run did it";

/** Runs, newest first. @throws AppError FORBIDDEN when a member asks for all, VALIDATION_ERROR naming `cursor` */
export async function listRuns(
	deps: RoutineRunDeps,
	{ identity, query }: Caller & { readonly query: z.output<typeof routes.runsRoute.query> },
): Promise<ReplyOf<typeof routes.runsRoute>> {
	const { tenantId, userId, roles } = identity;
	const { routineId, all, limit, cursor } = query;
	if (all && !roles.includes("admin")) throw new AppError("FORBIDDEN", "Only admins see the runs of others");
	if (all) await note(deps, identity, { target: "routine runs", facts: { what: "list" } });
	const after = readCursor(cursor, /^[0-9]{1,15}$/);
	const rows = await deps.runs.list(tenantId, { userId: all ? undefined : userId, routineId, after, limit: limit + 1 });
	const { page, nextCursor } = pageOf(rows, ({ createdAt, _id }) => ({ key: String(createdAt.getTime()), id: _id }), limit);
	const counts = await deps.runs.counts(
		tenantId,
		page.map(({ _id }) => _id),
	);
	return { runs: page.map((row) => runOf(row, counts.get(row._id) ?? [], { isOwner: row.userId === userId })), nextCursor };
}

/** A run as it stands. @throws AppError RUN_NOT_FOUND */
export async function readRun(deps: RoutineRunDeps, call: RunCall): Promise<ReplyOf<typeof routes.routineRunRoute>> {
	const run = await settle(deps, await findRun(deps, call));
	await noteForeign(deps, call, { run, what: "run" });
	return { run: await shown(deps, run, call.identity) };
}

/** Rows of a run in their order. @throws AppError RUN_NOT_FOUND */
export async function listRows(
	deps: RoutineRunDeps,
	{ query: { after = -1, limit, state }, ...call }: RunCall & { readonly query: z.output<typeof routes.runRowsRoute.query> },
): Promise<ReplyOf<typeof routes.runRowsRoute>> {
	const run = await settle(deps, await findRun(deps, call));
	await noteForeign(deps, call, { run, what: "rows" });
	const rows = await deps.runs.rows(run.tenantId, run._id, { after, state, limit: limit + 1 });
	const page = rows.slice(0, limit);
	return { rows: page.map(rowOf), nextAfter: rows.length > limit ? (page.at(-1)?.index ?? null) : null };
}

/** The lists that a row has read. @throws AppError RUN_NOT_FOUND, NOT_FOUND */
export async function readTables(
	deps: RoutineRunDeps,
	call: RunCall & { readonly index: number },
): Promise<ReplyOf<typeof routes.rowTablesRoute>> {
	const run = await findRun(deps, call);
	await noteForeign(deps, call, { run, what: "tables" });
	const row = await deps.runs.rowAt(run.tenantId, run._id, call.index);
	if (row === null) throw new AppError("NOT_FOUND", "The run has no such row");
	if (row.taskId === undefined) return { tables: [] };
	const plan = await deps.runs.planOf(run.tenantId, run._id);
	const programs = plan === null ? [] : [plan.program, ...Object.values(plan.called)];
	const steps = programs.flatMap((program) => allSteps(program.steps));
	const readings = new Map(steps.flatMap((step) => (step.do === "read" ? [[step.id, step] as const] : [])));
	const { joinTables } = await import("./tables.ts");
	return { tables: joinTables(await deps.runs.tables(run.tenantId, row.taskId), readings) };
}

/** The results of a run, row by row. @throws AppError RUN_NOT_FOUND */
export async function runCsv(deps: RoutineRunDeps, call: RunCall): Promise<AsyncIterable<CsvRow>> {
	const run = await settle(deps, await findRun(deps, call));
	await noteForeign(deps, call, { run, what: "rows" });
	const plan = await deps.runs.planOf(run.tenantId, run._id);
	return csvRows(deps, run, plan?.program.inputs ?? []);
}

const rowsAtOnce = 500;

async function* csvRows({ runs }: RoutineRunDeps, run: ListedRun, inputs: RoutineProgram["inputs"]): AsyncIterable<CsvRow> {
	yield resultHead(inputs);
	for (let after = -1; ; ) {
		const rows = await runs.rows(run.tenantId, run._id, { after, limit: rowsAtOnce });
		for (const row of rows) yield resultCells(rowOf(row), inputs, evidenceOf(row));
		const last = rows.at(-1);
		if (rows.length < rowsAtOnce || last === undefined) return;
		after = last.index;
	}
}

/** Where the steps of a row can be seen. */
const evidenceOf = ({ taskId }: StoredRow) => (taskId === undefined ? "" : `/api/agent/tasks/${taskId}/actions`);

type Change = z.output<typeof routes.changeRunRoute.body>;

const going: readonly RunState[] = ["waiting", "running"];

/** Pauses, goes on with, stops or repeats a run; doing so twice changes nothing more. @throws AppError RUN_NOT_FOUND, RUN_ENDED */
export async function changeRun(
	deps: RoutineRunDeps,
	{ change: { change, withUnknown }, ...call }: RunCall & { readonly change: Change },
): Promise<ReplyOf<typeof routes.changeRunRoute>> {
	const run = await settle(deps, await findOwnRun(deps, call));
	const changed = await changes[change](deps, run, withUnknown);
	return { run: await shown(deps, await settle(deps, changed), call.identity) };
}

const changes: Readonly<Record<Change["change"], (deps: RoutineRunDeps, run: ListedRun, withUnknown: boolean) => Promise<ListedRun>>> = {
	pause: async (deps, run) => await move(deps, run, { from: going, to: "paused" }),
	resume: async (deps, run) => (isGoing(run.state) ? run : await move(deps, run, { from: ["paused"], to: "running" })),
	stop: async (deps, run) => {
		if (run.state === "done" || run.state === "stopped") return run;
		const stopped = await move(deps, run, { from: [...going, "paused"], to: "stopped", endedAt: deps.now() });
		// Whoever reads the run next ends its rows.
		await failpoint("routine.stopped");
		return stopped;
	},
	retry: async (deps, run, withUnknown) => {
		return await deps.runs.retry(run, { withUnknown, to: isGoing(run.state) ? run.state : "waiting" });
	},
};

async function move({ runs }: RoutineRunDeps, run: ListedRun, to: Parameters<RoutineRunStore["move"]>[2]): Promise<ListedRun> {
	if (run.state === to.to && to.to !== "running" && to.to !== "waiting") return run;
	const moved = await runs.move(run.tenantId, run._id, to);
	if (moved === null) throw new AppError("RUN_ENDED", "The run is over", { details: { status: run.state } });
	return moved;
}

/** Attempts at a write that another one may overtake. */
const attempts = 5;

/** How a row ends that is stopped before its task began. One that was to be read back may be saved. */
const stoppedEndOf = ({ readsBack }: StoredRow) =>
	readsBack === true ? ({ state: "unknown", reason: brokenOff } as const) : ({ state: "stopped", reason: "You stopped it" } as const);

/** Ends the row under way of a stopped run. */
async function stopOpenRow(deps: RoutineRunDeps, run: ListedRun): Promise<void> {
	for (let attempt = 0; attempt < attempts; attempt += 1) {
		const row = await deps.runs.openRow(run.tenantId, run._id);
		if (row === null) return;
		// Its first step may be on its way: it finds the key stopped, or its task is found here.
		if (row.taskId === undefined) await deps.tasks.stopKey(run.tenantId, row.userId, attemptKey(row));
		const task = await taskOf(deps, row);
		if (task === null) return await deps.runs.settleRow(row, stoppedEndOf(row));
		if (isTerminal(task.status)) return await deps.runs.endBehind(task);
		if (await deps.tasks.cancel(task)) return;
	}
}

/**
 * Gives a browser the row that it has, or the next one. While another browser does the run it is refused.
 *
 * @throws AppError RUN_NOT_FOUND, TASK_BUSY
 */
export async function takeRow(
	deps: RoutineRunDeps,
	{ worker, ...call }: RunCall & { readonly worker: string },
): Promise<ReplyOf<typeof routes.takeRowRoute>> {
	const run = await settle(deps, await findOwnRun(deps, call));
	const open = await deps.runs.openRow(run.tenantId, run._id);
	const isOver = run.state === "done" || run.state === "stopped";
	if (isOver || (open === null && !isGoing(run.state))) return { run: await shown(deps, run, call.identity), row: null };
	const leased = await leaseRun(deps, run, { worker, open });
	const row = open ?? (await claimNext(deps, leased));
	const after = row === null ? await settle(deps, leased) : await begun(deps, leased, call);
	return { run: await shown(deps, after, call.identity), row: row === null ? null : await takenOf(deps, leased, row) };
}

/** @throws AppError TASK_BUSY while another browser holds the run or takes steps of its row */
async function leaseRun(
	deps: RoutineRunDeps,
	run: ListedRun,
	{ worker, open }: { readonly worker: string; readonly open: StoredRow | null },
) {
	const busy = () => new AppError("TASK_BUSY", "Another browser does this run", { retryAfterSeconds: Math.ceil(deps.leaseMs / 1_000) });
	const isOthers = run.lease !== undefined && run.lease.owner !== worker;
	const task = isOthers && open !== null ? await taskOf(deps, open) : null;
	// Steps do not renew the lease of the run: the newest one says that its browser is at work.
	if (task !== null && deps.now().getTime() - task.updatedAt.getTime() < deps.leaseMs) throw busy();
	const leased = await deps.runs.lease(run.tenantId, run._id, worker);
	if (leased === null) throw busy();
	return leased;
}

async function claimNext(deps: RoutineRunDeps, run: ListedRun): Promise<StoredRow | null> {
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
async function begun(deps: RoutineRunDeps, run: ListedRun, { identity }: Caller): Promise<ListedRun> {
	const expireAt = expiryOf(deps.now(), identity, deps);
	if (expireAt.getTime() - run.expireAt.getTime() >= dayMs) await deps.runs.prolong(run.tenantId, run._id, expireAt);
	return run.state === "waiting" ? ((await deps.runs.move(run.tenantId, run._id, { from: ["waiting"], to: "running" })) ?? run) : run;
}

async function takenOf(
	deps: RoutineRunDeps,
	run: ListedRun,
	row: StoredRow,
): Promise<NonNullable<ReplyOf<typeof routes.takeRowRoute>["row"]>> {
	const plan = await deps.runs.planOf(run.tenantId, run._id);
	if (plan === null) throw unknownRun();
	const { inputs, start } = plan.program;
	const { values } = openValues(row, deps.sealer);
	const task = await taskOf(deps, row);
	return {
		key: row.key,
		index: row.index,
		order: orderOf(run.name, inputs, row.values),
		...defined({ start: start && addressOf(start, values, "about:blank") }),
		...(task === null ? {} : { taskId: task._id, sessionId: task.sessionId }),
	};
}

/** The task of a row: the one that it names, or that its key made when nobody could say so any more. */
async function taskOf({ tasks, runs }: RoutineRunDeps, row: StoredRow): Promise<Task | null> {
	const { tenantId, userId, taskId } = row;
	if (taskId !== undefined) return await tasks.get(tenantId, userId, taskId);
	const found = await tasks.findCreated(tenantId, userId, attemptKey(row));
	if (found !== null) await runs.linkTask(row, found);
	return found;
}

/**
 * Makes good what a crash left: a row whose task has ended, rows of a stopped run, steps found another way that nobody proposed, a run
 * without an open row. @returns the run as it stands then
 */
async function settle(deps: RoutineRunDeps, run: ListedRun): Promise<ListedRun> {
	if (run.state === "done") return run;
	const open = await deps.runs.openRow(run.tenantId, run._id);
	if (open !== null) await settleOpen(deps, open);
	await deps.proposeHeals(run);
	const now = (await deps.runs.get(run.tenantId, run._id)) ?? run;
	if (now.state === "stopped") {
		await stopOpenRow(deps, now);
		await deps.runs.stopWaiting(run.tenantId, run._id);
		return now;
	}
	const counts = await deps.runs.counts(run.tenantId, [run._id]);
	if (progressOfRun(counts.get(run._id) ?? []).open > 0) return now;
	return (await deps.runs.move(run.tenantId, run._id, { from: [...going, "paused"], to: "done", endedAt: deps.now() })) ?? now;
}

async function settleOpen(deps: RoutineRunDeps, row: StoredRow): Promise<void> {
	const task = await taskOf(deps, row);
	if (task === null) {
		// Its task is gone, or never was.
		if (row.taskId !== undefined) await deps.runs.settleRow(row, { state: "unknown", reason: "Its task is not stored any more" });
		return;
	}
	const isExpired = isIdle(task, { now: deps.now(), idleMs: deps.idleMs });
	if (isTerminal(task.status)) await deps.runs.endBehind(task);
	else if (isExpired) await deps.runs.endBehind({ ...task, status: "expired" });
}

/** Shares the user's own run inside the tenant. @throws AppError RUN_NOT_FOUND */
export async function shareRun(deps: RoutineRunDeps, call: RunCall): Promise<ReplyOf<typeof routes.shareRunRoute>> {
	const { share } = await findOwnRun(deps, call);
	if (share !== undefined) return { share };
	await noteSharing(deps, call, "run.share");
	await deps.runs.share(call.identity.tenantId, call.runId, deps.newShareId());
	// Of two requests at once the first one's share stands.
	const shared = await findOwnRun(deps, call);
	if (shared.share === undefined) throw unknownRun();
	return { share: shared.share };
}

/** Takes the share of the user's own run back. @throws AppError RUN_NOT_FOUND */
export async function unshareRun(deps: RoutineRunDeps, call: RunCall): Promise<undefined> {
	if ((await findOwnRun(deps, call)).share === undefined) return;
	await noteSharing(deps, call, "run.unshare");
	await deps.runs.unshare(call.identity.tenantId, call.runId);
}

/** Reads a list for a routine; nothing is stored. @throws AppError ROUTINE_NOT_FOUND, VALIDATION_ERROR saying what is wrong with it */
export async function readList(
	deps: RoutineRunDeps,
	{ body, ...call }: Caller & { readonly routineId: RoutineId; readonly body: z.output<typeof routes.readRowsRoute.body> },
): Promise<ReplyOf<typeof routes.readRowsRoute>> {
	const { inputs } = await findRoutine(deps, call);
	// The readers of CSV and XLSX take megabytes, which a process without lists spares.
	const [{ readRows }, { decodeBytes }] = await Promise.all([import("@webhand/routines/rows/read"), import("@webhand/service-kit/decode")]);
	const { file, ...given } = body;
	return await readRows({ ...given, ...(file === undefined ? {} : { file: Buffer.from(file, "base64") }) }, inputs, decodeBytes);
}

async function shown({ runs }: RoutineRunDeps, run: ListedRun, { userId }: Caller["identity"]): Promise<RoutineRun> {
	const counts = await runs.counts(run.tenantId, [run._id]);
	return runOf(run, counts.get(run._id) ?? [], { isOwner: run.userId === userId });
}

/** A run of the user, or of the tenant for its admins and for who names its share; all others are unknown. */
async function findRun({ runs }: RoutineRunDeps, { identity, runId, share }: RunCall): Promise<ListedRun> {
	const run = await runs.get(identity.tenantId, runId);
	const isShared = share !== undefined && run?.share === share;
	if (run !== null && (run.userId === identity.userId || identity.roles.includes("admin") || isShared)) return run;
	throw unknownRun();
}

async function findOwnRun(deps: RoutineRunDeps, call: RunCall): Promise<ListedRun> {
	const run = await findRun(deps, { ...call, share: undefined });
	if (run.userId !== call.identity.userId) throw unknownRun();
	return run;
}

const unknownRun = () => new AppError("RUN_NOT_FOUND", "There is no such run");

/** A client that watches a run reads it every second: the audit needs one note an hour. */
const noteEveryMs = 3_600_000;

async function note({ audit, now }: RoutineRunDeps, { tenantId, userId }: Caller["identity"], what: Pick<AuditNote, "target" | "facts">) {
	await audit.insertOnce(tenantId, { ...what, userId, at: now(), action: "trace.read", outcome: "ok" }, noteEveryMs);
}

/** Audits the reading of another user's run. */
async function noteForeign(
	deps: RoutineRunDeps,
	{ identity, runId }: RunCall,
	{ run, what }: { readonly run: ListedRun; readonly what: string },
) {
	if (run.userId === identity.userId) return;
	const byLink = identity.roles.includes("admin") ? {} : { by: "link" };
	await note(deps, identity, { target: runId, facts: { what, owner: run.userId, ...byLink } });
}

async function noteSharing({ audit, now }: RoutineRunDeps, { identity, runId }: RunCall, action: "run.share" | "run.unshare") {
	const { tenantId, userId } = identity;
	await audit.insert(tenantId, [{ userId, at: now(), action, target: runId, outcome: "ok", facts: {} }]);
}
