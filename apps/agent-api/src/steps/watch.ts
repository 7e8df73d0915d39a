import type { Mode } from "@webhand/contracts/agent/task";
import type { Metrics } from "@webhand/service-kit/metrics";
import type { StepRow } from "./task/task.ts";

/** Parts of a step that are measured. */
export type Stage = "lease" | "page" | "verify" | "knowledge" | "decide" | "write" | "publish" | "all";

/** What is counted of steps. Labels come from closed sets, never from a tenant, a user or a page. */
export type StepWatch = {
	readonly committed: (
		row: StepRow,
		facts: {
			readonly mode: Mode;
			readonly ms: Readonly<Partial<Record<Stage, number>>>;
			readonly isPageTruncated: boolean;
			readonly refusal?: string;
		},
	) => void;
	/** Milliseconds until other devices were told of a step. */
	readonly published: (ms: number) => void;
	readonly outcome: (name: "replayed" | "refused" | "failed") => void;
	readonly verdict: (verdict: string, by: string) => void;
	readonly reflection: (efficiency: string) => void;
	readonly takeover: () => void;
	readonly duplicateCall: () => void;
	readonly stale: () => void;
};

/** Opens the meters of the engine. */
export function createStepWatch(metrics: Metrics): StepWatch {
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
		committed: (row, { mode, ms, isPageTruncated, refusal }) => {
			for (const [stage, took] of Object.entries(ms)) seconds.observe({ stage }, took / 1_000);
			steps.inc({ outcome: row.status });
			gate.inc({ class: row.gate.class, mode, outcome: row.gate.outcome });
			if (row.loop !== undefined) loops.inc({ rule: row.loop });
			if (isPageTruncated) truncated.inc();
			if (refusal !== undefined) refusals.inc({ reason: refusal });
		},
		published: (ms) => seconds.observe({ stage: "publish" }, ms / 1_000),
		outcome: (name) => {
			steps.inc({ outcome: name });
			if (name === "replayed") replays.inc();
		},
		verdict: (verdict, by) => verdicts.inc({ verdict, by }),
		reflection: (efficiency) => reflections.inc({ efficiency }),
		takeover: () => takeovers.inc(),
		duplicateCall: () => duplicates.inc(),
		stale: () => stale.inc(),
	};
}
