import type { NextAction } from "@webhand/contracts/agent/interact";
import { QuestionId, SessionId, TaskId, TenantId, UserId } from "@webhand/contracts/ids";
import fc from "fast-check";
import { expect, test } from "vitest";
import type { ActResult } from "../../page/messages.ts";
import type { RunRecord } from "../../storage.ts";
import type { RunDeps } from "./engine.ts";
import { driveRun } from "./engine.ts";
import { afterEvent } from "./policy.ts";
import { newRun } from "./record.ts";
import type { Failure } from "./retry.ts";

const tabId = 7;
const taskId = TaskId.parse("0b2f8d94-6a51-4a4c-9f0e-0a5c0f7f0001");
const sessionId = SessionId.parse("0b2f8d94-6a51-4a4c-9f0e-0a5c0f7f0002");
const owner = { userId: UserId.parse(`usr_${"a".repeat(22)}`), tenantId: TenantId.parse(`org_${"a".repeat(22)}`) };
const questionId = QuestionId.parse(`que_${"a".repeat(22)}`);

/** Thrown at any boundary between the worker and the world: everything the worker held in memory is gone. */
class WorkerDied extends Error {}

/** One scripted step: what the server decides, and what the page does with it. */
type Step = {
	action: "click(1)" | 'navigate("https://a.example/")' | "wait(1)" | 'ask("Which?")' | 'find("x")' | "nonsense";
	leavesPage: boolean;
	batch: boolean;
	/** The page takes no notice of synthetic input. */
	isDead?: boolean;
};

type World = {
	record: RunRecord;
	body: { key: string; body: never } | undefined;
	now: number;
	/** Lives left before each coming death: at every boundary one is used up. */
	deaths: number[];
	documents: number;
	/** actionIds each document has begun, with results. */
	register: Map<string, ActResult>;
	done: string[];
	answers: Map<string, NextAction>;
	asked: number;
	failures: Failure[];
};

function nextActionOf(action: string, stepIndex: number): NextAction {
	return {
		thought: "t",
		action,
		taskId,
		sessionId,
		stepIndex,
		maxSteps: 50,
		plan: {
			steps: [{ id: "step_0", index: 0, description: "d", status: "active", toolType: "DOM" }],
			currentStepIndex: 0,
			createdAt: "2026-01-01T00:00:00Z",
		},
		currentStep: 0,
		totalSteps: 1,
		status: action.startsWith("ask") ? "needs_user_input" : "executing",
		cost: { taskTokens: 0, tokenBudget: 1 },
		...(action.startsWith("ask")
			? { question: { id: questionId, kind: "input" as const, text: "Which?", expiresAt: "2026-01-01T00:30:00Z" } }
			: {}),
	};
}

const guard = { docEpoch: "e", id: 2, fingerprint: "0", role: "input", name: "n", approved: false };

function worldOf(script: readonly Step[], deaths: number[], failures: Failure[] = []): { world: World; deps: RunDeps } {
	const world: World = {
		record: newRun({ runKey: "r", owner, tabId, windowId: 1, sessionId, query: "do it", files: [], at: 0 }),
		body: undefined,
		now: 0,
		deaths,
		documents: 1,
		register: new Map(),
		done: [],
		answers: new Map(),
		asked: 0,
		failures,
	};
	const boundary = () => {
		const left = world.deaths[0];
		if (left === undefined) return;
		if (left > 0) world.deaths[0] = left - 1;
		else {
			world.deaths.shift();
			throw new WorkerDied();
		}
	};
	const keys = { count: 0 };
	const doc = () => `doc${world.documents}`;
	const act = (actionId: string, documentId: string): ActResult => {
		world.done.push(actionId);
		const step = script[Number(actionId.split(":")[1]?.split(".")[0])];
		const result = { success: true };
		world.register.set(`${documentId} ${actionId}`, result);
		if (step?.leavesPage === true) world.documents += 1;
		return result;
	};
	const deps: RunDeps = {
		now: () => world.now,
		newKey: () => `key${++keys.count}`,
		newSessionId: () => sessionId,
		isAnswering: async () => true,
		runs: {
			get: async () => structuredClone(world.record),
			apply: async (_, event) => {
				boundary();
				world.record = structuredClone(afterEvent(world.record, event));
				boundary();
				return world.record;
			},
			body: async () => world.body,
			putBody: async (_, body) => {
				boundary();
				world.body = structuredClone(body) as World["body"];
				boundary();
			},
		},
		look: async () => {
			boundary();
			const frame = { frameId: 0, documentId: doc(), docEpoch: doc(), firstId: 1, lastId: 9 };
			return { kind: "page", body: { url: "https://a.example/", query: "do it", dom: doc(), batch: 0 }, frames: [frame] };
		},
		post: async ({ key }) => {
			boundary();
			const failure = world.failures.shift();
			if (failure !== undefined) throw failure;
			let answer = world.answers.get(key);
			if (answer === undefined) {
				const step = script[world.asked];
				answer = nextActionOf(step?.action ?? "finish()", world.asked);
				if (step?.batch === true && step.action === "click(1)") {
					answer.more = [{ action: 'setValue(2, "x")', guard, expect: { kind: "none" } }];
				}
				world.asked += 1;
				world.answers.set(key, answer);
			}
			boundary();
			return answer;
		},
		performer: {
			destinationOf: (record, action) => {
				if (action.name === "find") return { kind: "harmless" };
				if (action.name === "navigate") return { kind: "at", at: { kind: "worker" } };
				const frame = record.frames[0];
				if (frame === undefined) return { kind: "refused", result: { success: false, isInert: true, code: "FRAME_UNREACHABLE" } };
				return { kind: "at", at: { kind: "page", frameId: 0, documentId: frame.documentId, docEpoch: frame.docEpoch } };
			},
			lookUp: async () => {
				boundary();
				return { success: true, isInert: true };
			},
			perform: async (_, { actionId, intent }) => {
				boundary();
				if (intent.at.kind === "page" && intent.at.documentId !== doc()) return { success: false, isInert: true, code: "PAGE_UNREACHABLE" };
				const result = act(actionId, intent.at.kind === "page" ? intent.at.documentId : "worker");
				boundary();
				return result;
			},
			recall: async (_, { actionId, intent }) => {
				boundary();
				if (intent.at.kind !== "page") return { kind: "unknown" };
				if (intent.at.documentId !== doc()) return { kind: "gone" };
				const result = world.register.get(`${intent.at.documentId} ${actionId}`);
				return result === undefined ? { kind: "unknown" } : { kind: "done", result };
			},
		},
		settle: async () => {
			boundary();
			const isDead = script[world.record.stepIndex ?? -1]?.isDead === true;
			const seen = { didDomMutate: !isDead, didNetworkOccur: false, didUrlChange: false };
			return { isPending: false, clientObservations: seen, trusted: { access: "granted", domain: "a.example" } };
		},
		failureOf: (error) => {
			if (error instanceof WorkerDied) throw error;
			return error as Failure;
		},
		sleepUntil: async (time) => {
			boundary();
			world.now = Math.max(world.now, time);
		},
	};
	return { world, deps };
}

/** Starts workers until the run rests for good; the person answers every question. */
async function liveOn(world: World, deps: RunDeps): Promise<void> {
	for (let worker = 0; worker < 400 && world.record.phase !== "ended"; worker += 1) {
		try {
			await driveRun(deps, tabId, new AbortController().signal);
		} catch (error) {
			if (!(error instanceof WorkerDied)) throw error;
		}
		if (world.record.wait?.kind === "user") world.record = afterEvent(world.record, { kind: "answered" });
		if (world.record.wait?.kind === "elsewhere") world.record = afterEvent(world.record, { kind: "resumed" });
	}
}

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
	isDead: fc.boolean(),
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
				await liveOn(world, deps);
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
	await liveOn(world, deps);
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
	await liveOn(world, deps);
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
	await driveRun(stopping, tabId, abort.signal);
	expect(world.record).toMatchObject({ phase: "ended", end: "stopped", cancel: "pending" });
	expect(world.done).toEqual([]);
});

test("after a stop before the first answer, the answer that still comes names the task that is to be cancelled", async () => {
	const { world, deps } = worldOf([{ action: "click(1)", leavesPage: false, batch: false }], []);
	const abort = new AbortController();
	const answer = Promise.withResolvers<NextAction>();
	const stopping: RunDeps = {
		...deps,
		post: async () => {
			world.record = afterEvent(world.record, { kind: "stopped", leave: false, message: null, at: 5 });
			abort.abort();
			return answer.promise;
		},
	};
	await driveRun(stopping, tabId, abort.signal);
	expect(world.record).toMatchObject({ phase: "ended", end: "stopped", cancel: "pending", taskId: null });
	answer.resolve(nextActionOf("click(1)", 0));
	await expect.poll(() => world.record.taskId).toBe(taskId);
	expect(world.record).toMatchObject({ phase: "ended", end: "stopped", cancel: "pending" });
	expect(world.done).toEqual([]);
});

test("a dead action is done once with synthetic input and once with real input, whatever dies in between", async () => {
	for (let death = 0; death < 30; death += 1) {
		const { world, deps } = worldOf([{ action: "click(1)", leavesPage: false, batch: false, isDead: true }], [death]);
		await liveOn(world, deps);
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
			return nextActionOf("click(1)", 0);
		},
	};
	await driveRun(stopping, tabId, new AbortController().signal);
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
			recall: async () => {
				world.record = afterEvent(world.record, { kind: "stopped", leave: false, message: null, at: 5 });
				return { kind: "unknown" };
			},
		},
	};
	await driveRun(stopping, tabId, new AbortController().signal);
	expect(world.record).toMatchObject({ phase: "ended", end: "stopped" });
	expect(world.done).toEqual([]);
});
