import { formatAction } from "@webhand/contracts/action/format";
import type { Action } from "@webhand/contracts/action/grammar";
import type { ElementView } from "@webhand/page/parse/view";
import type { Turn } from "../../../turn.ts";
import type { Clause } from "../../sentence/clause.ts";
import type { Memory } from "./memory.ts";
import { heardOf, unheard } from "./notes.ts";

const retryCodes = /^(?:STALE_ELEMENT|ELEMENT_COVERED|COVERED|NOT_VISIBLE|ELEMENT_NOT_VISIBLE|TIMEOUT|ELEMENT_MOVED|MOVED)$/;

/** Takes the verdict on the last action into the memory: the part is done, or its target was tried. */
export function settle(before: Memory, clauses: readonly Clause[], turn: Turn): Memory {
	const { step } = before;
	const memory: Memory = { ...before, step: undefined };
	if (step === undefined) return answered(memory, turn);
	const past = turn.history.findLast((one) => one.stepIndex >= step.index && actionKey(one.parsed) === step.action);
	if (past === undefined) return wasHandedOver(step, turn) ? advanced(memory, step) : answered(memory, turn);
	const verdict = past.verification?.verdict ?? (turn.report.status === "failure" ? "failure" : "success");
	if (past.parsed.name === "wait" && step.then === "again")
		return hasBrought(past) ? { ...memory, tried: [], retried: [], isDead: false } : memory;
	const hasFailed = verdict === "failure" || (verdict === "unclear" && turn.report.status === "failure");
	const intent = clauses[memory.clause]?.intent;
	// A click that is repeated until something is there has brought nothing yet where the page is as it was.
	const isVain = intent?.kind === "click" && intent.until !== undefined && past.parsed.name === "click" && isUnchanged(past);
	if (!hasFailed && !isVain) return advanced(memory, step);
	if (step.isExploring) return memory;
	const code = turn.report.error?.code;
	if (code !== undefined && retryCodes.test(code) && !memory.retried.includes(step.key)) {
		const id = "id" in past.parsed ? past.parsed.id : undefined;
		return { ...memory, retried: [...memory.retried, step.key], ...(id === undefined ? {} : { reach: id }) };
	}
	// Selecting and copying show nothing on a page.
	if (past.parsed.name === "press" && /^Control\+[AC]$/.test(past.parsed.keys) && code === undefined)
		return { ...memory, part: memory.part + 1 };
	// A mark may show by its colour alone, which no page text says.
	if (clauses[memory.clause]?.intent.kind === "classify" && code === undefined) return { ...memory, part: memory.part + 1 };
	// Scrolling that finds the end has nothing left to show.
	if (past.parsed.name === "scroll") return { ...memory, part: memory.part + 1 };
	const kind = clauses[memory.clause]?.intent.kind;
	const isLiteral = kind === "click" || kind === "keys" || kind === "drag" || kind === "focus";
	return { ...memory, tried: [...memory.tried, step.key], isDead: isLiteral && code === undefined };
}

const signs = /^(?:mutated|elements_added|elements_removed|url_changed|message_appeared)(?!.*\(client\)$)/;

/** Something came of a click that had shown nothing: it was only slow. */
const hasBrought = ({ verification }: Turn["history"][number]): boolean =>
	verification?.observations.some((one) => signs.test(one)) === true;

const isUnchanged = ({ verification }: Turn["history"][number]): boolean =>
	verification?.observations.some((one) => /^(?:page_same|look_changed)/.test(one)) === true;

function advanced(memory: Memory, step: NonNullable<Memory["step"]>): Memory {
	const isOver = step.then === "next";
	return {
		...memory,
		part: isOver ? memory.part + 1 : memory.part,
		tried: isOver ? [] : memory.tried,
		retried: isOver ? [] : memory.retried,
		isDead: false,
		chosen: isOver ? undefined : memory.chosen,
	};
}

const isDone = /It is done\.$|The person said yes\.$|The person answered: (?:i am |i'm )?(?:done|ok|okay|yes|ready)[.!]?$/i;

/** The person did it in our place: to do it again would hand it over again. */
function wasHandedOver(step: NonNullable<Memory["step"]>, turn: Turn): boolean {
	const newest = turn.history.at(-1);
	return newest !== undefined && newest.stepIndex >= step.index && newest.parsed.name === "handoff" && isDone.test(turn.notes.at(-1) ?? "");
}

/** The value that the last action looked up in full; its first line only counts the others. */
export function wholeOf(turn: Turn): { readonly id: number; readonly text: string } | undefined {
	const last = turn.history.at(-1)?.parsed;
	const text = turn.report.actual?.lookup;
	return last?.name === "expand" && text !== undefined ? { id: last.id, text: text.split("\n").slice(1).join("\n") } : undefined;
}

/** What the last step pressed, but for waiting for what comes of it. */
export function pressedBefore({ history }: Pick<Turn, "history">): number | undefined {
	const last = history.findLast(({ parsed }) => parsed.name !== "wait")?.parsed;
	return last?.name === "click" ? last.id : undefined;
}

/** The person's answer to a question, once it is there. */
function answered(memory: Memory, turn: Turn): Memory {
	if (!memory.isAsked || unheard(memory.heard, turn.notes).length === 0) return memory;
	const note = turn.notes.at(-1) ?? "";
	// The note repeats the question; what counts is what the person said to it.
	const said = /(?:The person (?:answered|said|added): )([\s\S]*)$/.exec(note)?.[1] ?? note;
	return { ...memory, isAsked: false, chosen: said.trim().slice(0, 200), heard: heardOf(turn.notes) };
}

export const actionKey = (action: Action): string =>
	"id" in action && action.id !== undefined ? `${action.name} ${action.id}` : action.name === "scroll" ? formatAction(action) : action.name;
/** The same for the control that an action was meant for. */
export const targetKey = (element: ElementView): string => `${element.id} ${element.name}`.slice(0, 160);
