import { formatAction } from "@webhand/contracts/action/format";
import type { InteractReply } from "@webhand/contracts/agent/interact";
import { isTerminal } from "@webhand/contracts/agent/task";
import type { PageView } from "@webhand/page/parse/view";
import { cut } from "@webhand/page/write/normalize";
import type { Resumed } from "../../approval/resume.ts";
import { keysOf } from "../../facts/keys.ts";
import { isFinal, isQuestion, targetOf } from "../../facts/target.ts";
import { hideIn, maskAction } from "../../secrets/mask.ts";
import { hideInStep } from "../../secrets/seal.ts";
import { beforeStateOf, targetState, withSecondReading } from "../../verify/before-state.ts";
import { chatOf } from "../lifecycle.ts";
import type { StepCall, StepDeps } from "../ports.ts";
import type { BatchPart, LeasedTask, StepRow, Task } from "../task.ts";
import type { LastVerification } from "../verify-last.ts";
import { isSuccess } from "../verify-last.ts";
import { notesOf } from "./audit.ts";
import { eventsOf } from "./events.ts";
import { messagesOf, settledMessages } from "./messages.ts";
import type { Outgoing, ReplyFacts } from "./reply.ts";
import { composeReply } from "./reply.ts";
import type { IdempotencyKey, StepWrite } from "./rows.ts";

/** Everything that is known once a step is decided. `patch` holds what the stages changed of the task. */
export type Decided = {
	readonly call: StepCall;
	readonly idempotency: IdempotencyKey;
	readonly task: LeasedTask;
	readonly past: readonly StepRow[];
	readonly page: PageView;
	readonly proof: LastVerification;
	readonly out: Outgoing;
	readonly resumed: Resumed;
	readonly facts: ReplyFacts;
	readonly patch: Partial<Task>;
	readonly ms: Readonly<Record<string, number>>;
	/** Those of the person's own words. */
	readonly secrets: readonly string[];
};

const dayMs = 86_400_000;
const maxTitle = 200;

/** The one durable write of a step and the bytes of its reply. */
export function writeOf(
	deps: Pick<StepDeps, "sealer" | "newEventId" | "newMessageId" | "now" | "rules">,
	decided: Decided,
): { readonly write: StepWrite; readonly bytes: string } {
	const { call, task, page, out, facts, proof, secrets } = decided;
	const at = deps.now();
	const data = composeReply(out, facts);
	const reply: InteractReply = { success: true, data };
	const bytes = JSON.stringify(reply);
	const expireAt = new Date(at.getTime() + (call.identity.limits.retentionDays ?? deps.rules.retentionDays) * dayMs);
	const saysSecret = secrets.length > 0 && JSON.stringify(hideIn(data, secrets)) !== JSON.stringify(data);
	const isSealed = saysSecret || formatAction(out.sent) !== formatAction(out.shown);
	const messageId = deps.newMessageId();
	const row = rowOf(decided);
	// Of a wait what belongs to the step that it waits for.
	const done = proof.kind === "open" ? proof.of : { ...row, parsed: maskAction(out.sent, page) };
	const needed = { ...done, before: row.before };
	const hidden = hideInStep(row, needed, { secrets, sealer: deps.sealer });
	const step = { ...hidden, messageId, reply: isSealed ? deps.sealer.seal(bytes) : bytes, isSealed, createdAt: at, expireAt };
	const events = eventsOf(
		{ reply: data, action: step.action, isNewPlan: facts.plan !== task.plan, isNewStatus: out.status !== task.status, at },
		deps.newEventId,
	);
	const messages = messagesOf({ task, query: task.query, out, row: step, messageId, newId: deps.newMessageId, at });
	const proven = proof.kind === "done" ? { stepIndex: proof.of.stepIndex, isSuccess: isSuccess(proof.verification) } : null;
	const { domain, title } = chatOf(call);
	const write: StepWrite = {
		task,
		patch: {
			...decided.patch,
			status: out.status,
			plan: facts.plan,
			stepCount: task.stepCount + 1,
			updatedAt: at,
			expireAt,
			question: questionOf(decided),
			...(out.answer === undefined ? {} : { answer: out.answer }),
			...(out.failure === undefined ? {} : { failure: out.failure }),
		},
		step,
		...(proof.kind === "done"
			? {
					proof: {
						stepIndex: proof.of.stepIndex,
						verification: proof.verification,
						isProven: proof.isProven,
						...(proof.batch === undefined ? {} : { batch: proof.batch }),
					},
				}
			: {}),
		session: {
			tenantId: task.tenantId,
			userId: task.userId,
			sessionId: task.sessionId,
			taskId: task._id,
			status: out.status,
			page: { url: hideIn(call.body.url, secrets), domain, title: cut(title, maxTitle), isNewTask: task.stepCount === 0 },
			events: events.length + messages.length,
			messages: messages.length,
			at,
			expireAt,
		},
		notes: notesOf({
			before: task.mode,
			mode: decided.patch.mode ?? task.mode,
			gate: out.gate,
			resumed: decided.resumed,
		}),
		messages,
		settled: settledMessages(decided.past, proven, hideIn(call.body.lastActionError, secrets)),
		events,
	};
	return { write, bytes };
}

function questionOf({ out, task }: Decided): Task["question"] {
	if (out.question === undefined) return null;
	return { ...out.question, stepIndex: task.stepCount, ...(out.held === undefined ? {} : { held: out.held }) };
}

function rowOf({
	task,
	page,
	out,
	facts,
	idempotency,
	ms,
	proof,
}: Decided): Omit<StepRow, "messageId" | "reply" | "isSealed" | "createdAt" | "expireAt"> {
	const target = targetOf(out.sent, page);
	const isWaiting = out.proves !== undefined;
	return {
		tenantId: task.tenantId,
		userId: task.userId,
		taskId: task._id,
		stepIndex: task.stepCount,
		thought: cut(out.thought, 4_000),
		action: formatAction(out.shown),
		parsed: out.shown,
		status: out.status,
		by: out.by,
		...(out.proves === undefined ? {} : { proves: out.proves }),
		...(out.told === undefined ? {} : { told: out.told }),
		expect: out.expect,
		isExplicit: out.isExplicit,
		before: isWaiting ? stateWaited(proof, page) : stateBefore(out, page),
		...(out.guard === undefined ? {} : { guard: out.guard }),
		...(target === undefined || target.name === "" ? {} : { targetName: cut(target.name, 200) }),
		...batchOf(out, page),
		keys: keysOf(out.sent, page),
		planIndex: facts.plan.currentStepIndex,
		gate: out.gate,
		...(out.loop === undefined ? {} : { loop: out.loop }),
		...(facts.spent.calls === 0 ? {} : { spent: facts.spent }),
		...idempotency,
		ms,
	};
}

/** All actions of a batch, the step's own first: each is proven for itself. */
function batchOf({ sent, more, expect, isExplicit }: Outgoing, page: PageView): Pick<StepRow, "batch"> {
	if (more === undefined || more.length === 0) return {};
	const parts = [{ action: sent, expect, isExplicit }, ...more];
	return {
		batch: parts.map((part): BatchPart => {
			const target = targetOf(part.action, page);
			return {
				action: formatAction(part.action),
				parsed: part.action,
				expect: part.expect,
				isExplicit: part.isExplicit,
				keys: keysOf(part.action, page),
				...(target === undefined ? {} : { target: targetState(target) }),
				...(target === undefined || target.name === "" ? {} : { targetName: cut(target.name, 200) }),
			};
		}),
	};
}

/** A wait for an open outcome hands on the state before the action it waits for, with what the page shows meanwhile. */
function stateWaited(proof: LastVerification, page: PageView): StepRow["before"] {
	const before = proof.kind === "open" ? proof.of.before : null;
	return before === null ? null : withSecondReading(before, page);
}

function stateBefore(out: Outgoing, page: PageView): StepRow["before"] {
	if (isTerminal(out.status) || isQuestion(out.sent) || isFinal(out.sent)) return null;
	return beforeStateOf(page, out.sent);
}
