import type { ModelProvider, ModelView } from "@webhand/contracts/agent/model";
import { inLanguage } from "./language.ts";
import * as german from "./model-name.de.ts";

/** Who runs a model. */
export const providerNames: Readonly<Record<ModelProvider, string>> = inLanguage(german.providerNames, {
	rules: "Built-in rules",
	openai: "OpenAI",
	anthropic: "Anthropic",
	google: "Google Gemini",
	openrouter: "OpenRouter",
	groq: "Groq",
	gigachat: "GigaChat",
	ollama: "Ollama",
	"openai-compatible": "OpenAI-compatible server",
});

/** A model as people name it: `gpt-5-mini (OpenAI)`, or the rules. */
export function nameOf({ provider, name }: Pick<ModelView, "provider" | "name">): string {
	const at = providerNames[provider];
	return provider === "rules" || name === undefined ? at : `${name} (${at})`;
}
