import { formatAction } from "@webhand/contracts/action/format";
import type { Action } from "@webhand/contracts/action/grammar";
import type { InteractReply, NextAction } from "@webhand/contracts/agent/interact";
import type { Mode } from "@webhand/contracts/agent/task";
import { isTerminal } from "@webhand/contracts/agent/task";
import type { PageView } from "@webhand/page/parse/view";
import { cut } from "@webhand/page/write/normalize";
import { describeTarget } from "@webhand/routines/target/describe";
import { hostsOf } from "../../../policy/facts/hosts.ts";
import { keysOf } from "../../../policy/facts/keys.ts";
import { idsOf, isFinal, isObserving, isQuestion, targetOf } from "../../../policy/facts/target.ts";
import { addSpent, nothingSpent } from "../../../policy/progress/budget.ts";
import { endPlan } from "../../../policy/progress/plan.ts";
import { hideIn, hideInPatch, hideInVerification, maskAction, maskPlan, secretOf } from "../../../policy/secrets/mask.ts";
import { beforeStateOf, targetState, withSecondReading } from "../../../policy/verify/before-state.ts";
import { isSuccess } from "../../../policy/verify/verify.ts";
import { defined } from "../../../shared/defined.ts";
import { keyFact } from "../../../shared/key-fact.ts";
import { expiryOf } from "../../../shared/retention.ts";
import type { OutboxEvent, StepAuditNote, StepWrite } from "../../../shared/rows.ts";
import type { BatchPart, StepRow, Task } from "../../../shared/task.ts";
import { verdictOf } from "../../../shared/task.ts";
import { noteMessage, supersededMessage, unansweredMessage } from "../../messages/event-messages.ts";
import { messagesOf, pageSummary, settledMessages } from "../../messages/messages.ts";
import { chatOf } from "../../new-task.ts";
import type { AdmittedStep } from "../admission.ts";
import type { Resumed } from "../decision/resume.ts";
import type { DecisionContext, Next } from "../decision/turn.ts";
import type { LastVerification } from "../decision/verify-last.ts";
import { isWeb, storedKnowledge } from "../knowledge.ts";
import type { StepDeps } from "../ports.ts";
import type { Meter } from "../telemetry.ts";
import { modelOf } from "../telemetry.ts";
import type { Outgoing, ReplyFacts } from "./reply.ts";
import { composeReply, warningsOf } from "./reply.ts";
import { hideInOutgoing, hideInStep, notesToStore } from "./seal.ts";

/** A decided step. `admitted.task` is the task as it was leased; `task` the same with what this request changes of it. */
export type DecidedStep = Pick<DecisionContext, "call" | "task" | "page" | "past" | "verified" | "knowledge"> & {
	readonly admitted: AdmittedStep;
	readonly resumed: Resumed;
	readonly next: Next;
	readonly meter: Meter;
};

type WriteDeps = Pick<StepDeps, "sealer" | "newEventId" | "newMessageId" | "now" | "rules" | "decider">;

const maxTitle = 200;
const maxTargetName = 200;

/** The one durable write of a step, without the secrets of the user's words, and the bytes of its reply. */
export function writeOf(
	deps: WriteDeps,
	decided: DecidedStep,
): { readonly write: StepWrite; readonly bytes: string; readonly isPageShortened: boolean } {
	const { call, admitted, page, next } = decided;
	const { task } = admitted;
	const { secrets = [] } = decided.task;
	const at = deps.now();
	const verified = withoutSecrets(decided.verified, secrets);
	const outgoing = hideInOutgoing(next.outgoing, secrets, deps.sealer);
	const isPageShortened = page.truncated || next.isPageShortened === true;
	const facts = replyFactsOf(deps, decided, { outgoing, verified, isPageShortened });
	const data = composeReply(outgoing, facts);
	const reply: InteractReply = { success: true, data };
	const bytes = JSON.stringify(reply);
	const expireAt = expiryOf(at, call.identity, deps.rules);
	const saysSecret = secrets.length > 0 && JSON.stringify(hideIn(data, secrets)) !== JSON.stringify(data);
	const isSealed = saysSecret || formatAction(outgoing.sent) !== formatAction(outgoing.shown);
	const messageId = deps.newMessageId();
	const row = rowOf(decided, { outgoing, facts, verified });
	// A wait keeps what the verification of the step it waits for needs.
	const pending = verified.kind === "open" ? verified.of : { ...row, parsed: maskAction(outgoing.sent, page) };
	const hidden = hideInStep(row, { ...pending, before: row.before }, { secrets, sealer: deps.sealer });
	const isAsked = facts.spent.calls > 0;
	const model = isAsked ? modelOf(deps.decider) : undefined;
	const isSpared = !isAsked && outgoing.decidedBy === "rules" && deps.decider.model !== undefined;
	const sealedReply = { reply: isSealed ? deps.sealer.seal(bytes) : bytes, isSealed };
	const step = {
		...hidden,
		messageId,
		...sealedReply,
		createdAt: at,
		expireAt,
		...defined({ model, sparedModel: isSpared ? modelOf(deps.decider) : undefined }),
	};
	const { plan } = facts;
	const { status, answer, failure } = outgoing;
	const changes = { isNewPlan: plan !== task.plan, isNewStatus: status !== task.status };
	const events = eventsOf({ reply: data, action: step.action, ...changes, at }, deps.newEventId);
	const { backlog, heard, settled } = backlogOf(deps, decided, at);
	const messages = messagesOf({
		task,
		outgoing,
		reply: data,
		row: step,
		messageId,
		newId: deps.newMessageId,
		backlog,
		at,
		domSummary: pageSummary(page, secrets),
		ms: decided.meter.total(),
	});
	const { domain, title } = chatOf(call);
	const stepPage = { url: hideIn(call.body.url, secrets), domain, title: cut(title, maxTitle), isNewTask: task.stepCount === 0 };
	const counts = { events: events.length + messages.length, messages: messages.length };
	const { tenantId, userId, sessionId, _id: taskId } = task;
	const write: StepWrite = {
		task,
		patch: {
			...patchOf(deps, decided, outgoing),
			status,
			plan,
			stepCount: task.stepCount + 1,
			updatedAt: at,
			expireAt,
			question:
				outgoing.question === undefined
					? null
					: { ...outgoing.question, stepIndex: task.stepCount, ...defined({ held: outgoing.held, signsIn: outgoing.signsIn }) },
			...defined({ answer, failure }),
		},
		step,
		...(verified.kind === "done" ? { verified: { stepIndex: verified.of.stepIndex, ...verdictOf(verified) } } : {}),
		session: { tenantId, userId, sessionId, taskId, status, page: stepPage, ...counts, at, expireAt },
		notes: auditNotesOf({
			before: task.mode,
			mode: decided.task.mode,
			gate: outgoing.gate,
			resumed: decided.resumed,
			...keyFact(call.identity),
			...defined({ answerKey: task.question?.given?.key }),
		}),
		messages,
		settled: [...settledMessages(decided.past, outcomeOf(verified), hideIn(call.body.lastActionError, secrets)), ...settled],
		heard,
		events,
	};
	return { write, bytes, isPageShortened };
}

type Report = Pick<NonNullable<DecidedStep["call"]["body"]["lastActionResult"]>, "isInert">;

type Composed = { readonly outgoing: Outgoing; readonly verified: LastVerification };

function replyFactsOf(
	{ rules }: WriteDeps,
	{ call, admitted, task, page, next, knowledge }: DecidedStep,
	{ outgoing, verified, isPageShortened }: Composed & { readonly isPageShortened: boolean },
): ReplyFacts {
	const plan = maskPlan(next.plan, [...(task.secrets ?? []), secretOf(outgoing.sent, page)]);
	const spent = addSpent(next.spent, verified.kind === "done" ? verified.spent : nothingSpent);
	const hasOrgKnowledge = knowledge?.hasOrgKnowledge;
	const isKnowledgeMissing = isWeb(call.body.url) && hasOrgKnowledge === undefined;
	return {
		task: admitted.task,
		plan: outgoing.status === "completed" || outgoing.status === "failed" ? endPlan(plan, outgoing.status) : plan,
		spent,
		taskSpent: addSpent(task.spent, spent),
		tokenBudget: rules.budget.tokens,
		...defined({ hasOrgKnowledge, verification: verified.kind === "done" ? verified.verification : undefined }),
		warnings: warningsOf({ task, isPageShortened, isKnowledgeMissing, gate: outgoing.gate, budget: rules.budget }),
	};
}

/** What the stages changed of the task. A task that ends keeps no sealed notes. */
function patchOf({ sealer }: WriteDeps, { task, next, meter }: DecidedStep, outgoing: Outgoing): Partial<Task> {
	const { secrets = [] } = task;
	const { patch, counters } = next;
	const notes: Pick<Partial<Task>, "notes" | "sealedNotes"> = patch.notes === undefined ? {} : notesToStore(patch.notes, secrets, sealer);
	return {
		...(task.stepCount === 0 ? { origins: task.origins } : {}),
		...hideInPatch(patch, secrets),
		...(isTerminal(outgoing.status) ? defined({ notes: notes.notes }) : notes),
		counters: { ...counters, workMs: task.counters.workMs + meter.total() },
		mode: task.mode,
		tainted: task.tainted,
	};
}

function withoutSecrets(verified: LastVerification, secrets: readonly string[]): LastVerification {
	if (verified.kind !== "done" || secrets.length === 0) return verified;
	const batch = verified.batch?.map((part) =>
		part.verification === undefined ? part : { ...part, verification: hideInVerification(part.verification, secrets) },
	);
	return { ...verified, verification: hideInVerification(verified.verification, secrets), ...defined({ batch }) };
}

function outcomeOf(verified: LastVerification): Parameters<typeof settledMessages>[1] {
	if (verified.kind !== "done") return null;
	const { of, verification } = verified;
	return { stepIndex: of.stepIndex, isSuccess: isSuccess(verification), verification };
}

/** What the chat does not tell yet of the time before a step: a question that expired, notes to a task without a chat. All notes are heard. */
function backlogOf({ newMessageId }: WriteDeps, { admitted, resumed }: DecidedStep, at: Date) {
	const { question, queuedNotes = [] } = admitted.task;
	const isVoid = resumed.kind === "go_on" && resumed.isInvalidated;
	// A question without an answer that did not stop the step has expired.
	const isUntold = question !== null && question.given === undefined && question.expiredAt === undefined;
	return {
		backlog: [
			...queuedNotes.filter(({ isInChat }) => !isInChat).map((note) => noteMessage(note, at, "success")),
			...(isVoid && question !== null ? [supersededMessage(question, { messageId: newMessageId(), at })] : []),
			...(isUntold ? [unansweredMessage(question, { messageId: newMessageId(), at, isAway: false })] : []),
		],
		heard: queuedNotes.map(({ messageId }) => messageId),
		settled: queuedNotes.filter(({ isInChat }) => isInChat).map(({ messageId }) => ({ messageId, status: "success" as const })),
	};
}

type BareRow = Omit<StepRow, "messageId" | "reply" | "isSealed" | "createdAt" | "expireAt">;

function rowOf(
	{ admitted, page, meter, knowledge, next, past, call }: DecidedStep,
	{ outgoing, facts, verified }: Composed & { readonly facts: ReplyFacts },
): BareRow {
	const { task, idempotency } = admitted;
	const { sent, shown, status, by, decidedBy, proves, told, expect, isExplicit, guard, gate, loop } = outgoing;
	return {
		tenantId: task.tenantId,
		userId: task.userId,
		taskId: task._id,
		stepIndex: task.stepCount,
		thought: cut(outgoing.thought, 4_000),
		action: formatAction(shown),
		parsed: shown,
		status,
		by,
		expect,
		isExplicit,
		gate: againAt(gate, { past, report: call.body.lastActionResult }),
		...defined({ decidedBy, proves, told, guard, loop, targetName: targetNameOf(sent, page), batch: batchOf(outgoing, page) }),
		...(proves === undefined ? describedIn(sent, page) : {}),
		...(unnoted.has(gate.class) && gate.class !== "fill" ? {} : { hosts: hostsOf(sent, page) }),
		before: proves === undefined ? stateBefore(outgoing, page) : stateWaited(verified, page),
		keys: keysOf(sent, page),
		planIndex: facts.plan.currentStepIndex,
		...(facts.spent.calls === 0 ? {} : { spent: facts.spent }),
		...defined({ knowledge: storedKnowledge(knowledge, next.usedKnowledge ?? []) }),
		// A call of the server host is no reply that a client waits for: the step behind it has the key.
		...(outgoing.serverCall === undefined ? idempotency : { serverCall: outgoing.serverCall }),
		ms: meter.stages(),
	};
}

/** A commit of which nothing reached the page is sent again under the use that it had, unless another amount stands there. @throws never */
export function againAt(
	gate: StepRow["gate"],
	{ past, report }: { readonly past: readonly Pick<StepRow, "gate" | "stepIndex">[]; readonly report: Report | undefined },
): StepRow["gate"] {
	const last = past.at(-1);
	const before = report?.isInert === true ? last?.gate.mandate : undefined;
	if (gate.mandate === undefined || before?.id !== gate.mandate.id || before.step !== gate.mandate.step) return gate;
	if (before.amount !== gate.mandate.amount) return gate;
	return { ...gate, mandate: { ...gate.mandate, ...defined({ usedBy: before.usedBy ?? last?.stepIndex }) } };
}

/** The controls of an action as a routine finds them again. */
function describedIn(action: Action, page: PageView): Pick<StepRow, "described" | "describedTo"> {
	// What only looks around becomes no step of a routine.
	const [described, describedTo] = isObserving(action) ? [] : idsOf(action).map((id) => describeTarget(page, id));
	return defined({ described, describedTo });
}

function targetNameOf(action: Action, page: PageView): string | undefined {
	const name = targetOf(action, page)?.name ?? "";
	return name === "" ? undefined : cut(name, maxTargetName);
}

/** All actions of a batch, the step's own first: each is verified for itself. */
function batchOf({ sent, more = [], expect, isExplicit }: Outgoing, page: PageView): readonly BatchPart[] | undefined {
	if (more.length === 0) return undefined;
	return [{ action: sent, expect, isExplicit }, ...more].map(({ action: parsed, expect, isExplicit }): BatchPart => {
		const target = targetOf(parsed, page);
		return {
			action: formatAction(parsed),
			parsed,
			expect,
			isExplicit,
			keys: keysOf(parsed, page),
			...defined({ target: target && targetState(target), targetName: targetNameOf(parsed, page) }),
			...describedIn(parsed, page),
		};
	});
}

/** A wait for an open outcome hands on the state before the action it waits for, with what the page shows meanwhile. */
function stateWaited(verified: LastVerification, page: PageView): StepRow["before"] {
	const before = verified.kind === "open" ? verified.of.before : null;
	return before === null ? null : withSecondReading(before, page);
}

function stateBefore({ status, sent }: Outgoing, page: PageView): StepRow["before"] {
	if (isTerminal(status) || isQuestion(sent) || isFinal(sent) || sent.name === "server") return null;
	return beforeStateOf(page, sent);
}

/**
 * A step as far as the audit cares. `before` and `mode`: what the user allowed until now, and from now on; `key` and `answerKey`: the API keys
 * that the step and the answer before it came with.
 */
export type AuditableStep = {
	readonly before: Mode;
	readonly mode: Mode;
	readonly gate: StepRow["gate"];
	readonly resumed: Pick<Resumed, "kind"> & { readonly isInvalidated?: boolean };
	readonly key?: string;
	readonly answerKey?: string;
};

const unnoted: ReadonlySet<StepRow["gate"]["class"]> = new Set(["observe", "navigate", "fill"]);

/**
 * The audit notes of a step: a raised mode, a denied or invalidated approval, and the gate's decision on anything beyond looking,
 * navigating and filling in. @throws never
 */
export function auditNotesOf({ before, mode, gate, resumed, key, answerKey }: AuditableStep): readonly StepAuditNote[] {
	const note = (action: StepAuditNote["action"], outcome: string, facts: StepAuditNote["facts"]) => {
		const isOfAnswer = action === "gate" && ["approved", "denied", "void"].includes(outcome);
		return { action, outcome, facts: { ...facts, ...defined({ key: isOfAnswer ? answerKey : key }) } };
	};
	const answered = resumed.kind === "denied" ? "denied" : resumed.isInvalidated === true ? "void" : null;
	return [
		...(before === "careful" && mode === "autonomous" ? [note("mode.raise", "ok", { from: before, to: mode })] : []),
		...(answered === null ? [] : [note("gate", answered, { mode })]),
		...(unnoted.has(gate.class) ? [] : [note("gate", gate.outcome, { class: gate.class, reasons: gate.reasons, mode })]),
	];
}

/** What the events of a step are made from; `action` is masked. */
type Announced = {
	readonly reply: Pick<NextAction, "taskId" | "stepIndex" | "status" | "plan">;
	readonly action: string;
	readonly isNewPlan: boolean;
	readonly isNewStatus: boolean;
	readonly at: Date;
};

/** The events of a step for other devices: the step, and the plan and the status where they changed. */
function eventsOf({ reply, action, isNewPlan, isNewStatus, at }: Announced, newId: () => string): readonly OutboxEvent[] {
	const { taskId, stepIndex, status, plan } = reply;
	const event = (name: OutboxEvent["name"], data: OutboxEvent["data"]): OutboxEvent => ({ eventId: newId(), name, data });
	return [
		event("interact_response", { taskId, stepIndex, action, status, timestamp: at.toISOString() }),
		...(isNewPlan ? [event("plan_update", { taskId, plan })] : []),
		...(isNewStatus ? [event("task_status", { taskId, status })] : []),
	];
}
