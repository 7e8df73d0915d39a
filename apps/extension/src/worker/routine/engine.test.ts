import { RoutineId, RoutineRunId, TaskId } from "@webhand/contracts/ids";
import type { Route } from "@webhand/contracts/routes";
import type { RoutineRun } from "@webhand/contracts/routine/run";
import { RunOptions } from "@webhand/contracts/routine/run";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { RunClient } from "../../panel-state.ts";
import type { RoutinePlay } from "../../routine-play.ts";
import type { RunRecord } from "../../run-record.ts";
import type { SignedInApi } from "../../signed-in-api.ts";
import { MessageError } from "../panel/message-error.ts";
import { afterEvent } from "../run/policy.ts";
import type { Failure } from "../run/retry.ts";
import { owner, sessionId } from "../run/testing/sample.ts";
import type { RoutineDeps } from "./engine.ts";
import { drivePlay } from "./engine.ts";

const runId = RoutineRunId.parse(`rrn_${"a".repeat(22)}`);
const idOfTask = (n: number) => TaskId.parse(`0b2f8d94-6a51-4a4c-9f0e-0a5c0f7f1${`${n}`.padStart(3, "0")}`);

class WorkerDied extends Error {}

type ServerRow = { state: "waiting" | "running" | "done" | "failed" | "stopped"; taskId?: TaskId };

/** A server with rows, a browser with tabs, and what is stored; workers die at the boundaries that `deaths` counts. */
function worldOf(rowCount: number, { deaths = [], failures = [] }: { deaths?: number[]; failures?: Failure[] } = {}) {
	const world = {
		rows: Array.from({ length: rowCount }, (): ServerRow => ({ state: "waiting" })),
		state: "running" as RoutineRun["state"],
		reason: undefined as string | undefined,
		play: {
			runId,
			owner,
			tabId: 7,
			windowId: 1,
			hasOwnTab: false,
			sessionId,
			files: [],
			runKey: null,
			problem: null,
			retry: null,
		} as RoutinePlay | undefined,
		records: [] as RunRecord[],
		now: 0,
		done: [] as string[],
		tasks: 0,
		closed: [] as number[],
		ended: [] as (RoutineRun["state"] | "given back" | null)[],
		isDraining: false,
	};
	let keys = 0;
	const boundary = () => {
		const [left] = deaths;
		if (left === undefined) return;
		if (left > 0) deaths[0] = left - 1;
		else {
			deaths.shift();
			throw new WorkerDied();
		}
	};
	const runOf = (): RoutineRun => ({
		id: runId,
		routineId: RoutineId.parse(`rtn_${"a".repeat(22)}`),
		name: "Enter invoices",
		version: 1,
		ownerId: owner.userId,
		state: world.state,
		...(world.reason === undefined ? {} : { reason: world.reason }),
		options: RunOptions.parse({}),
		rowCount,
		readsLists: false,
		isOnce: false,
		counts: {},
		retries: { rows: 0, withUnknown: 0 },
		createdAt: "2026-01-01T00:00:00Z",
	});
	const call = async (route: Route, input: { body?: unknown; params?: Readonly<Record<string, string>> }) => {
		boundary();
		const failure = failures.shift();
		if (failure !== undefined) throw failure;
		if (route.path.endsWith("/change")) {
			world.state = "paused";
			return { run: runOf() };
		}
		if (route.path.includes("/tasks/")) {
			const task = { taskId: input.params?.["taskId"], sessionId, query: "row", plan: null, maxSteps: 50, stepCount: 0, status: "active" };
			return { task: { ...task, createdAt: "2026-01-01T00:00:00Z" } };
		}
		const index = world.state === "running" ? world.rows.findIndex(({ state }) => state === "running" || state === "waiting") : -1;
		const row = world.rows[index];
		if (row === undefined) {
			if (world.state === "running") world.state = "done";
			return { run: runOf(), row: null };
		}
		row.state = "running";
		boundary();
		const { taskId } = row;
		return { run: runOf(), row: { key: `${index}`, index, order: `Row ${index}`, start: "https://a.example/", ...(taskId && { taskId }) } };
	};
	const deps: RoutineDeps = {
		api: { call: call as unknown as SignedInApi["call"] },
		plays: {
			get: async () => structuredClone(world.play),
			list: async () => (world.play === undefined ? [] : [world.play]),
			begin: async () => undefined,
			change: async (_, part) => {
				boundary();
				if (world.play !== undefined) world.play = { ...world.play, ...part };
				boundary();
				return world.play;
			},
			drop: async () => {
				const dropped = world.play;
				world.play = undefined;
				return dropped;
			},
		},
		runs: { list: async () => structuredClone(world.records) },
		begin: async (run) => {
			boundary();
			if (world.records.some(({ phase }) => phase !== "ended")) throw new MessageError("RUN_ACTIVE", "A task runs in this tab already.");
			world.records.push(run);
			boundary();
		},
		openStart: async (place) => {
			boundary();
			return { ...place, hasOwnTab: true, tabId: 8 };
		},
		closeTabs: async (tabIds) => void world.closed.push(...tabIds),
		takerName: async () => "this browser",
		isSignedIn: async () => true,
		isDraining: async () => world.isDraining,
		giveBack: async () => {
			world.play = undefined;
			world.ended.push("given back");
		},
		onEnd: async (_, run) => void world.ended.push(run?.state ?? null),
		failureOf: (error) => {
			if (error instanceof WorkerDied) throw error;
			return error as Failure;
		},
		wakeAt: (_, time) => {
			world.now = time;
		},
		now: () => world.now,
		newKey: () => `key${++keys}`,
	};
	/** Does what the run engine and the server do with the row under way. */
	const endRow = (event: "completed" | "failed" | "stopped") => {
		const at = world.records.findIndex(({ phase }) => phase !== "ended");
		const record = world.records[at];
		if (record?.row === undefined) return;
		const row = world.rows[Number(record.row.rowKey)];
		if (row === undefined) throw new Error("The task is of no row");
		// The create key of a row makes one task of it, however often it is begun.
		row.taskId ??= idOfTask(world.tasks++);
		if (row.state === "running") world.done.push(record.row.rowKey);
		row.state = event === "completed" ? "done" : event;
		const told = { ...record, taskId: row.taskId };
		const facts = { category: event, message: null, answer: null, at: world.now };
		world.records[at] = afterEvent(told, { kind: "ended_elsewhere", end: event, ...facts });
	};
	return { world, deps, endRow };
}

async function play({ world, deps, endRow }: ReturnType<typeof worldOf>, ends: readonly ("completed" | "failed" | "stopped")[] = []) {
	const left = [...ends];
	for (let worker = 0; worker < 400 && world.play !== undefined; worker += 1) {
		try {
			await drivePlay(deps, runId);
		} catch (error) {
			if (!(error instanceof WorkerDied)) throw error;
			continue;
		}
		if (world.play?.problem) return;
		if (world.records.some(({ phase }) => phase !== "ended")) endRow(left.shift() ?? "completed");
	}
}

const failure = fc.constantFrom<Failure>(
	{ status: 0, code: "NETWORK", message: "" },
	{ status: 503, code: "SERVICE_UNAVAILABLE", message: "", retryAfterMs: 500 },
	{ status: 429, code: "RATE_LIMIT", message: "", retryAfterMs: 1_000 },
);

test("whenever workers die and however the network fails, each row is done once and in order, and the run ends", async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.integer({ min: 1, max: 8 }),
			fc.array(fc.nat({ max: 9 }), { maxLength: 12 }),
			fc.array(failure, { maxLength: 4 }),
			async (count, deaths, failures) => {
				const setting = worldOf(count, { deaths: [...deaths], failures: [...failures] });
				await play(setting);
				const { world } = setting;
				expect(world.done).toEqual(world.rows.map((_, index) => `${index}`));
				expect(world.tasks).toBe(count);
				expect(world.ended).toEqual(["done"]);
			},
		),
		{ numRuns: 100 },
	);
});

test("a row that fails does not keep the next ones from being done, and all stand in one chat with the mode of the run", async () => {
	const setting = worldOf(3);
	await play(setting, ["completed", "failed", "completed"]);
	expect(setting.world.rows.map(({ state }) => state)).toEqual(["done", "failed", "done"]);
	expect(setting.world.records.map(({ query, sessionId: chat, row, tabId }) => [query, chat, row?.mode, tabId])).toEqual(
		["Row 0", "Row 1", "Row 2"].map((order) => [order, sessionId, "autonomous", 8]),
	);
});

test("a row that the person stops pauses the run, and no further row begins", async () => {
	const setting = worldOf(3);
	await play(setting, ["completed", "stopped"]);
	expect(setting.world.rows.map(({ state }) => state)).toEqual(["done", "stopped", "waiting"]);
	expect(setting.world.state).toBe("paused");
	expect(setting.world.play).toBeUndefined();
});

test("a runner that drains lets the row under way end, and begins no further one", async () => {
	const { world, deps, endRow } = worldOf(3);
	await drivePlay(deps, runId);
	world.isDraining = true;
	await drivePlay(deps, runId);
	expect(world.ended).toEqual([]);
	endRow("completed");
	await drivePlay(deps, runId);
	expect(world.ended).toEqual(["given back"]);
	expect(world.rows.map(({ state }) => state)).toEqual(["done", "waiting", "waiting"]);
	expect(world.state).toBe("running");
});

test("what the person allows for one row holds for the next one, and the tabs that a row opened are closed before it", async () => {
	const { world, deps, endRow } = worldOf(2);
	await drivePlay(deps, runId);
	const [first] = world.records;
	if (first === undefined) throw new Error("No row began");
	world.records[0] = { ...first, sites: ["a.example"], refused: ["ads.example"], tabs: [8, 9, 10] };
	endRow("completed");
	await drivePlay(deps, runId);
	expect(world.records[1]).toMatchObject({ sites: ["a.example"], refused: ["ads.example"], tabs: [8] });
	expect(world.closed).toEqual([9, 10]);
});

test("a row that another browser does, a busy tab and a row that never began wait for the person with the reason", async () => {
	const busy = worldOf(1, { failures: [{ status: 409, code: "TASK_BUSY", message: "Another browser does this run" }] });
	await play(busy);
	expect(busy.world.play?.problem).toEqual({ code: "TASK_BUSY", message: "Another browser does this run" });

	const taken = worldOf(1);
	taken.deps = { ...taken.deps, begin: () => Promise.reject(new MessageError("RUN_ACTIVE", "A task runs in this tab already.")) };
	await play(taken);
	expect(taken.world.play?.problem?.code).toBe("RUN_ACTIVE");

	const { world, deps } = worldOf(1);
	await drivePlay(deps, runId);
	const [record] = world.records;
	if (record === undefined) throw new Error("No row began");
	world.records[0] = { ...record, phase: "ended", end: "failed", failure: { category: "LIMIT_REACHED", message: "20 tasks run already" } };
	await drivePlay(deps, runId);
	expect(world.play).toMatchObject({ problem: { code: "LIMIT_REACHED", message: "20 tasks run already" }, runKey: null });
	expect(world.records).toHaveLength(1);
});

test("a row whose task the server has already goes on with that task, and reports its last action as unknown", async () => {
	const { world, deps } = worldOf(1);
	world.rows[0] = { state: "running", taskId: idOfTask(0) };
	await drivePlay(deps, runId);
	expect(world.records[0]).toMatchObject({ taskId: idOfTask(0), row: { runId, rowKey: "0" } });
});

test("a row that was stopped before its first step is not asked about: the server says what is next", async () => {
	const { world, deps } = worldOf(1);
	await drivePlay(deps, runId);
	const [record] = world.records;
	if (record === undefined) throw new Error("No row began");
	world.records[0] = {
		...record,
		phase: "ended",
		end: "failed",
		failure: { category: "RUN_ENDED", message: "This row is not to be done now" },
	};
	world.state = "stopped";
	await drivePlay(deps, runId);
	expect([world.play, world.ended]).toEqual([undefined, ["stopped"]]);
});

test("a run that the organization does not let go on waits for the person with the reason, and keeps its files", async () => {
	const { world, deps } = worldOf(1);
	Object.assign(world, { state: "paused", reason: "Your organization lets Webhand act Mon from 08:00 to 17:00 (UTC)" });
	await drivePlay(deps, runId);
	expect([world.play?.problem, world.ended]).toEqual([{ code: "RUN_PAUSED", message: world.reason }, []]);
});

test("a run that is gone ends here without a word to the person", async () => {
	const { world, deps } = worldOf(1, { failures: [{ status: 404, code: "RUN_NOT_FOUND", message: "Gone" }] });
	await drivePlay(deps, runId);
	expect([world.play, world.ended]).toEqual([undefined, [null]]);
});

test("the site that a person named with the run counts for each of its rows", async () => {
	const { world, deps, endRow } = worldOf(2);
	if (world.play !== undefined) world.play = { ...world.play, sites: ["a.example"] };
	await drivePlay(deps, runId);
	endRow("completed");
	await drivePlay(deps, runId);
	expect(world.records.map(({ sites }) => sites)).toEqual([["a.example"], ["a.example"]]);
});

test("the task of a row that an MCP client asked for is a task of the client", async () => {
	const client = { id: `mcc_${"a".repeat(22)}`, callId: `mcq_${"a".repeat(22)}`, name: "Claude Code", isOneStep: false } as RunClient;
	const setting = worldOf(1);
	if (setting.world.play !== undefined) setting.world.play = { ...setting.world.play, client };
	await play(setting);
	expect(setting.world.records.map((record) => record.client)).toEqual([client]);
});
