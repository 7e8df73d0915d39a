import type { AnswerRefusal, AnswerRequest, Heard } from "@webhand/contracts/agent/runs";
import { isTerminal } from "@webhand/contracts/agent/task";
import type { QuestionId } from "@webhand/contracts/ids";
import { AppError } from "@webhand/service-kit/errors";
import type { Identity } from "@webhand/service-kit/guard";
import { defined } from "../../shared/defined.ts";
import { keyConflict } from "../../shared/idempotency.ts";
import { keyFact } from "../../shared/key-fact.ts";
import type { OutboxMessage, TaskWrite } from "../../shared/rows.ts";
import { shownQuestion } from "../../shared/task.ts";
import { answerMessage, eventOfAnswer, noteMessage } from "../messages/event-messages.ts";
import { maxQueuedNotes, noteToStore } from "../messages/notes.ts";
import { pastQuestionState, questionState } from "../messages/policy.ts";
import { answerToStore, unsealTask } from "../step/commit/seal.ts";
import type { AnswerReply, RunCall, RunDeps } from "./engine.ts";
import { attempts, findRun, isExpiredRun, stateOf } from "./engine.ts";
import type { Run } from "./map.ts";
import { effectOfAnswer, saysLoginIsIn } from "./policy.ts";

/** What a user says to a task. */
export type AnswerCall = RunCall & {
	readonly identity: Pick<Identity, "key" | "runner">;
	readonly body: AnswerRequest;
	readonly key?: string;
};

/**
 * Stores what a user says to a task, with its message: the answer to its question, or a note for the next step, also while a step is being
 * decided. The next step reads it; nothing is decided here. A refusal says what is true now (`AnswerRefusal`).
 *
 * @throws AppError RUN_NOT_FOUND, RUN_ENDED, QUESTION_CHANGED, NO_QUESTION, FORBIDDEN, TASK_BUSY, IDEMPOTENCY_CONFLICT
 */
export async function answerRun(deps: RunDeps, call: AnswerCall): Promise<AnswerReply> {
	const { tenantId, userId } = call.identity;
	const bodyHash = deps.hashOf({ runId: call.runId, ...call.body });
	// A write in between (a step, an answer from another device) is read, and the words are understood anew.
	for (let attempt = 0; attempt < attempts; attempt += 1) {
		const task = await findRun(deps, call);
		const at = deps.now();
		const before = call.key === undefined ? null : await deps.runs.findAnswer(tenantId, userId, { key: call.key, at });
		if (before !== null) {
			if (before.bodyHash !== bodyHash) throw keyConflict();
			return { bytes: before.reply, isReplay: true };
		}
		const { write, after, heard } = await wordsFor(deps, task, { body: call.body, at, by: call.identity });
		// The reply is stored for retries, and no page may be: so this state has no snapshot.
		const bytes = JSON.stringify({ ...(await stateOf(deps, after, null)), heard });
		const record = call.key === undefined ? undefined : { key: call.key, bodyHash, reply: bytes, userId, at };
		const events = await deps.tasks.update(
			tenantId,
			write,
			record && ((transaction) => deps.runs.keepAnswer(tenantId, record, transaction)),
		);
		if (events === null) continue;
		await deps.publish(events);
		return { bytes, isReplay: false };
	}
	throw new AppError("TASK_BUSY", "A step of this task is being written", { retryAfterSeconds: 1 });
}

const refusals = { QUESTION_CHANGED: "The task does not ask this any more", NO_QUESTION: "The task asks nothing at the moment" };

type Words = { readonly body: AnswerRequest; readonly at: Date; readonly by: Pick<Identity, "key" | "runner"> };
type Said = { readonly write: TaskWrite; readonly after: Run; readonly heard: Heard };

async function wordsFor(deps: RunDeps, task: Run, { body, at, by }: Words): Promise<Said> {
	const status = isExpiredRun(deps, task) ? "expired" : task.status;
	const refuse = async (code: "RUN_ENDED" | "QUESTION_CHANGED" | "NO_QUESTION", message: string) => {
		const details: AnswerRefusal = { status, ...(await questionFacts(deps, task, { questionId: body.questionId, at })) };
		return new AppError(code, message, { details });
	};
	if (isTerminal(status)) throw await refuse("RUN_ENDED", "The run has ended");
	const effect = effectOfAnswer(task.question, body, at);
	if (effect.kind === "refused") throw await refuse(effect.code, refusals[effect.code]);
	if (by.runner !== undefined && !saysLoginIsIn(effect, task.signIn))
		throw new AppError("FORBIDDEN", "A runner answers nothing in the place of its person");
	const messageId = deps.newMessageId();
	const { secrets } = unsealTask(task, deps.sealer);
	// A task without a step has no chat yet: its first step tells what was said before.
	const isInChat = task.stepCount > 0;
	if (effect.kind === "notes") {
		if ((task.queuedNotes?.length ?? 0) >= maxQueuedNotes)
			throw new AppError("TASK_BUSY", "Many notes wait for the next step: say it again after that", { retryAfterSeconds: 1 });
		const queued = noteToStore(effect.note, { known: secrets, messageId, isInChat }, deps.sealer);
		const write = writeOf(task, { messages: isInChat ? [noteMessage(queued, at)] : [], patch: { updatedAt: at }, at });
		return { write: { ...write, queued }, after: { ...task, updatedAt: at }, heard: { event: "note", messageId } };
	}
	// Its own routes take no key either.
	if (by.key !== undefined && effect.question.held?.server !== undefined)
		throw new AppError("FORBIDDEN", "No API key may decide on a call of the server host: answer as a person");
	const said = { ...effect.given, ...keyFact(by) };
	const given = answerToStore(said, { question: effect.question.text, secrets }, deps.sealer);
	const question = { ...effect.question, given };
	const message = answerMessage(given, question, { messageId, at });
	const patch = { question, updatedAt: at };
	return {
		write: writeOf(task, { messages: [message], patch, at }),
		after: { ...task, ...patch },
		heard: { event: eventOfAnswer(body), messageId },
	};
}

function writeOf(
	task: Run,
	{ messages, patch, at }: { readonly messages: readonly OutboxMessage[]; readonly patch: TaskWrite["patch"]; readonly at: Date },
): TaskWrite {
	const { tenantId, userId, sessionId, _id: taskId, status } = task;
	const counts = { events: messages.length, messages: messages.length };
	return {
		task,
		patch,
		messages,
		events: [],
		session: { tenantId, userId, sessionId, taskId, status, ...counts, at },
	};
}

/** What became of the question that was meant, and the one that is open now. */
async function questionFacts(
	{ runs }: Pick<RunDeps, "runs">,
	{ question, tenantId, sessionId, status }: Run,
	{ questionId, at }: { readonly questionId: QuestionId | undefined; readonly at: Date },
): Promise<Omit<AnswerRefusal, "status">> {
	const state = question === null ? undefined : questionState(question, at);
	const isNewest = questionId === undefined || questionId === question?.id;
	const past = isNewest ? state : pastQuestionState(await runs.eventsAbout(tenantId, sessionId, questionId));
	const open = question !== null && state === "asked" && !isTerminal(status) ? shownQuestion(question) : undefined;
	return defined({ questionState: past, question: open });
}
