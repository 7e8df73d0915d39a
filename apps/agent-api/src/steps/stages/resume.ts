import { formatAction } from "@webhand/contracts/action/format";
import type { Action } from "@webhand/contracts/action/grammar";
import { parseAction } from "@webhand/contracts/action/parse";
import type { ApprovalFacts, Guard } from "@webhand/contracts/agent/interact";
import type { PageView } from "@webhand/page/parse/view";
import { sceneOf } from "../facts/approval/scene.ts";
import { approvalFacts, saysTheSame } from "../facts/approval/shown.ts";
import { guardOf } from "../facts/guard.ts";
import { digest } from "../facts/keys.ts";
import type { StepDeps, StepReply } from "../ports.ts";
import { readAnswer } from "../task/asking/answer.ts";
import { canonicalJson } from "../task/canonical.ts";
import type { HeldAction, LeasedTask, StepRow } from "../task/task.ts";

/** Where a question of the task stands now. `go_on`: decide anew, with what the person said. */
export type Resumed =
	| { readonly kind: "pending" }
	| {
			readonly kind: "approved";
			readonly action: Action;
			readonly held: HeldAction;
			readonly notes: readonly string[];
			readonly remembers: boolean;
	  }
	| { readonly kind: "denied"; readonly held: HeldAction | undefined; readonly isAgain: boolean; readonly notes: readonly string[] }
	| { readonly kind: "go_on"; readonly notes: readonly string[]; readonly isVoid: boolean };

/**
 * Looks at the task's open question, if any. An approval counts for exactly what was shown: another document, target, form, value or amount
 * makes it void.
 */
export function resumeQuestion(deps: Pick<StepDeps, "sealer" | "now" | "rules">, task: LeasedTask, page: PageView): Resumed {
	const { question } = task;
	if (question === null) return { kind: "go_on", notes: [], isVoid: false };
	const meaning = readAnswer(question, { now: deps.now(), approvalMs: deps.rules.approvalMs });
	switch (meaning.kind) {
		case "pending":
			return { kind: "pending" };
		case "lapsed":
			return { kind: "go_on", notes: [], isVoid: question.given !== undefined };
		case "told":
			return { kind: "go_on", notes: meaning.notes, isVoid: false };
		case "denied": {
			const isAgain = question.held !== undefined && task.denied.includes(question.held.actionKey);
			return { kind: "denied", held: question.held, isAgain, notes: meaning.notes };
		}
		case "approved": {
			const action =
				question.held === undefined
					? null
					: stillBound(deps, { held: question.held, shown: question.approval, secrets: task.secrets ?? [] }, page);
			if (question.held === undefined || action === null) return { kind: "go_on", notes: meaning.notes, isVoid: true };
			return { kind: "approved", action, held: question.held, notes: meaning.notes, remembers: meaning.remembers };
		}
	}
}

/** How an action is bound to its approval. */
export function bindingOf(action: Action): string {
	return digest(formatAction(action), 64);
}

type Bound = { readonly held: HeldAction; readonly shown: ApprovalFacts | undefined; readonly secrets: readonly string[] };

function stillBound({ sealer }: Pick<StepDeps, "sealer">, { held, shown, secrets }: Bound, page: PageView): Action | null {
	if (held.url !== undefined && held.url !== page.url) return null;
	const parsed = parseAction(sealer.open(held.sealed));
	if (!parsed.ok || held.docEpoch !== page.epoch || bindingOf(parsed.action) !== held.actionHash) return null;
	const guard = guardOf(parsed.action, page, { approved: false, isOwnValue: held.isOwnValue });
	if (shown === undefined || !isSameGuard(guard ?? null, held.guard)) return null;
	const now = approvalFacts({ action: parsed.action, page, risk: { class: "commit", reasons: [] } }, secrets);
	const isSameScene = sceneOf(parsed.action, page, { reasons: shown.reasons, secrets }) === held.scene;
	return isSameScene && saysTheSame(now, shown) ? parsed.action : null;
}

function isSameGuard(now: Guard | null, shown: Guard | null): boolean {
	return canonicalJson(now) === canonicalJson(shown);
}

/** A question without an answer is asked again: the same bytes, no new step. */
export async function askAgain(
	deps: Pick<StepDeps, "tasks" | "sealer">,
	{ task, past }: { readonly task: LeasedTask; readonly past: readonly StepRow[] },
): Promise<StepReply> {
	await deps.tasks.release(task.tenantId, task);
	const asked = past.at(-1);
	const stored = asked?.reply ?? "";
	return {
		bytes: asked?.isSealed === true ? deps.sealer.open(stored) : stored,
		isReplay: false,
		taskId: task._id,
		stepIndex: asked?.stepIndex ?? 0,
	};
}
