import type { InteractRequest } from "@webhand/contracts/agent/interact";
import type { MessageId, QuestionId, SessionId, TaskId } from "@webhand/contracts/ids";
import type { PageView } from "@webhand/page/parse/view";
import type { Identity } from "@webhand/service-kit/guard";
import type { Decider } from "../decider/decider.ts";
import type { StepEvents } from "./events.ts";
import type { RecallingStore } from "./recall.ts";
import type { Room } from "./room.ts";
import type { Slots } from "./slots.ts";
import type { Budget } from "./task/budget.ts";
import type { RequestMark } from "./task/record/writes.ts";
import type { Sealer } from "./task/secrets/sealing.ts";
import type { Spent } from "./task/task.ts";
import type { OpenTell } from "./tell.ts";
import type { Retrieve } from "./upstream.ts";
import type { StepWatch } from "./watch.ts";

/**
 * One request for a step. `key` is the `Idempotency-Key`. Another door than interact gives its own `mark`, so that keys of two doors never
 * meet, and a `page` that did not come as text.
 */
export type StepCall = {
	readonly identity: Pick<Identity, "tenantId" | "userId" | "token" | "limits">;
	readonly body: InteractRequest;
	readonly key?: string;
	readonly mark?: RequestMark;
	readonly page?: PageView;
};

/**
 * The reply's bytes. `after` and the `secrets` of the person's words are there once per step, never for a replay: `after` is called once the
 * reply has left; it ends when other devices were told of the step, and gives its line for the log.
 */
export type StepReply = {
	readonly bytes: string;
	readonly isReplay: boolean;
	readonly taskId: TaskId;
	readonly stepIndex: number;
	readonly after?: () => Promise<Readonly<Record<string, unknown>>>;
	readonly secrets?: readonly string[];
};

/** Limits of the engine, all in milliseconds but steps and days. */
export type StepRules = {
	readonly maxSteps: number;
	readonly leaseMs: number;
	readonly deadlineMs: number;
	readonly questionMs: number;
	readonly approvalMs: number;
	readonly idleMs: number;
	readonly retentionDays: number;
	/** Steps of one tenant that are decided at once. */
	readonly tenantLeases: number;
	readonly budget: Budget;
};

/** Whose is a session id? Handed in: sessions are another feature. */
export type OwnerOf = (
	tenantId: Identity["tenantId"],
	userId: Identity["userId"],
	sessionId: SessionId,
) => Promise<"mine" | "unknown" | "foreign">;

/** Keeps the page of a step where the tenant wants that. Called after the reply, returns at once, never throws. */
export type KeepPage = (
	step: Pick<StepReply, "taskId" | "stepIndex"> & {
		readonly identity: Pick<Identity, "tenantId" | "limits">;
		readonly text: string;
		/** The text is a snapshot of the second door as JSON, and no page text or HTML. */
		readonly isSnapshot?: boolean;
	},
) => void;

/** Notes what a request used that led to no step, in the sums of its tenant. Handed in: the usage is another feature. */
export type NoteLost = (
	tenantId: Identity["tenantId"],
	row: {
		readonly userId: Identity["userId"];
		readonly taskId?: TaskId;
		readonly model: string;
		readonly spent: Spent;
		readonly createdAt: Date;
		readonly expireAt: Date;
	},
) => Promise<void>;

/** All that a step needs of the world. `elapsed` counts milliseconds from anywhere; `owner` names this process in leases. */
export type StepDeps = {
	readonly tasks: Pick<
		RecallingStore,
		| "findReplay"
		| "create"
		| "findCreated"
		| "lease"
		| "get"
		| "readFor"
		| "renew"
		| "markAsked"
		| "release"
		| "record"
		| "isStored"
		| "end"
		| "addSpent"
	>;
	readonly ownerOf: OwnerOf;
	readonly noteLost: NoteLost;
	readonly retrieve: Retrieve;
	/** The installation's decider; each step goes by the one of its tenant. */
	readonly decider: Decider;
	readonly deciderOf: (tenantId: Identity["tenantId"]) => Promise<Decider>;
	readonly events: StepEvents;
	readonly keepPage: KeepPage;
	readonly openTell: OpenTell;
	readonly slots: Slots;
	readonly room: Room;
	/** Requests with a key that this process has in hand: the hash of their body by tenant, user and key. */
	readonly running: Map<string, string>;
	/** Tasks whose step this process is thinking about; aborted, the thinking ends at once. */
	readonly thinking: Map<TaskId, AbortController>;
	readonly sealer: Sealer;
	readonly watch: StepWatch;
	readonly newTaskId: () => TaskId;
	readonly newSessionId: () => SessionId;
	readonly newQuestionId: () => QuestionId;
	readonly newEventId: () => string;
	readonly newMessageId: () => MessageId;
	readonly now: () => Date;
	readonly elapsed: () => number;
	readonly owner: string;
	readonly rules: StepRules;
};
