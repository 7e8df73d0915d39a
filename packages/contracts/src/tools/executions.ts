import { z } from "zod";
import { IdempotencyHeaders } from "../headers.ts";
import { SessionId, WorkspaceId } from "../ids.ts";
import { defineRoute } from "../routes.ts";
import { RuleName } from "./commands.ts";
import { defineTool } from "./define-tool.ts";
import { PathOrRoot } from "./files.ts";
import { sandboxErrors, Target, toolErrors } from "./target.ts";
import { commandText, folderText, many } from "./words.ts";

/** Id of an execution: `exe_` and 22 base62 characters; of a tenant, user, workspace and idempotency key. */
export const ExecutionId = z.string().regex(/^exe_[0-9A-Za-z]{22}$/);
export type ExecutionId = z.infer<typeof ExecutionId>;

/** Bounds of commands, in bytes, milliseconds or pieces. */
export const execLimits = {
	words: 256,
	wordBytes: 32_768,
	argvBytes: 131_072,
	stdinBytes: 262_144,
	timeoutMs: { least: 100, usual: 120_000, most: 600_000 },
	waitMs: 30_000,
	/** Below this nothing of the output is lost. */
	keptBytes: 8_388_608,
	/** Above this a command is ended. */
	mostBytes: 67_108_864,
	shownBytes: 65_536,
} as const;

/** Before its end: `queued`, `starting`, `running`, `cancelling`; the others are final. `failed` never began; `unknown` may have. */
export const ExecutionState = z.enum([
	...(["queued", "starting", "running", "cancelling"] as const),
	...(["exited", "cancelled", "timed_out", "output_limit", "memory_limit", "disk_limit"] as const),
	...(["refused", "expired_in_queue", "failed", "outcome_unknown"] as const),
]);
export type ExecutionState = z.infer<typeof ExecutionState>;

/** States of a command or a call that has not ended. */
export const unfinishedStates: readonly ExecutionState[] = ["queued", "starting", "running", "cancelling"];

/** True once nothing more happens to a command or a call. @throws never */
export function isOver(state: ExecutionState): boolean {
	return !unfinishedStates.includes(state);
}

/** How long to wait for the end, in milliseconds. */
export const callWait = z.coerce.number().int().min(0).max(execLimits.waitMs).default(0);
const rule = z.object({ name: RuleName, version: z.number().int().positive() });
const bytes = z.object({ stdout: z.number().int().nonnegative(), stderr: z.number().int().nonnegative() });
const ending = {
	exitCode: z.number().int().nullable(),
	signal: z.string().nullable(),
	reason: z.string().nullable(),
	durationMs: z.number().nonnegative().nullable(),
	queuedMs: z.number().nonnegative().nullable(),
	bytes,
	omittedBytes: z.number().int().nonnegative(),
	truncated: z.boolean(),
};

/** A command and what became of it. `stdout` and `stderr` are the last 64 KiB. Ended by a signal: `exitCode` is 128 and its number. */
export const Execution = z.object({
	executionId: ExecutionId,
	state: ExecutionState,
	argv: z.array(z.string()),
	cwd: z.string(),
	workspaceId: WorkspaceId,
	sessionId: SessionId.nullable(),
	rule,
	...ending,
	stdout: z.string(),
	stderr: z.string(),
	createdAt: z.iso.datetime(),
	startedAt: z.iso.datetime().nullable(),
	finishedAt: z.iso.datetime().nullable(),
});
export type Execution = z.infer<typeof Execution>;

/** A command: words, never a line, since there is no shell. `cwd` is below the root. */
export const Command = z.strictObject({
	argv: z.array(z.string().max(execLimits.wordBytes)).min(1).max(execLimits.words),
	cwd: PathOrRoot,
	stdin: z.string().max(execLimits.stdinBytes).optional(),
	timeoutMs: z.number().int().min(execLimits.timeoutMs.least).max(execLimits.timeoutMs.most).default(execLimits.timeoutMs.usual),
	env: z.record(z.string().regex(/^[A-Z_][A-Z0-9_]{0,63}$/), z.string().max(4_096)).optional(),
});
export type Command = z.infer<typeof Command>;

export const runCommand = defineTool({
	name: "exec.run",
	tier: "exec",
	description: "Run a command, word by word; there is no shell",
	words: { label: "Run a command", verb: "Run", past: "ran", base: "run" },
	arguments: Command,
	reply: Execution,
	effect: ({ argv, cwd, env = {}, stdin = "" }, seen) => {
		const variables = Object.keys(env);
		const more = [
			variables.length === 0 ? "" : ` with ${variables.join(", ")} set`,
			stdin === "" ? "" : ` and gives it ${many(stdin.length, "character")} to read`,
		].join("");
		const reach = seen.class === "inspect" ? "It only reads the workspace" : "It runs code of the workspace and may change its files";
		return `Runs ${commandText(argv)} in ${folderText(cwd)}${more}. ${reach}`;
	},
	summary: ({ state, exitCode }) => (exitCode === null ? state : `${state}, exit code ${exitCode}`),
});

const execErrors = [
	...toolErrors,
	...sandboxErrors,
	...(["COMMAND_NOT_ALLOWED", "WORKSPACE_READ_ONLY", "GRANT_INVALID", "STORAGE_FULL", "QUEUE_FULL", "IDEMPOTENCY_CONFLICT"] as const),
] as const;

export const execRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: "/api/v1/agent/exec",
	status: 202,
	summary: "Run a command",
	description: "Runs a command. With `waitMs` the reply is the finished execution when it ends in time.",
	headers: IdempotencyHeaders,
	bodyLimit: 1_048_576,
	body: Command.extend({ ...Target.shape, waitMs: callWait }),
	waits: true,
	reply: z.union([Execution, z.object({ executionId: ExecutionId, state: ExecutionState, streamUrl: z.string(), rule })]),
	errors: execErrors,
});

/** How its caller names something that runs, a command or a call of an MCP tool, and what may be wrong with that. */
export const ofCall = {
	params: z.strictObject({ id: ExecutionId }),
	errors: ["EXECUTION_NOT_FOUND", "AGENT_TOOLS_DISABLED", "TOOL_RUNNER_UNAVAILABLE"],
} as const;

export const executionRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: "/api/v1/agent/exec/:id",
	summary: "A command that was run",
	description: "An execution of the caller; `waitMs` waits for its end.",
	...ofCall,
	query: z.strictObject({ waitMs: callWait }),
	waits: true,
	reply: Execution,
});

export const executionsRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: "/api/v1/agent/exec",
	summary: "Commands that were run",
	description: "Executions of the caller, newest first, without their output.",
	query: z.strictObject({
		sessionId: SessionId.optional(),
		state: ExecutionState.optional(),
		limit: z.coerce.number().int().min(1).max(100).default(20),
		cursor: z.string().max(300).optional(),
	}),
	reply: z.object({ executions: z.array(Execution.omit({ stdout: true, stderr: true })), nextCursor: z.string().nullable() }),
	errors: ["AGENT_TOOLS_DISABLED", "TOOL_RUNNER_UNAVAILABLE"],
});

export const cancelExecutionRoute = defineRoute({
	service: "agent-api",
	method: "POST",
	path: "/api/v1/agent/exec/:id/cancel",
	status: 202,
	summary: "Cancel a command",
	description: "Ends a command: TERM, and after five seconds KILL. One that is over answers with its state.",
	...ofCall,
	reply: z.object({ executionId: ExecutionId, state: ExecutionState }),
});

/** Output of a command. `off` counts bytes of its stream; `data` in base64 where it is no UTF-8. */
const Output = { seq: z.number().int().positive(), ts: z.iso.datetime(), off: z.number().int().nonnegative() };
const Text = { enc: z.enum(["utf8", "base64"]), data: z.string() };

/** One event of a command's stream; `exit` comes once and last. `gap`: entries were left out. */
export const ExecutionEvent = z.discriminatedUnion("type", [
	z.object({ type: z.literal("accepted"), executionId: ExecutionId, streamUrl: z.string() }),
	z.object({
		type: z.literal("start"),
		executionId: ExecutionId,
		argv: z.array(z.string()),
		cwd: z.string(),
		workspaceId: WorkspaceId,
		startedAt: z.iso.datetime(),
	}),
	z.object({ type: z.literal("stdout"), ...Output, ...Text }),
	z.object({ type: z.literal("stderr"), ...Output, ...Text }),
	z.object({ type: z.literal("gap"), fromSeq: z.number().int(), toSeq: z.number().int(), bytes: z.number().int() }),
	z.object({ type: z.literal("truncated"), omittedBytes: z.number().int() }),
	z.object({ type: z.literal("exit"), state: ExecutionState, ...ending }),
]);
export type ExecutionEvent = z.infer<typeof ExecutionEvent>;

export const executionStreamRoute = defineRoute({
	service: "agent-api",
	method: "GET",
	path: "/api/v1/agent/exec/:id/stream",
	summary: "Output of a command as it comes",
	description: "The output as it comes. Goes on after `Last-Event-ID` or `afterSeq`; one beyond the end is a 400 with `details.lastSeq`.",
	produces: "event-stream",
	...ofCall,
	headers: z.object({ "last-event-id": z.string().max(20).optional() }),
	query: z.strictObject({
		afterSeq: z
			.string()
			.regex(/^\d{1,15}$/, "must be a number of at most 15 digits")
			.optional(),
	}),
	reply: ExecutionEvent,
});
