import type { Action } from "@webhand/contracts/action/grammar";
import { parseAction } from "@webhand/contracts/action/parse";
import { attachmentLimits } from "../../attachments.ts";
import type { RunWait } from "../../panel-state.ts";
import type { Intent, RunRecord } from "../../run-record.ts";
import { trustedInputNeeded } from "../trusted/policy.ts";
import { afterAct, afterSettle } from "./transitions/act.ts";
import { afterOneStep, ended, pausedOrNull } from "./transitions/end.ts";
import type { RunEvent } from "./transitions/event.ts";
import { afterFailure, afterReply } from "./transitions/reply.ts";

/** The worker's next command. Each worker derives the same one from the stored record. */
export type Command =
	| { readonly kind: "rest" }
	| { readonly kind: "sleep"; readonly until: number }
	| { readonly kind: "look" }
	| { readonly kind: "post" }
	| { readonly kind: "begin"; readonly actionId: string; readonly text: string; readonly action: Action }
	| { readonly kind: "query_outcome"; readonly actionId: string; readonly action: Action; readonly intent: Intent }
	| { readonly kind: "settle" }
	| { readonly kind: "expire" }
	| { readonly kind: "ping" };

/**
 * Derives the next command from a record.
 *
 * @param now ms since the epoch
 * @returns `ping` while the page shows a dialog; `expire` when nobody answered in time; `query_outcome` where an earlier worker may have begun the action
 * @throws never
 */
export function nextCommand(record: RunRecord, now: number): Command {
	if (record.phase === "ended") return { kind: "rest" };
	if (record.wait?.kind === "page_dialog") return { kind: "ping" };
	if (record.wait?.kind === "user") return now >= answerableUntil(record) ? { kind: "expire" } : { kind: "rest" };
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

const expiryGraceMs = 1_000;
const shortestQuestionMs = 5_000;

/**
 * When an open question of a run is over (ms). The server's clock decides, so a question that is asked again although it is over here waits
 * a moment.
 *
 * @throws never
 */
export function answerableUntil({ question, askedAt }: Pick<RunRecord, "question" | "askedAt">): number {
	if (question === null) return Number.POSITIVE_INFINITY;
	return Math.max(Date.parse(question.expiresAt) + expiryGraceMs, (askedAt ?? 0) + shortestQuestionMs);
}

function actCommand(record: RunRecord): Command {
	const { pending, intent } = record;
	const next = pending?.actions[pending.part];
	const parsed = next === undefined ? undefined : parseAction(next.action);
	if (pending === null || next === undefined || parsed === undefined || !parsed.ok) return { kind: "settle" };
	const part = pending.isTrusted === true ? ".t" : pending.part === 0 ? "" : `.${pending.part}`;
	const actionId = `${record.taskId}:${pending.stepIndex}${part}`;
	if (intent !== null) return { kind: "query_outcome", actionId, action: parsed.action, intent };
	return { kind: "begin", actionId, text: next.action, action: parsed.action };
}

/**
 * The record after an event. A late event (the run ended, the phase moved on) changes nothing.
 *
 * @throws never
 */
export function afterEvent(record: RunRecord, event: RunEvent): RunRecord {
	if (record.phase === "ended") return afterEnd(record, event);
	switch (event.kind) {
		case "site_needed":
			return { ...record, wait: event.wait };
		case "read":
			if (record.phase !== "look") return record;
			return {
				...record,
				phase: "post",
				key: event.key,
				postedAt: event.at,
				lastUrl: event.url,
				acted: null,
				frames: [...event.frames],
				highestId: event.frames.reduce((highest, { lastId }) => Math.max(highest, lastId), record.highestId),
				resumeAt: null,
				missedGestures: record.missedGestures.slice(event.told),
				attempts: { count: 0, since: 0 },
			};
		case "replied":
			return record.phase === "post" ? afterReply(record, event.data, event.at) : record;
		case "thinking":
			return record.phase === "post" ? { ...record, attempts: { count: 0, since: 0 }, wait: withoutWait(record, "busy") } : record;
		case "failed":
			return record.phase === "post" ? afterFailure(record, event) : record;
		case "intended":
			return record.phase === "act" ? { ...record, intent: event.intent, acted: actedOf(record, event) } : record;
		case "acted":
			return record.phase === "act" ? afterOneStep(afterAct(record, event.result, event.at), event.at) : record;
		case "settled":
			return record.phase === "settle" ? afterOneStep(afterSettle(record, event), event.at) : record;
		case "page_silent":
			if (record.wait?.kind === "page_dialog") return record;
			return { ...record, wait: pausedOrNull(record) ?? { kind: "page_dialog" }, hadDialog: record.phase === "act" };
		case "page_asks":
			return { ...record, wait: pausedOrNull(record) ?? { kind: "page_dialog", asks: event.asks }, hadDialog: record.phase === "act" };
		case "dialog_closed":
			return { ...withoutAsks(record), dialogs: [...record.dialogs, event.dialog].slice(-keptDialogs) };
		case "page_answers":
			return { ...record, wait: withoutWait(record, "page_dialog") };
		case "tab_opened":
			return {
				...record,
				tabs: [...record.tabs.filter((tab) => tab !== event.tabId), event.tabId],
				currentTabId: event.isCurrent ? event.tabId : record.currentTabId,
				missedGestures: [],
			};
		case "tab_chosen":
			return record.tabs.includes(event.tabId) ? { ...record, currentTabId: event.tabId } : record;
		case "tab_renamed": {
			const nameOf = (tab: number) => (tab === event.tabId ? event.name : tab);
			return { ...record, tabs: record.tabs.map(nameOf), currentTabId: nameOf(record.currentTabId) };
		}
		case "tab_moved":
			return { ...record, windowId: event.windowId };
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
				wait: withoutWait(record, "site"),
			};
		case "site_refused":
			return afterRefusal(record, event.domain, event.at);
		case "download_seen":
			return record.phase === "act" || record.phase === "settle" ? { ...record, download: event.name } : record;
		case "gesture_needed":
			return { ...record, missedGestures: [...record.missedGestures, { what: event.what, url: event.url }].slice(0, keptGestures) };
		case "grouped":
			return { ...record, groupId: event.groupId };
		case "overlay_checked":
			return { ...record, isUnmarked: event.isUnmarked };
		case "attached":
			return { ...record, files: [...record.files, ...event.files].slice(-attachmentLimits.files) };
		case "trusted_allowed": {
			const { sites, refused } = record.trusted;
			const trusted = { sites: withDomain(sites, event.domain), refused: without(refused, event.domain) };
			return { ...record, trusted, wait: withoutWait(record, "trusted") };
		}
		case "trusted_refused": {
			const { sites, refused } = record.trusted;
			const told = { ...record, trusted: { sites, refused: withDomain(refused, event.domain) }, wait: withoutWait(record, "trusted") };
			return told.pending?.isTrusted === true ? afterAct(told, trustedInputNeeded("refused"), event.at) : told;
		}
		case "answered":
			return { ...record, question: null, missingInformation: [], wait: withoutWait(record, "user") };
		case "asked":
			return {
				...record,
				question: event.question,
				missingInformation: [],
				askedAt: event.at,
				wait: pausedOrNull(record) ?? { kind: "user" },
			};
		case "question_expired":
			return record.wait?.kind === "user" ? { ...record, phase: "look", question: null, missingInformation: [], wait: null } : record;
		case "ended_elsewhere": {
			const { end, category, message, answer, at } = event;
			return { ...ended(record, { end, category, message, at, cancel: false }), answer };
		}
		case "noted":
			return { ...record, notes: [...record.notes, { text: event.text, at: event.at }] };
		case "note_kept":
			return { ...record, notes: [...record.notes, { text: event.text, at: event.at, isKept: true }] };
		case "note_passed":
			return withoutKept(record, event);
		case "signed_out":
			return afterSignOut(record);
		case "signed_in":
			if (event.isSameUser) return { ...record, wait: withoutWait(record, "signed_out") };
			// The next step would go out in another user's name.
			return ended(record, { end: "stopped", message: "Another user signed in", at: event.at, cancel: false });
		case "cancelled":
			return record;
	}
}

/** The parts of a batch are one action: it began with the first part. */
function actedOf({ acted, pending }: RunRecord, { intent, at }: Extract<RunEvent, { kind: "intended" }>): RunRecord["acted"] {
	const isFirst = acted === null || pending?.part === 0;
	const added = intent.at.kind === "page" ? [intent.at.documentId] : [];
	return { at: isFirst ? at : acted.at, documentIds: [...new Set([...(acted?.documentIds ?? []), ...added])] };
}

/** An ended run takes only its task's id, its group, and the server's acknowledgement of the stop. */
function afterEnd(record: RunRecord, event: RunEvent): RunRecord {
	if (event.kind === "cancelled") return { ...record, cancel: "done", key: null, taskId: event.taskId ?? record.taskId };
	if (event.kind === "grouped") return { ...record, groupId: event.groupId };
	if (event.kind === "note_passed") return withoutKept(record, event);
	const isNamed = event.kind === "replied" && record.cancel === "pending" && record.taskId === null;
	return isNamed ? { ...record, taskId: event.data.taskId, sessionId: event.data.sessionId } : record;
}

function withoutKept(record: RunRecord, { text, at }: Extract<RunEvent, { kind: "note_kept" | "note_passed" }>): RunRecord {
	return { ...record, notes: record.notes.filter((note) => note.isKept !== true || note.text !== text || note.at !== at) };
}

/** The opener goes on; without any tab the run ends. */
function afterTabClosed(record: RunRecord, tabId: number, at: number): RunRecord {
	const tabs = record.tabs.filter((tab) => tab !== tabId);
	const opener = tabs.at(-1);
	if (opener === undefined) return ended(record, { end: "stopped", message: "The tab was closed", at, cancel: true });
	return { ...record, tabs, currentTabId: record.currentTabId === tabId ? opener : record.currentTabId };
}

const withDomain = (domains: readonly string[], domain: string) => [...without(domains, domain), domain];
const without = (domains: readonly string[], domain: string) => domains.filter((known) => known !== domain);

const keptDialogs = 5;
const keptGestures = 5;

/** The window is gone; the page's next answer ends the wait. */
function withoutAsks(record: RunRecord): RunRecord {
	return record.wait?.kind === "page_dialog" ? { ...record, wait: { kind: "page_dialog" } } : record;
}

/** The record's wait, unless it is of this kind. */
function withoutWait(record: RunRecord, kind: RunWait["kind"]): RunWait | null {
	return record.wait?.kind === kind ? null : record.wait;
}

/** A sign-out pauses the run for good; a run that waits for the user anyway keeps its wait. */
function afterSignOut(record: RunRecord): RunRecord {
	const goesOn = record.wait === null || ["busy", "page_dialog", "signed_out"].includes(record.wait.kind);
	return goesOn ? { ...record, wait: { kind: "paused" } } : record;
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

/** A refusal ends a task that never began; another task goes on without reading the site. */
function afterRefusal(record: RunRecord, domain: string, at: number): RunRecord {
	if (record.taskId === null) {
		return ended(record, { end: "stopped", message: `You did not allow ${domain}`, category: "SITE_NOT_ALLOWED", at, cancel: false });
	}
	return { ...record, refused: withDomain(record.refused, domain), wait: withoutWait(record, "site") };
}
