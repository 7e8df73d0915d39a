import { TakenRow } from "@webhand/contracts/routine/run";
import { poll } from "@webhand/testing/poll";
import type { Db } from "mongodb";
import { expect } from "vitest";
import { newKey } from "../agent.ts";
import { isRetryable } from "../clients.ts";
import { brokenInvariants } from "../invariants.ts";
import type { ServerProcess } from "../server-process.ts";
import type { TestStack } from "../stack.ts";
import { formPage, formSite, invoice } from "./routines.ts";

/** Where a server is killed: at a failpoint, in the request of a run that reaches it. */
type Kill = { readonly failpoint: string; readonly at: Request };
type Request = "start" | "next" | "fill" | "save" | "end" | "stop";

/** The failpoints of runs, and those of a step in a row's first step, in the one behind its commit, and in its last. */
export const killedRows: readonly Kill[] = [
	{ failpoint: "routine.rows_stored", at: "start" },
	{ failpoint: "routine.row_claimed", at: "next" },
	...(["fill", "save", "end"] as const).flatMap((at) =>
		["step.leased", "step.before_write", "step.in_transaction", "step.after_commit"].map((failpoint) => ({ failpoint, at })),
	),
	{ failpoint: "task.created", at: "fill" },
];

type Body = Readonly<Record<string, never>>;

/**
 * Does a run as a browser does; the server is killed in one request of it: each row is done once, and the run ends.
 *
 * @param list how many rows it has, and the one in which the server is killed
 */
export async function killInRow(stack: TestStack, db: Db, { failpoint, at }: Kill, list = { rows: 2, dyingIn: 1 }): Promise<void> {
	const server = serverOf(stack);
	const dying = await stack.start(`${failpoint}=kill`);
	let isDue = true;
	let begun = 0;
	const ask = async (name: Request, path: string, body: object): Promise<Body> => {
		const key = newKey();
		if (name === "next") begun += 1;
		const isHere = isDue && name === at && (name === "start" || begun === list.dyingIn);
		if (isHere) isDue = false;
		const first = isHere ? await server(dying, path, body, key) : "gone";
		if (isHere) expect((await dying.process.ended).signal).toBe("SIGKILL");
		return first === "gone" ? await again(stack, path, body, key) : first.body;
	};
	const { routine } = await again(
		stack,
		"/api/v1/agent/routines",
		{ name: "File it", program: invoice, origin: { kind: "edit" } },
		newKey(),
	);
	const numbers = Array.from({ length: list.rows }, (_, index) => `${index + 1}`);
	const rows = numbers.map((number) => ({ number, amount: "12.50" }));
	const { run } = await ask("start", `/api/v1/agent/routines/${(routine as unknown as { id: string }).id}/runs`, { rows });
	const { id: runId } = run as unknown as { id: string };
	const site = formSite();
	for (let taken = 0; taken < list.rows + 4; taken += 1) {
		const row = TakenRow.nullable().parse((await ask("next", `/api/v1/agent/routine-runs/${runId}/next`, { worker: "one" }))["row"]);
		if (row === null) break;
		site("navigate()");
		await playRow({ ask, site }, { runId, row });
	}
	expect([failpoint, at, site.saved]).toEqual([failpoint, at, numbers]);
	const ended = (await read(stack, `/api/v1/agent/routine-runs/${runId}`))["run"];
	expect(ended).toMatchObject({ state: "done", counts: { done: list.rows } });
	expect(await db.collection("tasks").countDocuments({ "origin.runId": runId })).toBe(list.rows);
	expect(await brokenInvariants(db, [])).toEqual([]);
}

type Browser = { readonly ask: (name: Request, path: string, body: object) => Promise<Body>; readonly site: ReturnType<typeof formSite> };
type Reply = { readonly taskId: string; readonly stepIndex: number; readonly action: string; readonly status: string };

async function playRow({ ask, site }: Browser, { runId, row }: { readonly runId: string; readonly row: TakenRow }): Promise<void> {
	let page = formPage();
	let more: object = { row: { runId, rowKey: row.key } };
	let name: Request = "fill";
	for (let step = 0; step < 10; step += 1) {
		const body = { ...page, query: row.order, batch: 0, ...more };
		const { data } = (await ask(name, "/api/agent/interact", body)) as unknown as { data: Reply };
		if (data.status === "completed" || data.status === "failed") return;
		page = site(data.action);
		more = { taskId: data.taskId, lastStepIndex: data.stepIndex };
		// The request behind the second fill decides the commit, the one behind that hears of it.
		name = data.action === "click(3)" ? "end" : data.action.startsWith("setValue(2") ? "save" : "fill";
	}
}

/** Stops a run in a server that dies behind that: the row under way ends once somebody looks. */
export async function killInStop(stack: TestStack): Promise<void> {
	const program = { name: "File it", program: invoice, origin: { kind: "edit" } };
	const { routine } = await again(stack, "/api/v1/agent/routines", program, newKey());
	const path = `/api/v1/agent/routines/${(routine as unknown as { id: string }).id}/runs`;
	const rows = ["1", "2"].map((number) => ({ number, amount: "1" }));
	const { run } = await again(stack, path, { rows }, newKey());
	const { id: runId } = run as unknown as { id: string };
	const runs = `/api/v1/agent/routine-runs/${runId}`;
	await again(stack, `${runs}/next`, { worker: "one" }, newKey());
	const dying = await stack.start("routine.stopped=kill");
	expect(await serverOf(stack)(dying, `${runs}/change`, { change: "stop" }, newKey())).toBe("gone");
	await again(stack, `${runs}/change`, { change: "stop" }, newKey());
	const { rows: ended } = (await read(stack, `${runs}/rows`)) as unknown as { rows: { state: string }[] };
	expect(ended.map(({ state }) => state)).toEqual(["stopped", "stopped"]);
}

/** The failpoints of a start by the clock. */
export const killedStarts = ["schedule.claimed", "schedule.run_begun", "schedule.started"] as const;

/** Kills the server that begins what is due: another one goes on, and there is one start with one run. */
export async function killInSchedule(stack: TestStack, db: Db, failpoint: (typeof killedStarts)[number]): Promise<void> {
	const program = { name: "File it", program: invoice, origin: { kind: "edit" } };
	const { routine } = await again(stack, "/api/v1/agent/routines", program, newKey());
	const { id: routineId } = routine as unknown as { id: string };
	const times = { cron: "0 0 1 1 *", timeZone: "UTC", missed: "once", rows: [{ number: "1", amount: "1" }], queue: { browser: "mine" } };
	const { schedule } = await again(stack, "/api/v1/agent/schedules", { routineId, ...times }, newKey());
	const { id: scheduleId } = schedule as unknown as { id: string };
	const dying = await stack.start(`${failpoint}=kill`);
	// Frozen, so that it does not begin what is due itself.
	stack.healthy.process.freeze();
	try {
		await db
			.collection("schedules")
			.updateOne({ _id: scheduleId as never }, { $set: { nextAt: new Date(Date.UTC(new Date().getUTCFullYear(), 0, 1)) } });
		expect((await dying.process.ended).signal).toBe("SIGKILL");
	} finally {
		stack.healthy.process.thaw();
	}
	const started = () => db.collection("schedule_starts").find({ scheduleId }).toArray();
	const nextYear = async () =>
		(await db.collection("schedules").findOne({ _id: scheduleId as never, nextAt: { $gt: new Date() } })) !== null;
	await poll(nextYear, { everyMs: 100 });
	const runs = await db.collection("routine_runs").find({ "startedBy.id": scheduleId }).toArray();
	expect([failpoint, await started()]).toMatchObject([failpoint, [{ outcome: "started", runId: runs[0]?._id }]]);
	expect(runs).toHaveLength(1);
}

const serverOf =
	({ user }: TestStack) =>
	async ({ url }: ServerProcess, path: string, body: object, key: string) => {
		const headers = { ...user.headers, "content-type": "application/json", "idempotency-key": key };
		const response = await fetch(`${url}${path}`, { method: "POST", headers, body: JSON.stringify(body) }).catch(() => null);
		if (response === null) return "gone" as const;
		const bytes = await response.text();
		return { status: response.status, bytes, body: JSON.parse(bytes) as Body, retryAfter: Number(response.headers.get("retry-after")) };
	};

/** Asks the healthy server until the dead one's lease is over. */
async function again(stack: TestStack, path: string, body: object, key: string): Promise<Body> {
	const reply = await poll(
		async () => {
			const tried = await serverOf(stack)(stack.healthy, path, body, key);
			return tried !== "gone" && !isRetryable(tried) && tried;
		},
		{ limitMs: 60_000, everyMs: 100 },
	);
	if (reply.status >= 300) throw new Error(`${reply.status} ${reply.bytes}`);
	return reply.body;
}

async function read({ healthy, user }: TestStack, path: string): Promise<Body> {
	return (await (await fetch(`${healthy.url}${path}`, { headers: user.headers })).json()) as Body;
}
