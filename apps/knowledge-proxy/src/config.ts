import { baseSettings, portSetting, readConfig } from "@webhand/service-kit/config";
import { z } from "zod";

/** Settings of knowledge-proxy. */
export const Settings = z.object({ ...baseSettings, PORT: portSetting(4002) });

/** The settings, parsed. */
export type Config = z.output<typeof Settings>;

/** Reads the environment; the one place that does. @throws ConfigError naming every wrong setting */
export function readKnowledgeConfig(environment: Readonly<Record<string, string | undefined>> = process.env): Config {
	return readConfig(Settings, environment);
}
