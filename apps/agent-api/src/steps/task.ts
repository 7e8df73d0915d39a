import type { Action } from "@webhand/contracts/action/grammar";
import type { Guard, Question } from "@webhand/contracts/agent/interact";
import type { Expectation, FailureCategory, Mode, Plan, TaskStatus, Verification } from "@webhand/contracts/agent/task";
import type { MessageId, SessionId, TaskId, TenantId, UserId } from "@webhand/contracts/ids";
import type { StepKeys } from "../facts/keys.ts";
import type { RiskClass, RiskReason } from "../gate/risk.ts";
import type { LoopRule } from "../progress/loops.ts";
import type { Reflection } from "../progress/reflection.ts";
import type { BeforeState, TargetState } from "../verify/before-state.ts";

/** Which door a task came through; all four share one store and one engine. */
export type Channel = "interact" | "run" | "agent" | "manual";

/** What the person said to a question. */
export type UserAnswer = {
	readonly approved?: boolean;
	/** As it may be shown: secrets in it are `•••`. */
	readonly answer?: string;
	/** The answer and its secrets, where the shown one hides some. */
	readonly sealed?: string;
	readonly done?: true;
	readonly remember?: "task";
	readonly at: Date;
};

/**
 * An action that waits for its approval, bound to what was shown. `sealed` holds its canonical text encrypted; `actionHash` covers name,
 * target and value. Valid once, and only while every part equals the newest page.
 */
export type PendingApproval = {
	readonly sealed: string;
	readonly actionHash: string;
	readonly actionKey: string;
	readonly docEpoch: string;
	readonly guard: Guard | null;
	/** Hash of the values and amounts that belong to it (`approvalFingerprint`). */
	readonly context: string;
	readonly thought: string;
	readonly expect: Expectation;
	/** What is expected, where the shown one hides a secret. */
	readonly sealedExpect?: string;
	readonly isExplicit: boolean;
	readonly isOwnValue: boolean;
	/** Why it was asked about: what is told of the action once it is allowed. */
	readonly risk: Pick<StepRow["gate"], "class" | "reasons">;
	/** Address of the page, where its text names no document that it could be bound to. */
	readonly url?: string;
	/** Site that the task may go to once this is approved. */
	readonly site?: string;
	readonly isSearch: boolean;
};

/** The one open question of a task. `stepIndex` is the step that asked. */
export type OpenQuestion = Question & { readonly stepIndex: number; readonly held?: PendingApproval; readonly given?: UserAnswer };

/**
 * What is counted for the engine's own limits. `waits`: waits for an open outcome in a row; `corrections`: failures in a row on the
 * active plan step; `replans`: new plans since the last success; `refusedFinishes`; `voids`: approvals in a row that the page outran;
 * `workMs`: server time spent on the task.
 */
export type Counters = {
	readonly waits: number;
	readonly corrections: number;
	readonly replans: number;
	readonly refusedFinishes: number;
	readonly voids: number;
	readonly workMs: number;
};

/**
 * Tokens and, where the price is known, US dollars of a task or a step. `cachedTokens` are those of the prompt that the provider had kept;
 * `estimated`: some are counted by us, since the provider told none.
 */
export type Spent = {
	readonly promptTokens: number;
	readonly completionTokens: number;
	readonly calls: number;
	readonly cachedTokens?: number;
	readonly usd?: number;
	readonly estimated?: boolean;
};

/**
 * Who may write now: `fence` grows with every take, `until` is MongoDB's clock. `asked`: the step for which a model was called;
 * `transaction`: the database session that will write the step; `heldBefore`: the last holder never gave it back.
 */
export type Lease = {
	readonly owner: string;
	readonly fence: number;
	readonly until: Date;
	readonly asked?: number;
	readonly transaction?: unknown;
	readonly heldBefore?: boolean;
	readonly key?: string;
	readonly bodyHash?: string;
};

/** One request of a user, up to `maxSteps` steps. `rev` grows with every write that counts. */
export type Task = {
	readonly _id: TaskId;
	readonly tenantId: TenantId;
	readonly userId: UserId;
	readonly sessionId: SessionId;
	readonly door: Channel;
	/** As it may be shown: secrets in it are `•••`. */
	readonly query: string;
	/** The person's own words, where the shown ones hide a secret. */
	readonly sealedQuery?: string;
	readonly mode: Mode;
	readonly status: TaskStatus;
	readonly stepCount: number;
	readonly maxSteps: number;
	readonly plan: Plan;
	/** False until a decider has made the plan; true again asks for nothing. */
	readonly hasPlan: boolean;
	/** The person said something that the plan does not know of: it is made anew with the next decision. */
	readonly isPlanOutdated?: boolean;
	readonly counters: Counters;
	readonly memory: string;
	readonly deciderState: unknown;
	readonly question: OpenQuestion | null;
	/** As they may be shown, like the query. */
	readonly notes: readonly string[];
	/** All notes in the person's own words, and the secrets in what was said, where there are any. */
	readonly sealedNotes?: string;
	/** The secrets in the person's words, longest first; known while a step is taken, never stored. */
	readonly secrets?: readonly string[];
	/** Action keys that the person refused once. */
	readonly denied: readonly string[];
	readonly reflections: readonly Reflection[];
	readonly spent: Spent;
	readonly answer?: string;
	readonly failure?: { readonly category: FailureCategory; readonly message: string };
	readonly origins: readonly string[];
	readonly tainted: boolean;
	readonly allowsSearches: boolean;
	/** Fingerprints of sensitive fields filled with the user's own value. */
	readonly ownFills: readonly string[];
	readonly rev: number;
	readonly lease?: Lease;
	readonly createKey?: string;
	readonly createHash?: string;
	readonly createdAt: Date;
	readonly updatedAt: Date;
	readonly expireAt: Date;
};

/** A task whose lease we hold. `isTakenOver`: its last holder died; `wasAsked`: it died after calling a model for this very step. */
export type LeasedTask = Task & { readonly lease: Lease; readonly isTakenOver: boolean; readonly wasAsked: boolean };

/**
 * One action of a batch. `target` is its control as it was before; `verification` comes with the next step and is absent where the client
 * did not carry the action out.
 */
export type BatchPart = Pick<
	StepRow,
	"action" | "parsed" | "expect" | "isExplicit" | "targetName" | "keys" | "verification" | "isProven"
> & {
	readonly target?: TargetState;
};

/**
 * One step as stored. `action`, `parsed`, `expect` and `thought` are masked where the target is sensitive. `by`: who chose it;
 * `proves`: a wait of the engine for the outcome of that earlier step, of whose batch the client has told of the first `told` actions.
 * `verification` and `isProven` come with the next step. `batch` is there where more than one action went out: the step's own action first.
 */
export type StepRow = {
	readonly tenantId: TenantId;
	readonly userId: UserId;
	readonly taskId: TaskId;
	readonly stepIndex: number;
	readonly thought: string;
	readonly action: string;
	readonly parsed: Action;
	readonly status: TaskStatus;
	readonly by: "decider" | "engine" | "approval";
	readonly proves?: number;
	readonly told?: number;
	readonly expect: Expectation;
	readonly isExplicit: boolean;
	readonly before: BeforeState | null;
	readonly guard?: Guard;
	readonly targetName?: string;
	/** The turn of the chat that tells of this step. */
	readonly messageId?: MessageId;
	readonly batch?: readonly BatchPart[];
	readonly keys: StepKeys;
	readonly planIndex: number;
	readonly gate: { readonly class: RiskClass; readonly outcome: string; readonly reasons: readonly RiskReason[] };
	readonly loop?: LoopRule;
	readonly verification?: Verification;
	readonly isProven?: boolean;
	readonly spent?: Spent;
	/** Who was asked, `provider/model`, beside what it cost. */
	readonly model?: string;
	readonly key?: string;
	readonly bodyHash?: string;
	/** The reply's bytes; sealed where they hold a sensitive value, and then dropped with the next step. */
	readonly reply?: string;
	readonly isSealed: boolean;
	/** What the proof needs of a step that holds a secret of the person's words; dropped with the next step. */
	readonly sealed?: string;
	readonly ms: Readonly<Record<string, number>>;
	readonly createdAt: Date;
	readonly expireAt: Date;
};

/** Counters of a task that has just begun. */
export const freshCounters: Counters = { waits: 0, corrections: 0, replans: 0, refusedFinishes: 0, voids: 0, workMs: 0 };
