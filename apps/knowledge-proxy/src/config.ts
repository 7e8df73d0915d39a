import { baseSettings, list, portSetting, readConfig } from "@webhand/service-kit/config";
import { z } from "zod";

/** Settings of knowledge-proxy. */
export const Settings = z.object({
	...baseSettings,
	PORT: portSetting(4002),
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
});

/** The settings, parsed. */
export type Config = z.output<typeof Settings>;

/** Reads the environment; the one place that does. @throws ConfigError naming every wrong setting */
export function readKnowledgeConfig(environment: Readonly<Record<string, string | undefined>> = process.env): Config {
	return readConfig(Settings, environment);
}
