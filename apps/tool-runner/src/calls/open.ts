import { randomUUID } from "node:crypto";
import type { Audit } from "@webhand/audit/chain/audit";
import { ExecJob, McpJob } from "@webhand/contracts/tools/internal/calls";
import type { Base } from "@webhand/service-kit/base";
import type { Guard } from "@webhand/service-kit/guard";
import { startJobWorkers } from "@webhand/service-kit/jobs/worker";
import { createInTurn } from "@webhand/service-kit/mongo/locks";
import { closeRedis, openRedis } from "@webhand/service-kit/redis";
import { repeat } from "@webhand/service-kit/repeat";
import type { DayBudget } from "../budget/store.ts";
import type { Mcp } from "../mcp/open.ts";
import type { Storage } from "../workspaces/storage.ts";
import type { Calls } from "./engine.ts";
import type { ExecutionDeps } from "./exec/engine.ts";
import { acceptCommand } from "./exec/engine.ts";
import { createOutputCache } from "./exec/output/cache.ts";
import { createLeftovers } from "./exec/output/leftovers.ts";
import { auditOutcomeOf } from "./exec/policy.ts";
import type { RunDeps } from "./exec/run.ts";
import type { StoredExecution } from "./exec/store.ts";
import { createExecutionStore } from "./exec/store.ts";
import { startTurns } from "./exec/turns.ts";
import { factOf } from "./exec/view.ts";
import type { LifeDeps } from "./life.ts";
import { openLife } from "./life.ts";
import { keepLive } from "./live.ts";
import type { McpCallDeps } from "./mcp/engine.ts";
import { acceptCall } from "./mcp/engine.ts";
import { createToolCallRunner } from "./mcp/run.ts";
import type { StoredToolCall } from "./mcp/store.ts";
import { createToolCallStore } from "./mcp/store.ts";
import { outcomeOf } from "./mcp/view.ts";
import { openSignals } from "./signals.ts";
import type { JobKind } from "./work.ts";
import { callWork } from "./work.ts";

/** What calls are opened with. */
export type CallOptions = Pick<RunDeps, "workspaces" | "verify" | "ready" | "sandbox" | "withRepository" | "watch" | "outputDays"> & {
	readonly base: Pick<Base, "mongo" | "metrics" | "log" | "stopping" | "tracing">;
	readonly redisUrl: string;
	/** The name of this host, whose queues are taken. */
	readonly host: string;
	readonly guard: Pick<Guard, "revokedOf" | "whenEnded">;
	readonly calls: Calls;
	readonly audit: Audit;
	/** Which intents stand in the audit. */
	readonly intended: LifeDeps["intended"];
	readonly budget: DayBudget;
	readonly storage: Storage;
	readonly mcp: Pick<Mcp, "servers" | "pool" | "check">;
	readonly keptDays: number;
	/** Jobs are taken here; without `isRunning` each is refused. */
	readonly isEnabled: boolean;
	/** Commands are run and the sweep goes round here. */
	readonly isRunning: boolean;
	readonly now: () => Date;
};

const sweepEveryMs = 2_000;
const flushEveryMs = 300;
const redisAnswersMs = 2_000;
const hourMs = 3_600_000;

/** Opens commands and calls of MCP tools: their jobs, rows, output, and what puts right what crashes left. */
export function openCalls(options: CallOptions): {
	readonly commands: ExecutionDeps;
	readonly toolCalls: McpCallDeps;
	readonly close: () => Promise<void>;
} {
	const { base, redisUrl: url, host, guard, calls, audit, now, storage, keptDays, mcp } = options;
	const { mongo, metrics, log, stopping, tracing } = base;
	const redis = openRedis({ url, log, metrics, silenceMs: redisAnswersMs });
	const [commandStore, toolStore] = [createExecutionStore(mongo.db, host), createToolCallStore(mongo.db)];
	const runnerId = randomUUID();
	const live = keepLive({ stores: [commandStore, toolStore], runnerId, log });
	const signals = openSignals({ redis, url, log, onCancelled: live.cancel });
	const shared = {
		...options,
		runnerId,
		live,
		signals,
		inTurn: createInTurn(mongo.db),
		log,
	};
	const ranCommands = metrics.counter("webhand_exec_total", "Commands by how they ended", ["outcome"]);
	const firstByte = metrics.seconds("webhand_exec_first_byte_seconds", "Time from accepting a command to its first output", []);
	const queued = metrics.seconds("webhand_exec_queue_seconds", "Time that commands wait for their start", []);
	const calledTools = metrics.counter("webhand_mcp_calls_total", "Calls of MCP tools, by outcome", ["outcome"]);
	const commandLife = openLife<StoredExecution>(shared, {
		store: commandStore,
		plural: "commands",
		outcomeOf: ({ state, bytes, reason }) => ({ outcome: auditOutcomeOf(state), bytes: bytes.stdout + bytes.stderr, reason }),
		factOf: (row) => factOf(row, now()),
		lost: (hasIntent) => ({ state: hasIntent ? "outcome_unknown" : "failed", reason: "runner_lost" }),
		count: (outcome) => ranCommands.inc({ outcome }),
	});
	const toolLife = openLife<StoredToolCall>(shared, {
		store: toolStore,
		plural: "calls of MCP tools",
		outcomeOf: (row) => ({ outcome: outcomeOf(row) }),
		// The intent is there before the row.
		factOf: () => null,
		lost: () => ({
			state: "outcome_unknown",
			data: null,
			error: { code: "RUNNER_LOST", message: "The service ended during the call: the tool may have done its work" },
		}),
		count: (outcome) => calledTools.inc({ outcome }),
	});
	const cache = createOutputCache(redis);
	const ofCommands = { life: commandLife, store: commandStore, cache, ready: options.ready, now };
	const turns = options.isRunning
		? startTurns({
				...options,
				...ofCommands,
				log,
				// The guard checked it when the command was accepted.
				isSignedOut: async ({ sid }) => (await guard.revokedOf([sid]).catch(() => [])).length > 0,
				leftovers: createLeftovers(() => performance.now()),
				observe: { queue: (seconds) => queued.observe(seconds), firstByte: (seconds) => firstByte.observe(seconds) },
			})
		: null;
	const wake = () => turns?.wake();
	const commands: ExecutionDeps = { ...ofCommands, calls, wake, storage, keptDays };
	const runner = createToolCallRunner({ life: toolLife, store: toolStore, audit, now, log });
	const { servers, pool, check } = mcp;
	const toolCalls: McpCallDeps = {
		calls,
		life: toolLife,
		store: toolStore,
		storage,
		servers: servers.store,
		pool,
		check,
		runner,
		keptDays,
		now,
	};
	const ending = new AbortController();
	const work = { guard, stopping: ending.signal, log };
	const workers = options.isEnabled
		? startJobWorkers({ url, log, metrics, tracing }, [
				{ kind: "exec", host, work: callWork(work, commandJobs(commands)) },
				{ kind: "mcp", host, work: callWork(work, toolJobs(toolCalls)) },
			])
		: null;
	const repeated = options.isRunning
		? [
				repeat({ name: "calls that crashes left", everyMs: sweepEveryMs, log }, async () => {
					wake();
					await Promise.all([commandLife.sweep(), toolLife.sweep()]);
				}),
				repeat({ name: "steps of calls of MCP tools", everyMs: flushEveryMs, log }, runner.flush),
				repeat({ name: "output that is old", everyMs: hourMs, log }, commandStore.removeOldOutput),
			]
		: [];
	const end = async () => {
		const paused = workers?.pause();
		turns?.pause();
		await live.close();
		await paused;
	};
	// Calls have the time that the service has for its end, not what its connections leave of it.
	const ended = new Promise<void>((resolve) => stopping.addEventListener("abort", () => resolve(end()), { once: true }));
	return {
		commands,
		toolCalls,
		close: async () => {
			await (stopping.aborted ? ended : end());
			await Promise.all(repeated.map((each) => each.stop()));
			await turns?.close();
			// Jobs whose calls still wait for their turn end here; their rows are taken by the next runner.
			ending.abort();
			await workers?.close();
			signals.close();
			await closeRedis(redis);
		},
	};
}

/** Commands as jobs bring them. */
function commandJobs(deps: ExecutionDeps): JobKind<ExecJob> {
	return {
		schema: ExecJob,
		callOf: ({ request: { executionId: id, argv, cwd } }) => ({
			id,
			tool: "exec.run",
			target: argv.join(" "),
			args: { executionId: id, argv, cwd },
		}),
		accept: (call, { request }) => acceptCommand(deps, call, request),
		life: deps.life,
	};
}

/** Calls of MCP tools as jobs bring them. */
function toolJobs(deps: McpCallDeps): JobKind<McpJob> {
	return {
		schema: McpJob,
		callOf: ({ request: { callId: id, name, toolHash, timeoutMs } }) => ({
			id,
			tool: "mcp.call",
			target: name,
			args: { callId: id, toolHash, timeoutMs },
		}),
		accept: (call, { request }) => acceptCall(deps, call, request),
		life: deps.life,
	};
}
