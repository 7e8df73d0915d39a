import type { TestStack } from "../miniwob/stage/test-stack.ts";

/** Counters of the model in agent-api. `again`: answers that could not be used. */
export type Counters = { readonly calls: number; readonly again: number; readonly prompt: number; readonly completion: number };

/** Reads the counters since the start of agent-api. */
export async function readCounters({ agentApi }: TestStack): Promise<Counters> {
	const text = await (await fetch(`${agentApi}/metrics`)).text();
	const sum = (name: string, label = "") =>
		text
			.split("\n")
			.filter((line) => line.startsWith(`${name}{`) && line.includes(label))
			.reduce((total, line) => total + Number(line.slice(line.lastIndexOf(" "))), 0);
	return {
		calls: sum("webhand_model_calls_total"),
		again: sum("webhand_model_repairs_total", 'kind="asked_again"'),
		prompt: sum("webhand_model_tokens_total", 'kind="prompt"'),
		completion: sum("webhand_model_tokens_total", 'kind="completion"'),
	};
}

/** What was counted between two readings. */
export function since(before: Counters, after: Counters): Counters {
	return {
		calls: after.calls - before.calls,
		again: after.again - before.again,
		prompt: after.prompt - before.prompt,
		completion: after.completion - before.completion,
	};
}
