import type { SignInId } from "@webhand/contracts/ids";
import type { AgentResult } from "@webhand/contracts/tools/agent-events";
import type { AgentSettings } from "@webhand/contracts/tools/approvals";
import type { ApprovalId } from "@webhand/contracts/tools/grant";
import type { Usage } from "../../decider/port.ts";
import type { Lease } from "../../shared/task.ts";

/**
 * The part of a session that a server-run task has. `text` is masked. `step` counts the model calls that began, `stepsBefore` those of
 * earlier turns; `isAsking`: the newest one has no answer yet. `sealedToken` is there while the task works.
 */
export type ServerTaskState = {
	readonly text: string;
	readonly settings: AgentSettings;
	readonly maxSteps: number;
	readonly step: number;
	readonly stepsBefore: number;
	readonly isAsking: boolean;
	readonly turnCount: number;
	readonly messageCount: number;
	readonly callCount: number;
	readonly spent: Usage;
	/** The sign-in that started or answered last. */
	readonly sid: SignInId;
	readonly sealedToken?: string;
	/** When that token ends. */
	readonly tokenUntil?: Date;
	readonly waiting?: { readonly approvalIds: readonly ApprovalId[]; readonly until: Date };
	readonly cancelledAt?: Date;
	readonly result?: AgentResult;
	readonly lease?: Lease;
	/** How often the lease was taken since a step ended. */
	readonly takeovers: number;
	readonly createKey?: string;
	readonly createHash?: string;
	/** Of the newest `continue`. */
	readonly continueKey?: string;
	readonly continueHash?: string;
};
