import type { Mode, TaskStatus } from "@webhand/contracts/agent/task";
import { describe, expect, test } from "vitest";
import { actionRow, liveTask } from "../../../test/sample.ts";
import type { Counters, StepRow } from "../../shared/task.ts";
import type { VerificationOutcome } from "./status.ts";
import { advanceTask, isLastActionProven } from "./status.ts";

const budget = { tokens: 1_000, workMs: 60_000 };
const counters = (facts: Partial<Counters> = {}): Counters => ({
	waits: 0,
	corrections: 0,
	replans: 0,
	refusedFinishes: 0,
	voids: 0,
	workMs: 0,
	...facts,
});

type Case = {
	readonly status?: TaskStatus;
	readonly outcome: VerificationOutcome;
	readonly counters?: Partial<Counters>;
	readonly mode?: Mode;
	readonly stepCount?: number;
	readonly tokens?: number;
};

function advance({ status = "executing", outcome, counters: facts, mode = "autonomous", stepCount = 1, tokens = 0 }: Case) {
	const task = liveTask({
		status,
		counters: counters(facts),
		mode,
		stepCount,
		spent: { promptTokens: tokens, completionTokens: 0, calls: 1 },
	});
	const verdict = outcome === "success" ? "success" : "failure";
	const past = Array.from({ length: Math.min(5, stepCount) }, (_, index) => actionRow({ stepIndex: index, verdict, key: `k${index}` }));
	return advanceTask(task, { outcome, past, budget });
}

describe("what comes after a verification", () => {
	const corrected = { status: "correcting", counters: { corrections: 2 } } as const;
	test.each([
		["nothing to prove at the start", { status: "planning", outcome: "none" }, "planning", "decide"],
		["a success goes on", { outcome: "success" }, "executing", "decide"],
		["a success after corrections goes on", { ...corrected, outcome: "success" }, "executing", "decide"],
		["a failure is corrected", { outcome: "failure" }, "correcting", "decide"],
		["an open outcome is waited for", { outcome: "open" }, "verifying", "wait"],
		["a used budget ends the task", { outcome: "success", tokens: 1_000 }, "executing", "stop"],
		["used time ends the task", { outcome: "success", counters: { workMs: 60_000 } }, "executing", "stop"],
	] as const)("%s", (_name, input, status, move) => {
		const advanced = advance(input as Case);
		expect([advanced.status, advanced.move.kind]).toEqual([status, move]);
	});
});

describe("the correction ladder", () => {
	test("the third failure in a row asks for a new plan", () => {
		const advanced = advance({ status: "correcting", outcome: "failure", counters: { corrections: 2 } });
		expect(advanced).toMatchObject({
			status: "planning",
			counters: { corrections: 0, replans: 1 },
			move: { kind: "decide", wantsPlan: true },
		});
	});
	test("three more failures end the task in autonomous mode and ask in careful mode", () => {
		const again = { status: "correcting", outcome: "failure", counters: { corrections: 2, replans: 1 } } as const;
		expect(advance({ ...again, mode: "autonomous" }).move).toMatchObject({ kind: "stop", category: "stuck" });
		expect(advance({ ...again, mode: "careful" }).move).toEqual({ kind: "ask_for_help" });
	});
	test("a success forgets the failures before it", () => {
		expect(
			advance({ status: "correcting", outcome: "success", counters: { corrections: 2, replans: 1, refusedFinishes: 1 } }).counters,
		).toMatchObject({ corrections: 0, replans: 0, refusedFinishes: 0 });
	});
	test("a wait counts as no failure", () => {
		expect(advance({ outcome: "open", counters: { corrections: 1 } }).counters).toMatchObject({ waits: 1, corrections: 1 });
	});
});

describe("reflection", () => {
	test("is made at every fifth step", () => {
		expect([4, 5, 6, 10].map((stepCount) => advance({ outcome: "success", stepCount }).isReflected)).toEqual([false, true, false, true]);
	});
	test("low once asks for a new plan, low twice ends the task", () => {
		const once = advance({ outcome: "failure", stepCount: 5 });
		expect(once.move).toEqual({ kind: "decide", wantsPlan: true });
		const task = liveTask({ status: "executing", stepCount: 10, reflections: once.reflections });
		const past = Array.from({ length: 5 }, (_, index) => actionRow({ stepIndex: index + 5, verdict: "failure", key: "same" }));
		expect(advanceTask(task, { outcome: "failure", past, budget }).move).toMatchObject({ kind: "stop", category: "low_efficiency" });
	});
	test("counts neither the engine's waits for a slow page nor questions to the user", () => {
		const acts = ["a", "b", "c", "d", "e"].map((key, index) => actionRow({ stepIndex: index * 2, verdict: "success", key }));
		const wait = { ...actionRow({ stepIndex: 1, verdict: "success", key: "wait" }), by: "engine" as const, verification: undefined };
		const question = { ...wait, by: "decider" as const, parsed: { name: "ask", question: "May I?", choices: [] } as const };
		for (const other of [wait, question]) {
			const past = acts.flatMap((act, index) => [act, { ...other, stepIndex: index * 2 + 1 }]) as StepRow[];
			const { reflections } = advanceTask(liveTask({ status: "executing", stepCount: 10 }), { outcome: "success", past, budget });
			expect(reflections.at(-1)).toMatchObject({ score: 0.7, efficiency: "high" });
		}
	});
	test("is made where the fifth step was a question", () => {
		expect(advance({ outcome: "none", stepCount: 5 }).isReflected).toBe(true);
	});
	test("keeps the newest ten", () => {
		const task = liveTask({
			stepCount: 60,
			reflections: Array.from({ length: 10 }, (_, index) => ({
				step: index * 5,
				efficiency: "high",
				score: 1,
				issues: [],
				suggestions: [],
			})),
		});
		const { reflections } = advanceTask(task, {
			outcome: "success",
			past: [actionRow({ stepIndex: 59, verdict: "success", key: "a" })],
			budget,
		});
		expect([reflections.length, reflections.at(-1)?.step]).toEqual([10, 60]);
	});
});

describe("what a finish rests on is the newest action with an effect", () => {
	const action = (verdict: "success" | "failure", ...observations: string[]) =>
		({ parsed: { name: "click", id: 1 }, verification: { stepIndex: 0, verdict, confidence: 0.9, by: "facts", observations } }) as const;
	const look = { ...action("success"), parsed: { name: "wait", seconds: 0 } } as const;
	const asked = { ...action("failure"), parsed: { name: "ask", question: "Which?", choices: [] } } as const;
	const done = action("success", "url_changed");
	const undone = action("failure", "validation_error");
	const dead = action("failure", "page_same");
	test.each([
		["nothing was done", [], true],
		["the action is proven", [done], true],
		["a needless one after it changed nothing", [done, dead, dead], true],
		["the action failed", [done, undone], false],
		["the only action changed nothing", [dead], false],
		["it failed, and looking around proves nothing", [undone, look], false],
		["it changed nothing, and looking around proves nothing", [dead, look], false],
		["the person answered since", [undone, asked], true],
	] as const)("%s", (_name, facts, isProven) => {
		const past = facts.map((fact, stepIndex) => ({ ...actionRow({ stepIndex, verdict: "success", key: "k" }), ...fact }) as StepRow);
		expect(isLastActionProven(past)).toBe(isProven);
	});
});
