import { baseSettings, list, portSetting, readConfig } from "@webhand/service-kit/config";
import { z } from "zod";

/** Refinements run even when other settings are wrong: one output names all errors. */
const always = { when: () => true } as const;
const wholeNumber = (least: number, most: number) => z.coerce.number().int().min(least).max(most);

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
		KNOWLEDGE_LEASE_MS: wholeNumber(200, 600_000)
			.default(15_000)
			.describe("How long a document waits for another replica after its own has died, 200 to 600000 milliseconds."),
		KNOWLEDGE_SWEEP_SECONDS: z.coerce
			.number()
			.min(1)
			.max(86_400)
			.default(600)
			.describe("How often chunks and files that belong to no document are removed, 1 to 86400 seconds."),
		SHARD_MEMORY_MB: wholeNumber(1, 100_000)
			.optional()
			.describe(
				"How much memory the search index may take, 1 to 100000 MB, at most half of the heap; without it 512, or 40 % of the heap where that is less.",
			),
		KNOWLEDGE_CACHE_TTL: wholeNumber(0, 3_600)
			.default(60)
			.describe("How many seconds an answer may be given again while no document or domain changes, 0 to 3600; 0 turns the cache off."),
		EMBEDDINGS_BASE_URL: z
			.string()
			.refine(isServiceAddress, "is not an https address")
			.optional()
			.describe("An OpenAI-compatible API, such as https://api.example.com/v1. Documents and search texts are sent there."),
		EMBEDDINGS_MODEL: z.string().min(1).max(200).optional().describe("The model that makes embeddings; needed with EMBEDDINGS_BASE_URL."),
		EMBEDDINGS_KEY: z.string().min(1).max(4_096).optional().describe("The key of that API, if it wants one."),
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
	})
	.refine((given) => given.EMBEDDINGS_BASE_URL === undefined || given.EMBEDDINGS_MODEL !== undefined, {
		...always,
		path: ["EMBEDDINGS_MODEL"],
		error: "is missing",
	});

/** The settings, parsed. */
export type Config = z.output<typeof Settings>;

/** Reads the environment; the one place that does. @throws ConfigError naming every wrong setting */
export function readKnowledgeConfig(environment: Readonly<Record<string, string | undefined>> = process.env): Config {
	return readConfig(Settings, environment);
}

/** Keys and texts of users go there, so the line is encrypted unless it stays on this computer. */
function isServiceAddress(text: string): boolean {
	if (!URL.canParse(text)) return false;
	const { protocol, hostname, username, password, search, hash } = new URL(text);
	const isLoopback = hostname === "localhost" || hostname === "[::1]" || /^127\.\d+\.\d+\.\d+$/.test(hostname);
	return (protocol === "https:" || (protocol === "http:" && isLoopback)) && username + password + search + hash === "";
}
