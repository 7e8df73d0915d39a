import type { ModelProvider } from "@webhand/contracts/agent/model";

/** How the server is reached. */
export const connection = {
	word: { connected: "Connected", reconnecting: "Reconnecting…", polling: "Slow updates", offline: "Offline" },
	hint: {
		connected: "Changes show at once.",
		reconnecting: "The connection was lost and is being opened again.",
		polling: "Live updates are not available; the panel asks every few seconds.",
		offline: "The server does not answer.",
	},
} as const;

/** What decides the steps. */
export const model = {
	rules: "Built-in rules decide; no model is used.",
	named: (name: string, provider: string) => `${name} by ${provider} decides.`,
	unnamed: "A model",
	source: { tenant: "Chosen by your organization.", installation: "Chosen for this installation." },
	provider: {
		rules: "rules",
		openai: "OpenAI",
		anthropic: "Anthropic",
		google: "Google Gemini",
		openrouter: "OpenRouter",
		groq: "Groq",
		gigachat: "GigaChat",
		ollama: "Ollama",
		"openai-compatible": "an own provider",
	} satisfies Record<ModelProvider, string>,
} as const;
