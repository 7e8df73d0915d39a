import type { Action } from "@webhand/contracts/action/grammar";
import { parseAction } from "@webhand/contracts/action/parse";
import type { NextAction } from "@webhand/contracts/agent/interact";
import type { SessionId } from "@webhand/contracts/ids";
import { attachmentLimits } from "../../attachments.ts";
import type { RunWait } from "../../messages.ts";
import type { ActResult } from "../../page/messages.ts";
import type { FrameRef, Intent, Report, RunRecord } from "../../storage.ts";
import type { TrustedAccess } from "../trusted/cases.ts";
import { escalationOf, isDead, neededOn } from "../trusted/cases.ts";
import { surpriseOf } from "./batch.ts";
import { reportOf, stepStarted, stepTold, stepVerified } from "./progress.ts";
import type { Recovery } from "./retry.ts";

/** What the worker does next for a run. A freshly started worker asks with the stored record and gets the same answer. */
export type Command =
	| { readonly kind: "rest" }
	| { readonly kind: "sleep"; readonly until: number }
	| { readonly kind: "look" }
	| { readonly kind: "post" }
	| { readonly kind: "begin"; readonly actionId: string; readonly text: string; readonly action: Action }
	| { readonly kind: "recall"; readonly actionId: string; readonly action: Action; readonly intent: Intent }
	| { readonly kind: "settle" }
	| { readonly kind: "knock" }
	| { readonly kind: "cancel" };

/** What happened. `at` is the time in ms since the epoch. */
export type RunEvent =
	| { readonly kind: "site_needed"; readonly wait: RunWait }
	| { readonly kind: "looked"; readonly key: string; readonly url: string; readonly frames: readonly FrameRef[] }
	| { readonly kind: "replied"; readonly data: NextAction; readonly at: number }
	| {
			readonly kind: "failed";
			readonly recovery: Recovery;
			readonly code: string;
			readonly message: string;
			readonly requestId?: string | undefined;
			readonly at: number;
			readonly freshSession: SessionId;
	  }
	| { readonly kind: "intended"; readonly intent: Intent }
	| { readonly kind: "acted"; readonly result: ActResult; readonly at: number }
	| {
			readonly kind: "settled";
			readonly report: Pick<Report, "domChanges" | "clientObservations">;
			readonly isPending: boolean;
			readonly at: number;
			/** Whether real input could be used on the page; `domain` is its site. */
			readonly trusted?: { readonly access: TrustedAccess; readonly domain: string };
	  }
	| { readonly kind: "tab_opened"; readonly tabId: number; readonly isCurrent: boolean }
	| { readonly kind: "tab_chosen"; readonly tabId: number }
	| { readonly kind: "tab_closed"; readonly tabId: number; readonly at: number }
	| { readonly kind: "broken"; readonly message: string }
	| { readonly kind: "page_silent" }
	| { readonly kind: "stopped"; readonly leave: boolean; readonly message: string | null; readonly at: number }
	| { readonly kind: "cancelled" }
	| { readonly kind: "paused" }
	| { readonly kind: "resumed" }
	| { readonly kind: "site_allowed"; readonly domain: string }
	| { readonly kind: "site_refused"; readonly domain: string; readonly at: number }
	| { readonly kind: "download_seen"; readonly name: string }
	| { readonly kind: "attached"; readonly files: RunRecord["files"] }
	| { readonly kind: "trusted_allowed"; readonly domain: string }
	| { readonly kind: "trusted_refused"; readonly domain: string; readonly at: number }
	| { readonly kind: "answered" }
	| { readonly kind: "noted"; readonly text: string; readonly at: number }
	| { readonly kind: "signed_in"; readonly isSamePerson: boolean; readonly at: number };

/**
 * Says what follows from a record alone.
 *
 * @param now ms since the epoch
 * @returns `knock` while the page shows a dialog: its answer ends the wait. `recall` where an action may have begun before this worker lived: it is never begun again without asking the page
 * @throws never
 * @source extension.md §4 "The loop"
 */
export function nextCommand(record: RunRecord, now: number): Command {
	if (record.phase === "ended") return record.cancel === "pending" ? { kind: "cancel" } : { kind: "rest" };
	if (record.wait?.kind === "page_dialog") return { kind: "knock" };
	if (record.wait !== null && record.wait.kind !== "busy") return { kind: "rest" };
	if (record.wait !== null && now < record.wait.until) return { kind: "sleep", until: record.wait.until };
	switch (record.phase) {
		case "look":
			return record.resumeAt !== null && now < record.resumeAt ? { kind: "sleep", until: record.resumeAt } : { kind: "look" };
		case "post":
			return { kind: "post" };
		case "act":
			return actCommand(record);
		case "settle":
			return { kind: "settle" };
	}
}

function actCommand(record: RunRecord): Command {
	const { pending, intent } = record;
	const next = pending?.actions[pending.part];
	const parsed = next === undefined ? undefined : parseAction(next.action);
	if (pending === null || next === undefined || parsed === undefined || !parsed.ok) return { kind: "settle" };
	const part = pending.isTrusted === true ? ".t" : pending.part === 0 ? "" : `.${pending.part}`;
	const actionId = `${record.taskId}:${pending.stepIndex}${part}`;
	if (intent !== null) return { kind: "recall", actionId, action: parsed.action, intent };
	return { kind: "begin", actionId, text: next.action, action: parsed.action };
}

/**
 * The record after an event. An event that comes too late (the run has ended, the phase has moved on) changes nothing.
 *
 * @throws never
 * @source extension.md §4
 */
export function afterEvent(record: RunRecord, event: RunEvent): RunRecord {
	if (record.phase === "ended") return event.kind === "cancelled" ? { ...record, cancel: "done" } : record;
	switch (event.kind) {
		case "site_needed":
			return { ...record, wait: event.wait };
		case "looked":
			if (record.phase !== "look") return record;
			return {
				...record,
				phase: "post",
				key: event.key,
				lastUrl: event.url,
				frames: [...event.frames],
				resumeAt: null,
				attempts: { count: 0, since: 0 },
			};
		case "replied":
			return record.phase === "post" ? afterReply(record, event.data, event.at) : record;
		case "failed":
			return record.phase === "post" ? afterFailure(record, event) : record;
		case "intended":
			return record.phase === "act" ? { ...record, intent: event.intent } : record;
		case "acted":
			return record.phase === "act" ? afterAct(record, event.result, event.at) : record;
		case "settled":
			return record.phase === "settle" ? afterSettle(record, event) : record;
		case "page_silent":
			return { ...record, wait: { kind: "page_dialog" }, hadDialog: record.phase === "act" };
		case "tab_opened":
			return {
				...record,
				tabs: [...record.tabs.filter((tab) => tab !== event.tabId), event.tabId],
				currentTabId: event.isCurrent ? event.tabId : record.currentTabId,
			};
		case "tab_chosen":
			return record.tabs.includes(event.tabId) ? { ...record, currentTabId: event.tabId } : record;
		case "tab_closed":
			return afterTabClosed(record, event.tabId, event.at);
		case "broken":
			return { ...record, wait: { kind: "offline", message: event.message } };
		case "stopped":
			return ended(record, { end: "stopped", message: event.message, at: event.at, cancel: !event.leave });
		case "paused":
			return record.wait === null || record.wait.kind === "busy" ? { ...record, wait: { kind: "paused" } } : record;
		case "resumed":
			return afterResume(record);
		case "site_allowed":
			return {
				...record,
				sites: withDomain(record.sites, event.domain),
				refused: without(record.refused, event.domain),
				wait: unless(record, "site"),
			};
		case "site_refused":
			return afterRefusal(record, event.domain, event.at);
		case "download_seen":
			return record.phase === "act" || record.phase === "settle" ? { ...record, download: event.name } : record;
		case "attached":
			return { ...record, files: [...record.files, ...event.files].slice(-attachmentLimits.files) };
		case "trusted_allowed": {
			const { sites, refused } = record.trusted;
			const trusted = { sites: withDomain(sites, event.domain), refused: without(refused, event.domain) };
			return { ...record, trusted, wait: unless(record, "trusted") };
		}
		case "trusted_refused": {
			const { sites, refused } = record.trusted;
			const told = { ...record, trusted: { sites, refused: withDomain(refused, event.domain) }, wait: unless(record, "trusted") };
			return told.pending?.isTrusted === true ? afterAct(told, neededOn("refused"), event.at) : told;
		}
		case "answered":
			return { ...record, question: null, missingInformation: [], wait: unless(record, "user") };
		case "noted":
			return { ...record, notes: [...record.notes, { text: event.text, at: event.at }] };
		case "signed_in":
			if (record.wait?.kind !== "signed_out") return record;
			if (event.isSamePerson) return { ...record, wait: null };
			return ended(record, { end: "stopped", message: "Somebody else signed in", at: event.at, cancel: false });
		case "cancelled":
			return record;
	}
}

/** A page that did nothing at all gets the action once more, by real input; where there is none, the server is told what is missing. */
function afterSettle(record: RunRecord, event: Extract<RunEvent, { kind: "settled" }>): RunRecord {
	const { lastAct: act, trusted } = record;
	const download = event.report.clientObservations?.didUrlChange === true ? null : record.download;
	const settled: RunRecord = {
		...record,
		phase: "look",
		isPending: event.isPending,
		download: null,
		report: withDownload({ ...record.report, ...event.report }, download),
		steps: stepTold(record.steps, { at: event.at }),
	};
	if (act === null || download !== null || !isDead(act, event.report.clientObservations)) return { ...settled, lastAct: null };
	const { access, domain } = event.trusted ?? { access: "none" as const, domain: "" };
	const known = trusted.refused.includes(domain) ? "refused" : access === "ask" && trusted.sites.includes(domain) ? "granted" : access;
	const dead: RunRecord = { ...settled, lastAct: { ...act, deadBefore: act.deadBefore + 1 } };
	const isApproved = act.guard?.approved === true;
	switch (escalationOf({ isApproved, deadBefore: act.deadBefore }, known)) {
		case "nothing":
			return dead;
		case "tell": {
			const result = neededOn(known);
			const report = { ...event.report, ...reportOf([act.action], [{ ...result, actualState: act.result.actualState }], null) };
			return { ...dead, report, steps: stepTold(dead.steps, { at: event.at, result }) };
		}
		case "trusted":
			return { ...dead, ...onceMore(act) };
		case "ask":
			return { ...dead, ...onceMore(act), wait: { kind: "trusted", domain } };
	}
}

function withDownload(report: Report, download: string | null): Report {
	const last = report.lastActionResult;
	if (download === null || last === undefined) return report;
	return { ...report, lastActionResult: { ...last, actualState: { download, ...last.actualState } } };
}

function onceMore({ stepIndex, action, guard }: NonNullable<RunRecord["lastAct"]>): Pick<RunRecord, "phase" | "report" | "pending"> {
	const actions = [{ action, ...(guard === undefined ? {} : { guard }) }];
	return { phase: "act", report: null, pending: { stepIndex, actions, part: 0, results: [], isTrusted: true } };
}

/** The tab it was opened from goes on; without one there is nothing left to work in. */
function afterTabClosed(record: RunRecord, tabId: number, at: number): RunRecord {
	const tabs = record.tabs.filter((tab) => tab !== tabId);
	const opener = tabs.at(-1);
	if (opener === undefined) return ended(record, { end: "stopped", message: "The tab was closed", at, cancel: true });
	return { ...record, tabs, currentTabId: record.currentTabId === tabId ? opener : record.currentTabId };
}

const withDomain = (domains: readonly string[], domain: string) => [...without(domains, domain), domain];
const without = (domains: readonly string[], domain: string) => domains.filter((known) => known !== domain);

/** The record's wait, but for the kind that has just ended. */
function unless(record: RunRecord, kind: RunWait["kind"]): RunWait | null {
	return record.wait?.kind === kind ? null : record.wait;
}

function afterReply(record: RunRecord, data: NextAction, at: number): RunRecord {
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
		wait: record.wait?.kind === "paused" ? record.wait : null,
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
			return { ...told, phase: "look", wait: { kind: "user" } };
		case "wait":
			return { ...told, ...looksAgain(at + (data.retryAfterMs ?? action.seconds * 1_000)), report: { lastActionStatus: "success" } };
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
		steps: stepTold(record.steps, { at: refusal.at, result }),
	};
}

function afterFailure(record: RunRecord, event: Extract<RunEvent, { kind: "failed" }>): RunRecord {
	const { recovery, at } = event;
	const { attempts } = record;
	switch (recovery.kind) {
		case "again":
			return {
				...record,
				attempts: { count: attempts.count + 1, since: attempts.count === 0 ? at : attempts.since },
				wait: { kind: "busy", code: event.code, message: event.message, until: at + recovery.afterMs },
			};
		case "look":
			return { ...record, phase: "look", key: null, staleInRow: record.staleInRow + (event.code === "STALE_STEP" ? 1 : 0), wait: null };
		case "new_session":
			return { ...record, phase: "look", key: null, sessionId: event.freshSession, wait: null };
		case "elsewhere":
			return { ...record, wait: { kind: "elsewhere" } };
		case "signed_out":
			return { ...record, wait: { kind: "signed_out" } };
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

/** A batch goes on while its parts succeed; the first surprise ends it. */
function afterAct(record: RunRecord, result: ActResult, at: number): RunRecord {
	const { pending } = record;
	if (pending === null) return { ...record, phase: "look", intent: null };
	const results = [...pending.results, result];
	const texts = pending.actions.slice(0, results.length).map(({ action }) => action);
	const isInFrame = record.intent?.at.kind === "page" && record.intent.at.frameId !== 0;
	const pageUrl = isInFrame ? null : record.lastUrl;
	const isLast = pending.part + 1 === pending.actions.length;
	if (!isLast && surpriseOf(texts.at(-1) ?? "", result, pageUrl) === null) {
		return {
			...record,
			clipboard: result.clipboard ?? record.clipboard,
			intent: null,
			pending: { ...pending, part: pending.part + 1, results },
		};
	}
	return {
		...record,
		lastAct: pending.isTrusted === true ? null : lastActOf(record, pending, result),
		hadDialog: false,
		clipboard: result.clipboard ?? record.clipboard,
		// Nothing to wait for when no part of it touched the page.
		phase: results.every(({ isInert }) => isInert === true) ? "look" : "settle",
		intent: null,
		pending: null,
		report: reportOf(texts, results, pageUrl),
		steps: stepTold(record.steps, { at, result }),
	};
}

/** An action that repeats the dead one before it counts on; another one starts anew. A batch is never repeated by ourselves. */
function lastActOf(record: RunRecord, pending: NonNullable<RunRecord["pending"]>, result: ActResult): RunRecord["lastAct"] {
	const [only, second] = pending.actions;
	if (only === undefined || second !== undefined) return null;
	const before = record.lastAct?.action === only.action ? record.lastAct.deadBefore : 0;
	const { stepIndex } = pending;
	return { stepIndex, action: only.action, ...(only.guard === undefined ? {} : { guard: only.guard }), deadBefore: before, result };
}

function afterResume(record: RunRecord): RunRecord {
	switch (record.wait?.kind) {
		case "paused":
		case "page_dialog":
		case "trusted":
		case "busy":
			return { ...record, wait: null };
		case "offline":
			return { ...record, wait: null, attempts: { count: 0, since: 0 } };
		case "elsewhere":
			return { ...record, wait: null, phase: "look", key: null, staleInRow: 0 };
		default:
			return record;
	}
}

/** A task that never began ends with the refusal; one that came to the site on its way goes on without reading it. */
function afterRefusal(record: RunRecord, domain: string, at: number): RunRecord {
	if (record.taskId === null) {
		return ended(record, { end: "stopped", message: `You did not allow ${domain}`, category: "SITE_NOT_ALLOWED", at, cancel: false });
	}
	return { ...record, refused: withDomain(record.refused, domain), wait: unless(record, "site") };
}

type Ending = {
	readonly end: "completed" | "failed" | "stopped";
	readonly message: string | null;
	readonly category?: string;
	readonly requestId?: string | undefined;
	readonly at: number;
	/** Tell the server, which may not know yet. */
	readonly cancel: boolean;
};

function ended(record: RunRecord, ending: Ending): RunRecord {
	const { message, category = ending.end, requestId } = ending;
	return {
		...record,
		phase: "ended",
		end: ending.end,
		wait: null,
		resumeAt: null,
		pending: null,
		intent: null,
		key: null,
		question: null,
		missingInformation: [],
		cancel: ending.cancel && record.taskId !== null ? "pending" : "none",
		failure: message === null ? record.failure : { category, message, ...(requestId === undefined ? {} : { requestId }) },
		steps: stepTold(record.steps, { at: ending.at }),
		endedAt: ending.at,
	};
}
