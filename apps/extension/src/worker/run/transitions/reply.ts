import { parseAction } from "@webhand/contracts/action/parse";
import type { NextAction } from "@webhand/contracts/agent/interact";
import type { ActResult } from "@webhand/page/execute/page-action";
import type { RunRecord } from "../../../run-record.ts";
import { reportOf, stepStarted, stepUpdated, stepVerified } from "../report.ts";
import { ended, pausedOrNull } from "./end.ts";
import type { RunEvent } from "./event.ts";

/** The record after the server's reply. @throws never */
export function afterReply(record: RunRecord, data: NextAction, at: number): RunRecord {
	const parsed = parseAction(data.action);
	const action = parsed.ok ? parsed.action : null;
	const told: RunRecord = {
		...record,
		taskId: data.taskId,
		sessionId: data.sessionId,
		stepIndex: data.stepIndex,
		maxSteps: data.maxSteps,
		status: data.status,
		plan: data.plan,
		cost: data.cost,
		warnings: data.warnings ?? [],
		wantsPicture: data.wantsPicture === true,
		...(data.hasOrgKnowledge === undefined ? {} : { hasOrgKnowledge: data.hasOrgKnowledge }),
		question: data.question ?? null,
		missingInformation: data.missingInformation ?? [],
		steps: stepStarted(stepVerified(record.steps, data.verification), data, { actionName: action?.name ?? "unknown", at }),
		attempts: { count: 0, since: 0 },
		staleInRow: 0,
		key: null,
		report: null,
		pending: null,
		intent: null,
		wait: pausedOrNull(record),
	};
	if (action === null) {
		const problem = parsed.ok ? "" : parsed.problem.message;
		return afterRefusedAction(told, data.action, { code: "UNSUPPORTED_ACTION", message: problem, at });
	}
	switch (action.name) {
		case "finish":
			return { ...ended(told, { end: "completed", message: null, at, cancel: false }), answer: data.answer ?? null };
		case "fail":
			return {
				...ended(told, { end: "failed", message: null, at, cancel: false }),
				answer: data.answer ?? null,
				failure: data.failure ?? { category: "by_model", message: data.thought },
			};
		case "ask":
		case "handoff":
			return { ...told, phase: "look", wait: { kind: "user" }, askedAt: at };
		case "wait":
			return { ...told, ...looksAgain(at + (data.retryAfterMs ?? action.seconds * 1_000)), report: { lastActionStatus: "success" } };
		case "look":
			return { ...told, ...looksAgain(at), report: { lastActionStatus: "success" } };
		case "server":
			return { ...told, ...looksAgain(at + (data.retryAfterMs ?? 0)) };
		default:
			return {
				...told,
				phase: "act",
				pending: {
					stepIndex: data.stepIndex,
					actions: [
						{ action: data.action, ...(data.guard === undefined ? {} : { guard: data.guard }) },
						...(data.more ?? []).map(({ action: text, guard }) => ({ action: text, guard })),
					],
					part: 0,
					results: [],
				},
			};
	}
}

const looksAgain = (resumeAt: number) => ({ phase: "look" as const, resumeAt });

function afterRefusedAction(
	record: RunRecord,
	text: string,
	refusal: { readonly code: string; readonly message: string; readonly at: number },
): RunRecord {
	const result: ActResult = { success: false, isInert: true, code: refusal.code, message: refusal.message };
	return {
		...record,
		phase: "look",
		report: reportOf([text], [result], null),
		steps: stepUpdated(record.steps, { at: refusal.at, result }),
	};
}

/** The record after a failed or refused step. @throws never */
export function afterFailure(record: RunRecord, event: Extract<RunEvent, { kind: "failed" }>): RunRecord {
	const { recovery, at } = event;
	const { attempts } = record;
	switch (recovery.kind) {
		case "again":
			return {
				...record,
				attempts: { count: attempts.count + 1, since: attempts.count === 0 ? at : attempts.since },
				wait: pausedOrNull(record) ?? { kind: "busy", code: event.code, message: event.message, until: at + recovery.afterMs },
			};
		case "look":
			return {
				...record,
				phase: "look",
				key: null,
				staleInRow: record.staleInRow + (event.code === "STALE_STEP" ? 1 : 0),
				wait: pausedOrNull(record),
			};
		case "new_session":
			return { ...record, phase: "look", key: null, sessionId: event.freshSession, wait: pausedOrNull(record) };
		case "elsewhere":
			return { ...record, wait: { kind: "elsewhere" } };
		case "signed_out":
			return { ...record, wait: pausedOrNull(record) ?? { kind: "signed_out" } };
		case "offline":
			return {
				...record,
				wait: { kind: "offline", message: event.message, ...(event.requestId === undefined ? {} : { requestId: event.requestId }) },
			};
		case "end":
			return ended(record, {
				end: recovery.end,
				message: recovery.message,
				category: recovery.category,
				requestId: event.requestId,
				at,
				cancel: false,
			});
	}
}
