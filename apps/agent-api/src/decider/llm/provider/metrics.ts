import type { ModelTrouble } from "@webhand/contracts/agent/model";
import type { Metrics } from "@webhand/service-kit/metrics";
import type { Usage } from "../../port.ts";
import type { ModelProvider } from "../settings.ts";

/** What is counted of model calls. Labels come from closed sets, never from a tenant or an answer. */
export type ModelMetrics = {
	/** One attempt: its outcome and its milliseconds. */
	readonly called: (provider: ModelProvider, outcome: "ok" | "left" | ModelTrouble, ms: number) => void;
	readonly used: (usage: Usage) => void;
	/** The repairs of an answer, or a repeated question. */
	readonly repaired: (kind: string) => void;
};

/** Counts nothing. */
export const noModelMetrics: ModelMetrics = { called: () => undefined, used: () => undefined, repaired: () => undefined };

/** Opens the meters of model calls. */
export function createModelMetrics(metrics: Metrics): ModelMetrics {
	const seconds = metrics.seconds("webhand_model_seconds", "Time of model calls", ["provider"]);
	const calls = metrics.counter("webhand_model_calls_total", "Model calls, each attempt, by outcome", ["provider", "outcome"]);
	const tokens = metrics.counter("webhand_model_tokens_total", "Model tokens", ["kind"]);
	const repairs = metrics.counter("webhand_model_repairs_total", "Answers of models that had to be mended", ["kind"]);
	return {
		called: (provider, outcome, ms) => {
			seconds.observe({ provider }, ms / 1_000);
			calls.inc({ provider, outcome });
		},
		used: ({ promptTokens, completionTokens }) => {
			tokens.inc({ kind: "prompt" }, promptTokens);
			tokens.inc({ kind: "completion" }, completionTokens);
		},
		repaired: (kind) => repairs.inc({ kind }),
	};
}
