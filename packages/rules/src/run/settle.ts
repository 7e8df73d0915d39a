import { fold } from "@webhand/page/layout/phrase";
import type { PageView } from "@webhand/page/parse/view";
import type { Clause } from "../clause.ts";
import type { PastStep, Turn } from "../turn.ts";
import { mayBeTaken } from "./endings.ts";
import { answerIn, heardOf, isHandedBack, unheard } from "./notes.ts";
import type { State } from "./state.ts";
import { actionKey } from "./state.ts";

/** What is not done twice; to open, choose or tick once more changes nothing. */
const deeds: ReadonlySet<Clause["intent"]["kind"]> = new Set(["click", "press", "named", "fill", "unknown"]);
const retryCodes = /^(?:STALE_ELEMENT|ELEMENT_COVERED|COVERED|NOT_VISIBLE|ELEMENT_NOT_VISIBLE|TIMEOUT|ELEMENT_MOVED|MOVED)$/;

/** Takes the verdict on the last action into the state: its part is done, or it failed. */
export function settle(before: State, clauses: readonly Clause[], turn: Turn): State {
	const { step } = before;
	const state: State = { ...before, step: undefined };
	if (step === undefined) return answered(state, turn);
	const past = turn.history.findLast((one) => one.stepIndex >= step.index && actionKey(one.parsed) === step.action);
	if (past === undefined) {
		const newest = turn.history.at(-1);
		const isDone = newest !== undefined && newest.stepIndex >= step.index && newest.parsed.name === "handoff" && isHandedBack(turn.notes);
		return isDone ? advanced(state, step.then) : answered(state, turn);
	}
	const verdict = past.verification?.verdict ?? (turn.report.status === "failure" ? "failure" : "success");
	const code = turn.report.error?.code;
	const hasFailed = verdict === "failure" || (verdict === "unclear" && turn.report.status === "failure");
	const { intent } = clauses[state.clause] ?? {};
	const isTaken = hasFailed && code === undefined && intent !== undefined && deeds.has(intent.kind) && mayBeTaken(past);
	const taken = isTaken ? [...state.done, "may be taken"] : state.done;
	// A question of the page that did not take its answer leaves the deed undone.
	if (step.role === "confirm" && hasFailed) return { ...state, part: Math.max(0, state.part - 1), failures: 2, done: taken };
	if (step.role !== "act") return { ...state, ...(step.role === "open" && hasFailed ? { opener: undefined } : {}) };
	if (!hasFailed && !(intent?.kind === "open" && isOnlySelected(past, intent.target.name, turn.page))) return advanced(state, step.then);
	if (code !== undefined && retryCodes.test(code) && !state.hasReached && "id" in past.parsed && past.parsed.id !== undefined)
		return { ...state, hasReached: true, done: [...state.done, `reach ${past.parsed.id}`] };
	const { parsed } = past;
	// Selecting and copying show nothing on a page, and scrolling that finds the end has nothing left to show.
	const isSilent = (parsed.name === "press" && /^Control\+[AC]$/.test(parsed.keys)) || parsed.name === "scroll" || parsed.name === "hover";
	if (isSilent && code === undefined) return advanced(state, step.then);
	// A click that is repeated until something is there need not show anything each time.
	const isUntil = intent?.kind === "click" && intent.until !== undefined && code === undefined && parsed.name === "click";
	if (isUntil) return turn.page.elements.get(parsed.id)?.states.has("disabled") === false ? advanced(state, step.then) : state;
	const done = code === undefined ? [...taken, "no effect"] : taken;
	return { ...state, failures: state.failures + 1, failed: [...state.failed, step.target], done };
}

const opens = /^(?:url_changed|title_changed|dialog_opened|dropdown_opened|tab_opened|download_started|target_gone)/;
const adds = /^(?:elements_added|message_appeared)/;
const marks = /^(?:target_state.*(?:selected|focused|checked|current)|focus_moved)/;
const rowTypes = /^(?:row|tr|option|treeitem|listitem|li|gridcell|article|div|span)$/;

/** A row that was only marked is not open. What selecting adds, such as a bar of tools, does not name the thing; what opens does. */
function isOnlySelected({ parsed, verification }: PastStep, name: string, page: PageView): boolean {
	const seen = verification?.observations ?? [];
	if (parsed.name !== "click" || !seen.some((one) => marks.test(one))) return false;
	if (seen.some((one) => opens.test(one) || /^target_state.*(?:expanded|collapsed|pressed)/.test(one))) return false;
	const row = page.elements.get(parsed.id);
	const isRow = row !== undefined && rowTypes.test(row.type) && row.href === undefined;
	if (!isRow || name === "") return !seen.some((one) => adds.test(one));
	return !page.lines.some(({ index, text }) => index !== row.line && fold(text).includes(fold(name)));
}

function advanced(state: State, then: "next" | "again"): State {
	if (then === "again") return { ...state, failures: 0 };
	const looked = { opener: undefined, hasOpened: false, waited: 0, hasReached: false, asks: 0 };
	const done = state.done.filter((key) => key !== "may be taken" && key !== "no effect");
	return { ...state, ...looked, done, part: state.part + 1, failures: 0, failed: [], chosen: undefined };
}

/** The user's answer to a question, once it is there. */
function answered(state: State, turn: Turn): State {
	if (!state.isAsked || unheard(state.heard, turn.notes).length === 0) return state;
	return { ...state, isAsked: false, chosen: answerIn(turn.notes), heard: heardOf(turn.notes) };
}
