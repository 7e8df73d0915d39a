import type { Effort, ModelSettings } from "../../settings.ts";

/** How a provider can hold a model to an answer: JSON by a schema, or a forced call of one tool. */
export type HeldForm = "schema" | "tool";

/**
 * What a provider documents. `streams`: server-sent events with token numbers at the end. `forms`: those it has, the best first.
 * `isTested`: only a test call can tell whether the server knows the form at all. `keywords`: what its schemas may hold ("bounded": lengths
 * and counts; "counted": counts only; "strict": neither, and every field required).
 */
export type Abilities = {
	readonly streams: boolean;
	readonly forms: readonly HeldForm[];
	readonly isTested?: true;
	readonly keywords: "bounded" | "counted" | "strict";
};

const both = ["schema", "tool"] as const;
const strict = { streams: true, forms: both, keywords: "strict" } as const;

/**
 * The abilities by provider.
 *
 * Sources of `keywords`: "Structured Outputs Across AI APIs" (developersdigest.tech, 2026-10-18), "Structured Outputs" of GroqDocs, and the
 * Gemini API's list of schema properties. Ollama, llama.cpp, vLLM and LM Studio make a grammar of the schema, bounds included.
 */
export const abilitiesOf: Readonly<Record<ModelSettings["MODEL_PROVIDER"], Abilities>> = {
	rules: { streams: false, forms: [], keywords: "bounded" },
	openai: strict,
	anthropic: strict,
	google: { ...strict, keywords: "counted" },
	openrouter: strict,
	groq: strict,
	gigachat: { streams: false, forms: ["tool"], keywords: "bounded" },
	ollama: { streams: true, forms: ["schema"], keywords: "bounded" },
	"openai-compatible": { streams: true, forms: ["schema"], isTested: true, keywords: "bounded" },
};

/** What a model's name tells. `ownTemperature`: its provider wants it left alone. */
export type Traits = { readonly thinks: boolean; readonly ownTemperature: boolean };

const thinkers: Readonly<Record<string, RegExp>> = {
	openai: /^(?:o\d|gpt-[5-9](?!.*-chat)|.*codex)/,
	anthropic: /^claude-(?:opus|sonnet|haiku|fable|mythos)-[5-9]/,
	google: /^gemini-(?:2-5|[3-9])/,
};
const openThinkers = /gpt-oss|qwen-?3|qwq|deepseek-r|magistral|reason|think/;

/**
 * Models that refuse a temperature, or whose provider advises against one: "Gemini 3 prompting guide" (docs.cloud.google.com), OpenAI's
 * reasoning models, and Claude from Opus 4.7 on.
 */
const ownTemperature: Readonly<Record<string, RegExp>> = {
	openai: /^(?:o\d|gpt-[5-9](?!.*-chat)|.*codex)/,
	anthropic: /^claude-(?:opus-4-[7-9]|(?:opus|sonnet|haiku|fable|mythos)-[5-9])/,
	google: /^gemini-[3-9]/,
};

/** The vendor of a model and its name there: OpenRouter's names hold both. @throws never */
export function vendorOf(provider: string, name: string): { readonly vendor: string; readonly model: string } {
	const [vendor = provider, ...rest] = provider === "openrouter" ? name.split("/") : [provider, name];
	return { vendor, model: rest.join("/").toLowerCase().replaceAll(".", "-") };
}

/** What is known of a model by its name; a model that thinks under another name shows it with its first answer. @throws never */
export function traitsOf(provider: string, name: string): Traits {
	const { vendor, model } = vendorOf(provider, name);
	return {
		thinks: thinkers[vendor]?.test(model) ?? openThinkers.test(model),
		ownTemperature: ownTemperature[vendor]?.test(model) ?? false,
	};
}

/**
 * The tokens that thinking takes before an answer. Gemini's budgets for the levels are 1,024, 8,192 and 24,576 ("OpenAI compatibility",
 * ai.google.dev); the room lies above them. `auto`: nobody chose.
 */
export const thinkingRoom: Readonly<Record<Effort | "auto", number>> = {
	none: 0,
	minimal: 1_024,
	low: 4_096,
	medium: 12_288,
	high: 32_768,
	auto: 16_384,
};

/** True for a model at OpenAI itself that the Responses API serves best. Chat Completions refuses tools beside thinking from GPT-5.4 on. */
export function usesResponses({
	MODEL_PROVIDER,
	MODEL_NAME = "",
	MODEL_BASE_URL,
}: Pick<ModelSettings, "MODEL_PROVIDER" | "MODEL_NAME" | "MODEL_BASE_URL">): boolean {
	return MODEL_PROVIDER === "openai" && MODEL_BASE_URL === undefined && traitsOf("openai", MODEL_NAME).thinks;
}
