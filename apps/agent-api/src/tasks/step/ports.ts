import type { InteractRequest } from "@webhand/contracts/agent/interact";
import type { MessageId, QuestionId, SessionId, TaskId } from "@webhand/contracts/ids";
import type { PageView } from "@webhand/page/parse/view";
import type { AppError } from "@webhand/service-kit/errors";
import type { Identity } from "@webhand/service-kit/guard";
import type { Log } from "@webhand/service-kit/logs";
import type { InTurn } from "@webhand/service-kit/mongo/locks";
import type { Sealer } from "@webhand/service-kit/seal";
import type { StepEvents } from "../../chats/realtime/outbox/publish.ts";
import type { AllowedDecider } from "../../decider/models/allowed.ts";
import type { Decider } from "../../decider/port.ts";
import type { StandingMandate } from "../../policy/authority/mandate.ts";
import type { PolicyInForce } from "../../policy/authority/strictest.ts";
import type { Budget } from "../../policy/progress/budget.ts";
import type { IdempotencyKey } from "../../shared/rows.ts";
import type { RowWords, Task, TaskOrigin } from "../../shared/task.ts";
import type { TenantCount } from "../../shared/tenant-count.ts";
import type { HostRequest, ServerCalls } from "../calls/ports.ts";
import type { OpenThoughtStream } from "../messages/thought-stream.ts";
import type { HistoryCachingStore } from "../store/cache.ts";
import type { Retrieve } from "./knowledge.ts";
import type { ConcurrencyLimit, TenantLimit } from "./steps-at-once.ts";
import type { NoteLost, StepMetrics } from "./telemetry.ts";

/**
 * One request for a step. `key` is the `Idempotency-Key`. Another channel than interact brings its own `idempotency`, so that the keys of two
 * channels never collide, and a `page` that is already parsed. Without `host` there are no tools of the server host. `whenTaken` is called
 * once for a new step, also when its client has left; `whenSignedOut` calls a listener when the sign-in of the request ends.
 */
export type StepCall = {
	readonly identity: Pick<Identity, "tenantId" | "userId" | "token" | "limits" | "key" | "runner">;
	readonly body: InteractRequest;
	readonly key?: string;
	readonly idempotency?: IdempotencyKey;
	readonly page?: PageView;
	readonly row?: NewRow;
	readonly host?: HostRequest;
	readonly whenTaken?: (reply: StepReply) => Promise<void>;
	readonly whenSignedOut?: (listener: () => void) => () => void;
};

/** The row of a routine's run that a new task does. `words`: what it says to the gate. */
export type NewRow = { readonly origin: TaskOrigin; readonly maxSteps: number; readonly words: RowWords };

/** A row as its task plays it: who decides, the secrets among its values, and what it says to the gate. */
export type PlayedRow = {
	readonly deciderFor: (task: Pick<Task, "_id" | "stepCount">, model: Decider) => Decider;
	readonly secrets: readonly string[];
	readonly words: RowWords;
};

/** Rows of routines, for the tasks that do them. Injected: routines are another feature. */
export type Rows = {
	/**
	 * The request for the first step of a row, with the row's own order, mode and idempotency: however often it comes, the row gets one task.
	 *
	 * @throws AppError RUN_NOT_FOUND, RUN_ENDED for a row that nobody took or that is over
	 */
	readonly begin: (call: StepCall) => Promise<StepCall>;
	/** @throws AppError RUN_NOT_FOUND when the run is gone */
	readonly playedOf: (tenantId: Identity["tenantId"], origin: TaskOrigin) => Promise<PlayedRow>;
};

/** What stands for the run of a row: the mandates of its person, whether a page of the run gave orders, and whether nobody watches it. */
export type Standing = {
	readonly mandates: readonly StandingMandate[];
	readonly rows: number;
	readonly isSuspended: boolean;
	readonly isUnwatched: boolean;
};

/** Reads what stands for a row, at this moment. Injected: mandates are another feature. */
export type StandingOf = (task: Pick<Task, "tenantId" | "userId" | "origin">) => Promise<Standing>;

/**
 * The reply's bytes. A new step, not a replay, has `after` and the `secrets` of the user's words: `after` is called once the reply is sent; it
 * ends when the events of the step are published, and returns the fields of its log line. `isServerCall`: a tool of the server host is to be
 * called now, and the engine goes on.
 */
export type StepReply = {
	readonly bytes: string;
	readonly isReplay: boolean;
	readonly taskId: TaskId;
	readonly stepIndex: number;
	readonly after?: () => Promise<Readonly<Record<string, unknown>>>;
	readonly secrets?: readonly string[];
	readonly isServerCall?: true;
};

/** A request with a key that this process works on, or whose failure nobody has heard yet. */
export type RunningRequest = {
	readonly bodyHash: string;
	readonly startedAt: number;
	readonly reply: Promise<StepReply>;
	readonly forget: () => void;
	readonly end: (reason: AppError) => void;
};

/** What can be stopped: the decision of a task, or the request of a user under a key. */
export type StopName = TaskId | `request ${string}`;

/** Stops decisions in whichever process makes them. A message is lost while Redis is away: then the next renewal of the lease finds out. */
export type Stops = {
	/** Calls the listener when it is stopped. @returns removes the listener */
	readonly on: (name: StopName, listener: () => void) => () => void;
	/** Stops it here and in all other processes. Never throws. */
	readonly stop: (name: StopName) => void;
	readonly close: () => void;
};

/** Limits of the engine, all in milliseconds but steps and days. */
export type StepRules = {
	readonly maxSteps: number;
	readonly leaseMs: number;
	readonly deadlineMs: number;
	/** How long a request stays open while its step is decided. */
	readonly waitMs: number;
	readonly questionMs: number;
	readonly approvalMs: number;
	readonly idleMs: number;
	readonly retentionDays: number;
	readonly budget: Budget;
};

/** Whose session id is this? Injected: sessions are another feature. */
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
		/** The text is a snapshot of the run channel as JSON, not page text or HTML. */
		readonly isSnapshot?: boolean;
	},
) => void;

/** What a step needs. `elapsed` counts milliseconds from any start; `owner` names this process in leases. */
export type StepDeps = {
	readonly tasks: Omit<HistoryCachingStore, "recent" | "findIdle" | "findUnanswered">;
	readonly ownerOf: OwnerOf;
	readonly noteLost: NoteLost;
	readonly retrieve: Retrieve;
	readonly server: ServerCalls;
	readonly rows: Rows;
	/** The installation's decider; a tenant may have its own (`deciderOf`). */
	readonly decider: Decider;
	readonly deciderOf: AllowedDecider;
	/** What the organization allows, at most half a second old. */
	readonly policyOf: (tenantId: Identity["tenantId"]) => Promise<PolicyInForce>;
	readonly standingOf: StandingOf;
	readonly events: StepEvents;
	readonly keepPage: KeepPage;
	readonly openThoughtStream: OpenThoughtStream;
	readonly tenantLimit: TenantLimit;
	readonly concurrency: ConcurrencyLimit;
	/** Requests with a key that this process works on. */
	readonly running: Map<string, RunningRequest>;
	readonly stops: Stops;
	readonly log: Pick<Log, "warn">;
	readonly taskCount: Pick<TenantCount, "of" | "add">;
	readonly inTurn: InTurn;
	readonly sealer: Sealer;
	readonly metrics: StepMetrics;
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
