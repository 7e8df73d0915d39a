import type { Verification } from "@webhand/contracts/agent/task";
import type { ToolResult } from "@webhand/contracts/tools/agent-events";
import type { PageView } from "@webhand/page/parse/view";
import { isFinal, isQuestion } from "../../../policy/facts/target.ts";
import { addSpent, nothingSpent } from "../../../policy/progress/budget.ts";
import type { BeforeState, Report } from "../../../policy/verify/before-state.ts";
import { changeSince } from "../../../policy/verify/before-state.ts";
import type { FactVerdict } from "../../../policy/verify/verify.ts";
import { successFrom, verifyAction } from "../../../policy/verify/verify.ts";
import { defined } from "../../../shared/defined.ts";
import type { BatchPart, Spent, StepRow, VerdictFields } from "../../../shared/task.ts";
import { verdictOf } from "../../../shared/task.ts";
import { verdictOfCall } from "../../calls/step.ts";
import { unsealStep } from "../commit/seal.ts";
import type { StepDeps } from "../ports.ts";

/** The verdict on the last action. `none`: there is none; `open`: its outcome may still come. */
export type LastVerification =
	| { readonly kind: "none" }
	| { readonly kind: "open"; readonly of: StepRow }
	| (VerdictFields & { readonly kind: "done"; readonly of: StepRow; readonly spent: Spent });

/** `beforeModel` is called before a model is. */
export type LastActionContext = {
	readonly past: readonly StepRow[];
	readonly page: PageView;
	readonly report: Report;
	readonly waits: number;
	readonly beforeModel: () => Promise<void>;
	/** What the newest step came to, where it called the server host. */
	readonly result?: ToolResult;
};

/** Verifies the last action: facts first; the decider judges only what facts do not settle, on the observations alone. */
export async function verifyLast(
	deps: Pick<StepDeps, "decider" | "metrics" | "sealer">,
	context: LastActionContext,
	signal: AbortSignal,
): Promise<LastVerification> {
	const row = verifiable(context.past);
	if (row === null) return { kind: "none" };
	if (context.result !== undefined) {
		const verification = verdictOfCall(row, context.result);
		deps.metrics.verdict(verification.verdict, verification.by);
		return { kind: "done", of: row, spent: nothingSpent, verification, isProven: context.result.ok };
	}
	// The action as it was done, with the user's secrets; what is stored and shown is the row without them.
	const unsealed: StepRow = { ...row, ...unsealStep(context.past.at(-1) ?? {}, deps.sealer) };
	const { page, waits } = context;
	const { before, parsed, keys } = unsealed;
	const change = before === null ? { added: 0, removed: 0, isSame: false } : changeSince(before, page, { action: parsed, keys });
	const [report, ...others] = reportsOf(unsealed, context.report);
	const verify = ({ parsed: action, expect, isExplicit }: BatchPart, before: StepRow["before"], report: Report) =>
		verifyAction({ action, expect, isExplicit, before, page, change, report, waits });
	const verdict = verify(unsealed, before, report);
	const further = others.map((report, index) => {
		const part: BatchPart = unsealed.batch?.[index + 1] ?? unsealed;
		return verify(part, before === null ? null : withTarget(before, part.target), report);
	});
	const all = [verdict, ...further];
	if (all.some(({ kind }) => kind === "open"))
		return { kind: "open", of: unsealed.batch === undefined ? unsealed : { ...unsealed, told: all.length } };
	const judged =
		verdict.kind === "judge"
			? await judge(deps, { row, observations: verdict.observations, beforeModel: context.beforeModel }, signal)
			: null;
	const first = judged?.verification ?? verificationOf(row, verdict);
	const verifications = [first, ...further.map((one) => verificationOf(row, one))];
	for (const one of verifications) deps.metrics.verdict(one.verdict, one.by);
	const isProven = (one: FactVerdict) => one.kind === "settled" && one.isProven;
	const done = { kind: "done", of: unsealed, spent: judged?.spent ?? nothingSpent } as const;
	if (row.batch === undefined) return { ...done, verification: first, isProven: isProven(verdict) };
	const actions = row.batch.map((part) => part.action);
	return {
		...done,
		verification: joinVerdicts(verifications, actions) ?? first,
		isProven: all.every(isProven),
		batch: row.batch.map((part, index) => {
			const [own, fact] = [verifications[index], all[index]];
			return own === undefined || fact === undefined ? part : { ...part, verification: own, isProven: isProven(fact) };
		}),
	};
}

/**
 * The client's report on each action that it carried out. In a batch it went on only while nothing went wrong, so its status and error
 * belong to the last action. After a wait it reports no more of them: as many count as were reported before.
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
				lastActionResult: { success: true, ...defined({ actualState: state }) },
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

/** The verdict of facts alone. A further action of a batch that they do not settle stays unclear: no model judges it. */
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

/** The action to verify: the newest, or the one that the engine waits for. Questions have no effect on a page. */
function verifiable(past: readonly StepRow[]): StepRow | null {
	const newest = past.at(-1);
	if (newest === undefined || isQuestion(newest.parsed) || isFinal(newest.parsed)) return null;
	if (newest.proves === undefined) return newest;
	const original = past.find((row) => row.stepIndex === newest.proves);
	const { before, told } = newest;
	return original === undefined ? null : { ...original, before, ...defined({ told }) };
}

type JudgeJob = { readonly row: StepRow; readonly observations: readonly string[]; readonly beforeModel: () => Promise<void> };

async function judge({ decider }: Pick<StepDeps, "decider">, { row, observations, beforeModel }: JudgeJob, signal: AbortSignal) {
	const { action, expect, decidedBy } = row;
	if (decider.noticesModel !== true || decidedBy !== "rules") await beforeModel();
	const judgement = await decider.judge({ action, expect, observations, ...defined({ decidedBy }) }, signal);
	const isEnough = judgement.verdict === "failure" || judgement.confidence >= successFrom;
	const verification: Verification = {
		stepIndex: row.stepIndex,
		verdict: isEnough ? judgement.verdict : "unclear",
		confidence: judgement.confidence,
		// Without a call a table has judged: facts, not a model.
		by: judgement.usage === undefined ? "facts" : "model",
		observations: [...observations],
	};
	return { verification, spent: addSpent(nothingSpent, judgement.usage) };
}

/** The history with the new verdict on the action it belongs to. */
export function withVerdict(past: readonly StepRow[], verified: LastVerification): readonly StepRow[] {
	if (verified.kind !== "done") return past;
	return past.map((row) => (row.stepIndex === verified.of.stepIndex ? { ...row, ...verdictOf(verified) } : row));
}

/** One verdict for a batch: the first that is no success, otherwise the least confident success. */
export function joinVerdicts(verdicts: readonly Verification[], actions: readonly string[]): Verification | undefined {
	const failed = verdicts.findIndex((one) => one.verdict !== "success");
	const weakest = [...verdicts].sort((left, right) => left.confidence - right.confidence)[0];
	const counts = failed === -1 ? weakest : verdicts[failed];
	if (counts === undefined) return undefined;
	const observations = failed > 0 ? [`in ${actions[failed]?.slice(0, 200)}:`, ...counts.observations] : counts.observations;
	return { ...counts, observations: observations.slice(0, 20) };
}
