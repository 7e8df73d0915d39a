import { setImmediate as nextTurn, setTimeout as pause } from "node:timers/promises";
import type { InteractRequest } from "@webhand/contracts/agent/interact";
import { ThinkingDetails } from "@webhand/contracts/agent/interact";
import { statusByCode } from "@webhand/contracts/errors";
import { parsePage } from "@webhand/page/parse/parse";
import { skeletonOf } from "@webhand/page/parse/skeleton";
import type { PageView } from "@webhand/page/parse/view";
import { AppError } from "@webhand/service-kit/errors";
import { failpoint } from "@webhand/service-kit/failpoints";
import { metered } from "../../decider/metering.ts";
import type { Decider } from "../../decider/port.ts";
import type { PolicyInForce } from "../../policy/authority/strictest.ts";
import { baseKey } from "../../policy/facts/keys.ts";
import { textsOfResult } from "../../policy/facts/result-texts.ts";
import { holdsOrders, isInjection } from "../../policy/gate/injection.ts";
import { advanceTask, nextStatus } from "../../policy/progress/status.ts";
import { longestFirst } from "../../policy/secrets/find.ts";
import { isSuccess } from "../../policy/verify/verify.ts";
import { defined } from "../../shared/defined.ts";
import type { IdempotencyKey } from "../../shared/rows.ts";
import type { LeasedTask } from "../../shared/task.ts";
import type { CallState } from "../calls/ports.ts";
import { hostOf, settleNewest, withDecision } from "../calls/step.ts";
import { streamThought } from "../messages/thought-stream.ts";
import { originsOf } from "../new-task.ts";
import type { AdmittedStep } from "./admission.ts";
import { admitStep, findDuplicate, idempotencyOf, refuseAsElsewhere, refuseBeyondLast, refuseWhenOver, withLease } from "./admission.ts";
import { logLine } from "./commit/reply.ts";
import { unsealTask } from "./commit/seal.ts";
import type { DecidedStep } from "./commit/write.ts";
import { writeOf } from "./commit/write.ts";
import { askAgain, resumeQuestion } from "./decision/resume.ts";
import { decideNext } from "./decision/turn.ts";
import type { LastVerification } from "./decision/verify-last.ts";
import { verifyLast, withVerdict } from "./decision/verify-last.ts";
import type { Retrieval } from "./knowledge.ts";
import { knowledgeQuestion } from "./knowledge.ts";
import type { PlayedRow, StepCall, StepDeps, StepReply } from "./ports.ts";
import { Stopped, workOnce } from "./running.ts";
import type { ReachedLimit, TenantSlot } from "./steps-at-once.ts";
import { decidingOutside, takeSlot, withinLimit } from "./steps-at-once.ts";
import type { Meter } from "./telemetry.ts";
import { createMeter, payFor, trackWrites } from "./telemetry.ts";

/** A request with a key that makes it known again, and the clock of its step. `hasWaited`: for another process that decided it. */
type KeyedCall = { readonly call: StepCall; readonly idempotency: IdempotencyKey; readonly meter: Meter; readonly hasWaited?: true };

/** Calls of the server host that one request makes at most. */
const mostServerCalls = 4;

/**
 * Takes one step of a task: verifies the last action, decides the next one, asks where it must, stores all of it in one write, replies.
 * The same `Idempotency-Key` gets the same bytes again. A step that calls the server host is a step of its own, and the next one follows.
 *
 * @param signal ends when the client leaves: without a key that stops the decision, never the write
 * @throws AppError with the codes of `interactRoute`
 */
export async function runStep(deps: StepDeps, call: StepCall, signal: AbortSignal): Promise<StepReply> {
	const { row, taskId } = call.body;
	const given = call.identity.runner === undefined ? call : asItsRunSays(call);
	const own = row === undefined || taskId !== undefined ? given : await deps.rows.begin(given);
	return await workOnce(deps, { call: own, idempotency: idempotencyOf(own), signal }, (ends) => takeSteps(deps, own, ends));
}

/** A runner chooses neither mode nor chat, and does nothing on the server host. */
function asItsRunSays(call: StepCall): StepCall {
	const { mode: _mode, sessionId: _sessionId, openFirst: _openFirst, ...body } = call.body;
	return { ...call, body: { ...body, workspaceId: null } };
}

async function takeSteps(deps: StepDeps, call: StepCall, signal: AbortSignal): Promise<StepReply> {
	const start = deps.elapsed();
	const isInTime = () => deps.elapsed() - start < deps.rules.deadlineMs / 2;
	let reply = await takeOne(deps, call, signal);
	for (let calls = 0; reply.isServerCall === true && calls < mostServerCalls && isInTime(); calls += 1) {
		const next = await takeOne(deps, goingOn(call, reply), signal);
		reply = { ...next, ...bothAfter(reply, next) };
	}
	return reply;
}

/** The same request for the step behind a call: there is nothing to report of that. */
function goingOn(call: StepCall, { taskId, stepIndex }: StepReply): StepCall {
	const { url, query, dom, domain, title, mode, batch, picture, takesPictures } = call.body;
	const body = { url, query, dom, batch, taskId, lastStepIndex: stepIndex, ...defined({ domain, title, mode, picture, takesPictures }) };
	return { ...call, body, idempotency: idempotencyOf(call) };
}

function bothAfter({ after: first }: StepReply, { after: second }: StepReply): Pick<StepReply, "after"> {
	if (first === undefined || second === undefined) return defined({ after: second ?? first });
	return {
		after: async () => {
			await first();
			return await second();
		},
	};
}

async function takeOne(deps: StepDeps, call: StepCall, signal: AbortSignal): Promise<StepReply> {
	const usage = metered(await deps.deciderOf(call.identity), deps.rules.deadlineMs);
	const { tasks, written } = trackWrites(deps.tasks);
	const own = { ...deps, tasks, decider: openingFirst(usage.decider, call.body) };
	const idempotency = idempotencyOf(call);
	const payUnused = () => payFor(own, call, { key: idempotency.key, usage: usage.used(), written: written() });
	try {
		const reply = await replyTo(own, { call, idempotency, meter: createMeter(deps.elapsed) }, signal);
		if (!reply.isReplay) return reply;
		deps.metrics.outcome("replayed");
		await payUnused();
		return reply;
	} catch (cause) {
		const code = cause instanceof AppError ? cause.code : "INTERNAL_ERROR";
		deps.metrics.outcome(statusByCode[code] < 500 ? "refused" : "failed");
		if (code === "STALE_STEP") deps.metrics.stale();
		await payUnused();
		throw cause;
	}
}

/** Between two looks at a step that another process decides. */
const elsewhereMs = 500;

async function replyTo(deps: StepDeps, keyed: KeyedCall, signal: AbortSignal): Promise<StepReply> {
	await failpoint("step.parsed");
	for (let asked = keyed; ; asked = { ...keyed, hasWaited: true }) {
		try {
			return await withinLimit(deps.concurrency, { sharer: asked.call.identity, signal }, (outside) =>
				admitAndTake({ ...deps, decider: decidingOutside(deps.decider, outside) }, asked, signal),
			);
		} catch (cause) {
			signal.throwIfAborted();
			if (!isDecidedElsewhere(cause)) return await replyOfDuplicate(deps, keyed, cause);
			await pause(elsewhereMs);
		}
	}
}

/** Another process decides this very request: the client reached it before. */
function isDecidedElsewhere(cause: unknown): boolean {
	return cause instanceof AppError && ThinkingDetails.safeParse(cause.details).success;
}

/** The other writer may have served a duplicate of this request: then its reply is the reply to both. @throws `cause` for any other one */
async function replyOfDuplicate(deps: StepDeps, { call, idempotency }: KeyedCall, cause: unknown): Promise<StepReply> {
	const isOvertaken = cause instanceof AppError && (cause.code === "STALE_STEP" || cause.code === "TASK_COMPLETED");
	const duplicate = isOvertaken ? await findDuplicate(deps, call, idempotency) : null;
	if (duplicate === null) throw cause;
	return duplicate;
}

/** Takes the step of a request that has its place: takes the task, parses its page meanwhile, gives the task back where no step is made. */
async function admitAndTake(deps: StepDeps, { call, idempotency, meter, hasWaited }: KeyedCall, signal: AbortSignal): Promise<StepReply> {
	const { taskId } = call.body;
	const stop = new AbortController();
	// From before the lease on: a stop is said once.
	const letGo = taskId === undefined ? undefined : deps.stops.on(taskId, () => stop.abort());
	try {
		const admitting = meter.measure("lease", () => admitStep(deps, call, idempotency));
		// One turn later the database queries are on their way: the page is parsed while the database works.
		const reading = nextTurn().then(() => meter.measure("page", async () => readPageInput(call)));
		// A failure here counts only once the lease can be given back.
		reading.catch(() => undefined);
		const admitted = await admitting;
		if (!("kind" in admitted)) return admitted;
		const { task } = admitted;
		return await withLease(deps, { task, signal, stopped: stop.signal }, async (ends) => {
			const slot = takeSlot(deps.tenantLimit, task);
			try {
				if (hasWaited === true) refuseAsElsewhere(task);
				return await takeStep(deps, { call, admitted, input: await reading, meter, slot }, ends);
			} finally {
				slot.free();
			}
		});
	} finally {
		letGo?.();
	}
}

/** The page of a request, and whether it holds orders for an agent. */
type PageInput = { readonly page: PageView; readonly isInjection: boolean };

/**
 * Parses the page of a request, while the database works. A client that sends no page text has its URL and title beside it.
 */
function readPageInput({ body, page: given }: StepCall): PageInput {
	const parsed = given ?? parsePage(body.dom);
	const page = { ...parsed, url: parsed.url || body.url, title: parsed.title || (body.title ?? "") };
	// Both are cached on the page: computed now, they cost nothing once the database has answered.
	skeletonOf(page);
	baseKey(page);
	const state = body.lastActionResult?.actualState ?? {};
	const reports = [state, ...(state.batch ?? [])];
	const texts = reports.flatMap(({ lookup = "", alertText = "", validationMessage = "", dialogs = [] }) => [
		lookup,
		alertText,
		validationMessage,
		...dialogs.map(({ message }) => message),
	]);
	return { page, isInjection: isInjection(page, texts) };
}

type LeasedStep = {
	readonly call: StepCall;
	readonly admitted: AdmittedStep;
	readonly input: PageInput;
	readonly meter: Meter;
	readonly slot: TenantSlot;
};

async function takeStep(given: StepDeps, step: LeasedStep, signal: AbortSignal): Promise<StepReply> {
	const { call, meter, slot } = step;
	const row = await playedRowOf(given, step.admitted.task);
	const deps = row === null ? given : { ...given, decider: row.deciderFor(step.admitted.task, given.decider) };
	const [policy, standing] = await Promise.all([given.policyOf(step.admitted.task.tenantId), given.standingOf(step.admitted.task)]);
	const { page } = step.input;
	await failpoint("step.leased");
	if (step.admitted.task.isTakenOver) deps.metrics.takeover();
	await refuseWhenOver(deps, call, step.admitted);
	const admitted = await withDecision(deps, call, step.admitted);
	const called = await meter.measure("server", () => settleNewest(deps, { call, task: admitted.task }, admitted.past));
	if (called?.kind === "running") return askAgain(deps, admitted);
	const host = await hostOf(deps, { call, task: admitted.task }, admitted.past);
	const told = [...host.results.values()].flatMap(textsOfResult);
	const input = { ...step.input, isInjection: step.input.isInjection || holdsOrders(told) };
	const task = withMode(withRequest(deps, { ...step, admitted, input }, row), policy);
	const resumed = resumeQuestion(deps, task, page);
	// Checked before the steps are counted: the last step may be a question that is still open.
	if (resumed.kind === "pending") return askAgain(deps, admitted);
	await refuseBeyondLast(deps, admitted.task);
	// Never rejects: the page's knowledge is on its way while the last action is verified.
	const retrieving = meter.measure("knowledge", () => retrieveKnowledge(deps, { call, task }, signal));
	const reached = await slot.refusal;
	if (reached !== null) throw tooMany(reached);

	const beforeModel = modelNotice(deps, admitted.task);
	const lastAction = { past: admitted.past, page, report: call.body, waits: task.counters.waits, beforeModel, ...resultOf(called) };
	const verified = await meter.measure("verify", () => verifyLast(deps, lastAction, signal));
	const past = withVerdict(admitted.past, verified);
	const progress = advanceTask(withAnswer(task), { outcome: outcomeOf(verified), past, budget: deps.rules.budget });
	const knowledge = await retrieving;
	const context = { call, task, page, past, verified, progress, resumed, knowledge, host, policy, standing, beforeModel };
	const next = await meter.measure("decide", () =>
		streamThought(deps, { task, page }, (streaming) => decideNext(streaming, context, signal)),
	);
	await failpoint("step.after_model");
	if (signal.reason instanceof Stopped) throw signal.reason;
	if (progress.isReflected) deps.metrics.reflection(progress.reflections.at(-1)?.efficiency ?? "medium");
	return await commit(deps, { call, admitted, task, page, past, verified, resumed, next, knowledge, meter }, slot);
}

function resultOf(called: CallState | null) {
	return called?.kind === "done" ? { result: called.result } : {};
}

async function commit(deps: StepDeps, decided: DecidedStep, slot: TenantSlot): Promise<StepReply> {
	const { task, verified, next, meter } = decided;
	const { write, bytes, isPageShortened } = writeOf(deps, decided);
	await failpoint("step.before_write");
	const events = await meter.measure("write", () => deps.tasks.record(task.tenantId, write));
	await failpoint("step.after_commit");
	// Both leave for Redis in one write; the reply waits for neither.
	slot.free();
	const published = meter.measure("publish", () => deps.events.publish(events));
	const refusal = next.outgoing.decidedBy === "rules" ? next.outgoing.failure?.category : undefined;
	deps.metrics.committed(write.step, { mode: task.mode, ms: meter.stages(), isPageTruncated: isPageShortened, refusal });
	const after = async () => {
		await published;
		await failpoint("step.after_publish");
		const ms = meter.stages();
		deps.metrics.published(ms.publish ?? 0);
		const verification = verified.kind === "done" ? verified.verification : undefined;
		return logLine(write.step, { provider: deps.decider.name, task, verification, ms });
	};
	return {
		bytes,
		isReplay: false,
		taskId: task._id,
		stepIndex: write.step.stepIndex,
		after,
		secrets: task.secrets ?? [],
		...(write.step.serverCall === undefined ? {} : { isServerCall: true }),
	};
}

function tooMany({ scope, limit }: ReachedLimit): AppError {
	const details = { scope, limit, windowSeconds: 1 };
	return new AppError("RATE_LIMIT", `Too many tasks of this ${scope} are being decided, try again later`, {
		details,
		retryAfterSeconds: 1,
	});
}

/** The row that a task does; null where it plays no routine. */
async function playedRowOf({ rows }: StepDeps, { tenantId, origin }: LeasedTask): Promise<PlayedRow | null> {
	return origin === undefined ? null : await rows.playedOf(tenantId, origin);
}

/** The task with what this request changes at once (mode, taint, first origins), and with the user's own words unsealed. */
function withRequest(
	{ sealer }: Pick<StepDeps, "sealer">,
	{ admitted: { task }, call: { body }, input }: LeasedStep,
	row: PlayedRow | null,
): LeasedTask {
	// A run may start before its page is known: the site of its first page is its own.
	const origins = task.stepCount === 0 ? [...new Set([...task.origins, ...originsOf(body.url, task.query, row?.words)])] : task.origins;
	const isPlanOutdated = task.isPlanOutdated === true || (task.queuedNotes ?? []).length > 0;
	const unsealed = unsealTask(task, sealer);
	const known = row === null ? {} : { rowWords: row.words, secrets: longestFirst([...unsealed.secrets, ...row.secrets]) };
	return { ...unsealed, ...known, isPlanOutdated, mode: body.mode ?? task.mode, tainted: task.tainted || input.isInjection, origins };
}

/** The task, careful where its organization wants that. */
function withMode(task: LeasedTask, { allowsAutonomous }: PolicyInForce): LeasedTask {
	return allowsAutonomous ? task : { ...task, mode: "careful" };
}

function withAnswer(task: LeasedTask): LeasedTask {
	return task.status === "needs_user_input" ? { ...task, status: nextStatus(task.status, "answered") } : task;
}

function outcomeOf(verified: LastVerification) {
	if (verified.kind !== "done") return verified.kind;
	return isSuccess(verified.verification) ? "success" : "failure";
}

async function retrieveKnowledge(
	{ retrieve }: Pick<StepDeps, "retrieve">,
	{ call, task }: Pick<DecidedStep, "call" | "task">,
	signal: AbortSignal,
): Promise<Retrieval | null> {
	const question = knowledgeQuestion(task, call.body.url);
	return question === null ? null : await retrieve({ ...question, token: call.identity.token }, signal);
}

/** Called before the first model call of a step: a second call for the same step, after a crash, is counted. */
function modelNotice(deps: StepDeps, task: LeasedTask): () => Promise<void> {
	let isNoted = false;
	return async () => {
		if (isNoted) return;
		isNoted = true;
		await failpoint("step.before_model");
		if (deps.decider.name === "rules") return;
		if (task.wasAsked) deps.metrics.duplicateCall();
		await deps.tasks.markAsked(task.tenantId, task);
	};
}

/** The first step of a task with an address opens it, without a model; the gate judges that as it judges a model's own proposal. */
function openingFirst(decider: Decider, { openFirst: url, taskId }: Pick<InteractRequest, "openFirst" | "taskId">): Decider {
	if (url === undefined || taskId !== undefined) return decider;
	const thought = "The task begins on this address";
	return { ...decider, decide: async () => ({ thought, action: { name: "openTab", url }, isUnplanned: true, decidedBy: "engine" }) };
}
