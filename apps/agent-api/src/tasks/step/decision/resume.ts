import { formatAction } from "@webhand/contracts/action/format";
import type { Action } from "@webhand/contracts/action/grammar";
import { parseAction } from "@webhand/contracts/action/parse";
import type { ApprovalFacts, Guard } from "@webhand/contracts/agent/interact";
import { isConditional, isDenying } from "@webhand/lexicon/denials";
import { fold, splitWords } from "@webhand/lexicon/text";
import { fingerprint, formInDocument } from "@webhand/page/parse/fingerprint";
import type { ElementView, FormView, PageView } from "@webhand/page/parse/view";
import { canonicalJson, digest } from "../../../policy/facts/keys.ts";
import { targetOf } from "../../../policy/facts/target.ts";
import { askedNote } from "../../../policy/question/asked-note.ts";
import { approvalFingerprint } from "../../../policy/question/fingerprint.ts";
import { approvalFacts, isSameRequest } from "../../../policy/question/question.ts";
import { defined } from "../../../shared/defined.ts";
import type { HeldAction, LeasedTask, OpenQuestion, StepRow, UserAnswer } from "../../../shared/task.ts";
import { questionState } from "../../messages/policy.ts";
import type { StepDeps, StepReply } from "../ports.ts";

/** The state of a task's question. `go_on`: decide again, with what the user said. */
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
			const action =
				held === undefined
					? null
					: held.server !== undefined
						? heldAction(deps, held)
						: stillApproved(deps, { held, shown: approval, secrets: task.secrets ?? [] }, page);
			if (held === undefined || action === null) return { kind: "go_on", notes: meaning.notes, isInvalidated: true };
			return { kind: "approved", action, held, notes: meaning.notes, remembers: meaning.remembers };
		}
	}
}

/** What an answer, or its absence, means for the step. `notes` go to the decider as the user's words. */
type AnswerMeaning =
	| { readonly kind: "pending" }
	| { readonly kind: "lapsed" }
	| { readonly kind: "approved"; readonly notes: readonly string[]; readonly remembers: boolean }
	| { readonly kind: "denied"; readonly notes: readonly string[] }
	| { readonly kind: "answered"; readonly notes: readonly string[] };

/** How long an approval holds once given. */
type AnswerLimits = { readonly now: Date; readonly approvalMs: number };

/** The meaning of an answer. A question lapses at its end, an approval when it is not used in time; then the step is decided again. */
export function readAnswer(question: OpenQuestion, { now, approvalMs }: AnswerLimits): AnswerMeaning {
	const { given } = question;
	if (given === undefined) return { kind: questionState(question, now) === "asked" ? "pending" : "lapsed" };
	if (question.kind === "approval" && given.approved === true && !hasReservation(given)) {
		// A replica whose clock is ahead wrote it down: so much later it would be good.
		const isFresh = Math.abs(now.getTime() - given.at.getTime()) <= approvalMs;
		return isFresh ? { kind: "approved", notes: notesIn(given), remembers: given.remember === "task" } : { kind: "lapsed" };
	}
	if (question.kind === "approval" && given.approved === false)
		return { kind: "denied", notes: [askedNote(question.text, "The person said no."), ...notesIn(given)] };
	return { kind: "answered", notes: [noteOf(question, given)] };
}

/** A yes whose words deny or set a condition ("only if it is free") allows nothing yet: the words count. */
function hasReservation({ answer = "" }: UserAnswer): boolean {
	const text = fold(answer);
	const words = splitWords(text);
	return isDenying(text, words) || isConditional(text, words);
}

function notesIn(given: UserAnswer): readonly string[] {
	return given.answer === undefined ? [] : [`The person added: ${given.answer}`];
}

function noteOf(question: OpenQuestion, given: UserAnswer): string {
	if (given.answer !== undefined) return askedNote(question.text, `The person answered: ${given.answer}`);
	if (given.approved === false) return askedNote(question.text, "The person said no.");
	return askedNote(question.text, given.done === true ? "It is done." : "The person said yes.");
}

/** The hash that binds an approval to its action. 64 hex digits. */
export function hashOfAction(action: Action): string {
	return digest(formatAction(action), 64);
}

/** A call of the server host stays what it was, whatever the page shows now. */
function heldAction({ sealer }: Pick<StepDeps, "sealer">, { sealed, actionHash }: HeldAction): Action | null {
	const parsed = parseAction(sealer.open(sealed));
	return parsed.ok && hashOfAction(parsed.action) === actionHash ? parsed.action : null;
}

type ApprovedAction = { readonly held: HeldAction; readonly shown: ApprovalFacts | undefined; readonly secrets: readonly string[] };

function stillApproved({ sealer }: Pick<StepDeps, "sealer">, { held, shown, secrets }: ApprovedAction, page: PageView): Action | null {
	if (held.url !== undefined && held.url !== page.url) return null;
	const parsed = parseAction(sealer.open(held.sealed));
	if (!parsed.ok || held.docEpoch !== page.epoch || hashOfAction(parsed.action) !== held.actionHash) return null;
	const guard = guardOf(parsed.action, page, { approved: false, isOwnValue: held.isOwnValue });
	if (shown === undefined || canonicalJson(guard ?? null) !== canonicalJson(held.guard)) return null;
	const now = approvalFacts({ action: parsed.action, page, risk: { class: "commit", reasons: [] } }, secrets);
	const isSameContext = approvalFingerprint(parsed.action, page, { reasons: shown.reasons, secrets }) === held.scene;
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
		...defined({ form: form && guardForm(form, target, page) }),
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
