import type { ApprovalId, TaskId, WorkspaceId } from "@webhand/contracts/ids";
import type { ToolResult } from "@webhand/contracts/tools/agent-events";
import type { PendingApproval } from "@webhand/contracts/tools/approvals";
import type { CallerRequest } from "../../host/sessions/ports.ts";

/** Who asks for a step, as the server host needs it. */
export type HostRequest = Omit<CallerRequest, "signal">;

/** A tool that a task may use: `name` as a model calls it, `parameters` the names of its arguments, those that may be left out with "?". */
export type OfferedTool = { readonly name: string; readonly description: string; readonly parameters: readonly string[] };

/**
 * A call of a tool in a step of a browser task. `id` is that of the task and of the step that decided the call: it runs at most once.
 * `approvalId`: its user was asked; `secrets`: those of the user's words, which no question shows.
 */
export type ServerCall = {
	readonly id: string;
	readonly taskId: TaskId;
	readonly request: HostRequest;
	readonly workspaceId: WorkspaceId;
	readonly tool: string;
	readonly arguments: Readonly<Record<string, unknown>>;
	readonly approvalId?: ApprovalId;
	readonly secrets?: readonly string[];
};

/** What a call has come to. */
export type CallState = { readonly kind: "running" } | { readonly kind: "done"; readonly result: ToolResult };

/** A task of a user that was cancelled, and the approval that it waited for. */
export type CancelledTask = Pick<CallerRequest["identity"], "tenantId" | "userId"> & {
	readonly taskId: TaskId;
	readonly approvalId?: ApprovalId | undefined;
};

/** What became of an approval. */
export type ApprovalState = Pick<PendingApproval, "status" | "reason">;

/** Tools of the server host for steps of browser tasks. */
export type ServerCalls = {
	/**
	 * The workspace of a new task: the one named, else the one that this sign-in selected, null for none.
	 *
	 * @throws AppError WORKSPACE_NOT_FOUND, AGENT_TOOLS_DISABLED, TOOL_RUNNER_UNAVAILABLE, for a named one only
	 */
	readonly workspaceOf: (request: HostRequest | undefined, named: WorkspaceId | null | undefined) => Promise<WorkspaceId | null>;
	/** The tools that a task may use now; none where the installation offers none. Never rejects. */
	readonly toolsFor: (request: HostRequest, workspaceId: WorkspaceId) => Promise<readonly OfferedTool[]>;
	/** Asks the user where the call needs it. @returns null for a call that may run, or that is refused without a question */
	readonly ask: (call: ServerCall) => Promise<PendingApproval | null>;
	readonly approvalOf: (request: HostRequest, id: ApprovalId) => Promise<ApprovalState>;
	/** The user's answer to the question of a step; what was decided before stays. */
	readonly decide: (request: HostRequest, decision: { readonly id: ApprovalId; readonly isApproved: boolean }) => Promise<ApprovalState>;
	/** Starts a call that was not started yet, and waits for it for a few seconds. Never rejects for what the tool refuses. */
	readonly settle: (call: ServerCall) => Promise<CallState>;
	/** Stops what runs for a cancelled task, here or on another replica, and withdraws the approval that it waits for. Never rejects. */
	readonly stop: (task: CancelledTask) => Promise<void>;
	/** Results of earlier calls of a user, by the id of the call. */
	readonly resultsOf: (
		owner: Pick<CallerRequest["identity"], "tenantId" | "userId">,
		ids: readonly string[],
	) => Promise<ReadonlyMap<string, ToolResult>>;
};

/** The id of the call that a step decides. @throws never */
export const stepCallIdOf = (taskId: string, stepIndex: number): string => `${taskId}:${stepIndex}`;
