import type { SessionId } from "@webhand/contracts/ids";
import type { ToolCall, ToolResult } from "@webhand/contracts/tools/agent-events";
import type { ApprovalId } from "@webhand/contracts/tools/grant";
import type { ApprovalTier } from "@webhand/contracts/tools/tiers";
import type { Owner, StoredAgentSession } from "../../host/sessions/store.ts";
import type { ServerTaskState, TaskLease } from "../../host/sessions/task.ts";

/** A session that is a server-run task. */
export type ServerTask = StoredAgentSession & {
	readonly task: ServerTaskState;
	readonly workspaceId: NonNullable<StoredAgentSession["workspaceId"]>;
};

/** A task whose lease this process holds. */
export type LeasedServerTask = ServerTask & { readonly task: ServerTaskState & { readonly lease: TaskLease } };

/**
 * A tool call of a turn. `said`: nobody looked at it yet; `permitted`: it may run; `waiting`: for its user; `running`: it was sent, and after
 * a crash never again; `done`: it has a result.
 */
export type StoredCall = {
	readonly call: ToolCall;
	readonly state: "said" | "permitted" | "waiting" | "running" | "done";
	readonly tier?: ApprovalTier;
	readonly approvalId?: ApprovalId;
	readonly executionId?: string;
	readonly isRejected?: true;
	/** Why the call is answered without a look at it. */
	readonly refusal?: string;
	readonly result?: ToolResult;
	readonly startedAt?: Date;
	readonly finishedAt?: Date;
};

/** What one side of a task's conversation said; `index` counts from 0. */
export type StoredTurn = Owner & {
	readonly sessionId: SessionId;
	readonly index: number;
	readonly at: Date;
	readonly expireAt: Date;
} & (
		| { readonly kind: "user"; readonly text: string }
		| {
				readonly kind: "model";
				readonly step: number;
				readonly text: string;
				readonly calls: readonly StoredCall[];
				/** The text says why the order was not carried out. */
				readonly isFailure?: true;
		  }
	);

/** A turn of the model. */
export type ModelTurn = Extract<StoredTurn, { kind: "model" }>;
