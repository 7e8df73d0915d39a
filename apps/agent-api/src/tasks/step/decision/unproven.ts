import type { Action } from "@webhand/contracts/action/grammar";
import type { RiskClass } from "@webhand/contracts/agent/step-labels";
import { readRiskClass } from "@webhand/contracts/agent/step-labels";
import { holdsWords } from "@webhand/lexicon/text";
import type { PageView } from "@webhand/page/parse/view";
import { isObserving, isQuestion } from "../../../policy/facts/target.ts";
import { doneActions } from "../../../policy/progress/status.ts";
import { isSuccess } from "../../../policy/verify/verify.ts";
import type { BatchPart, StepRow } from "../../../shared/task.ts";

/** An action that did more than look around. `isCommit`: it sends or saves; `isFill`: it puts a value into its control and sends nothing. */
type Act = Pick<BatchPart, "parsed" | "targetName" | "verification"> & {
	readonly stepIndex: number;
	readonly isCommit: boolean;
	readonly isFill: boolean;
};

const commits: ReadonlySet<RiskClass> = new Set(["commit", "commit_protected"]);

/**
 * What facts hold against a finish, in words for the model and the person: the page refused what was sent, nothing followed what saves, or
 * a value was never entered. It stands until something else is done or the page shows the opposite.
 *
 * @param past the newest steps, oldest first, the last one with its fresh verdict
 * @param query the order: a value that it does not name is forgotten once a later save worked
 * @returns undefined where nothing stands against a finish, and after an answer of the person
 * @throws never
 */
export function unprovenOf(past: readonly StepRow[], page: Pick<PageView, "lines" | "elements">, query: string): string | undefined {
	const newest = past.at(-1);
	if (newest === undefined || isQuestion(newest.parsed)) return undefined;
	const acts = past.filter(({ by }) => by !== "engine").flatMap(actsOf);
	return failedCommit(acts, past) ?? lostValue(acts, page, query);
}

function actsOf(row: StepRow): readonly Act[] {
	const isCommit = commits.has(readRiskClass(row.gate.class));
	return doneActions(row)
		.filter(({ parsed }) => !isObserving(parsed))
		.map((part) => ({ ...part, stepIndex: row.stepIndex, isCommit, isFill: valueOf(part.parsed) !== undefined }));
}

const isFailedByFacts = ({ verification }: Act): boolean => verification?.verdict === "failure" && verification.by === "facts";

const seenIn = ({ verification }: Pick<Act, "verification">, name: string): readonly string[] =>
	verification?.observations.filter((one) => one === name || one.startsWith(`${name} `)) ?? [];

/** What a page shows that answers late. */
const lateAnswers = ["url_changed", "dialog_closed", "message_appeared"] as const;

/** The newest action but for fills, where the page refused it or it should have saved and did not. Done again after it worked, it changes nothing. */
function failedCommit(acts: readonly Act[], past: readonly StepRow[]): string | undefined {
	const errorsIn = (act: Act) => seenIn(act, "validation_error");
	const isWithoutEffect = (act: Act) =>
		act.verification?.verdict === "failure" && seenIn(act, "page_same").length > 0 && errorsIn(act).length === 0;
	const at = acts.findLastIndex((act) => act.isCommit || !(act.isFill || isWithoutEffect(act)));
	const act = acts[at];
	if (act === undefined || !isFailedByFacts(act)) return undefined;
	const errors = errorsIn(act);
	if (!act.isCommit && errors.length === 0) return undefined;
	const before = acts.slice(0, at).findLast(({ verification }) => isSuccess(verification));
	if (before?.isCommit === true && before.targetName === act.targetName) return undefined;
	const later = past.filter(({ stepIndex }) => stepIndex > act.stepIndex);
	if (later.some((row) => lateAnswers.some((name) => seenIn(row, name).length > 0))) return undefined;
	const said = errors.map((error) => error.replace(/^validation_error /, "").replace(/ \(client\)$/, ""));
	return said.length === 0 ? `nothing shows that ${nameOf(act)} worked` : `the page refused ${nameOf(act)}: ${said.join(", ")}`;
}

/** A field that stayed as it was, where nobody entered the value later, and nothing followed but other values and what sends them. */
function lostValue(acts: readonly Act[], page: Pick<PageView, "lines" | "elements">, query: string): string | undefined {
	const lost = acts.find((act, index) => {
		const value = valueOf(act.parsed);
		if (value === undefined || !isFailedByFacts(act) || seenIn(act, "target_value").length > 0) return false;
		const worked = acts.slice(index + 1).filter(({ verification }) => isSuccess(verification));
		const isElsewhere = worked.some(({ isFill, isCommit }) => !isFill && !isCommit);
		const isRepeated = worked.some(({ parsed, targetName }) => valueOf(parsed) === value || (targetName ?? "") === (act.targetName ?? ""));
		const isForgotten = worked.some(({ isCommit }) => isCommit) && !holdsWords(query, value);
		return !isElsewhere && !isRepeated && !isForgotten && !isShown(value, page);
	});
	return lost === undefined ? undefined : `${nameOf(lost)} did not take its value`;
}

/** The value of an action that only fills in. */
function valueOf(action: Action): string | undefined {
	if (action.name === "setValue") return action.submit ? undefined : action.text;
	if (action.name === "select") return action.options.join(", ");
	return action.name === "upload" ? action.file : undefined;
}

function isShown(value: string, { lines, elements }: Pick<PageView, "lines" | "elements">): boolean {
	const values = [...elements.values()].map(({ attributes }) => attributes.get("value") ?? "");
	return [...lines.map(({ text }) => text), ...values].some((text) => holdsWords(text, value));
}

const nameOf = ({ targetName = "", parsed }: Act): string => (targetName === "" ? `the last ${parsed.name}` : `“${targetName}”`);
