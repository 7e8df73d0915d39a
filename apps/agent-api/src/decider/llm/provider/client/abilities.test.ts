import { expect, test } from "vitest";
import { traitsOf, usesResponses } from "./abilities.ts";

test.each([
	["openai", "gpt-4.1", false, false],
	["openai", "gpt-5.4-mini", true, true],
	["openai", "gpt-5-chat-latest", false, false],
	["openai", "o4-mini", true, true],
	["openrouter", "openai/gpt-5.1", true, true],
	["anthropic", "claude-sonnet-4-5-20250929", false, false],
	["anthropic", "claude-opus-4-7", false, true],
	["openrouter", "anthropic/claude-opus-4.7", false, true],
	["anthropic", "claude-opus-5", true, true],
	["google", "gemini-2.0-flash", false, false],
	["google", "gemini-2.5-flash", true, false],
	["google", "gemini-3.5-flash", true, true],
	["groq", "openai/gpt-oss-120b", true, false],
	["ollama", "qwen3:8b", true, false],
	["ollama", "gemma3:270m", false, false],
	["openrouter", "deepseek/deepseek-r1", true, false],
])("%s's %s thinks: %s; keeps its own temperature: %s", (provider, name, thinks, ownTemperature) => {
	expect(traitsOf(provider, name)).toEqual({ thinks, ownTemperature });
});

test.each([
	["openai", "gpt-5.6-terra", undefined, true],
	["openai", "gpt-5-codex", undefined, true],
	["openai", "gpt-4.1", undefined, false],
	["openai", "gpt-5.6-terra", "https://proxy.example/v1", false],
	["openai-compatible", "gpt-5.6-terra", "https://models.example/v1", false],
] as const)("%s's %s at %s is reached by the Responses API: %s", (provider, name, baseUrl, isResponses) => {
	const settings = { MODEL_PROVIDER: provider, MODEL_NAME: name, MODEL_BASE_URL: baseUrl };
	expect(usesResponses(settings)).toBe(isResponses);
});
