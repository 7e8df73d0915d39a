import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import type { Secrets } from "../data/secrets.ts";
import { StackError } from "../errors.ts";
import type { StackFacts } from "./services.ts";
import { checkSettings } from "./settings.ts";

const key = Buffer.alloc(32, 7).toString("base64url");

const factsWith = (environment: StackFacts["environment"], root = dirname(dirname(dirname(dirname(import.meta.dirname))))): StackFacts => ({
	root,
	data: "/data",
	ports: {
		gateway: [8787],
		"demo-site": [8788],
		mongod: [8789],
		redis: [8790],
		auth: [4001],
		"agent-api": [4000],
		"knowledge-proxy": [4002],
		"tool-runner": [4003],
	},
	secrets: {
		settingsKey: key,
		keyEncryptionKey: key,
		pusherKey: key,
		pusherSecret: key,
		grantKey: key,
		auditKey: key,
		mcpSecretsKey: key,
		proxySecret: key,
	} as Secrets,
	mongoUriOf: () => "mongodb://127.0.0.1:8789/?replicaSet=rs0",
	redisUrl: "redis://127.0.0.1:8790",
	extensionId: "a".repeat(32),
	isWatched: false,
	environment,
});

test("a wrong setting of a model is found before anything starts, each named once and in words", async () => {
	const wrong = factsWith({ MODEL_PROVIDER: "openai", MODEL_CONTEXT_TOKENS: "many" });
	const refusal = await checkSettings(wrong).catch((cause: unknown) => cause);
	expect(refusal).toBeInstanceOf(StackError);
	const { message } = refusal as StackError;
	expect(message).toContain("Cannot start. agent-api: 3 settings are wrong:\n");
	for (const words of ["MODEL_NAME: is missing. ", "MODEL_API_KEY: is missing. ", "MODEL_CONTEXT_TOKENS: must be a number. "])
		expect(message.split(words), words).toHaveLength(2);
});

test("right ones, none at all, and services that have no settings pass", async () => {
	await checkSettings(factsWith({ MODEL_PROVIDER: "openai", MODEL_NAME: "m", MODEL_API_KEY: "k" }));
	await checkSettings(factsWith({ PATH: "/bin" }));
	await checkSettings(factsWith({ MODEL_PROVIDER: "openai" }, join(import.meta.dirname, "nowhere")));
});
