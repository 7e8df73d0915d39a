import type { ActResult } from "@webhand/page/execute/page-action";
import type { Report, RunRecord } from "../../../run-record.ts";
import { neededGesture } from "../../trusted/missed-gestures.ts";
import { escalationFor, isIneffective, trustedInputNeeded } from "../../trusted/policy.ts";
import { surpriseOf } from "../batch.ts";
import { partsUpdated, reportOf, stepUpdated } from "../report.ts";
import type { RunEvent } from "./event.ts";

/** The first surprise ends a batch. */
export function afterAct(record: RunRecord, result: ActResult, at: number): RunRecord {
	const { pending } = record;
	if (pending === null) return { ...record, phase: "look", intent: null };
	const results = [...pending.results, result];
	const texts = pending.actions.slice(0, results.length).map(({ action }) => action);
	const isInFrame = record.intent?.at.kind === "page" && record.intent.at.frameId !== 0;
	const pageUrl = isInFrame ? null : record.lastUrl;
	const isLast = pending.part + 1 === pending.actions.length;
	if (!isLast && record.dialogs.length === 0 && surpriseOf(texts.at(-1) ?? "", result, pageUrl) === null) {
		return {
			...record,
			clipboard: result.clipboard ?? record.clipboard,
			intent: null,
			pending: { ...pending, part: pending.part + 1, results },
			steps: partsUpdated(record.steps, results),
		};
	}
	return {
		...record,
		lastAct: pending.isTrusted === true ? null : lastActOf(record, pending, result),
		hadDialog: false,
		clipboard: result.clipboard ?? record.clipboard,
		// Nothing has to settle when no part touched the page.
		phase: results.every(({ isInert }) => isInert === true) ? "look" : "settle",
		intent: null,
		pending: null,
		report: reportOf(texts, pending.isTrusted === true ? results.map(repeated) : results, pageUrl),
		steps: stepUpdated(partsUpdated(record.steps, results), { at, result }),
	};
}

/** What comes after an action without visible effect: that one reached the page, whatever became of its repetition. */
const repeated = (result: ActResult): ActResult => ({ ...result, isInert: false });

/** Counts repeats of the same ineffective action. A batch is never repeated. */
function lastActOf(record: RunRecord, pending: NonNullable<RunRecord["pending"]>, result: ActResult): RunRecord["lastAct"] {
	const [only, second] = pending.actions;
	if (only === undefined || second !== undefined) return null;
	const before = record.lastAct?.action === only.action ? record.lastAct.deadBefore : 0;
	const { stepIndex } = pending;
	return { stepIndex, action: only.action, ...(only.guard === undefined ? {} : { guard: only.guard }), deadBefore: before, result };
}

/** Repeats an ineffective action with trusted input, or reports that it would be needed. */
export function afterSettle(record: RunRecord, event: Extract<RunEvent, { kind: "settled" }>): RunRecord {
	const { lastAct: act, trusted } = record;
	const download = event.report.clientObservations?.didUrlChange === true ? null : record.download;
	const settled: RunRecord = {
		...record,
		phase: "look",
		isPending: event.isPending,
		download: null,
		dialogs: [],
		report: withDialogs(withDownload({ ...record.report, ...event.report }, download), record.dialogs),
		steps: stepUpdated(record.steps, { at: event.at }),
	};
	const isUnchanged = download === null && record.dialogs.length === 0 && event.didOthersChange !== true;
	const { clientObservations: changes } = event.report;
	const isGesture = act?.result.success === true && neededGesture(record.missedGestures, changes, record.lastUrl ?? "") !== undefined;
	if (act === null || !(isGesture || (isUnchanged && isIneffective(act, changes)))) return { ...settled, lastAct: null };
	const { access, domain } = event.trusted ?? { access: "none" as const, domain: "" };
	const known = trusted.refused.includes(domain) ? "refused" : access === "ask" && trusted.sites.includes(domain) ? "granted" : access;
	const dead: RunRecord = { ...settled, lastAct: { ...act, deadBefore: act.deadBefore + 1 } };
	const isApproved = act.guard?.approved === true;
	// What Chrome did not grant is told with the next reading.
	if (isGesture && (isApproved || known === "none" || known === "refused")) return { ...settled, lastAct: null };
	switch (escalationFor({ isApproved, deadBefore: isGesture ? 1 : act.deadBefore }, known)) {
		case "nothing":
			return dead;
		case "tell": {
			const result = trustedInputNeeded(known);
			const report = { ...event.report, ...reportOf([act.action], [repeated({ ...result, actualState: act.result.actualState })], null) };
			return { ...dead, report, steps: stepUpdated(dead.steps, { at: event.at, result }) };
		}
		case "trusted":
			return { ...dead, ...retryWithTrustedInput(act) };
		case "ask":
			return { ...dead, ...retryWithTrustedInput(act), wait: { kind: "trusted", domain } };
	}
}

function withDownload(report: Report, download: string | null): Report {
	const last = report.lastActionResult;
	if (download === null || last === undefined) return report;
	return { ...report, lastActionResult: { ...last, actualState: { download, ...last.actualState } } };
}

/** What is known of the page's own windows takes the place of what was only noticed. */
function withDialogs(report: Report, dialogs: RunRecord["dialogs"]): Report {
	const last = report.lastActionResult;
	if (dialogs.length === 0 || last === undefined) return report;
	return { ...report, lastActionResult: { ...last, actualState: { ...last.actualState, dialogs } } };
}

function retryWithTrustedInput({
	stepIndex,
	action,
	guard,
}: NonNullable<RunRecord["lastAct"]>): Pick<RunRecord, "phase" | "report" | "pending" | "missedGestures"> {
	const actions = [{ action, ...(guard === undefined ? {} : { guard }) }];
	return { phase: "act", report: null, missedGestures: [], pending: { stepIndex, actions, part: 0, results: [], isTrusted: true } };
}
