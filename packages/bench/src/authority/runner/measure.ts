import { mkdtemp } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { ApiError } from "@webhand/client/api-error";
import type { Api } from "@webhand/client/call";
import { call } from "@webhand/client/call";
import { addRunnerRoute } from "@webhand/contracts/auth/runners";
import { loginRoute } from "@webhand/contracts/auth/sign-in";
import type { RoutineId } from "@webhand/contracts/ids";
import { OrgId } from "@webhand/contracts/ids";
import { routinesRoute } from "@webhand/contracts/routine/routine";
import type { RoutineRow } from "@webhand/contracts/routine/run";
import { isRunOver, routineRunRoute, runRowsRoute, startRunRoute } from "@webhand/contracts/routine/run";
import { findProgram, repositoryRoot } from "@webhand/testing/binaries";
import { removeDataFolder } from "@webhand/testing/data-folder";
import { startProcess } from "@webhand/testing/processes";
import { buildExtension } from "../../extension.ts";
import { startStack } from "../../miniwob/stage/test-stack.ts";
import type { Row } from "../../report.ts";
import { quantile } from "../../stats.ts";
import type { Memory } from "./memory.ts";
import { memoryOf } from "./memory.ts";

/** How long four runs are done side by side. */
export const runnerPlans = { quick: { minutes: 2 }, full: { minutes: 30 } } as const;

const lanes = 4;
const rowsOfRun = 5;
const sampleMs = 10_000;
const lookMs = 1_000;
const label = "bench";

/**
 * Lets a runner do four runs of the demo routine side by side, again and again, on the embedded stack.
 *
 * @returns rows that failed or were done twice, and how the memory of the runner went
 */
export async function measureRunner({ minutes }: { readonly minutes: number }, print: (line: string) => void): Promise<readonly Row[]> {
	const data = await mkdtemp(join(tmpdir(), "webhand-bench-"));
	const opened: (() => Promise<unknown>)[] = [() => removeDataFolder(data)];
	try {
		await buildExtension();
		const { ready, stop } = await startStack(data, {});
		opened.push(stop);
		const signIn = async (body: typeof ready.member) => await call({ baseUrl: ready.url, token: () => null }, loginRoute, { body });
		const as = (token: string): Api => ({ baseUrl: ready.url, token: () => token });
		const admin = await signIn(ready.admin);
		const { code } = await call(as(admin.accessToken), addRunnerRoute, {
			params: { orgId: OrgId.parse(admin.tenantId) },
			body: { name: "Bench", labels: [label], capacity: lanes },
		});
		const runner = await startProcess({
			name: "runner",
			command: process.execPath,
			args: ["--conditions=@webhand/source", join(repositoryRoot, "apps", "runner", "src", "main.ts")],
			cwd: repositoryRoot,
			env: {
				HOME: data,
				RUNNER_SERVER_URL: ready.url,
				RUNNER_CODE: code,
				RUNNER_PROFILE_DIR: join(data, "runner"),
				RUNNER_EXTENSION_DIR: ready.extensionDir,
				CHROMIUM_BIN: findProgram("chromium"),
			},
		});
		opened.push(() => runner.stop(70_000));
		await runner.printed(/Enrolled/, 60_000);
		const api = as((await signIn(ready.member)).accessToken);
		const routineId = await demoRoutine(api);
		const until = Date.now() + 60_000 * minutes;
		const done: RoutineRow[] = [];
		const lane = async (number: number) => {
			for (let round = 0; Date.now() < until; round += 1) done.push(...(await playRun(api, routineId, `${number}-${round}`)));
		};
		const samples: Memory[] = [];
		const watch = async () => {
			for (; Date.now() < until; await pause(sampleMs)) samples.push(await memoryOf(runner.pid));
		};
		await Promise.all([watch(), ...Array.from({ length: lanes }, (_, number) => lane(number))]);
		for (const { state, reason } of done) if (state !== "done") print(`${state}: ${reason ?? ""}`);
		return [...rowsOf(done), ...memoryRows(samples)];
	} finally {
		for (const close of opened.reverse()) await close();
	}
}

async function demoRoutine(api: Api): Promise<RoutineId> {
	const { routines } = await call(api, routinesRoute, { query: {} });
	const found = routines.find(({ name }) => name === "Save an address");
	if (found === undefined) throw new Error("The stack has no demo routine");
	return found.id;
}

/** One run from its start to its end; each record is new, so that the check of the routine finds one that was saved twice. */
async function playRun(api: Api, routineId: RoutineId, name: string): Promise<readonly RoutineRow[]> {
	const rows = Array.from({ length: rowsOfRun }, (_, index) => ({
		name: `Person ${name}-${index}`,
		street: `Street ${name}-${index}`,
		postcode: "20457",
		city: "Hamburg",
		country: "Germany",
	}));
	const body = { rows, options: { mode: "autonomous" as const }, queue: { browser: "runner" as const, labels: [label] } };
	const key = { "idempotency-key": crypto.randomUUID() };
	const { run } = await untilAnswered(() => call(api, startRunRoute, { params: { routineId }, body, headers: key }));
	const params = { runId: run.id };
	const isOver = async () => isRunOver((await untilAnswered(() => call(api, routineRunRoute, { params, query: {} }))).run);
	while (!(await isOver())) await pause(lookMs);
	return (await untilAnswered(() => call(api, runRowsRoute, { params, query: {} }))).rows;
}

/** Asks again while a busy machine does not answer: only what the runner does is measured. */
async function untilAnswered<T>(ask: () => Promise<T>): Promise<T> {
	for (;;) {
		try {
			return await ask();
		} catch (cause) {
			if (!(cause instanceof ApiError) || (cause.status !== 0 && cause.status !== 429 && cause.status < 500)) throw cause;
			await pause(lookMs);
		}
	}
}

const facts = { peer: null, ratio: null, better: "lower" } as const;

function rowsOf(rows: readonly RoutineRow[]): readonly Row[] {
	// A record that stands twice is read as "Street / Street".
	const doubled = rows.filter(({ checks }) => checks.some(({ seen = "", expected }) => seen.startsWith(`${expected} / `))).length;
	return [
		{
			...facts,
			name: "rows of four runs side by side, not done",
			ours: rows.filter(({ state }) => state !== "done").length,
			goal: 0,
			gate: 0,
			unit: `of ${rows.length}`,
		},
		{ ...facts, name: "the same, saved twice", ours: doubled, goal: 0, gate: 0, unit: `of ${rows.length}` },
	];
}

/** Memory is flat when its last quarter is no more than its second one: the first fills caches. */
function memoryRows(samples: readonly Memory[]): readonly Row[] {
	const quarter = (values: readonly number[], number: number) => {
		const size = values.length / 4;
		return quantile(values.slice(Math.floor(size * number), Math.max(Math.ceil(size * (number + 1)), 1)), 0.5);
	};
	return (["own", "below"] as const).map((part) => {
		const values = samples.map((sample) => sample[part]);
		const [early, late] = [quarter(values, 1), quarter(values, 3)];
		const name =
			part === "own" ? "memory of the runner's process, second to last quarter" : "memory of its Chromium, second to last quarter";
		return { name, ours: late, peer: early, ratio: late / early, goal: 1.1, gate: 1.5, better: "lower", unit: "MB" };
	});
}
