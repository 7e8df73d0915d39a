import fc from "fast-check";
import { expect, test } from "vitest";
import type { RunRecord } from "../../run-record.ts";
import type { RunDeps } from "./engine.ts";
import { driveRun } from "./engine.ts";
import { afterEvent } from "./policy.ts";
import type { Failure } from "./retry.ts";
import { answerWith, taskId } from "./testing/sample.ts";
import type { Step } from "./testing/world.ts";
import { runWorkers, worldOf } from "./testing/world.ts";

const step = fc.record({
	action: fc.constantFrom<Step["action"]>(
		"click(1)",
		'navigate("https://a.example/")',
		"wait(1)",
		'ask("Which?")',
		'find("x")',
		"nonsense",
	),
	leavesPage: fc.boolean(),
	batch: fc.boolean(),
	isIneffective: fc.boolean(),
});
const failure = fc.constantFrom<Failure>(
	{ status: 0, code: "NETWORK", message: "" },
	{ status: 409, code: "TASK_BUSY", message: "", retryAfterMs: 1_000 },
	{ status: 409, code: "STALE_STEP", message: "" },
	{ status: 503, code: "SERVICE_UNAVAILABLE", message: "", retryAfterMs: 1_000 },
	{ status: 404, code: "SESSION_NOT_FOUND", message: "" },
);

test("whenever workers die and however the network fails, each action runs at most once and the run ends", async () => {
	await fc.assert(
		fc.asyncProperty(
			fc.array(step, { maxLength: 6 }),
			fc.array(fc.nat({ max: 14 }), { maxLength: 12 }),
			fc.array(failure, { maxLength: 4 }),
			async (script, deaths, failures) => {
				const { world, deps } = worldOf(script, deaths, failures);
				await runWorkers(world, deps);
				expect(world.record.end).toBe("completed");
				expect(new Set(world.done).size).toBe(world.done.length);
			},
		),
		{ numRuns: 100 },
	);
});

test("without a death every action of the task is done, in order", async () => {
	const script: Step[] = [
		{ action: "click(1)", leavesPage: false, batch: true },
		{ action: 'navigate("https://a.example/")', leavesPage: true, batch: false },
		{ action: "click(1)", leavesPage: true, batch: false },
	];
	const { world, deps } = worldOf(script, []);
	await runWorkers(world, deps);
	expect(world.done).toEqual([`${taskId}:0`, `${taskId}:0.1`, `${taskId}:1`, `${taskId}:2`]);
	expect(world.record.steps.map(({ action, state }) => [action, state])).toEqual([
		["click(1)", "done"],
		['navigate("https://a.example/")', "done"],
		["click(1)", "done"],
		["finish()", "done"],
	]);
});

test("a step whose answer was lost on the way is asked for again under its key and done once", async () => {
	// The worker dies after the server has answered, before the answer is written.
	const { world, deps } = worldOf([{ action: "click(1)", leavesPage: false, batch: false }], [6]);
	await runWorkers(world, deps);
	expect(world.deaths).toEqual([]);
	expect(world.asked).toBe(2);
	expect(world.done).toEqual([`${taskId}:0`]);
});

test("an action on a page that is gone is never done again but reported as open", () => {
	const { world } = worldOf([], []);
	const acting: RunRecord = {
		...world.record,
		phase: "act",
		taskId,
		pending: { stepIndex: 0, actions: [{ action: "click(1)" }], part: 0, results: [] },
	};
	const open = { success: false, isOpen: true, code: "OUTCOME_UNKNOWN", message: "m" };
	const after = afterEvent(acting, { kind: "acted", result: open, at: 1 });
	expect(after.phase).toBe("settle");
	expect(after.report).toMatchObject({ lastActionStatus: "pending", lastActionError: { code: "OUTCOME_UNKNOWN", action: "click(1)" } });
});

test("Stop while the server thinks ends the run at once, and nothing more is done in the page", async () => {
	const { world, deps } = worldOf([{ action: "click(1)", leavesPage: false, batch: false }], []);
	world.record = { ...world.record, taskId };
	const abort = new AbortController();
	const stopping: RunDeps = {
		...deps,
		post: async () => {
			world.record = afterEvent(world.record, { kind: "stopped", leave: false, message: null, at: 5 });
			abort.abort();
			throw abort.signal.reason;
		},
	};
	await driveRun(stopping, world.record.tabId, abort.signal);
	expect(world.record).toMatchObject({ phase: "ended", end: "stopped", cancel: "pending" });
	expect(world.done).toEqual([]);
});

test("a model that thinks for long is waited for under the same key, and the run fails at nothing", async () => {
	const thinking = (seconds: number): Failure => ({
		status: 409,
		code: "TASK_BUSY",
		message: "m",
		details: { reason: "model_thinking", seconds },
		retryAfterMs: 1_000,
	});
	const { world, deps } = worldOf([{ action: "click(1)", leavesPage: false, batch: false }], [], [40, 81, 122].map(thinking));
	const keys: string[] = [];
	const told: unknown[] = [];
	const waiting: RunDeps = {
		...deps,
		post: async (request, signal) => {
			keys.push(request.key);
			told.push(world.record.wait, world.record.attempts.count);
			return await deps.post(request, signal);
		},
	};
	await runWorkers(world, waiting);
	expect(world.record.end).toBe("completed");
	expect(keys.slice(0, 5)).toEqual(["key1", "key1", "key1", "key1", "key2"]);
	expect(new Set(told)).toEqual(new Set([null, 0]));
});

test("a broken line is forgotten once the server says that the model thinks", async () => {
	const thinking: Failure = { status: 409, code: "TASK_BUSY", message: "m", details: { reason: "model_thinking", seconds: 1 } };
	const failures = [{ status: 0, code: "NETWORK", message: "gone" }, thinking];
	const { world, deps } = worldOf([{ action: "click(1)", leavesPage: false, batch: false }], [], failures);
	const told: unknown[] = [];
	const waiting: RunDeps = {
		...deps,
		post: async (request, signal) => {
			told.push([world.record.wait?.kind, world.record.attempts.count]);
			return await deps.post(request, signal);
		},
	};
	await runWorkers(world, waiting);
	expect(told.slice(0, 3)).toEqual([
		[undefined, 0],
		["busy", 1],
		[undefined, 0],
	]);
});

test("a stop before the first answer leaves the key of the request, by which it is stopped", async () => {
	const { world, deps } = worldOf([{ action: "click(1)", leavesPage: false, batch: false }], []);
	const abort = new AbortController();
	const stopping: RunDeps = {
		...deps,
		post: async (_, signal) => {
			world.record = afterEvent(world.record, { kind: "stopped", leave: false, message: null, at: 5 });
			abort.abort();
			throw signal.reason;
		},
	};
	await driveRun(stopping, world.record.tabId, abort.signal);
	expect(world.record).toMatchObject({ phase: "ended", end: "stopped", cancel: "pending", taskId: null, key: "key1" });
	expect(world.done).toEqual([]);
});

test("a dead action is done once with synthetic input and once with real input, whatever dies in between", async () => {
	for (let death = 0; death < 30; death += 1) {
		const { world, deps } = worldOf([{ action: "click(1)", leavesPage: false, batch: false, isIneffective: true }], [death]);
		await runWorkers(world, deps);
		expect(world.record.end).toBe("completed");
		expect(new Set(world.done).size).toBe(world.done.length);
		expect(world.done.filter((id) => !id.endsWith(".t"))).toEqual([`${taskId}:0`]);
	}
});

test("a stop while the first answer arrives: the task that it names is cancelled, and its action is not done", async () => {
	const { world, deps } = worldOf([{ action: "click(1)", leavesPage: false, batch: false }], []);
	const stopping: RunDeps = {
		...deps,
		post: async () => {
			// The record says so before the flight hears of it.
			world.record = afterEvent(world.record, { kind: "stopped", leave: false, message: null, at: 5 });
			return answerWith("click(1)");
		},
	};
	await driveRun(stopping, world.record.tabId, new AbortController().signal);
	expect(world.record).toMatchObject({ phase: "ended", taskId, cancel: "pending" });
	expect(world.done).toEqual([]);
});

test("a stop while a page is asked what became of an action keeps the action from being begun", async () => {
	const { world, deps } = worldOf([], []);
	const intent = { actionId: `${taskId}:0`, at: { kind: "page" as const, frameId: 0, documentId: "doc1", docEpoch: "doc1" } };
	const pending = { stepIndex: 0, actions: [{ action: "click(1)" }], part: 0, results: [] };
	world.record = { ...world.record, taskId, phase: "act", pending, intent };
	const stopping: RunDeps = {
		...deps,
		performer: {
			...deps.performer,
			queryOutcome: async () => {
				world.record = afterEvent(world.record, { kind: "stopped", leave: false, message: null, at: 5 });
				return { kind: "unknown" };
			},
		},
	};
	await driveRun(stopping, world.record.tabId, new AbortController().signal);
	expect(world.record).toMatchObject({ phase: "ended", end: "stopped" });
	expect(world.done).toEqual([]);
});
