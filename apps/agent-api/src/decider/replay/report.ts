import { formatAction } from "@webhand/contracts/action/format";
import type { Action } from "@webhand/contracts/action/grammar";
import type { Verification } from "@webhand/contracts/agent/task";
import type { Report } from "@webhand/routines/replay/outcome";
import type { ReplayState } from "@webhand/routines/replay/state";
import type { PastStep, Turn } from "../turn.ts";
import { lastAction } from "../turn.ts";

/**
 * What became of the last thing that the replay asked for, from the history of its task. An action that was held back by a question and then
 * not sent was not carried out.
 *
 * @param reopenedAt how many steps there were when the page was opened again: it shows nothing of what they did
 * @throws never
 */
export function reportOf({ history, forbidden, notes, report }: Turn, { sent, asked, reading }: ReplayState, reopenedAt: number): Report {
	const last = lastAction(history);
	if (asked !== undefined) return last?.parsed.name === "ask" ? { kind: "answered", answer: answerIn(notes) } : { kind: "none" };
	if (last === undefined) return { kind: "none" };
	// Of a list the rows say what a press brought, unless nothing was pressed.
	if (reading !== undefined && last.parsed.name === "click" && report.isInert === true) return undone;
	if (sent === undefined) return { kind: "none" };
	const isDenied = forbidden.some(({ code }) => code === "denied");
	if (isDenied && isQuestion(last.parsed)) return { kind: "denied", reason: "You said no to it" };
	if (last.parsed.name === "handoff") return { kind: "none" };
	if (last.parsed.name === "ask") return undone;
	if (last.stepIndex < reopenedAt) return { kind: "none" };
	const carriedOut = history.filter(({ stepIndex }) => stepIndex === last.stepIndex);
	// A wait that did not begin says nothing of the step that it waits for.
	return verdictOn(carriedOut, { count: sent.steps.length, isUndone: report.isInert === true && last.parsed.name !== "wait" });
}

const undone: Report = { kind: "failed", done: 0, words: [], isUndone: true };

const isQuestion = ({ name }: Action) => name === "ask" || name === "handoff";

/** The verdict on a batch: a part that was not sent comes again. */
function verdictOn(carriedOut: readonly PastStep[], { count, isUndone }: { readonly count: number; readonly isUndone: boolean }): Report {
	const failed = carriedOut.findIndex(({ verification }) => verification?.verdict !== "success");
	const done = failed === -1 ? carriedOut.length : failed;
	if (failed === -1 && done >= count) return { kind: "proven", done, words: wordsIn(carriedOut.at(-1)?.verification) };
	if (failed === -1) return { kind: "failed", done, words: [], isUndone: true };
	const { verification } = carriedOut[failed] ?? {};
	return { kind: "failed", done, words: wordsIn(verification), ...(isUndone ? { isUndone: true } : {}) };
}

/** A text in quotes, which may hold quotes itself: the closing one ends the observation, or stands before the next text or its remark. */
const quotedText = /(?<=^|[\s:,(])"(.+?)"(?=$|,? "|,? invalid|,? \()/gs;

/** What the page said, of what was observed: texts stand in quotes. What a field holds now, or a dialog that is gone, says nothing. */
function wordsIn(verification: Verification | undefined): readonly string[] {
	const said = (verification?.observations ?? []).filter((seen) => !/^(?:target_value|dialog_closed)\b/.test(seen));
	return said.flatMap((seen) => [...seen.matchAll(quotedText)].flatMap(([, text = ""]) => text));
}

/** The person's own words in the answer to a question. */
function answerIn(notes: readonly string[]): string {
	const note = notes.at(-1) ?? "";
	return (
		/\nThe person (?:answered|said|added): ([\s\S]*)$/.exec(note)?.[1]?.trim() ?? (note.endsWith("The person said yes.") ? "yes" : "no")
	);
}

/** Why an action may not be done now, in the words of the policy. @throws never */
export function refusalOf(action: Action, { forbidden }: Turn): string | undefined {
	const text = formatAction(action);
	return forbidden.find((entry) => entry.action === text)?.reason;
}

/**
 * True where the page refused the form of the last action: nothing was saved by it. Another form of the page says nothing of this one.
 *
 * @param epoch the document in which it was sent; the numbers of another one name other elements
 * @throws never
 */
export function isFormRefused({ history, page }: Turn, epoch: string): boolean {
	const last = lastAction(history);
	if (last?.verification?.verdict !== "failure") return false;
	if (last.verification.observations.includes("the form was refused")) return true;
	const element = "id" in last.parsed && last.parsed.id !== undefined ? page.elements.get(last.parsed.id) : undefined;
	const form = element?.epoch === epoch ? element.form : undefined;
	if (form === undefined) return false;
	return [...page.elements.values()].some((element) => element.form === form && (element.attributes.get("error") ?? "") !== "");
}
