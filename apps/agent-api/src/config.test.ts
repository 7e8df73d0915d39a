import { describe, expect, test } from "vitest";
import { readAgentConfig } from "./config.ts";

const key = Buffer.alloc(32, 7);
const enough = {
	MONGODB_URI: "mongodb://127.0.0.1:27017/?replicaSet=rs0",
	REDIS_URL: "redis://127.0.0.1:6379",
	SETTINGS_KEY: key.toString("base64"),
	PUSHER_KEY: "realtime-key",
	PUSHER_SECRET: "realtime-secret-of-tests",
};
const model = { ...enough, MODEL_PROVIDER: "openai", MODEL_NAME: "gpt", MODEL_API_KEY: "k" };

test("with the databases and a key given, everything else has a default, and nobody needs a model", () => {
	expect(readAgentConfig(enough)).toMatchObject({
		PORT: 4_000,
		MODEL_PROVIDER: "rules",
		MODEL_CONTEXT_TOKENS: 32_000,
		TASK_TOKEN_BUDGET: 400_000,
		MAX_STEPS: 50,
		LEASE_MS: 30_000,
		AGENT_TOOLS_LEVEL: "exec",
	});
});

test("the key may be base64 or hex", () => {
	for (const encoding of ["base64", "base64url", "hex"] as const)
		expect(readAgentConfig({ ...enough, SETTINGS_KEY: key.toString(encoding) }).SETTINGS_KEY).toEqual(key);
});

describe("a wrong setting is named, with what would be right", () => {
	test.each([
		["a key that is too short", { ...enough, SETTINGS_KEY: "short" }, ["SETTINGS_KEY"]],
		["no key", { ...enough, SETTINGS_KEY: "" }, ["SETTINGS_KEY"]],
		["an unknown provider", { ...enough, MODEL_PROVIDER: "clippy" }, ["MODEL_PROVIDER"]],
		["a provider without a model's name", { ...enough, MODEL_PROVIDER: "ollama" }, ["MODEL_NAME"]],
		["a provider without a key", { ...model, MODEL_API_KEY: "" }, ["MODEL_API_KEY"]],
		["a compatible provider without an address", { ...model, MODEL_PROVIDER: "openai-compatible" }, ["MODEL_BASE_URL"]],
		["a Pusher server without app and host", { ...enough, REALTIME: "pusher" }, ["PUSHER_APP_ID", "PUSHER_HOST"]],
		["a realtime key with a slash", { ...enough, PUSHER_KEY: "a/b/c/d/e" }, ["PUSHER_KEY"]],
		["tools that change without a key for grants", { ...enough, AGENT_TOOLS_ENABLED: "true" }, ["GRANT_SIGNING_JWK"]],
		["eyes without a model", { ...enough, MODEL_VISION: "true" }, ["MODEL_VISION"]],
		["pictures for a model of a small context", { ...model, MODEL_VISION: "true", MODEL_CONTEXT_TOKENS: "8192" }, ["MODEL_VISION"]],
		["an address that is none", { ...enough, KNOWLEDGE_URL: "knowledge:4002" }, ["KNOWLEDGE_URL"]],
		[
			"numbers out of range",
			{ ...enough, MAX_STEPS: "0", TASK_TOKEN_BUDGET: "many", LEASE_MS: "1" },
			["TASK_TOKEN_BUDGET", "MAX_STEPS", "LEASE_MS"],
		],
		[
			"several at once",
			{ MODEL_PROVIDER: "groq", PORT: "99999" },
			["MONGODB_URI", "REDIS_URL", "PORT", "SETTINGS_KEY", "PUSHER_KEY", "PUSHER_SECRET", "MODEL_NAME", "MODEL_API_KEY"],
		],
	] as const)("%s", (_name, environment, settings) => {
		const refusal = (() => {
			try {
				return readAgentConfig(environment);
			} catch (error) {
				return error;
			}
		})();
		expect(refusal).toMatchObject({ name: "ConfigError", settings: expect.arrayContaining([...settings]) });
		expect((refusal as { settings: readonly string[] }).settings).toHaveLength(settings.length);
	});
});
