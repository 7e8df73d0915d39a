import type { Action } from "@webhand/contracts/action/grammar";
import type { Verification } from "@webhand/contracts/agent/task";
import type { PageView } from "@webhand/page/parse/view";
import type { Decision, Fill } from "../decider/port.ts";
import type { Turn } from "../decider/turn.ts";
import { isField } from "../facts/roles.ts";
import { isFinal, isQuestion, targetOf } from "../facts/target.ts";
import { addSpent, nothingSpent } from "../progress/budget.ts";
import { unsealStep } from "../secrets/seal.ts";
import type { BeforeState, Report } from "../verify/before-state.ts";
import { changeSince } from "../verify/before-state.ts";
import { fieldsAround } from "../verify/sent-fields.ts";
import type { FactVerdict } from "../verify/verify.ts";
import { successFrom, verifyAction } from "../verify/verify.ts";
import type { StepDeps } from "./ports.ts";
import type { BatchPart, Spent, StepRow } from "./task.ts";

/** What became of the last action. `none`: there was none; `open`: it may still come. */
export type LastVerification =
	| { readonly kind: "none" }
	| { readonly kind: "open"; readonly of: StepRow }
	| {
			readonly kind: "done";
			readonly of: StepRow;
			readonly verification: Verification;
			readonly isProven: boolean;
			/** The actions of a batch, those that were carried out with their verdicts. */
			readonly batch?: readonly BatchPart[];
			readonly spent: Spent;
	  };

/** `beforeModel` is called before a model is. */
export type LastActionContext = {
	readonly past: readonly StepRow[];
	readonly page: PageView;
	readonly report: Report;
	readonly waits: number;
	readonly beforeModel: () => Promise<void>;
};

/** Proves the last action: facts first, the decider only where they do not settle it, and then on the observations alone. */
export async function verifyLast(
	deps: Pick<StepDeps, "decider" | "watch" | "sealer">,
	context: LastActionContext,
	signal: AbortSignal,
): Promise<LastVerification> {
	const row = provable(context.past);
	if (row === null) return { kind: "none" };
	// As it was done, with the person's secrets; what is kept and told of it is the row without them.
	const found: StepRow = { ...row, ...unsealStep(context.past.at(-1) ?? {}, deps.sealer) };
	const { page, waits } = context;
	const { before, parsed, keys } = found;
	const change = before === null ? { added: 0, removed: 0, isSame: false } : changeSince(before, page, { action: parsed, keys });
	const [report, ...others] = reportsOf(found, context.report);
	const proofOf = ({ parsed: action, expect, isExplicit }: BatchPart, before: StepRow["before"], told: Report) =>
		verifyAction({ action, expect, isExplicit, before, page, change, report: told, waits });
	const verdict = proofOf(found, found.before, report);
	const further = others.map((told, index) => {
		const part: BatchPart = found.batch?.[index + 1] ?? found;
		return proofOf(part, found.before === null ? null : withTarget(found.before, part.target), told);
	});
	if ([verdict, ...further].some(({ kind }) => kind === "open"))
		return { kind: "open", of: found.batch === undefined ? found : { ...found, told: others.length + 1 } };
	const judged =
		verdict.kind === "judge"
			? await judge(deps, { row, observations: verdict.observations, beforeModel: context.beforeModel }, signal)
			: null;
	const verifications = [judged?.verification ?? verificationOf(found, verdict), ...further.map((one) => verificationOf(found, one))];
	for (const one of verifications) deps.watch.verdict(one.verdict, one.by);
	const isProven = (one: FactVerdict) => one.kind === "settled" && one.isProven;
	const done = { kind: "done", of: found, spent: judged?.spent ?? nothingSpent } as const;
	const [verification = verificationOf(found, verdict)] = verifications;
	if (row.batch === undefined) return { ...done, verification, isProven: isProven(verdict) };
	const all = [verdict, ...further];
	return {
		...done,
		verification:
			joinVerdicts(
				verifications,
				row.batch.map((part) => part.action),
			) ?? verification,
		isProven: all.every(isProven),
		batch: row.batch.map((part, index) => {
			const [own, fact] = [verifications[index], all[index]];
			return own === undefined || fact === undefined ? part : { ...part, verification: own, isProven: isProven(fact) };
		}),
	};
}

/**
 * What the client says of each action that it carried out; of a single action just what it says. In a batch it went on only while nothing
 * went wrong, so its status and its error are those of the last. After a wait it says nothing more of them: the page tells of as many as
 * were told of before.
 */
function reportsOf({ batch, told = 1 }: StepRow, report: Report): readonly [Report, ...Report[]] {
	const states = report.lastActionResult?.actualState?.batch ?? [];
	const count = batch === undefined ? 1 : Math.min(batch.length, Math.max(1, states.length === 0 ? told : states.length));
	const [first = report, ...others] = Array.from({ length: count }, (_, index): Report => {
		const state = batch === undefined ? undefined : states[index];
		if (index < count - 1) {
			const { lastActionError: _error, lastActionResult: _result, ...seen } = report;
			return {
				...seen,
				lastActionStatus: "success",
				lastActionResult: { success: true, ...(state === undefined ? {} : { actualState: state }) },
			};
		}
		if (state === undefined) return report;
		const { batch: _all, ...own } = { ...report.lastActionResult?.actualState, ...state };
		return { ...report, lastActionResult: { success: report.lastActionResult?.success ?? true, actualState: own } };
	});
	return [first, ...others];
}

function withTarget(before: BeforeState, target: BeforeState["target"]): BeforeState {
	const { target: _first, ...page } = before;
	return target === undefined ? page : { ...page, target };
}

/** What facts alone say. A further action of a batch that they do not settle stays unclear: the decider looks again, no model judges it. */
function verificationOf({ stepIndex }: StepRow, verdict: FactVerdict): Verification {
	const isSettled = verdict.kind === "settled";
	return {
		stepIndex,
		verdict: isSettled ? verdict.verdict : "unclear",
		confidence: isSettled ? verdict.confidence : 0,
		by: "facts",
		observations: [...verdict.observations],
	};
}

/** True for a verdict that lets the task go on as planned. */
export function isSuccess(verification: Verification | undefined): boolean {
	return verification?.verdict === "success" && verification.confidence >= successFrom;
}

/** The action to prove: the newest one, or the one that the engine has been waiting for. Questions have no effect on a page. */
function provable(past: readonly StepRow[]): StepRow | null {
	const newest = past.at(-1);
	if (newest === undefined || isQuestion(newest.parsed) || isFinal(newest.parsed)) return null;
	if (newest.proves === undefined) return newest;
	const original = past.find((row) => row.stepIndex === newest.proves);
	const { before, told } = newest;
	return original === undefined ? null : { ...original, before, ...(told === undefined ? {} : { told }) };
}

type JudgeJob = { readonly row: StepRow; readonly observations: readonly string[]; readonly beforeModel: () => Promise<void> };

async function judge({ decider }: Pick<StepDeps, "decider">, { row, observations, beforeModel }: JudgeJob, signal: AbortSignal) {
	await beforeModel();
	const said = await decider.judge({ action: row.action, expect: row.expect, observations }, signal);
	const isEnough = said.verdict === "failure" || said.confidence >= successFrom;
	const verification: Verification = {
		stepIndex: row.stepIndex,
		verdict: isEnough ? said.verdict : "unclear",
		confidence: said.confidence,
		// The rules decider judges by a table: facts, not a model.
		by: decider.name === "rules" ? "facts" : "model",
		observations: [...observations],
	};
	return { verification, spent: addSpent(nothingSpent, said.usage) };
}

/** The history with the fresh verdict on the action it belongs to. */
export function withVerdict(past: readonly StepRow[], proof: LastVerification): readonly StepRow[] {
	if (proof.kind !== "done") return past;
	const { of, verification, isProven, batch } = proof;
	const proven = { verification, isProven, ...(batch === undefined ? {} : { batch }) };
	return past.map((row) => (row.stepIndex === of.stepIndex ? { ...row, ...proven } : row));
}

/**
 * The fills of a decision that may go out with its action: ordinary fields that need no asking, of the same form (or group of fields) and
 * document, each field once; the first that does not fit ends the batch.
 *
 * @param isFree true for a fill that the gate allows outright and that no policy objects to
 * @returns at most `turn.batch - 1`, in the order of the decision
 * @throws never
 */
export function fittingFills(
	{ action, more = [] }: Pick<Decision, "action" | "more">,
	{ page, batch = 0 }: Pick<Turn, "page" | "batch">,
	isFree: (action: Action) => boolean,
): readonly Fill[] {
	const first = fieldOf(action, page);
	if (first === null || batch < 2 || more.length === 0 || !isFree(action)) return [];
	const group = fieldsAround(first, page);
	const fields = new Set([first.id]);
	const fitting: Fill[] = [];
	for (const fill of more.slice(0, batch - 1)) {
		const field = fieldOf(fill.action, page);
		if (field === null || !group.includes(field) || fields.has(field.id) || !isFree(fill.action)) break;
		fields.add(field.id);
		fitting.push(fill);
	}
	return fitting;
}

function fieldOf(action: Action, page: Turn["page"]) {
	const isFill = (action.name === "setValue" && !action.submit) || action.name === "select";
	const target = isFill ? targetOf(action, page) : undefined;
	// Choosing from a menu presses what it holds: that is no fill.
	return target !== undefined && isField(target.type) ? target : null;
}

/** One verdict for a batch: the first that is no success, otherwise the least sure success. */
export function joinVerdicts(verdicts: readonly Verification[], actions: readonly string[]): Verification | undefined {
	const failed = verdicts.findIndex((one) => one.verdict !== "success");
	const weakest = [...verdicts].sort((left, right) => left.confidence - right.confidence)[0];
	const counts = failed === -1 ? weakest : verdicts[failed];
	if (counts === undefined) return undefined;
	const observations = failed > 0 ? [`in ${actions[failed]?.slice(0, 200)}:`, ...counts.observations] : counts.observations;
	return { ...counts, observations: observations.slice(0, 20) };
}
