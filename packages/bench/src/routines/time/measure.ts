import { setTimeout as pause } from "node:timers/promises";
import type { Api } from "@webhand/client/call";
import { call } from "@webhand/client/call";
import { routineRunRoute, runRowsRoute, startRunRoute } from "@webhand/contracts/routine/run";
import { startModelServer } from "@webhand/testing/model-server/server";
import type { BrowserContext } from "playwright-core";
import { tell } from "../../miniwob/stage/panel.ts";
import type { TestStack } from "../../miniwob/stage/test-stack.ts";
import { openTestStack } from "../../miniwob/stage/test-stack.ts";
import { readCounters, since } from "../../real-model/numbers.ts";
import type { Row } from "../../report.ts";
import { quantile } from "../../stats.ts";
import type { Application, Values } from "../rows/applications.ts";
import { openExpenses } from "../rows/applications.ts";
import type { MadeRoutine } from "../rows/routine.ts";
import { allowSite, doTask, makeRoutine, memberApi } from "../rows/routine.ts";
import { createExpenseModel } from "./model.ts";
import type { Split } from "./split.ts";
import { splitSince } from "./split.ts";

const pollMs = 100;
const replayLimitMs = 60_000;
/** Goals of the issue: a replay beside a script, and beside a model that answers at once. */
const goals = { beside: { script: 2, model: 0.3 }, tokens: 0 } as const;

type Turn = { readonly stack: TestStack; readonly api: Api; readonly app: Application; readonly routine: MadeRoutine };

/** Does one task by turns: a routine, a script of Playwright in the same browser, and Webhand with a scripted model. */
export async function measureTime(print: (line: string) => void, turns = 15): Promise<readonly Row[]> {
	const expenses = createExpenseModel();
	const model = await startModelServer({ script: expenses.answer });
	const app = await openExpenses();
	const settings = {
		MODEL_PROVIDER: "openai-compatible",
		MODEL_NAME: "scripted",
		MODEL_BASE_URL: model.url,
		MODEL_API_KEY: "none",
		MODEL_RULES_FIRST: "false",
	};
	try {
		const stack = await openTestStack(settings);
		try {
			await allowSite(stack, app);
			const api = memberApi(stack);
			const byModel = async (values: Values) => {
				expenses.begin(values);
				return await doTask(stack, { start: app.start, order: app.order(values) });
			};
			const sample = app.rowAt(0);
			const routine = await makeRoutine(api, await byModel(sample), { app, sample });
			const ms = { replay: [] as number[], script: [] as number[], model: [] as number[] };
			const splits: Split[] = [];
			let tokens = 0;
			for (let turn = 0; turn <= turns; turn += 1) {
				const values = (of: number) => app.rowAt(1 + 3 * turn + of);
				const before = await readCounters(stack);
				const from = Date.now();
				const replay = (await replayOnce({ stack, api, app, routine }, values(0))) - from;
				const split = await splitSince(stack.panel, from, replay);
				const spent = since(before, await readCounters(stack));
				tokens += spent.prompt + spent.completion;
				const script = await timed(() => scriptOnce(stack.tab.context(), app.start, values(1)));
				const byTheModel = await timed(() => byModel(values(2)));
				print(`time ${turn}: replay ${replay.toFixed(0)} ms, script ${script.toFixed(0)} ms, model ${byTheModel.toFixed(0)} ms`);
				// The first turn warms up all three.
				if (turn === 0) continue;
				ms.replay.push(replay);
				splits.push(split);
				ms.script.push(script);
				ms.model.push(byTheModel);
			}
			const [replay, script, byTheModel] = [ms.replay, ms.script, ms.model].map((each) => quantile(each, 0.5)) as [number, number, number];
			const beside = (name: string, peer: number, goal: number): Row => ({
				name,
				ours: replay,
				peer,
				ratio: replay / peer,
				goal,
				better: "lower",
				unit: "ms",
			});
			return [
				{
					name: "replay: tokens",
					ours: tokens,
					peer: null,
					ratio: null,
					goal: goals.tokens,
					better: "lower",
					unit: "tokens",
					gate: goals.tokens,
				},
				beside("replay beside a script", script, goals.beside.script),
				beside("replay beside a scripted model", byTheModel, goals.beside.model),
				...(["reading", "server", "acting", "settling", "rest"] as const).map(
					(part): Row => ({
						name: `replay: ${part}`,
						ours: quantile(
							splits.map((split) => split[part]),
							0.5,
						),
						peer: null,
						ratio: null,
						goal: null,
						better: "lower",
						unit: "ms",
					}),
				),
			];
		} finally {
			await stack.close();
		}
	} finally {
		await app.close();
		await model.close();
	}
}

async function timed(work: () => Promise<unknown>): Promise<number> {
	const started = performance.now();
	await work();
	return performance.now() - started;
}

/** Plays a run of one row. @returns when it was done, in milliseconds since the epoch @throws Error where its row is not done */
async function replayOnce({ stack, api, routine }: Turn, values: Values): Promise<number> {
	const { run } = await call(api, startRunRoute, {
		params: { routineId: routine.id },
		body: { rows: [routine.valuesOf(values)], options: {} },
	});
	const params = { runId: run.id };
	await tell(stack.panel, { type: "routine_play", tabId: stack.panel.tabId, runId: run.id });
	const end = Date.now() + replayLimitMs;
	for (;;) {
		const { run: now } = await call(api, routineRunRoute, { params, query: {} });
		if (now.state === "done" || Date.now() > end) break;
		await pause(pollMs);
	}
	const { rows } = await call(api, runRowsRoute, { params, query: {} });
	const [row] = rows;
	if (row?.state !== "done" || row.endedAt === undefined) throw new Error(`the row is ${row?.state}: ${row?.reason}`);
	return Date.parse(row.endedAt);
}

/** The task as a person writes it for Playwright: in a tab of its own, and with a look at what was saved. */
async function scriptOnce(context: BrowserContext, start: string, values: Values): Promise<void> {
	const page = await context.newPage();
	await page.goto(start);
	for (const label of ["Number", "Employee", "Email", "Date", "Amount", "Cost centre", "Note"])
		await page.getByLabel(label, { exact: true }).fill(values[label] ?? "");
	await page.getByLabel("Category").selectOption(values["Category"] ?? "");
	await page.getByRole("button", { name: "Save expense" }).click();
	await page.getByRole("heading", { name: `Expense ${values["Number"]}` }).waitFor();
	for (const [label, value] of Object.entries(values)) {
		const said = await page.locator(`dt:text-is("${label}") + dd`).textContent();
		if (said !== value) throw new Error(`${label} is ${said}, not ${value}`);
	}
	await page.close();
}
