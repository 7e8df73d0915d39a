import { hash } from "node:crypto";
import { dirname, join, resolve } from "node:path";
import { openAudit } from "@webhand/audit/chain/open";
import { indexAnchors, indexChains } from "@webhand/audit/chain/store";
import type { Base } from "@webhand/service-kit/base";
import { openBase } from "@webhand/service-kit/base";
import { AppError, SettingError } from "@webhand/service-kit/errors";
import type { Guard } from "@webhand/service-kit/guard";
import { openGuard } from "@webhand/service-kit/guard";
import { openVerifier } from "@webhand/service-kit/identity/signed";
import { createIds } from "@webhand/service-kit/ids";
import { createTurns } from "@webhand/service-kit/turns";
import type { AuditRouteDeps } from "./audit/route.ts";
import { createDayBudget, indexDays } from "./budget/store.ts";
import { createCalls } from "./calls/engine.ts";
import { indexExecutions } from "./calls/exec/store.ts";
import { createToolCallStore, indexMcpCallEnds, indexMcpCalls } from "./calls/mcp/store.ts";
import { openCalls } from "./calls/open.ts";
import { changeLimitMs } from "./calls/request.ts";
import type { CallRouteDeps } from "./calls/route.ts";
import { readyCommand } from "./commands/engine.ts";
import { openCommands } from "./commands/open.ts";
import type { CommandDeps } from "./commands/ports.ts";
import { toolchainsFrom } from "./commands/programs.ts";
import { applyRulesFile } from "./commands/rules-file.ts";
import { createRuleStore, indexCommandRules } from "./commands/store.ts";
import type { Config } from "./config.ts";
import { createDeletions } from "./files/deletions.ts";
import { createFiles } from "./files/engine.ts";
import { undoCrashed } from "./files/patch/apply.ts";
import { createJournal } from "./files/patch/journal.ts";
import { createDeletionStore, indexDeletions } from "./files/store.ts";
import { createRepositories } from "./git/repository.ts";
import type { Mcp } from "./mcp/open.ts";
import { openMcp } from "./mcp/open.ts";
import { applyServers } from "./mcp/servers/engine.ts";
import { indexServers } from "./mcp/servers/store.ts";
import { closeInheritedDescriptors } from "./sandbox/descriptors.ts";
import { createSandbox } from "./sandbox/engine.ts";
import { reasonOf } from "./sandbox/policy.ts";
import { probeSandbox } from "./sandbox/probe.ts";
import { reachableProgram } from "./sandbox/toolchain.ts";
import { createWatch, memoryLimits } from "./sandbox/watch.ts";
import type { StatusKeeper } from "./status/engine.ts";
import { keepStatus } from "./status/engine.ts";
import { findProgram, installedRipgrep } from "./status/programs.ts";
import type { ToolDeps } from "./tools/route.ts";
import { createWorks } from "./tools/works.ts";
import { applyToolsConfig, readToolsConfig } from "./workspaces/config-file.ts";
import type { WorkspaceDeps } from "./workspaces/engine.ts";
import { openRoot } from "./workspaces/root.ts";
import { createStorage } from "./workspaces/storage.ts";
import { createWorkspaceStore, indexWorkspaces } from "./workspaces/store.ts";

/** Everything the app is built from. */
export type AppDeps = {
	readonly base: Base;
	readonly guard: Guard;
	readonly status: StatusKeeper;
	readonly workspaces: WorkspaceDeps;
	readonly audit: AuditRouteDeps;
	readonly commands: CommandDeps;
	readonly tools: ToolDeps;
	readonly calls: CallRouteDeps;
	readonly mcp: Mcp;
	readonly close: () => Promise<void>;
};

// Below the uids that workspaces get; no other user has it by convention.
const probeUid = 199_999;
const isRoot = process.getuid?.() === 0;
const ownCode = dirname(import.meta.dirname);

/** Opens MongoDB, Redis and the guard, and starts to look at the sandbox. `close` undoes it in reverse. */
export async function openDeps(config: Config, stopping: AbortSignal): Promise<AppDeps> {
	closeInheritedDescriptors();
	const base = await openBase({
		name: "tool-runner",
		config,
		database: "webhand_tools",
		migrations: [
			{ id: "001-indexes", run: indexWorkspaces },
			{ id: "2026-11-audit-indexes", run: indexChains },
			{ id: "2026-11-anchor-indexes", run: indexAnchors },
			{ id: "2026-11-deletion-indexes", run: indexDeletions },
			{ id: "2026-11-execution-indexes", run: indexExecutions },
			{ id: "2026-11-command-rule-indexes", run: indexCommandRules },
			{ id: "2026-11-mcp-server-indexes", run: indexServers },
			{ id: "2026-11-mcp-call-indexes", run: indexMcpCalls },
			{ id: "2026-11-mcp-call-end-indexes", run: indexMcpCallEnds },
			{ id: "2026-11-day-indexes", run: indexDays },
		],
		stopping,
	});
	const { mongo, redis, log, metrics } = base;
	const guard = openGuard({ ...base, authUrl: config.AUTH_URL, issuer: config.TOKEN_ISSUER });
	const closing = new AbortController();
	const now = () => new Date();

	const workspaces = createWorkspaceStore(mongo.db, config.RUNNER_HOST);
	const isEnabled = config.AGENT_TOOLS_ENABLED === "true";
	const actions = metrics.counter("webhand_tool_actions_total", "Calls of server tools, by tool and outcome", ["tool", "outcome"]);
	const took = metrics.seconds("webhand_tool_seconds", "Time of calls of server tools", ["tool"]);
	let isSandboxOk = 0;
	metrics.gauge("webhand_sandbox_probe_ok", "1 when the sandbox passed its last check", () => isSandboxOk);
	const status = keepStatus({
		fixed: { isEnabled, level: config.AGENT_TOOLS_LEVEL, platform: process.platform },
		lookAtSandbox: async () => {
			const bwrap = await findProgram("bwrap", [config.BWRAP_BIN]);
			const options = {
				bwrap: bwrap?.path ?? null,
				runAs: process.getuid?.() === 0 ? { uid: probeUid, gid: probeUid } : null,
				secrets: [config.MONGODB_URI, config.REDIS_URL],
				isCgroupRequired: config.SANDBOX_REQUIRE_CGROUP === "true",
				now,
			};
			const { hasCgroup, ...probe } = await probeSandbox(options, AbortSignal.any([stopping, closing.signal]));
			return { probe, hasCgroup, reason: reasonOf(probe), bwrap: bwrap?.path ?? null };
		},
		findPrograms: async () => {
			const [git, rg] = await Promise.all([
				findProgram("git", [config.GIT_BIN]),
				findProgram("rg", [config.RG_BIN, "/usr/bin/rg", await installedRipgrep()]),
			]);
			// Without root's rights the sandbox runs as this process, which has found it.
			if (rg === null || process.getuid?.() !== 0) return { git, rg };
			return { git, rg: { ...rg, path: await reachableProgram(rg.path, toolchainsOf(config.DATA_DIR)) } };
		},
		countWorkspaces: workspaces.count,
		rulesWithoutProgram: () => commands.rulesWithoutProgram(),
		downServers: () => mcp.down(),
		isUp: { database: () => answers(mongo.ping()), redis: () => answers(redis.ping()) },
		now,
		onProbe: ({ probe, reason }) => {
			isSandboxOk = probe.ok ? 1 : 0;
			if (probe.ok) log.info({ ms: probe.ms }, "the sandbox holds");
			else log.warn({ reason, checks: probe.checks.filter(({ ok }) => !ok) }, "the sandbox is shut");
		},
	});
	const verify = config.GRANT_JWKS === undefined ? null : await openVerifier("GRANT_JWKS", config.GRANT_JWKS);
	const audit = await openAudit({
		base,
		settings: config,
		changeLimitMs,
		now,
		settledByRow: ["exec.run"],
		withRow: createToolCallStore(mongo.db).withIntent,
	});
	const refusedGrants = metrics.counter("webhand_grants_refused_total", "Grants refused, by reason", ["reason"]);
	const calls = createCalls({
		workspaces,
		audit: audit.audit,
		verify,
		level: isEnabled ? config.AGENT_TOOLS_LEVEL : null,
		count: (tool, outcome, seconds) => {
			actions.inc({ tool, outcome });
			took.observe({ tool }, seconds);
		},
		countRefusedGrant: (reason) => refusedGrants.inc({ reason }),
		now,
	});
	const journal = createJournal(join(config.DATA_DIR, "patches"));
	for (const { name, cause } of await undoCrashed(journal, openRoot)) log.error({ name, err: cause }, "a patch was cut short and stays so");
	const turns = createTurns();
	const leastFree = config.AGENT_TOOLS_LEAST_FREE_MIB * 1_048_576;
	const storage = createStorage({ workspaces, leastFree, elapsed: () => performance.now() });
	const deletionStore = createDeletionStore(mongo.db);
	const deletions = createDeletions({ store: deletionStore, ids: createIds(), now });
	const files = createFiles({ deletions, deletionStore, turns, now });
	const toolchains = toolchainsFrom(config.SANDBOX_TOOLCHAINS);
	const rules = createRuleStore(mongo.db);
	const commands = openCommands({
		store: rules,
		audit: audit.audit,
		workspaces,
		isEnabled,
		now,
		toolchains,
		ripgrep: async () => {
			const path = (await status.seen())?.programs.rg?.path;
			return path === undefined || path.startsWith("/usr/") ? null : dirname(path);
		},
		copies: process.getuid?.() === 0 ? toolchainsOf(config.DATA_DIR) : join(config.DATA_DIR, "toolchains"),
	});
	const ownFolders = [ownCode, resolve(config.DATA_DIR), ...config.FORBIDDEN_ROOTS, ...toolchains.map(({ directory }) => directory)];
	const hostFacts = { runnerUid: process.getuid?.() ?? 0, ownFolders };
	const budget = createDayBudget(mongo.db, {
		limits: { runs: config.TENANT_RUNS_PER_DAY, bytes: config.TENANT_OUTPUT_MIB_PER_DAY * 1_048_576 },
		now,
	});
	const watch = createWatch(await memoryLimits());
	const sandbox = createSandbox(status.seen, watch);
	let nodePath: Promise<string> | undefined;
	const isRunning = isEnabled && config.AGENT_TOOLS_LEVEL === "exec" && process.platform === "linux";
	const mcp: Mcp = openMcp({
		base,
		sandbox,
		watch,
		storage,
		audit: audit.audit,
		workspaces,
		isEnabled,
		now,
		ids: createIds(),
		secretsKey: config.MCP_SECRETS_KEY,
		nodePath: () =>
			(nodePath ??= isRoot ? reachableProgram(process.execPath, toolchainsOf(config.DATA_DIR)) : Promise.resolve(process.execPath)),
		ownFolders,
		scratchUser: isRoot ? probeUid : null,
		isOffered: isRunning,
	});
	const called = openCalls({
		base,
		redisUrl: config.REDIS_URL,
		host: config.RUNNER_HOST,
		guard,
		calls,
		audit: audit.audit,
		intended: audit.rows.audit.existing,
		workspaces,
		verify,
		ready: (workspace, command) => readyCommand(commands.routes.decide, workspace, command),
		sandbox,
		withRepository: createRepositories(sandbox),
		watch,
		budget,
		storage,
		mcp,
		keptDays: config.RETENTION_EXECUTION_DAYS,
		outputDays: config.RETENTION_OUTPUT_DAYS,
		isEnabled,
		isRunning,
		now,
	});
	const close = async () => {
		await called.close();
		await mcp.close();
		status.close();
		await deletions.close();
		closing.abort();
		await audit.close();
		guard.close();
		await base.close();
	};
	const workspaceDeps = { store: workspaces, audit: audit.audit, host: hostFacts, isEnabled, ids: createIds(), now };
	if (isEnabled && process.platform === "linux") {
		const { TOOLS_CONFIG_FILE: file } = config;
		const wanted = file === undefined ? { workspaces: [], commandRules: [], mcpServers: [] } : await readToolsConfig(file);
		await applyToolsConfig({ ...workspaceDeps, log }, wanted);
		await applyRulesFile({ store: rules, now, log }, wanted.commandRules);
		await applyServers(mcp.servers, wanted.mcpServers).catch((cause: unknown) => {
			if (!(cause instanceof AppError)) throw cause;
			throw new SettingError(`TOOLS_CONFIG_FILE: mcpServers: ${cause.message}.`, { cause });
		});
	}
	return {
		base,
		guard,
		status,
		workspaces: workspaceDeps,
		audit: {
			read: { ...audit.rows, hasWorkspace: async (tenantId, id) => (await workspaces.find(tenantId, id)) !== null },
			notes: { append: audit.audit.append, verify, log },
		},
		tools: { calls, storage, files, works: createWorks({ files, patches: { journal, turns }, sandbox }) },
		commands: commands.routes,
		calls: called,
		mcp,
		close,
	};
}

/** Users of workspaces do not pass the data folder, which is for this process alone. */
function toolchainsOf(dataFolder: string): string {
	return join("/var/lib/webhand", hash("sha256", dataFolder).slice(0, 16), "toolchains");
}

async function answers(ping: Promise<unknown>): Promise<boolean> {
	return await ping.then(
		() => true,
		() => false,
	);
}
