import type { InteractRequest } from "@webhand/contracts/agent/interact";
import type { Mode } from "@webhand/contracts/agent/task";
import type { TaskId } from "@webhand/contracts/ids";
import type { Identity } from "@webhand/service-kit/guard";
import type { Metrics } from "@webhand/service-kit/metrics";
import { inSpan } from "@webhand/service-kit/tracing/span";
import type { Decider, Usage } from "../../decider/port.ts";
import { addSpent, nothingSpent } from "../../policy/progress/budget.ts";
import { defined } from "../../shared/defined.ts";
import { expiryOf } from "../../shared/retention.ts";
import type { WrittenStep } from "../../shared/rows.ts";
import type { Spent, StepRow } from "../../shared/task.ts";
import type { TaskStore } from "../store/tasks.ts";

/** Parts of a step that are measured. */
export type Stage = "lease" | "page" | "verify" | "knowledge" | "server" | "decide" | "write" | "publish" | "all";

/** What is counted of steps. Labels come from closed sets, never from a tenant, a user or a page. */
export type StepMetrics = ReturnType<typeof createStepMetrics>;

type CommittedFacts = {
	readonly mode: Mode;
	readonly ms: Readonly<Partial<Record<Stage, number>>>;
	readonly isPageTruncated: boolean;
	readonly refusal?: string | undefined;
};

/** Registers the metrics of the engine. */
export function createStepMetrics(metrics: Metrics) {
	const seconds = metrics.seconds("webhand_step_seconds", "Time of the stages of a step", ["stage"]);
	const steps = metrics.counter("webhand_steps_total", "Steps by outcome", ["outcome"]);
	const verdicts = metrics.counter("webhand_verdicts_total", "Verdicts on actions", ["verdict", "by"]);
	const gate = metrics.counter("webhand_gate_total", "Decisions of the security gate", ["class", "mode", "outcome"]);
	const loops = metrics.counter("webhand_loop_stops_total", "Actions held back by a loop rule", ["rule"]);
	const reflections = metrics.counter("webhand_reflections_total", "Self-reflections", ["efficiency"]);
	const takeovers = metrics.counter("webhand_lease_takeovers_total", "Leases taken over from a silent holder", []);
	const duplicates = metrics.counter("webhand_model_duplicate_calls_total", "Steps for which a model was asked again after a crash", []);
	const replays = metrics.counter("webhand_idempotent_replays_total", "Requests answered with stored bytes", []);
	const stale = metrics.counter("webhand_stale_writes_total", "Steps refused since another writer was first", []);
	const truncated = metrics.counter("webhand_page_truncated_total", "Pages that were read in part", []);
	const refusals = metrics.counter("webhand_rules_refusals_total", "Tasks that the rules would not go on with", ["reason"]);
	return {
		committed: (row: StepRow, { mode, ms, isPageTruncated, refusal }: CommittedFacts): void => {
			for (const [stage, took] of Object.entries(ms)) seconds.observe({ stage }, took / 1_000);
			steps.inc({ outcome: row.status });
			gate.inc({ class: row.gate.class, mode, outcome: row.gate.outcome });
			if (row.loop !== undefined) loops.inc({ rule: row.loop });
			if (isPageTruncated) truncated.inc();
			if (refusal !== undefined) refusals.inc({ reason: refusal });
		},
		/** Milliseconds until the events of a step were published. */
		published: (ms: number): void => seconds.observe({ stage: "publish" }, ms / 1_000),
		outcome: (name: "replayed" | "refused" | "failed"): void => {
			steps.inc({ outcome: name });
			if (name === "replayed") replays.inc();
		},
		verdict: (verdict: string, by: string): void => verdicts.inc({ verdict, by }),
		reflection: (efficiency: string): void => reflections.inc({ efficiency }),
		takeover: (): void => takeovers.inc(),
		duplicateCall: (): void => duplicates.inc(),
		stale: (): void => stale.inc(),
	};
}

/** Measures the stages of one step, in milliseconds; each is a span of its trace, too. */
export type Meter = {
	readonly measure: <Result>(stage: Stage, work: () => Promise<Result>) => Promise<Result>;
	readonly total: () => number;
	readonly stages: () => Readonly<Partial<Record<Stage, number>>>;
};

/** Starts measuring; `elapsed` counts milliseconds from anywhere. */
export function createMeter(elapsed: () => number): Meter {
	const startedAt = elapsed();
	const taken: Partial<Record<Stage, number>> = {};
	const total = () => rounded(elapsed() - startedAt);
	return {
		total,
		stages: () => ({ ...taken, all: total() }),
		measure: async (stage, work) => {
			const from = elapsed();
			try {
				return await inSpan(`step ${stage}`, { kind: "internal" }, work);
			} finally {
				taken[stage] = rounded(elapsed() - from);
			}
		},
	};
}

const rounded = (ms: number) => Math.round(ms * 100) / 100;

/** The store of tasks, which remembers the step that it was asked to write, written or not. */
export function trackWrites<Store extends Pick<TaskStore, "record">>(
	tasks: Store,
): { readonly tasks: Store; readonly written: () => WrittenStep | undefined } {
	let written: WrittenStep | undefined;
	const record: Store["record"] = (tenantId, write) => {
		const { taskId, stepIndex, messageId } = write.step;
		if (messageId !== undefined) written = { taskId, stepIndex, messageId };
		return tasks.record(tenantId, write);
	};
	return { tasks: { ...tasks, record }, written: () => written };
}

/** Counts the usage of a request that led to no step for its tenant. Injected: usage is another feature. */
export type NoteLost = (
	tenantId: Identity["tenantId"],
	row: {
		readonly userId: Identity["userId"];
		readonly taskId?: TaskId;
		readonly model: string;
		readonly spent: Spent;
		readonly createdAt: Date;
		readonly expireAt: Date;
	},
) => Promise<void>;

type UsageDeps = {
	readonly tasks: Pick<TaskStore, "isStored" | "findCreated" | "addSpent">;
	readonly noteLost: NoteLost;
	readonly decider: Decider;
	readonly now: () => Date;
	readonly rules: { readonly retentionDays: number };
};

/**
 * Counts model calls that led to no step: against the budget of the task and in the tenant's usage. A step that was stored although its
 * request failed counts itself; where that is unknown, nothing is counted twice. @throws never
 */
export async function payFor(
	{ tasks, noteLost, decider, now, rules }: UsageDeps,
	call: { readonly identity: Pick<Identity, "tenantId" | "userId" | "limits">; readonly body: Pick<InteractRequest, "taskId"> },
	{ key, usage, written }: { readonly key: string | undefined; readonly usage: Usage; readonly written: WrittenStep | undefined },
): Promise<void> {
	if (usage.calls === 0) return;
	const { tenantId, userId } = call.identity;
	if (written !== undefined && (await tasks.isStored(tenantId, written).catch(() => true))) return;
	// A task that this request created is kept for its retry, if a key leads back to it.
	const findCreated = () => (key === undefined ? null : tasks.findCreated(tenantId, userId, key).catch(() => null));
	const taskId = call.body.taskId ?? (await findCreated())?._id;
	const createdAt = now();
	const expireAt = expiryOf(createdAt, call.identity, rules);
	const spent = addSpent(nothingSpent, usage);
	const row = { userId, ...defined({ taskId }), model: modelOf(decider), spent, createdAt, expireAt };
	// A failure to count must not hide the refusal that the client gets.
	await Promise.allSettled([noteLost(tenantId, row), ...(taskId === undefined ? [] : [tasks.addSpent(tenantId, taskId, spent)])]);
}

/** The decider's name in the usage: `provider/model`. */
export function modelOf({ name, model }: Decider): string {
	return model === undefined ? name : `${name}/${model}`;
}
