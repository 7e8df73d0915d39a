import type { Action } from "@webhand/contracts/action/grammar";
import type { ApprovalFacts, Guard, Question } from "@webhand/contracts/agent/interact";
import type { AnswerRequest } from "@webhand/contracts/agent/runs";
import type { LoopRule, OrderKind, RiskClass } from "@webhand/contracts/agent/step-labels";
import { readLoopRule, readRiskClass } from "@webhand/contracts/agent/step-labels";
import type { Expectation, FailureCategory, Mode, Plan, TaskStatus, Verification } from "@webhand/contracts/agent/task";
import type { UsedChunk } from "@webhand/contracts/agent/task-knowledge";
import type { MandateNote } from "@webhand/contracts/authority/mandate-note";
import type {
	ApprovalId,
	MandateId,
	MessageId,
	RoutineId,
	RoutineRunId,
	RunnerId,
	SessionId,
	ShareId,
	SignInId,
	TaskId,
	TenantId,
	UserId,
	WorkspaceId,
} from "@webhand/contracts/ids";
import type { Target } from "@webhand/contracts/routine/target";
import type { AgentResult } from "@webhand/contracts/tools/agent-events";
import type { AgentSettings } from "@webhand/contracts/tools/approvals";
import type { StepKeys } from "../policy/facts/keys.ts";
import type { RiskReason } from "../policy/gate/risk.ts";
import type { Reflection } from "../policy/progress/reflection.ts";
import type { BeforeState, TargetState } from "../policy/verify/before-state.ts";
import { defined } from "./defined.ts";

/** The channel that a task came through, stored as `door`; all four share one store and one engine. */
export type Channel = "interact" | "run" | "agent" | "manual";

/** The user's answer to a question. */
export type UserAnswer = {
	readonly approved?: boolean;
	/** As it may be shown: with `•••` for secrets. */
	readonly answer?: string;
	/** The answer with its secrets, sealed, where the shown one hides some. */
	readonly sealed?: string;
	readonly done?: true;
	readonly remember?: NonNullable<AnswerRequest["remember"]>;
	/** The API key that it came with. */
	readonly key?: string;
	readonly at: Date;
};

/**
 * An action that waits for its approval, bound to what was shown (stored as `held`). `sealed` holds its canonical text encrypted;
 * `actionHash` covers name, target and value. Valid once, and only while every part equals the newest page.
 */
export type HeldAction = {
	readonly sealed: string;
	readonly actionHash: string;
	readonly actionKey: string;
	readonly docEpoch: string;
	readonly guard: Guard | null;
	/** Hash of the values and amounts around the action (`approvalFingerprint`), under its stored name. */
	readonly scene: string;
	readonly thought: string;
	readonly decidedBy?: "rules" | "engine";
	readonly expect: Expectation;
	/** The expectation with its secret, sealed, where the shown one hides it. */
	readonly sealedExpect?: string;
	readonly isExplicit: boolean;
	readonly isOwnValue: boolean;
	/** Why the user was asked: the gate's decision as it was stored. Rows of earlier versions hold letters: `readRiskClass`. */
	readonly risk: Pick<StepRow["gate"], "class" | "reasons">;
	/** Address of the page, where its text names no document to bind the approval to. */
	readonly url?: string;
	/** Site that the task may look at once this is approved. */
	readonly site?: string;
	/** Site that the task may press and fill with the person's own words once this is approved. */
	readonly tellSite?: string;
	/** Keys (`pressKey`) of the unknown button and of those that the same question named. */
	readonly presses?: readonly string[];
	readonly isSearch: boolean;
	/** The call of the server host that waits. */
	readonly server?: { readonly callId: string; readonly tool: string; readonly approvalId: ApprovalId };
};

/**
 * The newest question of a task. `stepIndex`: the step that asked; `signsIn`: a routine waits for a sign-in; `given`: the user's answer;
 * `expiredAt`: the chat tells that it expired.
 */
export type OpenQuestion = Question & {
	readonly stepIndex: number;
	readonly signsIn?: true;
	readonly held?: HeldAction;
	readonly given?: UserAnswer;
	readonly expiredAt?: Date;
};

/**
 * A note that no step has read yet. `text` is masked; `sealed` holds the note and its secrets where the masked one hides some, so each note
 * can be stored without reading the others. `isInChat`: the chat holds its message.
 */
export type QueuedNote = { readonly messageId: MessageId; readonly text: string; readonly sealed?: string; readonly isInChat: boolean };

/**
 * Counters of the engine's own limits. `waits`: waits for an open outcome in a row; `corrections`: failures in a row on the active plan
 * step; `replans`: new plans since the last success; `voids`: approvals in a row that a change of the page invalidated; `workMs`: server
 * time spent on the task.
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
 * Tokens and, where the price is known, US dollars of a task or a step. `cachedTokens`: prompt tokens from the provider's cache;
 * `estimated`: some numbers are our own estimate, since the provider gave none.
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
 * Who works on a task, a browser or a server-run one: `fence` grows each time the lease is taken, `until` is MongoDB's clock.
 * Of a browser task also what its next holder hears. `asked`: the step for which a model was called;
 * `transaction`: the database session that will write the step; `heldBefore`: the last holder did not give the lease back.
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
	/** The runner that does a run. */
	readonly runner?: RunnerId;
	/** Why the model made no step of the request with this key. */
	readonly trouble?: LeaseTrouble;
};

/** A failure of the model, for another process where the same request waits. */
export type LeaseTrouble = { readonly key: string; readonly message: string; readonly details: Readonly<Record<string, unknown>> };

/**
 * The row of a routine's run that a task does, and which attempt at it, from 1. `readsBack`: an earlier attempt may have saved it, which
 * is only read back. `reopenedAt`: how many steps there were when a browser went on with it on a page that it opened again.
 */
export type TaskOrigin = {
	readonly routineId: RoutineId;
	readonly version: number;
	readonly runId: RoutineRunId;
	readonly rowKey: string;
	readonly attempt: number;
	readonly readsBack?: true;
	readonly reopenedAt?: number;
};

/**
 * What a row of a routine says: the steps in words as its `order`, and its `values` with the texts that they make. `fills`: fields with
 * what goes into each; `isPlaceGiven`: a value says where it begins.
 */
export type RowWords = {
	readonly order: string;
	readonly values: readonly string[];
	readonly fills: readonly string[];
	readonly isPlaceGiven: boolean;
};

/** One instruction of a user, up to `maxSteps` steps. `rev` grows with every write that counts. */
export type Task = {
	readonly _id: TaskId;
	readonly tenantId: TenantId;
	readonly userId: UserId;
	readonly sessionId: SessionId;
	readonly door: Channel;
	/** As it may be shown: with `•••` for secrets. */
	readonly query: string;
	/** Absent where no routine is played. */
	readonly origin?: TaskOrigin;
	/** What the row says to the gate; known while a step is taken, never stored. */
	readonly rowWords?: RowWords;
	/** What it did, values aside, as a hash; "" for too little. Worked out when somebody asks whether it was done before. */
	readonly shape?: string;
	/** The user's own words, sealed, where the shown ones hide a secret. */
	readonly sealedQuery?: string;
	readonly mode: Mode;
	readonly status: TaskStatus;
	readonly stepCount: number;
	readonly maxSteps: number;
	readonly plan: Plan;
	/** True once a decider has made the plan. */
	readonly hasPlan: boolean;
	/** What the order wants, known from the first decision on; absent where nobody could say. */
	readonly orderKind?: OrderKind;
	/** The user said something that the plan does not cover: the next decision makes a new plan. */
	readonly isPlanOutdated?: boolean;
	readonly counters: Counters;
	readonly memory: string;
	readonly deciderState: unknown;
	readonly question: OpenQuestion | null;
	/** Notes of the user as they may be shown, like the query. */
	readonly notes: readonly string[];
	/** The notes in the user's own words with their secrets, sealed, where there are any. */
	readonly sealedNotes?: string;
	/** Notes that no step has read yet. They are added without the lease and without raising `rev`. */
	readonly queuedNotes?: readonly QueuedNote[];
	/** The secrets in the user's words, longest first; known while a step is taken, never stored. */
	readonly secrets?: readonly string[];
	/** Keys of actions that the user denied once. */
	readonly denied: readonly string[];
	readonly reflections: readonly Reflection[];
	readonly spent: Spent;
	readonly answer?: string;
	readonly failure?: { readonly category: FailureCategory; readonly message: string };
	/** Where tools of the server host work; null: nowhere. Tasks of before 2026-11-24 have none. */
	readonly workspaceId?: WorkspaceId | null;
	readonly origins: readonly string[];
	readonly tainted: boolean;
	readonly allowsSearches: boolean;
	/** Sites that the person let the task look at, and those that it may also press and fill; the newest 50 of each. */
	readonly readSites?: readonly string[];
	readonly toldSites?: readonly string[];
	/** Keys of buttons that the person allowed once, the newest 50. */
	readonly allowedPresses?: readonly string[];
	/** Fingerprints of sensitive fields filled with the user's own value. */
	readonly ownFills: readonly string[];
	/** The login that its person bound to the routine was filled in on this origin, at that step. Written without the lease and without raising `rev`. */
	readonly signIn?: { readonly origin: string; readonly stepIndex: number };
	readonly rev: number;
	readonly lease?: Lease;
	/** The owner gave a link: members of the tenant who name this may read the task. Written without the lease and without raising `rev`. */
	readonly share?: ShareId;
	readonly createKey?: string;
	readonly createHash?: string;
	readonly createdAt: Date;
	readonly updatedAt: Date;
	readonly expireAt: Date;
};

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
	readonly spent: Spent;
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

/** A task whose lease we hold. `isTakenOver`: its last holder died; `wasAsked`: after calling a model for this same step. */
export type LeasedTask = Task & { readonly lease: Lease; readonly isTakenOver: boolean; readonly wasAsked: boolean };

/**
 * One action of a batch. `target`: its control before the action; `verification` comes with the next step and is absent where the client did
 * not carry the action out.
 */
export type BatchPart = Pick<
	StepRow,
	"action" | "parsed" | "expect" | "isExplicit" | "targetName" | "described" | "describedTo" | "keys" | "verification" | "isProven"
> & { readonly target?: TargetState };

/**
 * The knowledge of a step: the chunks that stood in a prompt, without their text. For admins of the tenant alone; no reply, event or chat
 * turn holds it.
 */
export type StepKnowledge = { readonly used: readonly UsedChunk[]; readonly hasOrgKnowledge?: boolean };

/**
 * One step as stored. `action`, `parsed`, `expect` and `thought` are masked where the target is sensitive. `by`: who chose the action.
 * `proves`: the engine waits for the outcome of that earlier step, of whose batch the client reported the first `told` actions.
 * `verification` and `isProven` come with the next step. `batch`: where more than one action went out, the step's own action first.
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
	/** Who decided without a model; absent where a model did. */
	readonly decidedBy?: "rules" | "engine";
	/** The model that the rules spared, `provider/model`. */
	readonly sparedModel?: string;
	readonly proves?: number;
	readonly told?: number;
	readonly expect: Expectation;
	readonly isExplicit: boolean;
	readonly before: BeforeState | null;
	readonly guard?: Guard;
	readonly targetName?: string;
	/** The control of the action as a routine finds it again, and where a drag ends on another one. */
	readonly described?: Target;
	readonly describedTo?: Target;
	/** The chat turn of this step. */
	readonly messageId?: MessageId;
	readonly batch?: readonly BatchPart[];
	/** The call of the server host that this step is. */
	readonly serverCall?: { readonly id: string; readonly approvalId?: ApprovalId };
	readonly keys: StepKeys;
	readonly planIndex: number;
	/** Rows of earlier versions hold letters and codes: `readRiskClass`, `readLoopRule`. */
	readonly gate: {
		readonly class: RiskClass;
		readonly outcome: string;
		readonly reasons: readonly RiskReason[];
		readonly isSearch?: true;
		readonly mandate?: GateMandate;
	};
	/** The hosts of an action that touches something, as a policy judges it. Steps of before 2026-11-30 have none. */
	readonly hosts?: readonly string[];
	readonly loop?: LoopRule;
	readonly verification?: Verification;
	readonly isProven?: boolean;
	readonly spent?: Spent;
	/** The decider, `provider/model`, where a model was called. */
	readonly model?: string;
	readonly key?: string;
	readonly bodyHash?: string;
	/** The reply's bytes; sealed where they hold a sensitive value, and then dropped with the next step. */
	readonly reply?: string;
	readonly isSealed: boolean;
	/** What the verification of a step with a secret of the user's words needs; dropped with the next step. */
	readonly sealed?: string;
	/** Absent where nobody could be asked. */
	readonly knowledge?: StepKnowledge;
	readonly ms: Readonly<Record<string, number>>;
	readonly createdAt: Date;
	readonly expireAt: Date;
};

/** The mandate that allowed a step: `step` of its routine, for `amount`. `left`: uses behind this one, of `uses`. */
export type GateMandate = {
	readonly id: MandateId;
	readonly createdAt: Date;
	readonly left: number;
	readonly uses: number;
	readonly step: string;
	readonly amount?: number;
	/** The step that used it, where this one sends again what never reached the page. */
	readonly usedBy?: number;
};

/** What a verification sets on the row of its step. `batch`: its actions; those that were carried out have their verdicts. */
export type VerdictFields = Required<Pick<StepRow, "verification" | "isProven">> & Pick<StepRow, "batch">;

/** Counters of a new task. */
export const freshCounters: Counters = { waits: 0, corrections: 0, replans: 0, refusedFinishes: 0, voids: 0, workMs: 0 };

/** The risk class and the loop rule of a stored step in words: rows of earlier versions hold letters and codes. */
export function readLabels({ gate, loop }: Pick<StepRow, "gate" | "loop">) {
	return {
		gate: { class: readRiskClass(gate.class), outcome: gate.outcome, reasons: [...gate.reasons] },
		...defined({ loop: loop && readLoopRule(loop) }),
	};
}

/** The mandate of a step as clients see it. @throws never */
export function shownMandate({ id, createdAt, left, uses }: GateMandate): MandateNote {
	return { id, createdAt: createdAt.toISOString(), left, uses };
}

/** The facts of a stored approval question, with their risk class in words. */
export function readApprovalFacts(approval: ApprovalFacts | undefined): ApprovalFacts | undefined {
	return approval === undefined ? undefined : { ...approval, class: readRiskClass(approval.class) };
}

/** A stored question as clients see it: without its pending action and its answer. */
export function shownQuestion({ id, kind, text, choices, expiresAt, site, approval, approvals }: OpenQuestion): Question {
	return { id, kind, text, expiresAt, ...defined({ choices, site, approval: readApprovalFacts(approval), approvals }) };
}

/** The fields that a verification sets on the row of its step. */
export function verdictOf({ verification, isProven, batch }: VerdictFields): VerdictFields {
	return { verification, isProven, ...defined({ batch }) };
}
