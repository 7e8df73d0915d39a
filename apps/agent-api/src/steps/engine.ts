import { setImmediate as nextTurn } from "node:timers/promises";
import { isTerminal } from "@webhand/contracts/agent/task";
import { statusByCode } from "@webhand/contracts/errors";
import type { PageView } from "@webhand/page/parse/view";
import { AppError } from "@webhand/service-kit/errors";
import { failpoint } from "@webhand/service-kit/failpoints";
import type { Resumed } from "../approval/resume.ts";
import { askAgain, resumeQuestion } from "../approval/resume.ts";
import { metered } from "../decider/metering.ts";
import { taskOrigins } from "../gate/origin.ts";
import { addSpent, nothingSpent } from "../progress/budget.ts";
import { endPlan } from "../progress/plan.ts";
import { advanceTask, nextStatus } from "../progress/status.ts";
import { hide } from "../secrets/find.ts";
import { hideInPatch, hideInVerification, maskPlan, secretOf } from "../secrets/mask.ts";
import { hideInOutgoing, notesToStore, unsealTask } from "../secrets/seal.ts";
import type { AdmittedStep } from "./admission.ts";
import { admitStep, findDuplicate, idempotencyOf, oneAtATime, refuseBeyondLast, refuseWhenOver, withLease } from "./admission.ts";
import { logLine, warningsOf } from "./commit/reply.ts";
import type { IdempotencyKey } from "./commit/rows.ts";
import { writeOf } from "./commit/write.ts";
import type { TenantSlot } from "./concurrency.ts";
import { takeSlot, withinLimit } from "./concurrency.ts";
import { secretsOf } from "./lifecycle.ts";
import type { PageInput } from "./page-input.ts";
import { readPageInput } from "./page-input.ts";
import type { StepCall, StepDeps, StepReply } from "./ports.ts";
import type { LeasedTask, StepRow, Task } from "./task.ts";
import type { Meter } from "./telemetry.ts";
import { createMeter, modelOf, payFor, watchWrites } from "./telemetry.ts";
import { streamThought } from "./thought-stream.ts";
import type { Next } from "./turn.ts";
import { decideNext } from "./turn.ts";
import type { Retrieval } from "./upstream.ts";
import type { LastVerification } from "./verify-last.ts";
import { isSuccess, verifyLast, withVerdict } from "./verify-last.ts";

/**
 * One step of a task: proves the last action, decides the next one, asks where it must, stores all of it in one write, answers. The same
 * `Idempotency-Key` gets the same bytes again.
 *
 * @param signal ends when the client leaves: that stops the thinking, never the write
 * @throws AppError with the codes of engine.md §2
 */
export async function runStep(deps: StepDeps, call: StepCall, signal: AbortSignal): Promise<StepReply> {
	const meter = metered(await deps.deciderOf(call.identity.tenantId), deps.rules.deadlineMs);
	const { tasks, written } = watchWrites(deps.tasks);
	const own = { ...deps, tasks, decider: meter.decider };
	try {
		const reply = await answer(own, call, signal);
		if (reply.isReplay) {
			deps.watch.outcome("replayed");
			await payFor(own, call, { key: idempotencyOf(call).key, usage: meter.used(), written: written() });
		}
		return reply;
	} catch (cause) {
		const code = cause instanceof AppError ? cause.code : "INTERNAL_ERROR";
		deps.watch.outcome(statusByCode[code] < 500 ? "refused" : "failed");
		if (code === "STALE_STEP") deps.watch.stale();
		await payFor(own, call, { key: idempotencyOf(call).key, usage: meter.used(), written: written() });
		throw cause;
	}
}

async function answer(deps: StepDeps, call: StepCall, signal: AbortSignal): Promise<StepReply> {
	await failpoint("step.parsed");
	const meter = createMeter(deps.elapsed);
	const idempotency = idempotencyOf(call);
	try {
		return await oneAtATime(deps, { call, idempotency }, () =>
			withinLimit(deps.concurrency, signal, () => answerOnce(deps, { call, idempotency, meter }, signal)),
		);
	} catch (cause) {
		// The writer that was first, or ended the task, may have been a twin of this request, whose client has asked again.
		const isOvertaken = cause instanceof AppError && (cause.code === "STALE_STEP" || cause.code === "TASK_COMPLETED");
		const twin = isOvertaken ? await findDuplicate(deps, call, idempotency) : null;
		if (twin === null) throw cause;
		return twin;
	}
}

/** Why a question to the knowledge is given up. Without a reason of ours each step would make an exception with a stack. */
const over = new Error("the step is over");

async function answerOnce(
	deps: StepDeps,
	{ call, idempotency, meter }: { readonly call: StepCall; readonly idempotency: IdempotencyKey; readonly meter: Meter },
	signal: AbortSignal,
): Promise<StepReply> {
	const asking = new AbortController();
	const knowledge = meter.measure("knowledge", () => askKnowledge(deps, call, asking.signal));
	try {
		const beginning = meter.measure("lease", () => admitStep(deps, call, idempotency));
		// One turn later the questions to the database have left: the page is read while they are answered.
		const reading = nextTurn().then(() => meter.measure("page", async () => readPageInput(call)));
		// Its failure counts only once the lease can be given back.
		reading.catch(() => undefined);
		const begun = await beginning;
		if (!("kind" in begun)) return begun;
		const { tenantId, _id: taskId } = begun.task;
		return await withLease(deps, { task: begun.task, signal }, async (ends) => {
			const slot = takeSlot(deps.tenantLimit, tenantId, taskId);
			try {
				return await takeStep(deps, { call, begun, input: await reading, knowledge, meter, slot }, ends);
			} finally {
				slot.free();
			}
		});
	} finally {
		asking.abort(over);
	}
}

type Taking = {
	readonly call: StepCall;
	readonly begun: AdmittedStep;
	readonly input: PageInput;
	readonly knowledge: Promise<Retrieval | null>;
	readonly meter: Meter;
	readonly slot: TenantSlot;
};

async function takeStep(deps: StepDeps, { call, begun, input, knowledge, meter, slot }: Taking, signal: AbortSignal): Promise<StepReply> {
	const { page } = input;
	await failpoint("step.leased");
	if (begun.task.isTakenOver) deps.watch.takeover();
	await refuseWhenOver(deps, call, begun.task);
	const task = refreshed(deps, { task: begun.task, call, input });
	const resumed = resumeQuestion(deps, task, page);
	// Before the steps are counted: the last one may be a question that the person still reads.
	if (resumed.kind === "pending") return askAgain(deps, begun);
	await refuseBeyondLast(deps, begun.task);
	// Asked for while the task was made ready.
	if (!(await slot.isTaken)) throw tooMany(deps.rules.tenantLeases);

	const beforeModel = modelNotice(deps, begun.task);
	const report = { past: begun.past, page, report: call.body, waits: task.counters.waits, beforeModel };
	const proof = await meter.measure("verify", () => verifyLast(deps, report, signal));
	const past = withVerdict(begun.past, proof);
	const advanced = advanceTask(awake(task), { outcome: outcomeOf(proof), past, budget: deps.rules.budget });
	const known = await knowledge;
	const context = { call, task, page, past, proof, advanced, resumed, knowledge: known, beforeModel };
	const next = await meter.measure("decide", () => streamThought(deps, { task, page }, (heard) => decideNext(heard, context, signal)));
	await failpoint("step.after_model");
	if (advanced.isReflected) deps.watch.reflection(advanced.reflections.at(-1)?.efficiency ?? "medium");
	return await commit(deps, { call, begun, meter, slot, page, task, past, proof, next, resumed, knowledge: known });
}

type Committing = Omit<Taking, "knowledge" | "input"> & {
	readonly page: PageView;
	readonly task: LeasedTask;
	readonly past: readonly StepRow[];
	readonly proof: LastVerification;
	readonly next: Next;
	readonly resumed: Resumed;
	readonly knowledge: Retrieval | null;
};

async function commit(
	deps: StepDeps,
	{ call, begun, meter, slot, page, task, past, proof: found, next, resumed, knowledge }: Committing,
): Promise<StepReply> {
	const { secrets = [] } = task;
	const proof = withoutSecrets(found, secrets);
	const out = hideInOutgoing(next.out, secrets, deps.sealer);
	const spent = addSpent(next.spent, proof.kind === "done" ? proof.spent : nothingSpent);
	const plan = maskPlan(next.plan, [...secrets, secretOf(out.sent, page)]);
	const isPageShortened = page.truncated || next.isPageShortened === true;
	const facts = {
		task: begun.task,
		plan: out.status === "completed" || out.status === "failed" ? endPlan(plan, out.status) : plan,
		spent,
		taskSpent: addSpent(task.spent, spent),
		tokenBudget: deps.rules.budget.tokens,
		...(knowledge?.hasOrgKnowledge === undefined ? {} : { hasOrgKnowledge: knowledge.hasOrgKnowledge }),
		...(proof.kind === "done" ? { verification: proof.verification } : {}),
		warnings: warningsOf({
			task,
			isPageShortened,
			isKnowledgeMissing: isWeb(call.body.url) && knowledge?.hasOrgKnowledge === undefined,
			gate: out.gate,
			budget: deps.rules.budget,
		}),
	};
	const patch = {
		...(task.stepCount === 0 ? { origins: task.origins } : {}),
		...hideInPatch(next.patch, secrets),
		...notesAfter(deps, next, secrets),
		counters: { ...next.counters, workMs: task.counters.workMs + meter.total() },
		mode: task.mode,
		tainted: task.tainted,
	};
	const { write, bytes } = writeOf(deps, {
		call,
		idempotency: begun.idempotency,
		task: begun.task,
		past,
		page,
		proof,
		out,
		resumed,
		facts,
		patch,
		ms: meter.stages(),
		secrets,
	});
	await failpoint("step.before_write");
	const step = spent.calls === 0 ? write.step : { ...write.step, model: modelOf(deps.decider) };
	const events = await meter.measure("write", () => deps.tasks.record(task.tenantId, { ...write, step }));
	await failpoint("step.after_commit");
	// Beside the events, since both then leave for Redis in one write; the reply waits for neither.
	slot.free();
	const published = meter.measure("publish", () => deps.events.publish(events));
	const refusal = deps.decider.name === "rules" && out.by === "decider" ? out.failure?.category : undefined;
	const seen = { mode: task.mode, ms: meter.stages(), isPageTruncated: isPageShortened };
	deps.watch.committed(write.step, refusal === undefined ? seen : { ...seen, refusal });
	const after = async () => {
		await published;
		await failpoint("step.after_publish");
		const ms = meter.stages();
		deps.watch.published(ms.publish ?? 0);
		const verdict = proof.kind === "done" ? proof.verification : undefined;
		return logLine(write.step, { provider: deps.decider.name, task, proof: verdict, ms });
	};
	return { bytes, isReplay: false, taskId: task._id, stepIndex: write.step.stepIndex, after, secrets };
}

function tooMany(limit: number): AppError {
	const details = { scope: "tenant", limit, windowSeconds: 1 };
	return new AppError("RATE_LIMIT", "Too many tasks of this tenant are being decided, try again later", { details, retryAfterSeconds: 1 });
}

/** The task with what this request changes at once: the mode, the mark of a page that gives orders; and with the person's own words. */
function refreshed(
	{ sealer }: Pick<StepDeps, "sealer">,
	{ task, call: { body }, input }: { readonly task: LeasedTask; readonly call: StepCall; readonly input: PageInput },
): LeasedTask {
	// A run may be started before its page is known: the site of its first page is its own.
	const origins = task.stepCount === 0 ? [...new Set([...task.origins, ...taskOrigins(body.url, task.query)])] : task.origins;
	return { ...unsealTask(task, sealer), mode: body.mode ?? task.mode, tainted: task.tainted || input.isInjection, origins };
}

function awake(task: LeasedTask): LeasedTask {
	return task.status === "needs_user_input" ? { ...task, status: nextStatus(task.status, "answered") } : task;
}

/** What the person said, for the next step; a task that ends has none. */
function notesAfter({ sealer }: Pick<StepDeps, "sealer">, { out, patch }: Next, secrets: readonly string[]): Partial<Task> {
	if (patch.notes === undefined) return {};
	const stored = notesToStore(patch.notes, secrets, sealer);
	return isTerminal(out.status) ? { notes: stored.notes } : stored;
}

function withoutSecrets(proof: LastVerification, secrets: readonly string[]): LastVerification {
	if (proof.kind !== "done" || secrets.length === 0) return proof;
	const batch = proof.batch?.map((part) =>
		part.verification === undefined ? part : { ...part, verification: hideInVerification(part.verification, secrets) },
	);
	return { ...proof, verification: hideInVerification(proof.verification, secrets), ...(batch === undefined ? {} : { batch }) };
}

function outcomeOf(proof: LastVerification) {
	if (proof.kind !== "done") return proof.kind;
	return isSuccess(proof.verification) ? "success" : "failure";
}

async function askKnowledge(deps: StepDeps, { body, identity }: StepCall, signal: AbortSignal): Promise<Retrieval | null> {
	return isWeb(body.url)
		? await deps.retrieve({ url: body.url, query: hide(body.query, secretsOf(body)), token: identity.token }, signal)
		: null;
}

const isWeb = (url: string) => /^https?:/i.test(url);

/** Called before the first model call of a step: a second call for the same step, after a crash, is counted. */
function modelNotice(deps: StepDeps, task: LeasedTask): () => Promise<void> {
	let isNoted = false;
	return async () => {
		if (isNoted) return;
		isNoted = true;
		await failpoint("step.before_model");
		if (deps.decider.name === "rules") return;
		if (task.wasAsked) deps.watch.duplicateCall();
		await deps.tasks.markAsked(task.tenantId, task);
	};
}
