import { baseSettings, portSetting, readConfig } from "@webhand/service-kit/config";
import { z } from "zod";

const isSafeAddress = (text: string) => {
	if (!URL.canParse(text)) return false;
	const { protocol, hostname, username, password } = new URL(text);
	const isLoopback = /^(localhost|127(\.\d+){3}|\[::1\])$/.test(hostname);
	return username === "" && password === "" && (protocol === "https:" || (protocol === "http:" && isLoopback));
};
const wholeNumber = (least: number, most: number) => z.coerce.number().int().min(least).max(most);

/** Settings of knowledge-proxy. */
export const Settings = z
	.object({
		...baseSettings,
		PORT: portSetting(4002),
		SHARD_MEMORY_MB: wholeNumber(1, 100_000)
			.default(512)
			.describe("How much memory the search index may take, 1 to 100000 MB; what was used longest ago goes first."),
		KNOWLEDGE_CACHE_TTL: wholeNumber(0, 3_600)
			.default(60)
			.describe("How many seconds an answer may be given again while no document or domain changes, 0 to 3600; 0 turns the cache off."),
		EMBEDDINGS_BASE_URL: z
			.string()
			.refine(isSafeAddress, "must be https, or http on this machine, without user or password")
			.optional()
			.describe("An OpenAI-compatible API, such as https://api.example.com/v1. Documents and search texts are sent there."),
		EMBEDDINGS_MODEL: z.string().min(1).max(200).optional().describe("The model that makes embeddings; needed with EMBEDDINGS_BASE_URL."),
		EMBEDDINGS_KEY: z.string().min(1).max(4_096).optional().describe("The key of that API, if it wants one."),
	})
	.refine((given) => given.EMBEDDINGS_BASE_URL === undefined || given.EMBEDDINGS_MODEL !== undefined, {
		path: ["EMBEDDINGS_MODEL"],
		error: "is missing",
		when: () => true,
	});

/** The settings, parsed. */
export type Config = z.output<typeof Settings>;

/** Reads the environment; the one place that does. @throws ConfigError naming every wrong setting */
export function readKnowledgeConfig(environment: Readonly<Record<string, string | undefined>> = process.env): Config {
	return readConfig(Settings, environment);
}
