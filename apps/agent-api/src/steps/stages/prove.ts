import type { Verification } from "@webhand/contracts/agent/task";
import type { PageView } from "@webhand/page/parse/view";
import { changeSince } from "../facts/before.ts";
import type { Report } from "../facts/observe.ts";
import { isFinal, isQuestion } from "../facts/target.ts";
import type { StepDeps } from "../ports.ts";
import { addSpent, nothingSpent } from "../task/budget.ts";
import type { Spent, StepRow } from "../task/task.ts";
import { successFrom, verifyAction } from "../verify.ts";

/** What became of the last action. `none`: there was none; `open`: it may still come. */
export type Proof =
	| { readonly kind: "none" }
	| { readonly kind: "open"; readonly of: StepRow }
	| { readonly kind: "done"; readonly of: StepRow; readonly verification: Verification; readonly isProven: boolean; readonly spent: Spent };

/** `beforeModel` is called before a model is. */
export type ProofScene = {
	readonly past: readonly StepRow[];
	readonly page: PageView;
	readonly report: Report;
	readonly waits: number;
	readonly beforeModel: () => Promise<void>;
};

/**
 * Proves the last action: facts first, the decider only where they do not settle it, and then on the observations alone.
 *
 * @source spec 001 §1 "Flow Alignment"; engine.md §4
 */
export async function proveLast(deps: Pick<StepDeps, "decider" | "watch">, scene: ProofScene, signal: AbortSignal): Promise<Proof> {
	const found = provable(scene.past);
	if (found === null) return { kind: "none" };
	const { page, report, waits } = scene;
	const change = found.before === null ? { added: 0, removed: 0, isSame: false } : changeSince(found.before, page);
	const { parsed: action, expect, isExplicit, before } = found;
	const verdict = verifyAction({ action, expect, isExplicit, before, page, change, report, waits });
	if (verdict.kind === "open") return { kind: "open", of: found };
	const judged =
		verdict.kind === "judge"
			? await judge(deps, { row: found, observations: verdict.observations, beforeModel: scene.beforeModel }, signal)
			: null;
	const verification: Verification = judged?.verification ?? {
		stepIndex: found.stepIndex,
		verdict: verdict.kind === "settled" ? verdict.verdict : "unclear",
		confidence: verdict.kind === "settled" ? verdict.confidence : 0,
		by: "facts",
		observations: [...verdict.observations],
	};
	deps.watch.verdict(verification.verdict, verification.by);
	return {
		kind: "done",
		of: found,
		verification,
		isProven: verdict.kind === "settled" && verdict.isProven,
		spent: judged?.spent ?? nothingSpent,
	};
}

/** True for a verdict that lets the task go on as planned. @source spec 001 §1, step 6 */
export function isSuccess(verification: Verification | undefined): boolean {
	return verification?.verdict === "success" && verification.confidence >= successFrom;
}

/** The action to prove: the newest one, or the one that the engine has been waiting for. Questions have no effect on a page. */
function provable(past: readonly StepRow[]): StepRow | null {
	const newest = past.at(-1);
	if (newest === undefined || isQuestion(newest.parsed) || isFinal(newest.parsed)) return null;
	if (newest.proves === undefined) return newest;
	const original = past.find((row) => row.stepIndex === newest.proves);
	return original === undefined ? null : { ...original, before: newest.before };
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
export function withVerdict(past: readonly StepRow[], proof: Proof): readonly StepRow[] {
	if (proof.kind !== "done") return past;
	const { of, verification, isProven } = proof;
	return past.map((row) => (row.stepIndex === of.stepIndex ? { ...row, verification, isProven } : row));
}
