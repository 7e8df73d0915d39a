import type { NextAction } from "@webhand/contracts/agent/interact";
import { QuestionId } from "@webhand/contracts/ids";
import type { ActResult } from "@webhand/page/execute/page-action";
import type { RunRecord } from "../../../run-record.ts";
import type { RunDeps } from "../engine.ts";
import { driveRun } from "../engine.ts";
import { afterEvent } from "../policy.ts";
import type { Failure } from "../retry.ts";
import { answerWith, freshRun, sessionId } from "./sample.ts";

const questionId = QuestionId.parse(`que_${"a".repeat(22)}`);

/** Thrown at any boundary between worker and world; the worker's memory is lost. */
class WorkerDied extends Error {}

/** One scripted step: the server's decision and the page's reaction. */
export type Step = {
	action: "click(1)" | 'navigate("https://a.example/")' | "wait(1)" | 'ask("Which?")' | 'find("x")' | "nonsense";
	leavesPage: boolean;
	batch: boolean;
	/** The page ignores synthetic input. */
	isIneffective?: boolean;
};

/** What outlives the workers. */
export type World = {
	record: RunRecord;
	body: { key: string; body: never } | undefined;
	now: number;
	/** Boundaries that each worker passes before it dies. */
	deaths: number[];
	documents: number;
	/** The actions that each document began, with results. */
	register: Map<string, ActResult>;
	done: string[];
	answers: Map<string, NextAction>;
	asked: number;
	failures: Failure[];
};

function decisionOf(action: string, stepIndex: number): NextAction {
	if (!action.startsWith("ask")) return answerWith(action, { stepIndex });
	const question = { id: questionId, kind: "input" as const, text: "Which?", expiresAt: "2026-01-01T00:30:00Z" };
	return answerWith(action, { stepIndex, status: "needs_user_input", question });
}

const guard = { docEpoch: "e", id: 2, fingerprint: "0", role: "input", name: "n", approved: false };

/** A server that plays a script, and a page that obeys. */
export function worldOf(script: readonly Step[], deaths: number[], failures: Failure[] = []): { world: World; deps: RunDeps } {
	const world: World = {
		record: freshRun(),
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
		answerByLogin: async () => undefined,
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
		readPage: async () => {
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
				answer = decisionOf(step?.action ?? "finish()", world.asked);
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
			queryOutcome: async (_, { actionId, intent }) => {
				boundary();
				if (intent.at.kind !== "page") return { kind: "unknown" };
				if (intent.at.documentId !== doc()) return { kind: "gone" };
				const result = world.register.get(`${intent.at.documentId} ${actionId}`);
				return result === undefined ? { kind: "unknown" } : { kind: "done", result };
			},
		},
		settle: async () => {
			boundary();
			const isIneffective = script[world.record.stepIndex ?? -1]?.isIneffective === true;
			const seen = { didDomMutate: !isIneffective, didNetworkOccur: false, didUrlChange: false };
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

/** Starts workers until the run ends; the user answers every question. */
export async function runWorkers(world: World, deps: RunDeps): Promise<void> {
	for (let worker = 0; worker < 400 && world.record.phase !== "ended"; worker += 1) {
		try {
			await driveRun(deps, world.record.tabId, new AbortController().signal);
		} catch (error) {
			if (!(error instanceof WorkerDied)) throw error;
		}
		if (world.record.wait?.kind === "user") world.record = afterEvent(world.record, { kind: "answered" });
		if (world.record.wait?.kind === "elsewhere") world.record = afterEvent(world.record, { kind: "resumed" });
	}
}
