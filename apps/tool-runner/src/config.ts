import { homedir } from "node:os";
import { join } from "node:path";
import { baseSettings, list, portSetting, readConfig } from "@webhand/service-kit/config";
import { z } from "zod";

const yesOrNo = z.enum(["true", "false"]).default("false");

/** Settings of tool-runner. */
export const Settings = z.object({
	...baseSettings,
	PORT: portSetting(4003),
	AGENT_TOOLS_ENABLED: yesOrNo.describe(
		"true: files, git, commands and MCP tools of this host may be used; false: nothing but the status answers.",
	),
	AGENT_TOOLS_LEVEL: z
		.enum(["read", "write", "exec"])
		.default("exec")
		.describe("How far the tools go: read (look), write (and change files), exec (and run commands and MCP tools)."),
	SANDBOX_REQUIRE_CGROUP: yesOrNo.describe(
		"true: without a delegated cgroup v2, which limits memory and processes, nothing runs in the sandbox.",
	),
	ALLOWED_HOSTS: list(z.string().regex(/^[A-Za-z0-9.-]+$|^\[[0-9a-fA-F:.]+\]$/, "is not a host name")).describe(
		"Host names under which agent-api calls this service besides 127.0.0.1 and localhost, with commas between them.",
	),
	DATA_DIR: z
		.string()
		.startsWith("/")
		.default(join(homedir(), ".local/state/webhand/tool-runner"))
		.describe("Absolute path of a folder of this process alone: what a patch replaces is kept there until it is done."),
	GRANT_JWKS: z
		.string()
		.optional()
		.describe("The public keys of agent-api's grants as a JWK set, one or two; without them nothing is changed on this host."),
	AGENT_TOOLS_LEAST_FREE_MIB: z.coerce
		.number()
		.int()
		.min(0)
		.default(512)
		.describe("Files are not written while the disk of the workspace has less than this many MiB free."),
	BWRAP_BIN: z
		.string()
		.startsWith("/")
		.optional()
		.describe("Absolute path of bubblewrap; looked for in /usr/bin and /usr/local/bin otherwise."),
	GIT_BIN: z.string().startsWith("/").optional().describe("Absolute path of git; looked for in /usr/bin and /usr/local/bin otherwise."),
	RG_BIN: z
		.string()
		.startsWith("/")
		.optional()
		.describe("Absolute path of ripgrep; the installed one or that of @vscode/ripgrep otherwise."),
});

/** The settings, parsed. */
export type Config = z.output<typeof Settings>;

/** Reads the environment; the one place that does. @throws ConfigError naming every wrong setting */
export function readToolRunnerConfig(environment: Readonly<Record<string, string | undefined>> = process.env): Config {
	return readConfig(Settings, environment);
}
