import type { SessionId, WorkspaceId } from "@webhand/contracts/ids";
import type { ReplyOf } from "@webhand/contracts/routes";
import type { agentSessionRoute } from "@webhand/contracts/tools/sessions";
import type { OperatorWorkspace, Workspace } from "@webhand/contracts/tools/workspaces";
import type { Identity } from "@webhand/service-kit/guard";
import type { Ids } from "@webhand/service-kit/ids";
import type { Owner } from "../../shared/rows.ts";
import type { ToolsLevel } from "../level.ts";
import type { AgentSessionStore, StoredAgentSession } from "./store.ts";

/** Who calls: a user of a tenant, through a sign-in. */
export type Caller = Pick<Identity, "tenantId" | "userId" | "sid" | "limits">;

/** Who calls, and with which request. */
export type CallerRequest = { readonly identity: Identity; readonly requestId: string; readonly ip: string; readonly signal: AbortSignal };

/** When the caller used a workspace last, and in how many sessions. */
export type Used = { readonly lastUsedAt: Date; readonly sessionCount: number };

type Detail = ReplyOf<typeof agentSessionRoute>;

/** The lists of a session that its server-run task fills. */
export type TaskHistory = Pick<Detail, "messages" | "toolCalls" | "pendingApprovals" | "executions">;

/** What a session needs of the server-run task that it is. */
export type TaskSessions = {
	/** What its newest turns hold, or those before a moment. */
	readonly history: (
		row: StoredAgentSession,
		range: { readonly before: Date | undefined; readonly limit: number },
	) => Promise<TaskHistory & { readonly hasMoreBefore: boolean }>;
	/** The chat of the session gets its title. */
	readonly rename: (owner: Owner, renamed: { readonly id: SessionId; readonly title: string }) => Promise<void>;
	/** Removes the turns and the chat of a session. @throws AppError TASK_ACTIVE */
	readonly remove: (owner: Owner, id: SessionId) => Promise<void>;
};

/** What the routes and other features need of sessions on the server host. */
export type AgentSessionDeps = {
	readonly sessions: AgentSessionStore;
	readonly tasks: TaskSessions;
	readonly level: ToolsLevel;
	/** Settings of a task may let its calls pass without a question. */
	readonly mayAutoApprove: boolean;
	/** The workspaces of the caller's tenant. @throws AppError TOOL_RUNNER_UNAVAILABLE */
	readonly listWorkspaces: (identity: Identity) => Promise<readonly { readonly id: WorkspaceId; readonly name: string }[]>;
	/** Exit codes of the newest commands of a session, by their executions. @throws AppError TOOL_RUNNER_UNAVAILABLE */
	readonly exitCodesOf: (identity: Identity, id: SessionId) => Promise<ReadonlyMap<string, number>>;
	/** A workspace of the caller's tenant, opened and checked. @throws AppError WORKSPACE_NOT_FOUND, WORKSPACE_MOVED, TOOL_RUNNER_UNAVAILABLE */
	readonly openWorkspace: (request: CallerRequest, id: WorkspaceId) => Promise<OperatorWorkspace>;
	/** A workspace as its tenant sees it. */
	readonly viewOf: (workspace: OperatorWorkspace, used: Used | undefined) => Workspace;
	readonly ids: Pick<Ids, "uuid">;
	readonly now: () => Date;
	/** How many days a session stays after its last use, where the tenant says nothing. */
	readonly retentionDays: number;
};
