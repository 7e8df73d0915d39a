import { formatAction } from "@webhand/contracts/action/format";
import type { Action } from "@webhand/contracts/action/grammar";
import { parseAction } from "@webhand/contracts/action/parse";
import type { ApprovalFacts, Guard } from "@webhand/contracts/agent/interact";
import { fingerprint, formInDocument } from "@webhand/page/parse/fingerprint";
import type { ElementView, FormView, PageView } from "@webhand/page/parse/view";
import { canonicalJson, digest } from "../facts/keys.ts";
import { targetOf } from "../facts/target.ts";
import type { StepDeps, StepReply } from "../steps/ports.ts";
import type { LeasedTask, PendingApproval, StepRow } from "../steps/task.ts";
import { readAnswer } from "./answer.ts";
import { approvalFingerprint } from "./fingerprint.ts";
import { approvalFacts, isSameRequest } from "./question.ts";

/** Where a question of the task stands now. `go_on`: decide anew, with what the person said. */
export type Resumed =
	| { readonly kind: "pending" }
	| {
			readonly kind: "approved";
			readonly action: Action;
			readonly held: PendingApproval;
			readonly notes: readonly string[];
			readonly remembers: boolean;
	  }
	| { readonly kind: "denied"; readonly held: PendingApproval | undefined; readonly isAgain: boolean; readonly notes: readonly string[] }
	| { readonly kind: "go_on"; readonly notes: readonly string[]; readonly isInvalidated: boolean };

/**
 * Looks at the task's open question, if any. An approval counts for exactly what was shown: another document, target, form, value or amount
 * makes it void.
 */
export function resumeQuestion(deps: Pick<StepDeps, "sealer" | "now" | "rules">, task: LeasedTask, page: PageView): Resumed {
	const { question } = task;
	if (question === null) return { kind: "go_on", notes: [], isInvalidated: false };
	const meaning = readAnswer(question, { now: deps.now(), approvalMs: deps.rules.approvalMs });
	switch (meaning.kind) {
		case "pending":
			return { kind: "pending" };
		case "lapsed":
			return { kind: "go_on", notes: [], isInvalidated: question.given !== undefined };
		case "told":
			return { kind: "go_on", notes: meaning.notes, isInvalidated: false };
		case "denied": {
			const isAgain = question.held !== undefined && task.denied.includes(question.held.actionKey);
			return { kind: "denied", held: question.held, isAgain, notes: meaning.notes };
		}
		case "approved": {
			const action =
				question.held === undefined
					? null
					: stillApproved(deps, { held: question.held, shown: question.approval, secrets: task.secrets ?? [] }, page);
			if (question.held === undefined || action === null) return { kind: "go_on", notes: meaning.notes, isInvalidated: true };
			return { kind: "approved", action, held: question.held, notes: meaning.notes, remembers: meaning.remembers };
		}
	}
}

/** How an action is bound to its approval. */
export function bindingOf(action: Action): string {
	return digest(formatAction(action), 64);
}

type ApprovedAction = { readonly held: PendingApproval; readonly shown: ApprovalFacts | undefined; readonly secrets: readonly string[] };

function stillApproved({ sealer }: Pick<StepDeps, "sealer">, { held, shown, secrets }: ApprovedAction, page: PageView): Action | null {
	if (held.url !== undefined && held.url !== page.url) return null;
	const parsed = parseAction(sealer.open(held.sealed));
	if (!parsed.ok || held.docEpoch !== page.epoch || bindingOf(parsed.action) !== held.actionHash) return null;
	const guard = guardOf(parsed.action, page, { approved: false, isOwnValue: held.isOwnValue });
	if (shown === undefined || !isSameGuard(guard ?? null, held.guard)) return null;
	const now = approvalFacts({ action: parsed.action, page, risk: { class: "commit", reasons: [] } }, secrets);
	const isSameContext = approvalFingerprint(parsed.action, page, { reasons: shown.reasons, secrets }) === held.context;
	return isSameContext && isSameRequest(now, shown) ? parsed.action : null;
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

/**
 * The facts of a target that must still hold when the client acts; undefined for actions without one.
 *
 * @throws never
 */
export function guardOf(
	action: Action,
	page: PageView,
	grants: { readonly approved: boolean; readonly isOwnValue: boolean },
): Guard | undefined {
	const target = targetOf(action, page);
	if (target === undefined) return undefined;
	const form = formInDocument(target, page);
	return {
		docEpoch: target.epoch,
		id: target.id,
		fingerprint: fingerprint(target, page),
		role: target.type,
		name: target.name,
		...(form === undefined ? {} : { form: guardForm(form, target, page) }),
		approved: grants.approved,
		...(grants.isOwnValue ? { sensitive: "user_value" as const } : {}),
	};
}

function guardForm(form: FormView, target: ElementView, page: PageView): NonNullable<Guard["form"]> {
	return {
		origin: form.host ?? hostOf(page.url),
		path: form.path ?? "",
		method: form.method,
		submits: target.states.has("submit"),
		sensitive: [...form.sensitive],
	};
}

function hostOf(url: string): string {
	return URL.canParse(url) ? new URL(url).host : "";
}
