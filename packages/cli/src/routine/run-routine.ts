import { randomUUID } from "node:crypto";
import type { RoutineId } from "@webhand/contracts/ids";
import { RoutineRunId } from "@webhand/contracts/ids";
import type { Routine } from "@webhand/contracts/routine/routine";
import { routinesRoute } from "@webhand/contracts/routine/routine";
import type { RoutineRow, RoutineRun } from "@webhand/contracts/routine/run";
import {
	changeRunRoute,
	isRunOver,
	readRowsRoute,
	routineRunRoute,
	runCsvRoute,
	runRowsRoute,
	startRunRoute,
} from "@webhand/contracts/routine/run";
import { WebhandError, withMore } from "../errors.ts";
import type { Server } from "../server.ts";
import { ask, askAgain, pause, tellEnd, throwUnheard } from "../server.ts";
import { noticeOf, outcomeOf, rowsOver } from "./outcome.ts";
import type { RoutineEvent, RoutineOptions, RoutineSummary, RowResult } from "./types.ts";

const lookMs = 1_000;
const usualPatienceSeconds = 600;
const pageSize = 200;
const mostFaultsTold = 20;

/** Routines that the key may run, last changed first. @throws WebhandError */
export async function listRoutines(server: Server): Promise<readonly RoutineSummary[]> {
	return (await allRoutines(server)).map(({ id, name, description, sites, version, inputs }) => ({
		id,
		name,
		description,
		sites,
		version,
		inputs: inputs.map((input) => ({
			name: input.name,
			label: input.label ?? input.name,
			type: input.type,
			optional: input.isOptional === true,
		})),
	}));
}

async function allRoutines(server: Server): Promise<readonly Routine[]> {
	const found: Routine[] = [];
	for (let cursor: string | undefined; ; ) {
		const query = { limit: 100, ...(cursor === undefined ? {} : { cursor }) };
		const { routines, nextCursor } = await askAgain(() => ask(server, routinesRoute, { query }));
		found.push(...routines);
		if (nextCursor === null) return found;
		cursor = nextCursor;
	}
}

/**
 * Starts a run of a routine and follows it to its end. A browser does it, not this program.
 *
 * @throws WebhandError; `refused` with the faulty cells in its words, before anything is started; `cancelled` when `signal` aborts, which
 * stops the run. Its words say where the server has not heard of that; leaving early throws then
 */
export async function* runRoutine(server: Server, options: RoutineOptions): AsyncGenerator<RoutineEvent, void, undefined> {
	const { browser, labels = [], signal, patienceSeconds = usualPatienceSeconds } = options;
	const routineId = idOf(await allRoutines(server), options.routine);
	const rows = await rowsOf(server, routineId, options);
	const headers = { "idempotency-key": randomUUID() };
	const { mode = "autonomous", dryRun: isDryRun = false, onceEver: isOnceEver = false } = options;
	const body = {
		rows: [...rows],
		options: { mode, isDryRun, isOnceEver, stopsAtFailure: false, asksModel: false },
		queue: { browser, labels: [...labels] },
	};
	const { run } = await askAgain(() => ask(server, startRunRoute, { params: { routineId }, body, headers }));
	let isOver = false;
	const stopOnce = async (): Promise<string | undefined> => {
		if (isOver) return undefined;
		isOver = true;
		const body = { change: "stop", withUnknown: false } as const;
		const fault = await tellEnd((limit) => ask(server, changeRunRoute, { params: { runId: run.id }, body, signal: limit }));
		return fault === undefined ? undefined : `The run ${run.id} is not stopped and may go on: stop it in the console. ${fault.message}`;
	};
	try {
		yield { type: "start", runId: run.id, rowCount: run.rowCount, browser };
		const last = yield* followed(server, { runId: run.id, patienceMs: 1_000 * patienceSeconds, signal });
		isOver = isRunOver(last);
		const waitsFor = isOver ? undefined : (noticeOf(last) ?? "Nothing happens");
		yield* rowEvents(server, run.id);
		const reason = [waitsFor, await stopOnce()].filter((words) => words !== undefined).join("\n");
		yield { type: "end", result: waitsFor === undefined ? outcomeOf(last) : { ...outcomeOf(last), status: "asked", reason } };
	} catch (cause) {
		const fault = await stopOnce();
		if (signal?.aborted === true) throw new WebhandError(fault ?? "The run was stopped", { code: "cancelled", cause });
		throw fault === undefined ? cause : withMore(cause, fault);
	} finally {
		throwUnheard(await stopOnce());
	}
}

/** The results of a run as the CSV of the console: the columns of the list, state, reason, checked values, evidence. @throws WebhandError */
export async function resultsOf(server: Server, runId: string): Promise<string> {
	return await askAgain(() => ask(server, runCsvRoute, { params: { runId: RoutineRunId.parse(runId) }, query: {} }));
}

type Following = { readonly runId: RoutineRunId; readonly patienceMs: number; readonly signal: AbortSignal | undefined };

/** Follows a run until it is over, or nothing happened for so long. @returns the run as it was seen last */
async function* followed(server: Server, { runId, patienceMs, signal }: Following): AsyncGenerator<RoutineEvent, RoutineRun> {
	let told = "";
	let changedAt = Date.now();
	for (;;) {
		const { run } = await askAgain(
			() => ask(server, routineRunRoute, { params: { runId }, query: {}, ...(signal === undefined ? {} : { signal }) }),
			signal,
		);
		const notice = noticeOf(run);
		const news = { state: run.state, counts: run.counts, over: rowsOver(run.counts), rowCount: run.rowCount };
		const seen = JSON.stringify([news, notice]);
		if (seen !== told) {
			[told, changedAt] = [seen, Date.now()];
			yield { type: "progress", ...news, ...(notice === undefined ? {} : { notice }) };
		}
		if (isRunOver(run) || (notice !== undefined && Date.now() - changedAt > patienceMs)) return run;
		await pause(lookMs, signal);
	}
}

async function* rowEvents(server: Server, runId: RoutineRunId): AsyncGenerator<RoutineEvent> {
	for (let after: number | undefined; ; ) {
		const query = { limit: pageSize, ...(after === undefined ? {} : { after }) };
		const { rows, nextAfter } = await askAgain(() => ask(server, runRowsRoute, { params: { runId }, query }));
		for (const row of rows) yield { type: "row", row: resultOf(row) };
		if (nextAfter === null) return;
		after = nextAfter;
	}
}

function resultOf({ index, state, inputs, reason, checks }: RoutineRow): RowResult {
	return {
		index,
		state,
		inputs,
		...(reason === undefined ? {} : { reason }),
		checks: checks.map(({ label, expected, seen, holds }) => ({ label, expected, holds, ...(seen === undefined ? {} : { seen }) })),
	};
}

/** The routine of this id or whole name. @throws WebhandError refused */
export function idOf(routines: readonly Pick<Routine, "id" | "name">[], wanted: string): RoutineId {
	const byId = routines.find(({ id }) => id === wanted);
	if (byId !== undefined) return byId.id;
	const fold = (text: string) => text.trim().toLowerCase();
	const [one, ...others] = routines.filter(({ name }) => fold(name) === fold(wanted));
	if (one === undefined)
		throw new WebhandError(`There is no routine "${wanted}". \`webhand routine list\` shows those of this key`, { code: "refused" });
	if (others.length > 0)
		throw new WebhandError(
			`${others.length + 1} routines are called "${wanted}": name one by its id, ${[one, ...others].map(({ id }) => id).join(", ")}`,
			{ code: "refused" },
		);
	return one.id;
}

async function rowsOf(
	server: Server,
	routineId: RoutineId,
	{ csv, rows }: RoutineOptions,
): Promise<readonly Readonly<Record<string, string>>[]> {
	if (csv === undefined) return rows ?? [{}];
	const body = { file: Buffer.from(csv).toString("base64") };
	const read = await askAgain(() => ask(server, readRowsRoute, { params: { routineId }, body }));
	const faults = read.faults
		.slice(0, mostFaultsTold)
		.map(({ row, column, message }) => `${row === undefined ? "" : `row ${row}, `}${column}: ${message}`);
	const missing = read.missing.map((name) => `${name}: no column for this input`);
	const wrong = [...missing, ...faults];
	if (wrong.length > 0 || read.rows.length === 0)
		throw new WebhandError(wrong.length === 0 ? "The list has no rows" : `The list cannot be used:\n${wrong.join("\n")}`, {
			code: "refused",
			serverCode: "VALIDATION_ERROR",
		});
	return read.rows;
}
