import type { LimitName } from "@webhand/contracts/auth/limits";
import { limitOf } from "@webhand/contracts/auth/limits";
import type { OrgPolicy } from "@webhand/contracts/authority/policy";
import type { RoutineId, RoutineRunId, SessionId } from "@webhand/contracts/ids";
import type { ReplyOf } from "@webhand/contracts/routes";
import { routineLimits } from "@webhand/contracts/routine/limits";
import type { RoutineProgram } from "@webhand/contracts/routine/routine";
import type * as routes from "@webhand/contracts/routine/run";
import type { EarlierRun, RunQueue, RunStart } from "@webhand/contracts/routine/run";
import { allSteps } from "@webhand/contracts/routine/step";
import type { RoutineInput } from "@webhand/contracts/routine/words";
import { checkRows } from "@webhand/routines/rows/check";
import { AppError } from "@webhand/service-kit/errors";
import type { InTurn } from "@webhand/service-kit/mongo/locks";
import type { z } from "zod";
import { hashOfBody } from "../../policy/facts/keys.ts";
import { defined } from "../../shared/defined.ts";
import { keyConflict } from "../../shared/idempotency.ts";
import { expiryOf } from "../../shared/retention.ts";
import { findRoutine, findVersion } from "../library/engine.ts";
import { calledIn } from "../library/policy.ts";
import type { RoutineStore } from "../library/store.ts";
import type { ChangeDeps } from "./change.ts";
import { doneBefore, isUnwatched, progressAtStart } from "./policy.ts";
import type { Caller } from "./run.ts";
import { noteChange, shown } from "./run.ts";
import type { ListedRun, StoredRow, StoredRun } from "./store.ts";
import type { TakeDeps } from "./take.ts";
import { hashOfKey, hashOfList, keyOfRow, sealValues, withPresets } from "./values.ts";

/** What runs of routines need. */
export type RoutineRunDeps = ChangeDeps &
	TakeDeps & {
		readonly routines: RoutineStore;
		/** How many rows the organization lets a person start in a day. */
		readonly policyOf: (tenantId: Caller["identity"]["tenantId"]) => Promise<Pick<OrgPolicy, "rowsADay">>;
		/** Runs of one user are counted and started one after the other. */
		readonly inTurn: InTurn;
		readonly newId: () => RoutineRunId;
		readonly newSessionId: () => SessionId;
		/** Begins the address of the evidence in results. */
		readonly publicUrl: string;
	};

/** Programs of a run with those that it calls, as characters of JSON. */
const mostPlan = 8_000_000;

type Start = Caller & {
	readonly routineId: RoutineId;
	readonly body: z.output<typeof routes.startRunRoute.body>;
	readonly key?: string;
	/** What starts it in the place of its person, and the time from which on a browser may take it. */
	readonly started?: { readonly by: RunStart; readonly dueAt: Date };
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
	const mostRows = limitOf(identity.limits, "routineRows");
	if (body.rows.length > mostRows) throw limitReached("routineRows", mostRows, `A run has ${mostRows} rows at most. Split the list`);
	const plan = await newRun(deps, call, key === undefined ? {} : { createKey: key, createHash });
	const rows = await newRows(deps, plan, body.rows);
	const listHash = hashOfList(
		rows.map(({ values }) => values),
		plan.program.inputs,
	);
	const run = { ...plan, listHash, progress: progressAtStart(rows) };
	const mostOpen = limitOf(identity.limits, "routineRuns");
	const isFirst = await deps.inTurn(`routine_runs:${tenantId}:${userId}`, async () => {
		if ((await deps.runs.countOpen(tenantId, userId)) >= mostOpen)
			throw limitReached("routineRuns", mostOpen, `${mostOpen} of your runs are not over, as many as may be. Stop one first`);
		await refuseRows(deps, run);
		return await deps.runs.create(run, rows);
	});
	const first = isFirst ? null : await findFirst();
	if (first !== null) return await replayOf(first);
	// Nobody sees a program start what it starts.
	const trigger = call.started?.by.kind === "trigger" ? { trigger: call.started.by.id } : undefined;
	if (identity.key !== undefined || trigger !== undefined)
		await noteChange(deps, call, { action: "run.start", run, ...(trigger === undefined ? {} : { facts: trigger }) });
	await deps.routines.noteRun(tenantId, run.routineId, run.createdAt);
	return { reply: { run: await shown(deps, run, identity) }, isReplay: false };
}

/** Refuses a list with which a person would start more rows in this day of UTC than the organization lets them. */
async function refuseRows(
	{ runs, policyOf, now }: RoutineRunDeps,
	{ tenantId, userId, rowCount }: Pick<StoredRun, "tenantId" | "userId" | "rowCount">,
): Promise<void> {
	const { rowsADay } = await policyOf(tenantId);
	if (rowsADay === undefined) return;
	const today = new Date(now().toISOString().slice(0, 10));
	const left = Math.max(0, rowsADay - (await runs.countRows(tenantId, userId, today)));
	if (rowCount <= left) return;
	throw new AppError(
		"LIMIT_REACHED",
		`Your organization lets you start ${rowsADay} rows a day, and ${left} are left until midnight UTC. An admin can change that under Policy`,
		{ details: { name: "rowsADay", limit: rowsADay } },
	);
}

async function newRun(
	deps: RoutineRunDeps,
	{ identity, routineId, body, started }: Start,
	created: Pick<StoredRun, "createKey" | "createHash">,
): Promise<Omit<StoredRun, "progress">> {
	const { tenantId, userId } = identity;
	const { routine, version, program } = await playedBy(deps, { identity, routineId, body });
	refuseRunnerWithoutStart(program, body.queue);
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
		...(readsLists([program, ...Object.values(called)]) ? { readsLists: true } : {}),
		...(routine.expireAt === undefined ? {} : { isOnce: true }),
		...(body.queue === undefined ? {} : { queue: { ...body.queue, dueAt: started?.dueAt ?? at } }),
		...defined({ startedBy: started?.by }),
		...(isUnwatched({ startedBy: started?.by, key: identity.key, queue: body.queue }) ? { isUnwatched: true } : {}),
		sessionId: deps.newSessionId(),
		program,
		called,
		...created,
		createdAt: at,
		expireAt: expiryOf(at, identity, deps),
	};
}

/**
 * What a run with these values would play.
 *
 * @throws AppError ROUTINE_NOT_FOUND, NOT_FOUND, VALIDATION_ERROR with every faulty cell
 */
export async function playedBy(
	deps: Pick<RoutineRunDeps, "routines">,
	{ identity, routineId, body }: Omit<Start, "body"> & { readonly body: Pick<Start["body"], "version" | "options" | "rows"> },
) {
	const routine = await findRoutine(deps, { identity, routineId });
	const version = body.version ?? routine.version;
	const { program, state } = await findVersion(deps, { identity, routineId, number: version });
	if (state !== "accepted") throw invalid("body.version", `Version ${version} was not taken, so it is not played`);
	refuseKey(body.options.keyOf, program);
	const { faults, faultCount } = checkRows(body.rows, program.inputs.map(withoutNeed));
	if (faultCount > 0)
		throw new AppError("VALIDATION_ERROR", "Some values do not fit", { details: { fields: [], cells: [...faults], faultCount } });
	return { routine, version, program };
}

/** A runner has no page that its person opened. @throws AppError VALIDATION_ERROR naming `queue.browser` */
export function refuseRunnerWithoutStart({ start }: Pick<RoutineProgram, "start">, queue: RunQueue | undefined): void {
	if (queue?.browser !== "runner" || start !== undefined) return;
	const message = "cannot be a runner: the routine does not say where it begins. Give it an address to begin on";
	throw new AppError("VALIDATION_ERROR", "The request is not valid", { details: { fields: [{ field: "queue.browser", message }] } });
}

const limitReached = (name: LimitName, limit: number, message: string) =>
	new AppError("LIMIT_REACHED", message, { details: { name, limit } });
const readsLists = (programs: readonly RoutineProgram[]) =>
	programs.some(({ steps }) => allSteps(steps).some((step) => step.do === "read"));
/** A secret need not be given at the start: a login that is bound to the routine fills it in, or the person types it into the page. */
export const withoutNeed = (input: RoutineInput): RoutineInput => (input.type === "secret" ? { ...input, isOptional: true } : input);

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
	run: Omit<StoredRun, "progress">,
	given: readonly Readonly<Record<string, string>>[],
): Promise<readonly StoredRow[]> {
	const { tenantId, userId, routineId, expireAt, options } = run;
	const { inputs } = run.program;
	const known = new Map<string, number>();
	const rows = given.map((own, index): StoredRow => {
		const stored = sealValues(withPresets(own, inputs), inputs, deps.sealer);
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

/** Reads a list for a routine; nothing is stored. @throws AppError ROUTINE_NOT_FOUND, VALIDATION_ERROR saying what is wrong with it */
export async function readList(
	deps: RoutineRunDeps,
	{ body, ...call }: Caller & { readonly routineId: RoutineId; readonly body: z.output<typeof routes.readRowsRoute.body> },
): Promise<ReplyOf<typeof routes.readRowsRoute>> {
	const { inputs } = await findRoutine(deps, call);
	// The readers of CSV and XLSX take megabytes, which a process without lists spares.
	const [{ readRows }, { decodeBytes }] = await Promise.all([import("@webhand/routines/rows/read"), import("@webhand/service-kit/decode")]);
	const { file, ...given } = body;
	const list = await readRows({ ...given, ...(file === undefined ? {} : { file: Buffer.from(file, "base64") }) }, inputs, decodeBytes);
	const earlier = list.rows.length === 0 || list.faultCount > 0 ? undefined : await earlierRun(deps, { ...call, inputs, rows: list.rows });
	return { ...list, ...defined({ earlier }) };
}

type OfList = Caller & {
	readonly routineId: RoutineId;
	readonly inputs: readonly RoutineInput[];
	readonly rows: readonly Readonly<Record<string, string>>[];
};

/** The newest run of the caller over the same rows, and how many of them it need not do again. */
async function earlierRun(
	{ runs, sealer }: RoutineRunDeps,
	{ identity, routineId, inputs, rows }: OfList,
): Promise<EarlierRun | undefined> {
	const { tenantId, userId } = identity;
	const shownRows = rows.map((own) => sealValues(withPresets(own, inputs), inputs, sealer).values);
	// Rows of secrets alone look the same, whatever they are.
	if (!inputs.some(({ name, type }) => type !== "secret" && shownRows.some((values) => (values[name] ?? "") !== ""))) return undefined;
	const run = await runs.findOfList(tenantId, { userId, routineId, listHash: hashOfList(shownRows, inputs) });
	if (run === null) return undefined;
	const { keyOf } = run.options;
	const hashes = shownRows.map((values) => hashOfKey(keyOfRow(values, inputs, keyOf)));
	const done = await runs.doneAmong(tenantId, routineId, hashes);
	const doneCount = hashes.filter((one) => done.has(one)).length;
	return { runId: run._id, startedAt: run.createdAt.toISOString(), rowCount: rows.length, doneCount, ...defined({ keyOf }) };
}
