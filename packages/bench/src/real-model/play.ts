import { setTimeout as pause } from "node:timers/promises";
import { poll } from "@webhand/testing/poll";
import type { Run } from "../miniwob/stage/panel.ts";
import { readRun, startRun, stopRun } from "../miniwob/stage/panel.ts";
import type { TestStack } from "../miniwob/stage/test-stack.ts";
import type { Counters } from "./numbers.ts";
import { readCounters, since } from "./numbers.ts";
import type { Order } from "./orders/order.ts";
import type { Judgement } from "./outcome.ts";
import { judge } from "./outcome.ts";
import type { Stage } from "./stage.ts";

/**
 * An order that was played. `said`: the answer, question or failure at the end; `firstPrompt`: prompt tokens of a call of the first step;
 * `lateMs`: how long requests still reached a model after the end.
 */
export type Played = Judgement & {
	readonly order: Order;
	readonly over: boolean;
	readonly ending: string;
	readonly said: string;
	readonly ms: number;
	readonly steps: number;
	readonly counted: Counters;
	readonly firstPrompt: number | null;
	readonly lateMs: number;
	readonly actions: readonly string[];
};

/** What an order is played with. `isAsked`: a model works on a request now; `atEnd` is called while the panel shows the end. */
export type Setting = {
	readonly stack: TestStack;
	readonly stage: Stage;
	readonly limitMs: number;
	readonly isAsked: () => boolean;
	readonly atEnd: (order: Order) => Promise<void>;
};

const pollMs = 250;
const settleMs = 500;
// A client that asks again waits a second or two before it does.
const quietMs = 3_000;
const lateLimitMs = 130_000;

const isTrue = () => true;
const isFalse = () => false;

/** Hands an order to the extension and waits for its end, or ends it at the limit. */
export async function playOrder({ stack, stage, limitMs, isAsked, atEnd }: Setting, order: Order): Promise<Played> {
	const read = await stage.begin(stack.tab, order.start);
	const [before, counters, started] = [read(), await readCounters(stack), Date.now()];
	await startRun(stack.panel, order.says);
	let firstStep: Counters | undefined;
	const run = await endOf(stack, started + limitMs, async () => {
		firstStep ??= since(counters, await readCounters(stack));
	});
	const ms = Date.now() - started;
	const isAsking = run?.wait?.kind === "user";
	const over = run !== null && (run.state !== "running" || isAsking);
	await atEnd(order);
	await poll(() => stopRun(stack.panel).then(isTrue, isFalse), { limitMs: lateLimitMs, everyMs: pollMs });
	const lateMs = await quietAfter(isAsked);
	await pause(settleMs);
	const end = { over, isCompleted: run?.state === "completed", answer: run?.answer ?? null, before, after: read() };
	return {
		...judge(order, end),
		order,
		over,
		ms,
		lateMs,
		ending: over ? (isAsking ? "asks" : run.state) : "not over",
		said: run?.answer ?? run?.question?.text ?? run?.failure?.message ?? "",
		steps: run?.steps.length ?? 0,
		counted: since(counters, await readCounters(stack)),
		firstPrompt: firstStep === undefined || firstStep.calls === 0 ? null : Math.round(firstStep.prompt / firstStep.calls),
		actions: run?.steps.map(({ action }) => action) ?? [],
	};
}

/** The run once it is over or waits for the person, or as it is at `deadline`. @param onStep called while there are steps */
async function endOf({ panel }: TestStack, deadline: number, onStep: () => Promise<void>): Promise<Run | null> {
	for (;;) {
		const run = await readRun(panel);
		if (run !== null && run.steps.length > 0) await onStep();
		const isOver = (run !== null && run.state !== "running") || run?.wait?.kind === "user";
		if (isOver || Date.now() >= deadline) return run;
		await pause(pollMs);
	}
}

/** Waits until no model has worked for a while: its requests would slow the next order down. @returns the milliseconds of the work */
async function quietAfter(isAsked: () => boolean): Promise<number> {
	const stopped = Date.now();
	let asked = stopped;
	while (Date.now() - asked < quietMs && Date.now() - stopped < lateLimitMs) {
		await pause(pollMs);
		if (isAsked()) asked = Date.now();
	}
	return asked - stopped;
}
