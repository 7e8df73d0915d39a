import type { ApprovalId, SessionId, WorkspaceId } from "@webhand/contracts/ids";
import type { ToolCall, ToolResult } from "@webhand/contracts/tools/agent-events";
import type { AgentSettings, PendingApproval } from "@webhand/contracts/tools/approvals";
import type { CommandVerdict } from "@webhand/contracts/tools/commands";
import type { ToolDefinition } from "@webhand/contracts/tools/mcp";
import type { ApprovalTier, ToolTier } from "@webhand/contracts/tools/tiers";
import type { Owner } from "../../shared/rows.ts";
import type { OnDecided } from "../approvals/events.ts";
import type { HostDeps, Request } from "../client.ts";

/**
 * For whom an agent works, in which session and workspace. `settings` are those of the session. `asksEachTime`: no earlier approval lets a
 * call pass, and none is given beyond one call. `secrets`: those in the person's own words, longest first; a question covers nothing else.
 * `isTainted`: what its task read gives orders, so whatever leaves the workspace asks, each time.
 */
export type AgentCaller = {
	readonly request: Request;
	readonly sessionId: SessionId;
	readonly workspaceId: WorkspaceId;
	readonly settings: AgentSettings;
	readonly asksEachTime?: true;
	readonly secrets?: readonly string[];
	readonly isTainted?: true;
};

/**
 * A tool call of a model that was read: its tool is there and its arguments fit. `call.id` is unique in its session. `args` are the whole
 * request as the runner gets it, which an approval and its grant are about; `shown` are the same without file contents.
 */
export type PreparedCall = {
	readonly call: ToolCall;
	readonly tool: string;
	readonly approval: ApprovalTier;
	readonly args: Readonly<Record<string, unknown>>;
	readonly shown: Readonly<Record<string, unknown>>;
	/** What was found out about a command or a tool of an MCP server. */
	readonly facts?: CommandFacts | McpFacts;
};

/** A command that a rule allows; `isDefaultFolder`: the model named none. */
export type CommandFacts = Extract<CommandVerdict, { allowed: true }> & { readonly isDefaultFolder: boolean };
/** A tool of an MCP server by its full name, such as `files.read`. `isRemote`: what it is given leaves this host. */
export type McpFacts = { readonly mcpTool: string; readonly tier: ToolTier; readonly hash: string; readonly isRemote: boolean };

/** A call that a model got wrong, or that no tool answers. */
export type RefusedCall = { readonly call: ToolCall; readonly result: Refusal };

/** A result that says why not. */
export type Refusal = Extract<ToolResult, { ok: false }>;

/**
 * What an agent's call waits for: nothing (`auto`, or an approval that is there), or its user. `refused`: it would fail, or its user said no
 * before; the result is for the model, and nobody is asked.
 */
export type Permission =
	| { readonly state: "auto" }
	| { readonly state: "approved"; readonly approvalId: ApprovalId }
	| { readonly state: "pending"; readonly approval: PendingApproval }
	| { readonly state: "refused"; readonly result: Refusal };

/** Tools of the server host for an agent: server-run tasks, `server(…)` of browser tasks, `/mcp/call`. */
export type ServerTools = {
	/** The tools that a model is offered. Never rejects: a runner that is away offers those of Webhand itself as not available. */
	readonly list: (caller: Omit<AgentCaller, "settings" | "sessionId">) => Promise<readonly ToolDefinition[]>;
	/** Reads a call of a model. The same call again, as after a restart, gives the same. @throws AppError of the workspace, TOOL_RUNNER_UNAVAILABLE */
	readonly prepare: (caller: AgentCaller, call: ToolCall) => Promise<PreparedCall | RefusedCall>;
	/**
	 * Says for each call of a turn, in order, whether it may run or waits; those that wait have their row. The same calls again find their
	 * rows, decided or not.
	 */
	readonly permit: (caller: AgentCaller, calls: readonly PreparedCall[]) => Promise<readonly Permission[]>;
	/**
	 * Runs a call to its end. Never rejects for what the tool refuses: that is a result for the model. Only a call of the tier `auto` runs
	 * without an approval. `caller.request.signal` cancels a command and a tool of an MCP server.
	 */
	readonly run: (caller: AgentCaller, call: PreparedCall, options: RunOptions) => Promise<ToolResult>;
	/** What became of a call that began in a process that is gone: its own result where it is kept, else whether it happened. Runs nothing. */
	readonly recover: (caller: AgentCaller, call: PreparedCall, cutOff: CutOffCall) => Promise<ToolResult>;
	/** What became of approvals that calls wait for, by id: the truth, to be read again every few seconds. One that waited too long is rejected as `expired`. */
	readonly decisions: (owner: Owner, ids: readonly ApprovalId[]) => Promise<readonly PendingApproval[]>;
	/** Hears of decisions at once, in most cases. @returns ends it */
	readonly onDecided: OnDecided;
	/** Rejects what a session still asks for. @returns how many @param reason such as `cancelled` */
	readonly withdraw: (owner: Owner, given: { readonly sessionId: SessionId; readonly reason: string }) => Promise<number>;
	/** What passes without a question by the person's preferences, to be kept in a new session. Never rejects: nothing passes where they cannot be read. */
	readonly settingsOf: (request: Pick<Request, "identity" | "signal">) => Promise<AgentSettings>;
};

/** The approval that a call runs under, absent for `auto`. `onExecution` gets the execution whose output can be followed. */
export type RunOptions = {
	readonly approvalId?: ApprovalId | undefined;
	readonly onExecution?: ((executionId: string) => void) | undefined;
};

/** A call that was sent at `startedAt`, and whose process is gone. */
export type CutOffCall = { readonly approvalId?: ApprovalId | undefined; readonly startedAt: Date };

/** What the tools for agents need. */
export type ServerToolDeps = Pick<ServerTools, "settingsOf" | "onDecided"> & {
	readonly host: HostDeps;
	/** The newest rows of a tool in a session since a moment, the newest first. */
	readonly readAudit: (
		caller: AgentCaller,
		filter: { readonly action: string; readonly from: Date },
	) => Promise<readonly { readonly kind: string; readonly outcome: string }[]>;
	/** False: the settings of sessions count for nothing. */
	readonly mayAutoApprove: boolean;
};
