import { createRulesDecider } from "@webhand/rules/decider";
import { advancePlan } from "../policy/progress/plan.ts";
import type { ChatOptions } from "./llm/provider/model.ts";
import type { ModelSettings } from "./llm/settings.ts";
import type { Decider, Decision } from "./port.ts";
import type { Turn } from "./turn.ts";

/**
 * The decider that the settings name: the deterministic interpreter, or a model behind LangChain, by default with the rules before it.
 *
 * @throws SettingError when a file or a price list that the settings name cannot be read
 */
export async function createDecider(settings: ModelSettings, options: ChatOptions = {}): Promise<Decider> {
	if (settings.MODEL_PROVIDER === "rules") return createRulesDecider();
	// LangChain's client takes 100 MB of memory, which an installation without a model need not pay.
	const { openLlmDecider } = await import("./llm/open.ts");
	const model = openLlmDecider(settings, options);
	return settings.MODEL_RULES_FIRST === "true" ? createRulesFirst(createRulesDecider(), model) : model;
}

/** The state of a task that a model took over: the rules do not come back. */
const takenOver = { takenOver: true } as const;

/** True for the state of a task that a model took over. */
export const isTakenOver = (state: unknown): boolean => (Object(state) as { readonly takenOver?: unknown }).takenOver === true;

/**
 * Rules first: what they read completely they carry out, without tokens. What they do not read goes to the model, and so does a task in
 * which they cannot go on, with what was done so far.
 */
export function createRulesFirst(rules: Decider, model: Decider): Decider {
	const askModel = async (turn: Turn, signal: AbortSignal, onChunk?: (piece: string) => void): Promise<Decision> => {
		await turn.beforeModel?.();
		return { ...(await model.decide(turn, signal, onChunk)), state: takenOver };
	};
	/** The model sees how far the rules came and what they read, and what they did stays done. */
	const handOver = async (turn: Turn, { doneSteps = [], failure }: Decision, ...rest: [AbortSignal, ((piece: string) => void)?]) => {
		const memory = [turn.memory, failure?.answer ?? ""].filter((text) => text !== "").join("\n");
		const plan = turn.plan && advancePlan(turn.plan, doneSteps, true);
		const decision = await askModel({ ...turn, plan, memory }, ...rest);
		return { ...decision, doneSteps: [...doneSteps, ...(decision.doneSteps ?? [])], memory: decision.memory ?? memory };
	};
	return {
		...model,
		noticesModel: true,
		decide: async (turn, signal, onChunk) => {
			if (isTakenOver(turn.state)) return await askModel(turn, signal, onChunk);
			const decision = await rules.decide(turn, signal);
			return decision.canHandOver === true ? await handOver(turn, decision, signal, onChunk) : decision;
		},
		judge: async (step, signal) => await (step.decidedBy === "rules" ? rules : model).judge(step, signal),
		complete: async (turn, answer, signal) => await (turn.decidedBy === "rules" ? rules : model).complete(turn, answer, signal),
	};
}
