import { accessSync, constants } from "node:fs";
import { ModelEffort } from "@webhand/contracts/agent/model";
import { limitBounds } from "@webhand/contracts/auth/limits";
import { baseSettings, list, portSetting, readConfig, secret } from "@webhand/service-kit/config";
import { z } from "zod";
import { smallContext } from "./decider/llm/prompt/budget.ts";
import { parsePrices, priceOf } from "./decider/llm/provider/cost/prices.ts";

const providers = ["rules", "openai", "anthropic", "google", "openrouter", "groq", "gigachat", "ollama", "openai-compatible"] as const;
const withName: readonly string[] = providers.filter((provider) => provider !== "rules");
const withKey: readonly string[] = ["openai", "anthropic", "google", "openrouter", "groq", "gigachat"];

const whole = (least: number, most: number) => z.coerce.number().int().min(least).max(most);
/** Refinements run even when other settings are wrong: one output names all errors. */
const always = { when: () => true } as const;
const address = z.url({ protocol: /^https?$/ });

function isReadable(path: string): boolean {
	try {
		accessSync(path, constants.R_OK);
		return true;
	} catch {
		return false;
	}
}

type Priced = {
	readonly MODEL_PROVIDER: (typeof providers)[number];
	readonly MODEL_NAME?: string | undefined;
	readonly MODEL_PRICES?: string | undefined;
};

/** True where the cost of a model can be counted. Deciding by rules costs nothing; a missing name is an error of its own. */
export function isPriced({ MODEL_PROVIDER, MODEL_NAME, MODEL_PRICES = "{}" }: Priced): boolean {
	if (MODEL_PROVIDER === "rules" || MODEL_NAME === undefined) return true;
	const own = parsePrices(MODEL_PRICES);
	return own === null || priceOf(MODEL_PROVIDER, MODEL_NAME, own) !== undefined;
}

/** Settings of agent-api; their names are the environment variables. */
export const Settings = z
	.object({
		...baseSettings,
		PORT: portSetting(4_000),
		KNOWLEDGE_URL: address.default("http://127.0.0.1:4002").describe("Where knowledge-proxy answers, such as http://127.0.0.1:4002."),
		TOOL_RUNNER_URL: address.default("http://127.0.0.1:4003").describe("Where the tool-runner answers, such as http://127.0.0.1:4003."),
		AGENT_TOOLS_ENABLED: z
			.enum(["true", "false"])
			.default("false")
			.describe("true: server tools may be used; false: nothing but their availability and audit answers; the same as the tool-runner's."),
		AGENT_TOOLS_LEVEL: z
			.enum(["read", "write", "exec"])
			.default("exec")
			.describe("How far server tools go: read, write or exec; the same as the tool-runner's."),
		ALLOW_AUTO_APPROVE: z
			.enum(["true", "false"])
			.default("false")
			.describe("true: users may let agents change files and run harmless commands without a question; false: each change is asked."),
		GRANT_SIGNING_JWK: z
			.string()
			.optional()
			.describe(
				"The Ed25519 private key as JWK that grants and audit notes are signed with; needed where server tools may change anything.",
			),
		SETTINGS_KEY: secret(
			z
				.string()
				.transform((text) => Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? "hex" : "base64"))
				.refine((bytes) => bytes.length === 32, "does not hold 32 bytes")
				.describe("32 random bytes in base64 or hex; seals stored secrets. Make one with: openssl rand -base64 32."),
		),
		MODEL_PROVIDER: z
			.enum(providers)
			.default("rules")
			.describe(`Who decides: ${providers.join(", ")}.`),
		MODEL_NAME: z.string().min(1).max(200).optional().describe("The model's name at its provider; needed for every provider but rules."),
		MODEL_API_KEY: z
			.string()
			.min(1)
			.max(4_096)
			.optional()
			.describe("The key of the model's provider; not needed for rules, ollama and openai-compatible."),
		MODEL_BASE_URL: address.optional().describe("Where the model answers, such as http://127.0.0.1:8080/v1; needed for openai-compatible."),
		MODEL_CONTEXT_TOKENS: whole(2_048, 2_000_000).default(32_000).describe("How many tokens the model reads at once, 2048 to 2000000."),
		MODEL_TEMPERATURE: z
			.union([z.literal("unset"), z.coerce.number().min(0).max(2)])
			.optional()
			.describe(
				"How freely the model words its answers, 0 to 2; unset leaves it to the model. Without it: 0, or the model's own way where its provider advises that.",
			),
		MODEL_MAX_OUTPUT_TOKENS: whole(16, 200_000)
			.optional()
			.describe(
				"How many tokens one answer may have, thinking included, 16 to 200000; at most half of MODEL_CONTEXT_TOKENS. Without it thinking has room of its own.",
			),
		MODEL_REASONING_EFFORT: ModelEffort.optional().describe(
			`How much the model thinks before it answers: ${ModelEffort.options.join(", ")}; the model's own way without it.`,
		),
		MODEL_VISION: z
			.enum(["true", "false"])
			.default("false")
			.describe("true: the model sees, and gets a picture of the page where the text alone is not enough; false: text only."),
		MODEL_RULES_FIRST: z
			.enum(["true", "false"])
			.default("true")
			.describe(
				"true: rules carry out literal English orders without the model, which takes over where they stop; false: the model decides all.",
			),
		MODEL_CA_FILE: z
			.string()
			.refine(isReadable, "cannot be read")
			.optional()
			.describe("A file with a root certificate for GigaChat's two hosts."),
		MODEL_PRICES: z
			.string()
			.refine((json) => parsePrices(json) !== null, "is not a price list")
			.optional()
			.describe(
				'US dollars per million tokens by model, such as {"gpt-x": {"input": 0.5, "output": 1.5}}; counts before the built-in list.',
			),
		GIGACHAT_SCOPE: z.string().min(1).default("GIGACHAT_API_PERS").describe("The scope of a GigaChat account, such as GIGACHAT_API_PERS."),
		MODEL_TIMEOUT_MS: whole(100, 300_000).default(120_000).describe("How long one model call may take, 100 to 300000 ms."),
		TASK_TOKEN_BUDGET: whole(1_000, 100_000_000).default(400_000).describe("How many model tokens one task may use, 1000 to 100000000."),
		TASK_USD_BUDGET: z.coerce
			.number()
			.positive()
			.max(10_000)
			.optional()
			.describe("What one task may cost in US dollars, up to 10000; the model's price must be known."),
		TASK_WORK_MINUTES: z.coerce
			.number()
			.positive()
			.max(1_440)
			.default(30)
			.describe("How long the server may work on one task, up to 1440 minutes."),
		MAX_STEPS: whole(1, 1_000).default(50).describe("How many steps a task may take, 1 to 1000."),
		LEASE_MS: whole(500, 300_000).default(30_000).describe("How long a task belongs to a writer that went silent, 500 to 300000 ms."),
		STEP_DEADLINE_MS: whole(500, 1_000_000)
			.optional()
			.describe("How long one step may take in all, 500 to 1000000 ms; by default three times MODEL_TIMEOUT_MS and 10 s."),
		STEP_WAIT_MS: whole(100, 55_000)
			.default(40_000)
			.describe("How long a request stays open while the model thinks, 100 to 55000 ms; its client then asks again for the same step."),
		QUESTION_MINUTES: z.coerce
			.number()
			.positive()
			.max(1_440)
			.default(30)
			.describe("How long a question to the person stays open, up to 1440 minutes."),
		APPROVAL_SECONDS: z.coerce
			.number()
			.positive()
			.max(3_600)
			.default(120)
			.describe("How long an approval can be used once given, up to 3600 seconds."),
		TASK_IDLE_MINUTES: z.coerce
			.number()
			.positive()
			.max(10_080)
			.default(60)
			.describe("After how long without a step a task expires, up to 10080 minutes."),
		SWEEP_SECONDS: whole(1, 3_600).default(60).describe("How long between two sweeps for tasks left alone, 1 to 3600 seconds."),
		RETENTION_DAYS: whole(1, 365).default(90).describe("How long tasks are kept where the tenant says nothing, 1 to 365 days."),
		RETENTION_SESSION_DAYS: whole(1, 365)
			.default(30)
			.describe("How long a session on the server host is kept after its last use where the tenant says nothing, 1 to 365 days."),
		TENANT_LEASES: whole(1, 10_000)
			.default(20)
			.describe("How many steps of a tenant are decided at once, 1 to 10000; a user takes half of them."),
		STEPS_AT_ONCE: whole(1, 10_000)
			.default(64)
			.describe("How many steps this process decides at once, 1 to 10000; others wait for up to five seconds."),
		STEPS_PER_MINUTE: whole(1, 1_000_000).default(240).describe("How many steps a user may ask for in a minute, 1 to 1000000."),
		TENANT_STEPS_PER_MINUTE: whole(1, 1_000_000)
			.default(limitBounds.stepsPerMinute.default)
			.describe("How many steps a tenant may ask for in a minute, 1 to 1000000."),
		MCP_REQUESTS_PER_MINUTE: whole(1, 1_000_000)
			.default(240)
			.describe("How many requests the connected MCP clients of a user may make in a minute, 1 to 1000000."),
		MCP_PICKUP_SECONDS: whole(1, 60).default(5).describe("How long a call of an MCP client waits for an open panel, 1 to 60 seconds."),
		MCP_SILENT_SECONDS: whole(30, 3_600)
			.default(120)
			.describe("How long a browser may say nothing of a call of an MCP client, 30 to 3600 seconds."),
		WEBHOOK_HOSTS: list(z.string().regex(/^([a-z0-9.-]{1,253}|\[[0-9a-f:.]+\])(:[0-9]{1,5})?$/, "is not host or host:port")).describe(
			"Hosts of webhooks that may have private addresses and plain http, such as hooks.corp.internal, with commas between them; port 443 unless named: hooks.corp.internal:8080.",
		),
		SMTP_URL: z
			.url({ protocol: /^smtps?$/ })
			.optional()
			.describe("The mail server, such as smtps://name:password@mail.example.com; with MAIL_FROM people may get mails about what waits."),
		MAIL_FROM: z
			.string()
			.regex(/^([^<>\r\n]{1,100} <)?[^\s<>@]+@[^\s<>@]+>?$/, "is not an address")
			.optional()
			.describe("The sender of mails, such as Webhand <webhand@example.com>; needs SMTP_URL."),
		MAILS_PER_HOUR: whole(1, 1_000)
			.default(6)
			.describe("How many mails a person gets in an hour, 1 to 1000; what waits beyond comes in the next one."),
		REALTIME: z
			.enum(["embedded", "pusher"])
			.default("embedded")
			.describe("Who serves sockets: embedded is this service, pusher is hosted Pusher or Sockudo."),
		PUSHER_KEY: secret(
			z
				.string()
				.regex(/^[A-Za-z0-9_-]{8,100}$/, "is not a key")
				.describe("The public key of realtime, 8 to 100 letters, digits, - and _. Make one with: openssl rand -hex 16."),
		),
		PUSHER_SECRET: secret(
			z
				.string()
				.min(16)
				.max(200)
				.describe("The secret that realtime channels are signed with, 16 to 200 characters. Make one with: openssl rand -hex 32."),
		),
		PUSHER_APP_ID: z.string().min(1).max(100).optional().describe("The application at Pusher or Sockudo; needed for REALTIME=pusher."),
		PUSHER_CLUSTER: z
			.string()
			.regex(/^[a-z0-9-]{1,30}$/, "is not a cluster")
			.optional()
			.describe("The cluster of hosted Pusher, such as eu; REALTIME=pusher needs it or PUSHER_HOST."),
		PUSHER_HOST: z
			.string()
			.regex(/^[A-Za-z0-9.-]{1,253}$/, "is not a host name")
			.optional()
			.describe("The host of Sockudo or another Pusher server, such as sockudo.example.com."),
		PUSHER_PORT: whole(1, 65_535).default(443).describe("The port of PUSHER_HOST, 1 to 65535; TLS is used on 443."),
		REALTIME_SOCKETS: whole(1, 1_000_000).default(10_000).describe("How many sockets this process serves, 1 to 1000000."),
		REALTIME_SOCKETS_PER_IP: whole(1, 1_000_000).default(200).describe("How many sockets one address may open, 1 to 1000000."),
		REALTIME_CHANNELS: whole(1, 10_000).default(100).describe("How many channels one socket may subscribe, 1 to 10000."),
		REALTIME_FRAMES: whole(1, 1_000_000).default(50).describe("How many messages a socket may send in five seconds, 1 to 1000000."),
		REALTIME_SIGNATURES_PER_MINUTE: whole(1, 1_000_000)
			.default(60)
			.describe("How many channels a user may have signed in a minute, 1 to 1000000."),
	})
	.refine((given) => !withName.includes(given.MODEL_PROVIDER) || given.MODEL_NAME !== undefined, {
		...always,
		path: ["MODEL_NAME"],
		error: "is missing",
	})
	.refine((given) => !withKey.includes(given.MODEL_PROVIDER) || given.MODEL_API_KEY !== undefined, {
		...always,
		path: ["MODEL_API_KEY"],
		error: "is missing",
	})
	.refine((given) => given.MODEL_PROVIDER !== "openai-compatible" || given.MODEL_BASE_URL !== undefined, {
		...always,
		path: ["MODEL_BASE_URL"],
		error: "is missing",
	})
	.refine((given) => !((given.MODEL_MAX_OUTPUT_TOKENS ?? 0) > given.MODEL_CONTEXT_TOKENS / 2), {
		...always,
		path: ["MODEL_MAX_OUTPUT_TOKENS"],
		error: "is more than half of MODEL_CONTEXT_TOKENS",
	})
	.refine((given) => given.MODEL_VISION !== "true" || given.MODEL_PROVIDER !== "rules", {
		...always,
		path: ["MODEL_VISION"],
		error: "needs a model: MODEL_PROVIDER is rules",
	})
	.refine((given) => given.MODEL_VISION !== "true" || !(given.MODEL_CONTEXT_TOKENS <= smallContext), {
		...always,
		path: ["MODEL_VISION"],
		error: `needs MODEL_CONTEXT_TOKENS above ${smallContext}: a picture takes 2,200 of them`,
	})
	.refine((given) => given.TASK_USD_BUDGET === undefined || isPriced(given), {
		...always,
		path: ["TASK_USD_BUDGET"],
		error: "has no effect: no price of MODEL_NAME is known; name one in MODEL_PRICES",
	})
	.refine((given) => given.AGENT_TOOLS_ENABLED === "false" || given.AGENT_TOOLS_LEVEL === "read" || given.GRANT_SIGNING_JWK !== undefined, {
		...always,
		path: ["GRANT_SIGNING_JWK"],
		error: "is missing",
	})
	.refine((given) => given.SMTP_URL === undefined || given.MAIL_FROM !== undefined, {
		...always,
		path: ["MAIL_FROM"],
		error: "is missing",
	})
	.refine((given) => given.MAIL_FROM === undefined || given.SMTP_URL !== undefined, {
		...always,
		path: ["SMTP_URL"],
		error: "is missing",
	})
	.refine((given) => given.REALTIME !== "pusher" || given.PUSHER_APP_ID !== undefined, {
		...always,
		path: ["PUSHER_APP_ID"],
		error: "is missing",
	})
	.refine((given) => given.REALTIME !== "pusher" || given.PUSHER_CLUSTER !== undefined || given.PUSHER_HOST !== undefined, {
		...always,
		path: ["PUSHER_HOST"],
		error: "is missing",
	});
/** The settings of agent-api, parsed. */
export type Config = z.output<typeof Settings>;

/** Reads the settings from the environment. @throws ConfigError naming every wrong one */
export function readAgentConfig(environment: Readonly<Record<string, string | undefined>> = process.env): Config {
	return readConfig(Settings, environment);
}
