import { baseSettings, list, portSetting, readConfig } from "@webhand/service-kit/config";
import { z } from "zod";

/** Refinements run even when other settings are wrong: one output names all errors. */
const always = { when: () => true } as const;

/** Settings of knowledge-proxy. */
export const Settings = z
	.object({
		...baseSettings,
		PORT: portSetting(4002),
		KNOWLEDGE_PROVIDER: z
			.enum(["embedded", "http"])
			.default("embedded")
			.describe("Where a tenant's knowledge comes from: embedded (its documents here) or http (an external extraction service)."),
		KNOWLEDGE_HTTP_URL: z
			.string()
			.refine(isServiceAddress, "is not an https address")
			.optional()
			.describe("Where the external extraction service answers, such as https://extraction.example.com; http only on this computer."),
		KNOWLEDGE_HTTP_KEY: z
			.string()
			.regex(/^[\x21-\x7e]{1,4096}$/, "is not a key")
			.optional()
			.describe("The bearer key of the external extraction service, up to 4096 visible ASCII characters."),
		KNOWLEDGE_FETCH_HOSTS: list(z.string().regex(/^[a-z0-9.-]{1,253}$|^\[[0-9a-f:.]+\]$/, "is not a host name")).describe(
			"Hosts of documents that may have private addresses, such as wiki.corp.internal, with commas between them.",
		),
		KNOWLEDGE_LEASE_MS: z.coerce
			.number()
			.int()
			.min(200)
			.max(600_000)
			.default(15_000)
			.describe("How long a document waits for another replica after its own has died, 200 to 600000 milliseconds."),
		KNOWLEDGE_SWEEP_SECONDS: z.coerce
			.number()
			.min(1)
			.max(86_400)
			.default(600)
			.describe("How often chunks and files that belong to no document are removed, 1 to 86400 seconds."),
	})
	.refine((given) => given.KNOWLEDGE_PROVIDER !== "http" || given.KNOWLEDGE_HTTP_URL !== undefined, {
		...always,
		path: ["KNOWLEDGE_HTTP_URL"],
		error: "is missing",
	})
	.refine((given) => given.KNOWLEDGE_PROVIDER !== "http" || given.KNOWLEDGE_HTTP_KEY !== undefined, {
		...always,
		path: ["KNOWLEDGE_HTTP_KEY"],
		error: "is missing",
	})
	.refine((given) => given.KNOWLEDGE_PROVIDER === "http" || given.KNOWLEDGE_HTTP_URL === undefined, {
		...always,
		path: ["KNOWLEDGE_HTTP_URL"],
		error: "is set, but KNOWLEDGE_PROVIDER is not http",
	});

/** The settings, parsed. */
export type Config = z.output<typeof Settings>;

/** Reads the environment; the one place that does. @throws ConfigError naming every wrong setting */
export function readKnowledgeConfig(environment: Readonly<Record<string, string | undefined>> = process.env): Config {
	return readConfig(Settings, environment);
}

/** The key and pages of users go there, so the line is encrypted unless it stays on this computer. */
function isServiceAddress(text: string): boolean {
	if (!URL.canParse(text)) return false;
	const { protocol, hostname, username, password, search, hash } = new URL(text);
	const isLoopback = hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
	return (protocol === "https:" || (protocol === "http:" && isLoopback)) && username + password + search + hash === "";
}
