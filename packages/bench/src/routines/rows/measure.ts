import { setTimeout as pause } from "node:timers/promises";
import type { Api } from "@webhand/client/call";
import { call } from "@webhand/client/call";
import type { RoutineRunId } from "@webhand/contracts/ids";
import type { RoutineRow } from "@webhand/contracts/routine/run";
import { isRowOver, RowState, routineRunRoute, runRowsRoute, startRunRoute } from "@webhand/contracts/routine/run";
import { z } from "zod";
import type { Panel } from "../../miniwob/stage/panel.ts";
import { tell } from "../../miniwob/stage/panel.ts";
import type { Crashes, TestStack } from "../../miniwob/stage/test-stack.ts";
import { openTestStack } from "../../miniwob/stage/test-stack.ts";
import type { Row } from "../../report.ts";
import { playedNames } from "../named.ts";
import type { Application } from "./applications.ts";
import { openExpenses, openShop, openStock } from "./applications.ts";
import type { Judged } from "./judge.ts";
import { judge } from "./judge.ts";
import { allowSite, doTask, makeRoutine, memberApi } from "./routine.ts";

/** The applications by name, each with its kills, which fall evenly over its rows: ten in all. */
const applications = {
	expenses: { open: openExpenses, kills: ["worker", "agentApi", "browser", "worker"] },
	stock: { open: openStock, kills: ["browser", "agentApi", "worker"] },
	"demo shop": { open: openShop, kills: ["agentApi", "worker", "browser"] },
} as const satisfies Record<string, { readonly open: () => Promise<Application>; readonly kills: readonly (keyof Crashes)[] }>;

const pollMs = 500;
/** Rows take seconds, also where a server starts again; a run that stands for so long waits for its person. */
const stalledMs = 120_000;

/**
 * Does a list over three applications, with ten kills in the middle.
 *
 * @param names of the applications, all where there are none
 * @throws Error for a name that no application has
 */
export async function measureRows(print: (line: string) => void, names: readonly string[], rowsEach = 100): Promise<readonly Row[]> {
	const wanted = playedNames(names, Object.keys(applications));
	const stack = await openTestStack({});
	try {
		const rows: Row[] = [];
		for (const [name, { open, kills }] of Object.entries(applications))
			if (wanted.includes(name)) rows.push(...(await doApplication({ stack, app: await open(), kills, rowsEach }, print)));
		return rows;
	} finally {
		await stack.close();
	}
}

type Job = { readonly stack: TestStack; readonly app: Application; readonly kills: readonly (keyof Crashes)[]; readonly rowsEach: number };

async function doApplication({ stack, app, kills: due, rowsEach }: Job, print: (line: string) => void): Promise<readonly Row[]> {
	try {
		await allowSite(stack, app);
		// This mode ends with the browser.
		await tell(stack.panel, { type: "mode_set", mode: "autonomous" });
		const api = memberApi(stack);
		const sample = app.rowAt(0);
		const taskId = await doTask(stack, { start: app.start, order: app.order(sample) });
		const routine = await makeRoutine(api, taskId, { app, sample });
		const values = Array.from({ length: rowsEach }, (_, index) => app.rowAt(index + 1));
		const before = app.saved().length;
		const body = { rows: values.map(routine.valuesOf), options: {} };
		const { run } = await call(api, startRunRoute, { params: { routineId: routine.id }, body });
		const started = Date.now();
		const pressed = await playToEnd({ stack, api, runId: run.id }, { due, rowsEach, print: (line) => print(`${app.name}: ${line}`) });
		const ms = Date.now() - started;
		const ends = await rowsOfRun(api, run.id);
		const told = values.map((row, index) => ({
			values: row,
			state: ends[index]?.state ?? ("waiting" as const),
			reason: ends[index]?.reason,
		}));
		const judged = judge(told, app.saved().slice(before), app.key);
		for (const [verdict, lines] of Object.entries(judged)) for (const line of lines) print(`${app.name}, ${verdict}: ${line}`);
		print(`${app.name}: ${rowsEach} rows with ${due.length} kills in ${(ms / 1_000).toFixed(0)} s, gone on with by hand ${pressed} times`);
		return rowsOf(app, judged, ms / rowsEach);
	} finally {
		await app.close();
	}
}

function rowsOf({ name }: Application, { wrong, doubled, denied, told }: Judged, msEach: number): readonly Row[] {
	const row = (what: string, ours: number, unit: string): Row => ({
		name: `${name}: ${what}`,
		ours,
		peer: null,
		ratio: null,
		goal: null,
		better: "lower",
		unit,
	});
	return [
		{ ...row("wrong", wrong.length, "rows"), goal: 0, gate: 0 },
		{ ...row("doubled", doubled.length, "rows"), goal: 0, gate: 0 },
		{ ...row("told not saved, but saved", denied.length, "rows"), goal: 0, gate: 0 },
		row("not done, and told", told.length, "rows"),
		row("time of a row", msEach, "ms"),
	];
}

const PlayState = z.object({ plays: z.array(z.object({ runId: z.string(), problem: z.object({ message: z.string() }).nullable() })) });

type Playing = { readonly stack: TestStack; readonly api: Api; readonly runId: RoutineRunId };
type Kills = { readonly due: readonly (keyof Crashes)[]; readonly rowsEach: number; readonly print: (line: string) => void };

/** Plays a run to its end through its kills. @returns how often its person went on with it, besides after the death of a browser */
async function playToEnd({ stack, api, runId }: Playing, { due, rowsEach, print }: Kills): Promise<number> {
	let killed = 0;
	let pressed = 0;
	let newest = { over: -1, at: Date.now() };
	const play = () => tell(stack.panel, { type: "routine_play", tabId: stack.panel.tabId, runId });
	await play();
	for (;;) {
		// A server that was killed answers again in a moment.
		const run = await call(api, routineRunRoute, { params: { runId }, query: {} }).then(
			(reply) => reply.run,
			() => undefined,
		);
		if (run?.state === "done") return pressed;
		const over = run === undefined ? newest.over : rowsOverIn(run.counts);
		if (over !== newest.over) newest = { over, at: Date.now() };
		const kill = due[killed];
		if (kill !== undefined && over >= (rowsEach * (killed + 1)) / (due.length + 1)) {
			killed += 1;
			// Rows take about as long: each kill falls somewhere else in one.
			await pause(killed * 370);
			print(`${kill} is killed after ${over} rows`);
			await stack.crash[kill]();
			if (kill === "browser") await play();
		}
		const problem = await problemOf(stack.panel, runId);
		if (problem !== undefined || Date.now() - newest.at > stalledMs) {
			print(`it waits for its person: ${problem ?? "nothing goes on"}`);
			pressed += 1;
			newest = { ...newest, at: Date.now() };
			await play();
		}
		await pause(pollMs);
	}
}

function rowsOverIn(counts: Readonly<Partial<Record<string, number>>>): number {
	return Object.entries(counts).reduce((sum, [state, count = 0]) => (isRowOver(RowState.parse(state)) ? sum + count : sum), 0);
}

/** Why this browser does not go on with the run; undefined while it does. */
async function problemOf(panel: Panel, runId: RoutineRunId): Promise<string | undefined> {
	const { plays } = PlayState.parse(await tell(panel, { type: "state_get", tabId: panel.tabId }));
	return plays.find((play) => play.runId === runId)?.problem?.message;
}

/** All rows of a run, in their order. */
async function rowsOfRun(api: Api, runId: RoutineRunId): Promise<readonly RoutineRow[]> {
	const rows: RoutineRow[] = [];
	for (let after: number | null | undefined; after !== null; ) {
		const query = { limit: 200, ...(after === undefined ? {} : { after }) };
		const page = await call(api, runRowsRoute, { params: { runId }, query });
		rows.push(...page.rows);
		after = page.nextAfter;
	}
	return rows;
}
