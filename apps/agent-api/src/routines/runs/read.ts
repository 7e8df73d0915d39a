import type { TaskId } from "@webhand/contracts/ids";
import type { ReplyOf } from "@webhand/contracts/routes";
import type { RoutineProgram } from "@webhand/contracts/routine/routine";
import type * as routes from "@webhand/contracts/routine/run";
import { allSteps } from "@webhand/contracts/routine/step";
import { resultCells, resultHead } from "@webhand/routines/rows/results";
import { AppError } from "@webhand/service-kit/errors";
import type { CsvRow } from "@webhand/service-kit/http/csv";
import { pageOf, readCursor } from "@webhand/service-kit/lists";
import type { z } from "zod";
import { rowOf, runOf } from "./map.ts";
import type { Caller, RunCall } from "./run.ts";
import { findRun, note, noteForeign, shown } from "./run.ts";
import type { SettleDeps } from "./settle.ts";
import { settle } from "./settle.ts";
import type { ListedRun } from "./store.ts";

/** Runs, newest first. @throws AppError FORBIDDEN when a member asks for all, VALIDATION_ERROR naming `cursor` */
export async function listRuns(
	deps: SettleDeps,
	{ identity, query }: Caller & { readonly query: z.output<typeof routes.runsRoute.query> },
): Promise<ReplyOf<typeof routes.runsRoute>> {
	const { tenantId, userId, roles } = identity;
	const { routineId, all, limit, cursor } = query;
	if (all && !roles.includes("admin")) throw new AppError("FORBIDDEN", "Only admins see the runs of others");
	if (all) await note(deps, identity, { target: "routine runs", facts: { what: "list" } });
	const after = readCursor(cursor, /^[0-9]{1,15}$/);
	const rows = await deps.runs.list(tenantId, { userId: all ? undefined : userId, routineId, after, limit: limit + 1 });
	const { page, nextCursor } = pageOf(rows, ({ createdAt, _id }) => ({ key: String(createdAt.getTime()), id: _id }), limit);
	return { runs: (await Promise.all(page.map(deps.runs.counted))).map((row) => runOf(row, identity)), nextCursor };
}

/** A run as it stands. @throws AppError RUN_NOT_FOUND */
export async function readRun(deps: SettleDeps, call: RunCall): Promise<ReplyOf<typeof routes.routineRunRoute>> {
	const run = await settle(deps, await findRun(deps, call));
	await noteForeign(deps, call, { run, what: "run" });
	return { run: await shown(deps, run, call.identity) };
}

/** Rows of a run in their order. @throws AppError RUN_NOT_FOUND */
export async function listRows(
	deps: SettleDeps,
	{ query: { after = -1, limit, state }, ...call }: RunCall & { readonly query: z.output<typeof routes.runRowsRoute.query> },
): Promise<ReplyOf<typeof routes.runRowsRoute>> {
	const run = await settle(deps, await findRun(deps, call));
	await noteForeign(deps, call, { run, what: "rows" });
	const rows = await deps.runs.rows(run.tenantId, run._id, { after, state, limit: limit + 1 });
	const page = rows.slice(0, limit);
	return { rows: page.map(rowOf), nextAfter: rows.length > limit ? (page.at(-1)?.index ?? null) : null };
}

/** The lists that a row has read; after a cursor, what came behind it. @throws AppError RUN_NOT_FOUND, NOT_FOUND */
export async function readTables(
	deps: SettleDeps,
	{ since, ...call }: RunCall & { readonly index: number; readonly since?: string | undefined },
): Promise<ReplyOf<typeof routes.rowTablesRoute>> {
	const run = await findRun(deps, call);
	await noteForeign(deps, call, { run, what: "tables" });
	const row = await deps.runs.rowAt(run.tenantId, run._id, call.index);
	if (row === null) throw new AppError("NOT_FOUND", "The run has no such row");
	const last = row.taskId === undefined ? null : await deps.runs.lastTable(run.tenantId, row.taskId);
	if (row.taskId === undefined || last === null) return { tables: [], cursor: null, isWhole: true };
	const cursor = `${row.taskId}.${last}`;
	if (since === cursor) return { tables: [], cursor, isWhole: false };
	const plan = await deps.runs.planOf(run.tenantId, run._id);
	const programs = plan === null ? [] : [plan.program, ...Object.values(plan.called)];
	const all = programs.flatMap((program) => allSteps(program.steps));
	const readings = new Map(all.flatMap((step) => (step.do === "read" ? [[step.id, step] as const] : [])));
	const { joinedSince, joinTables } = await import("./tables.ts");
	const read = await deps.runs.tables(run.tenantId, row.taskId);
	// Another attempt at the row reads its lists again.
	const [ofTask, known = ""] = since?.split(".") ?? [];
	if (ofTask !== row.taskId)
		return {
			tables: joinTables(
				read.flatMap(({ parts }) => parts),
				readings,
			),
			cursor,
			isWhole: true,
		};
	return { tables: joinedSince(read, Number(known), readings), cursor, isWhole: false };
}

/** The results of a run, row by row. @throws AppError RUN_NOT_FOUND */
export async function runCsv(deps: SettleDeps & { readonly publicUrl: string }, call: RunCall): Promise<AsyncIterable<CsvRow>> {
	const run = await settle(deps, await findRun(deps, call));
	await noteForeign(deps, call, { run, what: "rows" });
	const plan = await deps.runs.planOf(run.tenantId, run._id);
	return csvRows(deps, run, plan?.program.inputs ?? []);
}

const rowsAtOnce = 500;

async function* csvRows(
	{ runs, publicUrl }: SettleDeps & { readonly publicUrl: string },
	run: ListedRun,
	inputs: RoutineProgram["inputs"],
): AsyncIterable<CsvRow> {
	yield resultHead(inputs);
	for (let after = -1; ; ) {
		const rows = await runs.rows(run.tenantId, run._id, { after, limit: rowsAtOnce });
		for (const row of rows) yield resultCells(rowOf(row), inputs, linkTo(evidenceOf(row), publicUrl));
		const last = rows.at(-1);
		if (rows.length < rowsAtOnce || last === undefined) return;
		after = last.index;
	}
}

const linkTo = (path: string, publicUrl: string) => (path === "" ? "" : new URL(path, publicUrl).href);

/** Where the steps of a row can be seen. */
export const evidenceOf = ({ taskId }: { readonly taskId?: TaskId | undefined }) =>
	taskId === undefined ? "" : `/api/agent/tasks/${taskId}/actions`;
