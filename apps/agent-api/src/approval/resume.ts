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

/** The state of a task's question. `go_on`: decide again, with what the user said. */
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

/** Reads the open question of a task. An approval holds for exactly what was shown: another document, form, value or amount invalidates it. */
export function resumeQuestion(deps: Pick<StepDeps, "sealer" | "now" | "rules">, task: LeasedTask, page: PageView): Resumed {
	const { question } = task;
	if (question === null) return { kind: "go_on", notes: [], isInvalidated: false };
	const meaning = readAnswer(question, { now: deps.now(), approvalMs: deps.rules.approvalMs });
	switch (meaning.kind) {
		case "pending":
			return { kind: "pending" };
		case "lapsed":
			return { kind: "go_on", notes: [], isInvalidated: question.given !== undefined };
		case "answered":
			return { kind: "go_on", notes: meaning.notes, isInvalidated: false };
		case "denied": {
			const isAgain = question.held !== undefined && task.denied.includes(question.held.actionKey);
			return { kind: "denied", held: question.held, isAgain, notes: meaning.notes };
		}
		case "approved": {
			const { held, approval } = question;
			const action = held === undefined ? null : stillApproved(deps, { held, shown: approval, secrets: task.secrets ?? [] }, page);
			if (held === undefined || action === null) return { kind: "go_on", notes: meaning.notes, isInvalidated: true };
			return { kind: "approved", action, held, notes: meaning.notes, remembers: meaning.remembers };
		}
	}
}

/** The hash that binds an approval to its action. 64 hex digits. */
export function hashOfAction(action: Action): string {
	return digest(formatAction(action), 64);
}

type ApprovedAction = { readonly held: PendingApproval; readonly shown: ApprovalFacts | undefined; readonly secrets: readonly string[] };

function stillApproved({ sealer }: Pick<StepDeps, "sealer">, { held, shown, secrets }: ApprovedAction, page: PageView): Action | null {
	if (held.url !== undefined && held.url !== page.url) return null;
	const parsed = parseAction(sealer.open(held.sealed));
	if (!parsed.ok || held.docEpoch !== page.epoch || hashOfAction(parsed.action) !== held.actionHash) return null;
	const guard = guardOf(parsed.action, page, { approved: false, isOwnValue: held.isOwnValue });
	if (shown === undefined || canonicalJson(guard ?? null) !== canonicalJson(held.guard)) return null;
	const now = approvalFacts({ action: parsed.action, page, risk: { class: "commit", reasons: [] } }, secrets);
	const isSameContext = approvalFingerprint(parsed.action, page, { reasons: shown.reasons, secrets }) === held.context;
	return isSameContext && isSameRequest(now, shown) ? parsed.action : null;
}

/** An unanswered question is asked again: the same bytes, no new step. */
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

/** The facts of a target that must still hold when the client acts; undefined for actions without a target. */
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
		origin: form.host ?? (URL.canParse(page.url) ? new URL(page.url).host : ""),
		path: form.path ?? "",
		method: form.method,
		submits: target.states.has("submit"),
		sensitive: [...form.sensitive],
	};
}
