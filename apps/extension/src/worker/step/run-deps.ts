import type { InteractReply } from "@webhand/contracts/agent/interact";
import { interactRoute } from "@webhand/contracts/agent/interact";
import { cancelKeyRoute, cancelRoute } from "@webhand/contracts/agent/runs";
import { SessionId } from "@webhand/contracts/ids";
import type { ActResult } from "@webhand/page/execute/page-action";
import { conversationText } from "../../chat-words.ts";
import type { LogLine } from "../../panel-state.ts";
import type { RunRecord } from "../../run-record.ts";
import type { SignedInApi } from "../../signed-in-api.ts";
import { authItem } from "../../storage.ts";
import { withKeepAlive } from "../keep-alive.ts";
import { readLanguage } from "../language.ts";
import { fillLogin } from "../login/fill.ts";
import type { Outbox } from "../outbox/outbox.ts";
import type { CancelDeps } from "../run/cancel.ts";
import type { RunDeps } from "../run/engine.ts";
import type { Scheduler } from "../run/scheduler.ts";
import type { RunStore } from "../run/store.ts";
import { failureOf } from "../server/api.ts";
import type { ShutSites } from "../tabs/shut-sites.ts";
import { buildStepRequest } from "./build-request.ts";
import { createPerformer } from "./perform.ts";
import { settleRun } from "./settle.ts";
import { showOverlay } from "./show-overlay.ts";

const answerLimitMs = 70_000;
const cancelLimitMs = 10_000;

export type WorldDeps = {
	readonly api: SignedInApi;
	readonly shutSites: ShutSites;
	readonly runs: RunStore;
	/** Answers a question of a task in the place of its person. */
	readonly answer: Outbox["say"];
	readonly sleepUntil: Scheduler["sleepUntil"];
	readonly log: (line: LogLine) => void;
	readonly now: () => number;
};

type Tried<T> = {
	readonly record?: RunRecord;
	readonly source: LogLine["source"];
	readonly text: string;
	/** What came of the work; it is done where this is absent. */
	readonly endOf?: (done: T) => Pick<LogLine, "outcome" | "error">;
};

const sentenceOf = ({ code, message }: { readonly code: string; readonly message: string }) => `${code}: ${message}`;

function endOfAct(result: ActResult | "silent"): Pick<LogLine, "outcome" | "error"> {
	if (result === "silent") return { outcome: "unknown", error: "The page does not answer" };
	if (result.success) return { outcome: "done" };
	const { code = "FAILED", message = "" } = result;
	return { outcome: result.isOpen === true ? "unknown" : "failed", error: sentenceOf({ code, message }) };
}

/** What the server said of the step before: the verdict on it is the outcome that a reader looks for. */
function endOfReply({ data }: InteractReply): Pick<LogLine, "outcome" | "error"> {
	return data.failure === undefined ? { outcome: "done" } : { outcome: "failed", error: data.failure.message };
}

/** Connects a run to its tab, server and clock; each call is a line of the live log. */
export function createRunDeps({ api, shutSites, runs, answer, sleepUntil, log, now }: WorldDeps): RunDeps & CancelDeps {
	const performer = createPerformer(runs);
	/** Logs a piece of work: what was tried, how long it took, what came of it, and the error. */
	async function told<T>(line: Tried<T>, work: Promise<T>): Promise<T> {
		const startedAt = now();
		const { record, source, text } = line;
		const stepIndex = record?.stepIndex ?? undefined;
		const tell = (ended: Pick<LogLine, "outcome" | "error">) =>
			log({ at: startedAt, source, text, ms: now() - startedAt, ...(stepIndex === undefined ? {} : { stepIndex }), ...ended });
		try {
			const done = await work;
			tell(line.endOf?.(done) ?? { outcome: "done" });
			return done;
		} catch (error) {
			tell({ outcome: "failed", error: sentenceOf(failureOf(error)) });
			throw error;
		}
	}
	return {
		runs,
		now,
		failureOf,
		sleepUntil,
		newKey: () => crypto.randomUUID(),
		newSessionId: () => SessionId.parse(crypto.randomUUID()),
		performer: {
			...performer,
			perform: (record, attempt) => {
				const target = record.steps.at(-1)?.target;
				const text = `Doing ${attempt.action.name}${target === undefined ? "" : ` on ${target.role} ${target.id}`}`;
				return told({ record, source: "page", text, endOf: endOfAct }, withKeepAlive(performer.perform(record, attempt)));
			},
		},
		readPage: async (record) => {
			const text = record.wantsPicture ? "Reading the page, with a picture" : "Reading the page";
			const reading = withKeepAlive(
				buildStepRequest(record, { shutSites, warn: (line) => log({ at: now(), source: "page", text: line }) }),
			);
			const seen = await told({ record, source: "page", text }, reading);
			// Only this reading knows the frames of a page that was just opened.
			void showOverlay(runs, seen.kind === "page" ? { ...record, frames: [...seen.frames] } : record);
			return seen;
		},
		post: async ({ key, body }, signal) => {
			const limit = AbortSignal.any([signal, AbortSignal.timeout(answerLimitMs)]);
			const called = api.call(interactRoute, { body, headers: { "idempotency-key": key }, signal: limit });
			const { data } = await told({ source: "server", text: "Asking for the next step", endOf: endOfReply }, withKeepAlive(called));
			return data;
		},
		answerByLogin: async (record) => {
			const { taskId, question } = record;
			if (taskId === null || question === null) return;
			const filling = fillLogin({ api, runs }, { taskId, loginId: undefined });
			const filled = await told({ record, source: "page", text: "Filling in the routine’s login" }, filling).catch(() => []);
			const { filledByLogin: text } = conversationText[await readLanguage()];
			if (filled.length > 0) await answer({ taskId, body: { questionId: question.id, done: true }, text });
		},
		settle: (record, signal) =>
			told({ record, source: "page", text: "Waiting for the page to settle" }, settleRun({ runs, now, sleepUntil }, record, signal)),
		isAnswering: (record) => withKeepAlive(performer.isAnswering(record)),
		isSignedIn: async ({ userId, tenantId }) => {
			const auth = await authItem.get();
			return auth.kind === "token" && auth.user.id === userId && auth.tenantId === tenantId;
		},
		cancel: async (target) => {
			const signal = AbortSignal.timeout(cancelLimitMs);
			const called =
				"key" in target
					? api.call(cancelKeyRoute, { body: target, signal })
					: api.call(cancelRoute, { params: { runId: target.taskId }, signal });
			return called.then(
				({ runId }) => runId,
				(error: unknown) => {
					const { status, code } = failureOf(error);
					// A busy task has not ended, and a signed-out caller is not heard.
					const isOver = [404, 409].includes(status) && code !== "TASK_BUSY";
					return isOver ? ("key" in target ? null : target.taskId) : undefined;
				},
			);
		},
	};
}
