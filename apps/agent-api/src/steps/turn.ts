import { formatAction } from "@webhand/contracts/action/format";
import { parseAction } from "@webhand/contracts/action/parse";
import type { Plan, Verification } from "@webhand/contracts/agent/task";
import type { PageView } from "@webhand/page/parse/view";
import type { Resumed } from "../approval/resume.ts";
import type { PastStep, Turn } from "../decider/turn.ts";
import { targetIdOf } from "../facts/target.ts";
import type { Budget } from "../progress/budget.ts";
import { budgetWarnings, nothingSpent, tokensOf } from "../progress/budget.ts";
import type { Advanced } from "../progress/status.ts";
import { doneActions, failedAction, lastAction, loopSteps, nextStatus } from "../progress/status.ts";
import { isSensitiveTarget } from "../secrets/find.ts";
import { maskText, secretOf } from "../secrets/mask.ts";
import type { Choice } from "./choose.ts";
import { choose } from "./choose.ts";
import type { Outgoing } from "./commit/reply.ts";
import { approvedOutgoing, askingForHelp, failing, outgoingOf, waitingFor } from "./outgoing.ts";
import type { StepCall, StepDeps } from "./ports.ts";
import type { Counters, LeasedTask, PendingApproval, Spent, StepRow, Task } from "./task.ts";
import type { Retrieval } from "./upstream.ts";
import type { LastVerification } from "./verify-last.ts";
import { isSuccess } from "./verify-last.ts";

/** What the step sends, and what it changes of the task. */
export type Next = {
	readonly out: Outgoing;
	readonly plan: Plan;
	readonly spent: Spent;
	readonly counters: Counters;
	readonly patch: Partial<Task>;
	/** The decider saw a part of the page only. */
	readonly isPageShortened?: boolean;
};

/** The task as it stands after proving, with what the person said. */
export type DecisionContext = {
	readonly call: StepCall;
	readonly task: LeasedTask;
	readonly page: PageView;
	readonly past: readonly StepRow[];
	readonly proof: LastVerification;
	readonly advanced: Advanced;
	readonly resumed: Exclude<Resumed, { readonly kind: "pending" }>;
	readonly knowledge: Retrieval | null;
	readonly beforeModel: () => Promise<void>;
};

const maxInvalidated = 2;
const maxNotes = 20;
const maxStateCharacters = 8_192;

/** Decides what the step sends: an approved action, a wait, the engine's own stop, or what the decider chooses. */
export async function decideNext(deps: StepDeps, context: DecisionContext, signal: AbortSignal): Promise<Next> {
	const { resumed, advanced, page, task, proof } = context;
	const voids = resumed.kind === "go_on" && resumed.isInvalidated ? task.counters.voids + 1 : task.counters.voids;
	const settled = (out: Outgoing, patch: Partial<Task> = {}): Next => ({
		out: { ...out, status: statusAfter(advanced, out) },
		plan: task.plan,
		spent: nothingSpent,
		counters: { ...advanced.counters, voids: resumed.kind === "approved" ? 0 : voids },
		patch: { reflections: advanced.reflections, notes: notesOf(context), ...patch },
	});
	if (resumed.kind === "approved") return settled(approvedOutgoing(resumed.action, page, resumed.held), grantsOf(task, resumed));
	if (resumed.kind === "denied" && resumed.isAgain)
		return settled(
			failing({ category: "refused", message: "You said no twice to the same thing" }, "You do not want this, and I see no other way."),
		);
	if (voids > maxInvalidated)
		return settled(
			failing(
				{ category: "refused", message: "The page changed each time before an approval could be used" },
				"The page does not hold still long enough for an approval.",
			),
		);
	if (advanced.move.kind === "wait" && proof.kind === "open") return settled(waitingFor(proof.of));
	if (advanced.move.kind === "stop") return settled(failing(advanced.move, advanced.move.message));
	if (advanced.move.kind === "ask_for_help")
		return settled(askingForHelp(deps, task.plan.steps[task.plan.currentStepIndex]?.description ?? task.query));
	return chosen(deps, { ...context, voids }, signal);
}

async function chosen(deps: StepDeps, context: DecisionContext & { readonly voids: number }, signal: AbortSignal): Promise<Next> {
	const { task, page, past, advanced, resumed, call, proof } = context;
	const isOutdated = task.hasPlan && task.isPlanOutdated === true;
	const wantsPlan = isOutdated || (advanced.move.kind === "decide" && advanced.move.wantsPlan);
	const refused = resumed.kind === "denied" ? resumed.held : undefined;
	const refusedAction = refused === undefined ? undefined : openAction(deps, refused);
	const turn = turnOf({
		task,
		call,
		page,
		past,
		advanced,
		wantsPlan,
		knowledge: context.knowledge,
		notes: notesOf(context),
		refusedAction,
		budget: deps.rules.budget,
		now: deps.now(),
	});
	const choice = await choose(
		deps,
		{
			turn,
			plan: task.plan,
			wantsPlan,
			isProven: proof.kind !== "done" || isSuccess(proof.verification),
			gateTask: {
				query: task.query,
				notes: notesOf(context),
				secrets: task.secrets ?? [],
				mode: task.mode,
				origins: task.origins,
				isTainted: task.tainted,
				allowsSearches: task.allowsSearches,
				ownFills: task.ownFills,
			},
			past: loopSteps(past),
			refusedFinishes: advanced.counters.refusedFinishes,
			beforeModel: context.beforeModel,
		},
		signal,
	);
	const out = outgoingOf(deps, { task, page }, choice);
	return {
		out: { ...out, status: statusAfter(advanced, out) },
		...(choice.decision.isPageShortened === true ? { isPageShortened: true } : {}),
		plan: choice.plan,
		spent: choice.spent,
		counters: { ...advanced.counters, refusedFinishes: choice.refusedFinishes, voids: context.voids },
		patch: {
			reflections: advanced.reflections,
			notes: notesOf(context),
			hasPlan: true,
			...(isOutdated ? { isPlanOutdated: false } : {}),
			...memoryOf(choice, secretOf(choice.decision.action, page)),
			...(refused === undefined ? {} : { denied: [...task.denied, refused.actionKey] }),
			...ownFillOf(task, page, out),
		},
	};
}

/** The state machine's word on what goes out. @throws RangeError for a step that the state does not allow: a mistake of ours */
function statusAfter({ status }: Advanced, out: Outgoing): Outgoing["status"] {
	const event = { planning: "planned", executing: "decided", needs_user_input: "asked", completed: "finished", failed: "failed" } as const;
	if (out.status === "verifying" || out.status === "correcting") return out.status;
	const next = nextStatus(status, event[out.status]);
	return next === "cancelled" || next === "expired" ? "failed" : next;
}

function notesOf({ task, resumed }: Pick<DecisionContext, "task" | "resumed">): readonly string[] {
	return [...task.notes, ...resumed.notes].slice(-maxNotes);
}

/** `secret`: what the decision would put into a secret field, whoever is to do it. */
function memoryOf({ decision }: Choice, secret: string | undefined): Partial<Task> {
	const state = decision.state === undefined ? null : JSON.stringify(decision.state);
	return {
		...(decision.memory === undefined ? {} : { memory: maskText(decision.memory, secret).slice(0, 1_000) }),
		// A state that grew past its bound is lost rather than stored: the decider starts from the history.
		// As JSON, which leaves absent what is undefined; MongoDB would bring it back as null.
		deciderState: state === null || state.length > maxStateCharacters ? null : JSON.parse(state),
	};
}

/** What an approval opens beside the one action: the site it leads to, and searches where the person said so. */
function grantsOf(task: LeasedTask, { held, remembers }: Extract<Resumed, { readonly kind: "approved" }>): Partial<Task> {
	return {
		...(held.site === undefined || task.origins.includes(held.site) ? {} : { origins: [...task.origins, held.site] }),
		...(remembers && held.isSearch ? { allowsSearches: true } : {}),
		...(held.isOwnValue && held.guard !== null ? { ownFills: [...task.ownFills, held.guard.fingerprint] } : {}),
	};
}

function ownFillOf(task: LeasedTask, page: PageView, out: Outgoing): Partial<Task> {
	const isFill = out.guard?.sensitive === "user_value" && isSensitiveTarget(page, targetIdOf(out.sent));
	return isFill && out.guard !== undefined ? { ownFills: [...task.ownFills, out.guard.fingerprint] } : {};
}

function openAction({ sealer }: Pick<StepDeps, "sealer">, held: PendingApproval): string | undefined {
	const parsed = parseAction(sealer.open(held.sealed));
	return parsed.ok ? formatAction(parsed.action) : undefined;
}

/** All that a turn is made from. `notes` include what the person just said. */
export type TurnFacts = {
	readonly task: LeasedTask;
	readonly call: StepCall;
	readonly page: PageView;
	readonly past: readonly StepRow[];
	readonly advanced: Advanced;
	readonly wantsPlan: boolean;
	readonly knowledge: Retrieval | null;
	readonly notes: readonly string[];
	readonly refusedAction: string | undefined;
	readonly budget: Budget;
	readonly now: Date;
};

/** What the decider sees: the newest page only, the newest 20 steps, the current error only, since old errors harm. */
function turnOf(facts: TurnFacts): Turn {
	const { task, call, page, past, advanced, knowledge } = facts;
	const { body } = call;
	const reflection = advanced.reflections.at(-1);
	const error = body.lastActionError;
	return {
		query: task.query,
		mode: task.mode,
		now: facts.now,
		page,
		plan: task.hasPlan && !facts.wantsPlan ? task.plan : null,
		history: past.flatMap(pastSteps),
		report: {
			...(body.lastActionStatus === undefined ? {} : { status: body.lastActionStatus }),
			...(error === undefined ? {} : { error: { code: error.code, message: error.message } }),
			...(body.lastActionResult?.actualState === undefined ? {} : { actual: body.lastActionResult.actualState }),
		},
		reflection:
			reflection === undefined
				? null
				: { efficiency: reflection.efficiency, issues: reflection.issues, suggestions: reflection.suggestions },
		knowledge: knowledge?.chunks ?? [],
		...(knowledge?.hasOrgKnowledge === undefined ? {} : { hasOrgKnowledge: knowledge.hasOrgKnowledge }),
		notes: facts.notes,
		forbidden: forbiddenOf(facts),
		remaining: {
			steps: task.maxSteps - task.stepCount,
			tokens: Math.max(0, facts.budget.tokens - tokensOf(task.spent)),
			isShort: budgetWarnings(task, facts.budget).includes("BUDGET_75"),
		},
		memory: task.memory,
		batch: body.batch,
		state: task.deciderState,
	};
}

/** A step, or each action of its batch that was carried out. */
function pastSteps(row: StepRow): readonly PastStep[] {
	return doneActions(row).map((part) => ({
		stepIndex: row.stepIndex,
		thought: row.thought,
		action: part.action,
		parsed: part.parsed,
		...(part.targetName === undefined ? {} : { targetName: part.targetName }),
		...(row.proves === undefined ? {} : { isEngineWait: true as const }),
		...(part.verification === undefined ? {} : { verification: part.verification }),
	}));
}

/** From the second correction on the action that failed is forbidden; what the person refused is forbidden at once. */
function forbiddenOf({ advanced, past, page, refusedAction }: TurnFacts): Turn["forbidden"] {
	const newest = lastAction(past);
	const failed = advanced.counters.corrections >= 2 && newest !== undefined ? failedAction(newest) : undefined;
	const isHere = failed !== undefined && (targetIdOf(failed.parsed) === undefined || page.elements.has(targetIdOf(failed.parsed) ?? 0));
	return [
		...(isHere && failed !== undefined
			? [{ action: formatAction(failed.parsed), reason: `it failed: ${reasonOf(failed.verification)}`, code: "failed" as const }]
			: []),
		...(refusedAction === undefined ? [] : [{ action: refusedAction, reason: "the person said no to it", code: "denied" as const }]),
	];
}

function reasonOf(verification: Verification | undefined): string {
	return verification === undefined ? "nothing is known of it" : verification.observations.slice(0, 3).join(", ");
}
