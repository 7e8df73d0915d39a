import type { ApprovalId, SessionId } from "@webhand/contracts/ids";
import type { ToolCall, ToolResult } from "@webhand/contracts/tools/agent-events";
import type { ApprovalTier } from "@webhand/contracts/tools/tiers";
import type { Identity } from "@webhand/service-kit/guard";
import type { Sealer } from "@webhand/service-kit/seal";
import type { StoredAgentSession } from "../../host/sessions/store.ts";
import type { Owner } from "../../shared/rows.ts";
import type { Lease, ServerTaskState } from "../../shared/task.ts";

/** A session that is a server-run task. */
export type ServerTask = StoredAgentSession & {
	readonly task: ServerTaskState;
	readonly workspaceId: NonNullable<StoredAgentSession["workspaceId"]>;
};

/** A task whose lease this process holds. */
export type LeasedServerTask = ServerTask & { readonly task: ServerTaskState & { readonly lease: Lease } };

/**
 * A tool call of a turn. `said`: nobody looked at it yet; `permitted`: it may run; `waiting`: for its user; `running`: it was sent, and after
 * a crash never again; `done`: it has a result.
 */
export type TurnCall = {
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
				readonly calls: readonly TurnCall[];
				/** The text says why the order was not carried out. */
				readonly isFailure?: true;
		  }
	);

/** A turn of the model. */
export type ModelTurn = Extract<StoredTurn, { kind: "model" }>;

const purpose = "server-task";

/** A person's token, sealed for one user's tasks, and when it ends. */
export function sealToken(
	{ seal }: Pick<Sealer, "seal">,
	{ tenantId, userId, sid, token }: Pick<Identity, "tenantId" | "userId" | "sid" | "token">,
): Required<Pick<ServerTaskState, "sid" | "sealedToken" | "tokenUntil">> {
	return { sid, sealedToken: seal(JSON.stringify([purpose, tenantId, userId, token])), tokenUntil: endOf(token) };
}

/** The token of a task; null where there is none, or where it was sealed for somebody else. */
export function openToken(
	{ open }: Pick<Sealer, "open">,
	{ tenantId, userId, task }: Pick<ServerTask, "tenantId" | "userId" | "task">,
): string | null {
	if (task.sealedToken === undefined) return null;
	const [kind, tenant, user, token] = JSON.parse(open(task.sealedToken)) as readonly string[];
	return kind === purpose && tenant === tenantId && user === userId ? (token ?? null) : null;
}

/** The end of a token that the guard has verified. */
function endOf(token: string): Date {
	const { exp } = JSON.parse(Buffer.from(token.split(".")[1] ?? "", "base64url").toString("utf8")) as { readonly exp: number };
	return new Date(exp * 1_000);
}
