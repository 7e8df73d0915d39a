import { homedir } from "node:os";
import { join } from "node:path";
import { HostName, mainHost } from "@webhand/contracts/tools/workspaces";
import { baseSettings, list, portSetting, readConfig, secret } from "@webhand/service-kit/config";
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
	RUNNER_HOST: HostName.default(mainHost).describe(
		"Name of this host among several: its workspaces carry it, and their commands and MCP calls come through the queues of that name.",
	),
	SANDBOX_REQUIRE_CGROUP: yesOrNo.describe(
		"true: nothing runs in the sandbox without a delegated cgroup v2. Webhand makes no groups in it: it watches memory itself.",
	),
	TOOLS_CONFIG_FILE: z
		.string()
		.startsWith("/", "is not an absolute path")
		.optional()
		.describe("Absolute path of a JSON file with workspaces and command rules, applied at start; none without it."),
	FORBIDDEN_ROOTS: list(z.string().startsWith("/", "is not an absolute path")).describe(
		"Folders with code or data of Webhand, absolute, with commas between them: no workspace lies in one or holds one.",
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
	AUDIT_SIGNING_JWK: z
		.string()
		.optional()
		.describe("The Ed25519 private key that signs the ends of the audit's chains, as JWK; without it no anchor is made."),
	AUDIT_JWKS: z.string().optional().describe("The public keys of earlier anchors as a JWK set, to verify them after a change of keys."),
	AUDIT_ANCHOR_FILE: z
		.string()
		.startsWith("/")
		.optional()
		.describe("Absolute path of a file that gets a line for each anchor; best on a disk that the database's administrator cannot change."),
	RETENTION_AUDIT_DAYS: z.coerce.number().int().min(1).max(3_650).default(365).describe("Days that rows of the audit are kept."),
	RETENTION_EXECUTION_DAYS: z.coerce
		.number()
		.int()
		.min(1)
		.max(3_650)
		.default(30)
		.describe("Days that commands and calls of MCP tools are kept."),
	RETENTION_OUTPUT_DAYS: z.coerce.number().int().min(1).max(3_650).default(7).describe("Days that the output of commands is kept."),
	TENANT_RUNS_PER_DAY: z.coerce
		.number()
		.int()
		.min(1)
		.max(10_000_000)
		.default(5_000)
		.describe("How many commands and calls of MCP tools an organization may begin in a day (UTC), 1 to 10000000."),
	TENANT_OUTPUT_MIB_PER_DAY: z.coerce
		.number()
		.int()
		.min(1)
		.max(1_000_000)
		.default(256)
		.describe("How many MiB of output of them are stored for an organization in a day (UTC), packed, 1 to 1000000."),
	MCP_SECRETS_KEY: secret(
		z
			.string()
			.transform((text) => Buffer.from(text, /^[0-9a-f]{64}$/i.test(text) ? "hex" : "base64"))
			.refine((bytes) => bytes.length === 32, "does not hold 32 bytes")
			.optional()
			.describe(
				"32 random bytes in base64 or hex; seals environments and headers of MCP servers, which are refused without it. Make one with: openssl rand -base64 32.",
			),
	),
	AGENT_TOOLS_LEAST_FREE_MIB: z.coerce
		.number()
		.int()
		.min(0)
		.default(512)
		.describe("Files are not written while the disk of the workspace has less than this many MiB free."),
	SANDBOX_TOOLCHAINS: list(z.string().regex(/^[a-z][a-z0-9-]{0,30}=\/[^,\0]+$/, "is not name=/folder, such as go=/opt/go-1.26")).describe(
		"Folders with programs outside of /usr that commands may use, as name=/folder with commas between them: /opt/<name> in the sandbox.",
	),
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

const VerifySettings = Settings.pick({ MONGODB_URI: true, AUDIT_SIGNING_JWK: true, AUDIT_JWKS: true, AUDIT_ANCHOR_FILE: true });

/** The settings that the command to verify the audit needs. @throws ConfigError naming every wrong setting */
export function readVerifyConfig(): z.output<typeof VerifySettings> {
	return readConfig(VerifySettings, process.env);
}

const key = z.string().optional();

/** Settings of the command that saves and restores: the address of all databases, and the keys, of which it notes fingerprints. */
const BackupSettings = Settings.pick({ MONGODB_URI: true, DATA_DIR: true }).extend({
	WORKSPACES_DIR: z.string().startsWith("/").default("/workspaces"),
	KEY_ENCRYPTION_KEY: z.string().describe("The key of auth."),
	SETTINGS_KEY: z.string().describe("The key of agent-api."),
	MCP_SECRETS_KEY: key,
	AUDIT_SIGNING_JWK: key,
});

/** The settings that the command to save and restore needs. @throws ConfigError naming every wrong setting */
export function readBackupSettings(): z.output<typeof BackupSettings> {
	return readConfig(BackupSettings, process.env);
}
