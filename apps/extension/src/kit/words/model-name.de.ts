export const providerNames = {
	rules: "Eingebaute Regeln",
	openai: "OpenAI",
	anthropic: "Anthropic",
	google: "Google Gemini",
	openrouter: "OpenRouter",
	groq: "Groq",
	gigachat: "GigaChat",
	ollama: "Ollama",
	"openai-compatible": "OpenAI-kompatibler Server",
};
