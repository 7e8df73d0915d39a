import { isIP } from "node:net";
import { z } from "zod";
import { readDsn } from "./error-reports.ts";
import { OwnError } from "./errors.ts";
import { readsAsFailpoints } from "./failpoints.ts";
import { wrongWords } from "./wrong-words.ts";

/** Where a wrong setting was found; `message` lists every one of them with its fix, one a line. Exit code 78. */
export class ConfigError extends OwnError {
	override readonly name = "ConfigError";
	readonly settings: readonly string[];

	constructor(problems: readonly { readonly setting: string; readonly text: string }[]) {
		const lines = problems.map(({ setting, text }) => `  ${setting}: ${text}`);
		super(`${problems.length === 1 ? "1 setting is" : `${problems.length} settings are`} wrong:\n${lines.join("\n")}`);
		this.settings = problems.map(({ setting }) => setting);
	}
}

const wholeNumber = (least: number, most: number) => z.coerce.number().int().min(least).max(most);

/** A list with commas in one variable; absent and empty give the empty list. */
export const list = (entry: z.ZodType<string, string>) =>
	z
		.string()
		.default("")
		.transform((text) =>
			text
				.split(",")
				.map((part) => part.trim())
				.filter((part) => part !== ""),
		)
		.pipe(z.array(entry));

/** Marks a setting as one that the embedded stack makes up and keeps in `secrets.json`. */
export const secret = <Schema extends z.ZodType>(schema: Schema): Schema => schema.meta({ ...schema.meta(), secret: true });

/** The port of a service; 0 takes a free one. */
export const portSetting = (port: number) =>
	wholeNumber(0, 65_535).default(port).describe("The port to listen on, 0 to 65535; 0 takes a free one.");

const mongoHost = String.raw`(?:\[[0-9a-fA-F:.]+\]|[^\s:,/?#@[\]]+)(?::\d{1,5})?`;
const mongoAddress = new RegExp(String.raw`^mongodb(?:\+srv)?://(?:[^@/]+@)?${mongoHost}(?:,${mongoHost})*(?:[/?]|$)`);

/** Settings that every service has; spread them into the schema of its `config.ts` and add `PORT`. */
export const baseSettings = {
	HOST: z.string().min(1).default("127.0.0.1").describe("The address to listen on, such as 127.0.0.1 or 0.0.0.0."),
	LOG_LEVEL: z
		.enum(["fatal", "error", "warn", "info", "debug", "trace", "silent"])
		.default("info")
		.describe("How much is logged: fatal, error, warn, info, debug, trace or silent."),
	MONGODB_URI: z
		.string()
		.regex(mongoAddress, "is not a MongoDB address")
		.describe("The address of a MongoDB replica set, such as mongodb://127.0.0.1:27017/?replicaSet=rs0."),
	REDIS_URL: z
		.string()
		.refine((text) => /^rediss?:\/\/./.test(text) && URL.canParse(text), "is not a Redis address")
		.describe("The address of Redis, such as redis://127.0.0.1:6379."),
	REDIS_TIMEOUT_MS: wholeNumber(10, 10_000).default(50).describe("How long a request waits for Redis, 10 to 10000 milliseconds."),
	AUTH_URL: z
		.url({ protocol: /^https?$/ })
		.default("http://127.0.0.1:4001")
		.describe("Where the auth service answers, such as http://127.0.0.1:4001."),
	TOKEN_ISSUER: z.string().min(1).default("webhand").describe("The issuer of access tokens; the same for all services."),
	PUBLIC_URL: z
		.url({ protocol: /^https?$/ })
		.default("http://127.0.0.1:8787")
		.describe("Where people reach this installation, such as https://agent.example.com."),
	EXTENSION_IDS: list(z.string().regex(/^[a-p]{32}$/, "is not an extension id")).describe(
		"Ids of the extensions that may call, 32 letters a to p each, with commas between them.",
	),
	WEB_ORIGINS: list(z.string().refine(isOrigin, "is not an origin")).describe(
		"Web origins that may call, such as https://agent.example.com, with commas between them.",
	),
	TRUSTED_PROXIES: list(z.string().refine(isAddressOrNetwork, "is not an address or network")).describe(
		"Addresses or networks of the proxies whose X-Forwarded-For counts, such as 127.0.0.1 or 10.0.0.0/8.",
	),
	PROXY_SECRET: secret(
		z
			.string()
			.min(16)
			.optional()
			.describe(
				"16 characters or more that the proxies send in the header webhand-proxy; with it X-Forwarded-For counts from nobody else.",
			),
	),
	ALLOWED_HOSTS: list(z.string().regex(/^[A-Za-z0-9.-]+$|^\[[0-9a-fA-F:.]+\]$/, "is not a host name")).describe(
		"Host names under which other programs reach this service besides 127.0.0.1 and localhost, with commas between them.",
	),
	DRAIN_SECONDS: z.coerce
		.number()
		.min(0)
		.max(20)
		.default(2)
		.describe("How long to keep answering after SIGTERM, 0 to 20 seconds, until the balancer knows."),
	ADDRESS_REQUESTS_PER_MINUTE: wholeNumber(1, 10_000_000)
		.default(12_000)
		.describe("How many requests one address may make in a minute at each process, on routes that need a token; 1 to 10000000."),
	MAX_EVENT_LOOP_DELAY_MS: wholeNumber(0, 60_000)
		.default(200)
		.describe("Above this mean delay of the event loop requests get 503; 0 turns the check off."),
	OTEL_EXPORTER_OTLP_ENDPOINT: z
		.url({ protocol: /^https?$/ })
		.optional()
		.describe("Where traces are sent over OTLP/HTTP, such as http://127.0.0.1:4318; without it there are none."),
	OTEL_TRACES_SAMPLER_ARG: z.coerce
		.number()
		.min(0)
		.max(1)
		.default(0.1)
		.describe("The share of traces that is sent, 0 to 1; those with errors and slow ones are sent besides."),
	TRACE_SLOW_MS: wholeNumber(1, 3_600_000)
		.default(2_000)
		.describe("What takes longer beside the model is slow, and its trace is sent; 1 to 3600000 ms."),
	SENTRY_DSN: z
		.string()
		.refine((dsn) => readDsn(dsn) !== undefined, "is not a DSN")
		.optional()
		.describe("Where errors are reported, such as https://KEY@sentry.example.com/1; without it nowhere."),
	FAILPOINTS: z
		.string()
		.default("")
		.refine(readsAsFailpoints, "does not read")
		.describe("For fault tests only: name=kill|stop|throw|delay:ms, with commas between them."),
} as const;

const BaseConfig = z.object({ ...baseSettings, PORT: portSetting(0) });
/** The settings of every service, parsed. */
export type BaseConfig = z.infer<typeof BaseConfig>;

/**
 * Parses the environment with the schema of a service. An empty variable counts as absent; unknown ones are ignored.
 *
 * @throws ConfigError naming every wrong setting and, from its description, what would be right; never a value, since it may be a secret
 */
export function readConfig<Schema extends z.ZodObject>(
	schema: Schema,
	environment: Readonly<Record<string, string | undefined>>,
): z.output<Schema> {
	const given = Object.fromEntries(Object.keys(schema.shape).flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])));
	const result = schema.safeParse(given, { error: wrongWords });
	if (result.success) return result.data;
	const problems = new Map<string, string>();
	for (const issue of result.error.issues) {
		const setting = String(issue.path[0] ?? "settings");
		if (problems.has(setting)) continue;
		const fix = (schema.shape[setting] as z.ZodType | undefined)?.description;
		const what = given[setting] === undefined ? "is missing" : issue.message;
		problems.set(setting, fix === undefined ? what : `${what}. ${fix}`);
	}
	throw new ConfigError([...problems].map(([setting, text]) => ({ setting, text })));
}

function isOrigin(text: string): boolean {
	return URL.canParse(text) && /^https?:$/.test(new URL(text).protocol) && new URL(text).origin === text;
}

function isAddressOrNetwork(text: string): boolean {
	if (["loopback", "linklocal", "uniquelocal"].includes(text)) return true;
	const [address = "", bits, ...more] = text.split("/");
	const mostBits = { 4: 32, 6: 128 }[isIP(address)];
	if (mostBits === undefined || more.length > 0) return false;
	return bits === undefined || (/^\d{1,3}$/.test(bits) && Number(bits) >= 1 && Number(bits) <= mostBits);
}
