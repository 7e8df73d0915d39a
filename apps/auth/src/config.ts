import { isAbsolute } from "node:path";
import { baseSettings, list, portSetting, readConfig, secret } from "@webhand/service-kit/config";
import { z } from "zod";

const firstUser = (who: string) => ({
	email: z
		.email("is not an email address")
		.max(254)
		.optional()
		.describe(`Email of the first ${who}; makes one on an empty database, together with its password.`),
	password: secret(z.string().max(256).optional().describe(`Password of the first ${who}, as long as PASSWORD_MIN_LENGTH says.`)),
});
const operator = firstUser("operator");
const admin = firstUser("admin of the first organization");
const member = firstUser("member of the first organization");

const seconds = (least: number, most: number) => z.coerce.number().int().min(least).max(most);

const Variables = z.object({
	...baseSettings,
	PORT: portSetting(4001),
	KEY_ENCRYPTION_KEY: secret(
		z
			.string()
			.transform((text) => Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? "hex" : "base64"))
			.refine((bytes) => bytes.length === 32, "does not hold 32 bytes")
			.describe("32 random bytes in base64 or hex; seals the signing keys. Make one with: openssl rand -base64 32."),
	),
	AGENT_URL: z
		.url({ protocol: /^https?$/ })
		.default("http://127.0.0.1:4000")
		.describe("Where agent-api answers, such as http://127.0.0.1:4000; its notes are read into the audit."),
	TOKEN_TTL: seconds(900, 604_800).default(43_200).describe("Life of an access token in seconds, 900 to 604800."),
	PERSONAL_TENANTS: z
		.enum(["on", "off"])
		.default("on")
		.describe("on: everybody may work alone as their own tenant; off: only in organizations."),
	MAX_SESSIONS_PER_USER: z.coerce.number().int().min(1).max(1_000).default(20).describe("Sign-ins a user may have at once, 1 to 1000."),
	PASSWORD_MIN_LENGTH: z.coerce.number().int().min(8).max(64).default(12).describe("Fewest characters of a new password, 8 to 64."),
	PROVIDER_HOSTS: list(z.string().regex(/^[a-z0-9.-]{1,253}$|^\[[0-9a-f:.]+\]$/, "is not a host name")).describe(
		"Hosts of OpenID providers that may have a private address, such as login.corp.example, with commas between them.",
	),
	DNS_SERVERS: list(
		z.string().regex(/^[\d.]+(?::\d{1,5})?$|^\[[0-9a-f:.]+\](?::\d{1,5})?$/i, "is not an address, such as 10.0.0.2:53"),
	).describe(
		"Name servers that are asked for the records that prove domains, such as 10.0.0.2:53, with commas between them; those of the system by default.",
	),
	EXTENSION_SOURCE: z
		.string()
		.max(1_000)
		.refine((text) => isAbsolute(text) || /^https?:$/.test(URL.parse(text)?.protocol ?? ""), "is neither a web address nor a folder")
		.optional()
		.describe("Where people get the extension: a web address, or a folder of their own computer. Told on the start page and in invites."),
	BOOTSTRAP_OPERATOR_EMAIL: operator.email,
	BOOTSTRAP_OPERATOR_PASSWORD: operator.password,
	BOOTSTRAP_ADMIN_EMAIL: admin.email,
	BOOTSTRAP_ADMIN_PASSWORD: admin.password,
	BOOTSTRAP_MEMBER_EMAIL: member.email,
	BOOTSTRAP_MEMBER_PASSWORD: member.password,
	BOOTSTRAP_ORGANIZATION: z.string().min(1).max(100).default("Organization").describe("Name of the first organization."),
});

/** Refinements run even when other settings are wrong, so that one look at the output is enough. */
const always = { when: () => true } as const;

/** Settings of auth. */
export const Settings = (["OPERATOR", "ADMIN", "MEMBER"] as const).reduce((schema, who) => {
	const [email, password] = [`BOOTSTRAP_${who}_EMAIL`, `BOOTSTRAP_${who}_PASSWORD`] as const;
	return schema
		.refine((given) => given[email] !== undefined || given[password] === undefined, { ...always, path: [email], error: "is missing" })
		.refine((given) => given[password] !== undefined || given[email] === undefined, { ...always, path: [password], error: "is missing" })
		.refine((given) => !((given[password]?.normalize("NFC").length ?? Number.POSITIVE_INFINITY) < given.PASSWORD_MIN_LENGTH), {
			...always,
			path: [password],
			error: "is too short",
		});
}, Variables);

/** The settings, parsed. */
export type Config = z.output<typeof Settings>;

/**
 * Reads the environment; the one place that does.
 *
 * @throws ConfigError naming every wrong setting
 */
export function readAuthConfig(environment: Readonly<Record<string, string | undefined>> = process.env): Config {
	return readConfig(Settings, environment);
}

const OperatorSettings = Variables.pick({ MONGODB_URI: true, PUBLIC_URL: true, PERSONAL_TENANTS: true, BOOTSTRAP_ORGANIZATION: true });

/** The settings that the operator command needs. @throws ConfigError naming every wrong setting */
export function readOperatorConfig(): z.output<typeof OperatorSettings> {
	return readConfig(OperatorSettings, process.env);
}
