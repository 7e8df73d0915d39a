import { formatAction } from "@webhand/contracts/action/format";
import type { Action } from "@webhand/contracts/action/grammar";
import { parseAction } from "@webhand/contracts/action/parse";
import type { OrderKind } from "@webhand/contracts/agent/step-labels";
import type { Plan } from "@webhand/contracts/agent/task";
import type { PageView } from "@webhand/page/parse/view";
import { orderKind } from "@webhand/rules/order-kind";
import type { Knowledge, PastStep, Turn } from "../../../decider/turn.ts";
import { isOpen } from "../../../policy/authority/authority.ts";
import type { PolicyInForce } from "../../../policy/authority/strictest.ts";
import { textsOfResult } from "../../../policy/facts/result-texts.ts";
import { isObserving, isQuestion, targetIdOf } from "../../../policy/facts/target.ts";
import type { GateTask } from "../../../policy/gate/gate.ts";
import { decideGate } from "../../../policy/gate/gate.ts";
import { pageSite } from "../../../policy/gate/origin.ts";
import { budgetWarnings, nothingSpent, tokensSpent } from "../../../policy/progress/budget.ts";
import type { Advanced } from "../../../policy/progress/status.ts";
import { doneActions, failedAction, isLastActionProven, lastRowOfAction, loopSteps, nextStatus } from "../../../policy/progress/status.ts";
import { isSensitiveTarget } from "../../../policy/secrets/find.ts";
import { maskText, secretOf } from "../../../policy/secrets/mask.ts";
import { defined } from "../../../shared/defined.ts";
import type { Counters, HeldAction, LeasedTask, Spent, StepRow, Task } from "../../../shared/task.ts";
import type { HostView } from "../../calls/step.ts";
import { askFirst } from "../../calls/step.ts";
import type { Outgoing } from "../commit/reply.ts";
import type { Retrieval } from "../knowledge.ts";
import type { Standing, StepCall, StepDeps } from "../ports.ts";
import type { Choice } from "./choose.ts";
import { choose } from "./choose.ts";
import { approvedOutgoing, askingForHelp, failing, outgoingOf, waitingFor } from "./outgoing.ts";
import type { Resumed } from "./resume.ts";
import { unprovenOf } from "./unproven.ts";
import type { LastVerification } from "./verify-last.ts";

/** What the step sends, and what it changes of the task. */
export type Next = {
	readonly outgoing: Outgoing;
	readonly plan: Plan;
	readonly spent: Spent;
	readonly counters: Counters;
	readonly patch: Partial<Task>;
	/** The decider saw only a part of the page. */
	readonly isPageShortened?: boolean;
	/** The chunks that stood in a prompt. */
	readonly usedKnowledge?: readonly Knowledge[];
};

/** What a decision rests on: the task after its last action was verified, with the user's answer. */
export type DecisionContext = {
	readonly call: StepCall;
	readonly task: LeasedTask;
	readonly page: PageView;
	readonly past: readonly StepRow[];
	readonly verified: LastVerification;
	readonly progress: Advanced;
	readonly resumed: Exclude<Resumed, { readonly kind: "pending" }>;
	readonly knowledge: Retrieval | null;
	readonly host: HostView;
	readonly policy: PolicyInForce;
	readonly standing: Standing;
	readonly beforeModel: () => Promise<void>;
};

const maxInvalidated = 2;
const maxNotes = 20;
const maxStateCharacters = 8_192;

/** Decides what the step sends: an approved action, a wait, the engine's own stop, or what the decider chooses. */
export async function decideNext(deps: StepDeps, context: DecisionContext, signal: AbortSignal): Promise<Next> {
	const { resumed, progress, task } = context;
	const { picture } = context.call.body;
	const voids = resumed.kind === "go_on" && resumed.isInvalidated ? task.counters.voids + 1 : task.counters.voids;
	const outgoing = withoutDecider(deps, context, voids);
	if (outgoing === null) return decided(deps, { ...context, voids }, signal);
	return {
		// The next page is wanted with a picture like this one.
		outgoing: { ...outgoing, status: statusAfter(progress, outgoing), ...(picture === undefined ? {} : { wantsPicture: true }) },
		plan: task.plan,
		spent: nothingSpent,
		counters: { ...progress.counters, voids: resumed.kind === "approved" ? 0 : voids },
		patch: {
			reflections: progress.reflections,
			notes: notesOf(context),
			...(task.isPlanOutdated === true ? { isPlanOutdated: true } : {}),
			...(resumed.kind === "approved" ? grantsOf(task, resumed) : {}),
		},
	};
}

/** What goes out without asking the decider; null where it is asked. */
function withoutDecider(deps: StepDeps, context: DecisionContext, voids: number): Outgoing | null {
	const { resumed, progress, page, task, verified, policy } = context;
	if (!isOpen(policy, page.url)) return refusedByPolicy(`your organization does not allow to use ${pageSite(page.url)}`);
	if (resumed.kind === "approved") {
		// The policy may have changed since the question was asked.
		const { kind, words } = decideGate(resumed.action, page, gateTaskOf(deps, context, notesOf(context)));
		return kind === "refuse" && words !== undefined ? refusedByPolicy(words) : approvedOutgoing(resumed.action, page, resumed.held);
	}
	if (resumed.kind === "denied" && resumed.isAgain)
		return failing(
			{ category: "refused", message: "You said no twice to the same thing" },
			"You do not want this, and I see no other way.",
		);
	if (voids > maxInvalidated)
		return failing(
			{ category: "refused", message: "The page changed each time before an approval could be used" },
			"The page does not hold still long enough for an approval.",
		);
	const { move } = progress;
	if (move.kind === "wait" && verified.kind === "open") return waitingFor(verified.of);
	if (move.kind === "stop") return failing(move, move.message);
	if (move.kind === "ask_for_help") return askingForHelp(deps, task.plan.steps[task.plan.currentStepIndex]?.description ?? task.query);
	return null;
}

async function decided(deps: StepDeps, context: DecisionContext & { readonly voids: number }, signal: AbortSignal): Promise<Next> {
	const { task, page, past, progress, resumed } = context;
	const isOutdated = task.hasPlan && task.isPlanOutdated === true;
	const wantsPlan = isOutdated || (progress.move.kind === "decide" && progress.move.wantsPlan);
	const denied = resumed.kind === "denied" ? resumed.held : undefined;
	const notes = notesOf(context);
	const kind = kindOf(deps, task);
	const choice = await choose(
		deps,
		{
			turn: turnOf(deps, context, { wantsPlan, notes, deniedAction: denied && openAction(deps, denied), kind }),
			orderKind: kind,
			plan: task.plan,
			wantsPlan,
			isProven: isLastActionProven(past),
			unproven: unprovenOf(past, page, task.query),
			gateTask: gateTaskOf(deps, context, notes),
			run: runOf(context),
			past: loopSteps(past),
			refusedFinishes: progress.counters.refusedFinishes,
			beforeModel: context.beforeModel,
		},
		signal,
	);
	const { action } = choice.decision;
	const asked = choice.end.kind === "act" ? await askFirst(deps, context, action) : null;
	const outgoing = outgoingOf(deps, { task, page, asked }, choice);
	return {
		outgoing: { ...outgoing, status: statusAfter(progress, outgoing) },
		...(choice.decision.isPageShortened === true ? { isPageShortened: true } : {}),
		...defined({ usedKnowledge: choice.decision.usedKnowledge }),
		plan: outgoing.serverCall === undefined ? choice.plan : withServerStep(choice.plan),
		spent: choice.spent,
		counters: { ...progress.counters, refusedFinishes: choice.refusedFinishes, voids: context.voids },
		patch: {
			reflections: progress.reflections,
			notes,
			...(choice.decision.isUnplanned === true
				? {}
				: { hasPlan: true, ...(task.isPlanOutdated === true ? { isPlanOutdated: false } : {}) }),
			...memoryOf(choice, secretOf(choice.decision.action, page)),
			...(task.orderKind === undefined ? defined({ orderKind: choice.orderKind }) : {}),
			...defined({ denied: denied && [...task.denied, denied.actionKey] }),
			...ownFillOf(task, page, outgoing),
		},
	};
}

/** What the gate knows of the task. @param notes the user's own, with those of this request */
function gateTaskOf({ now }: Pick<StepDeps, "now">, context: DecisionContext, notes: readonly string[]): GateTask {
	const { query, rowWords, mode, origins, tainted: isTainted, allowsSearches, ownFills } = context.task;
	const { allowedPresses = [], readSites = [], toldSites = [], secrets = [] } = context.task;
	return {
		// A routine orders its steps one by one: what they name was asked for. Its values are data.
		query: rowWords?.order ?? query,
		...defined({ values: rowWords?.values, fills: rowWords?.fills }),
		notes,
		secrets,
		mode,
		origins,
		isTainted,
		allowsSearches,
		ownFills,
		...defined({ signsInOn: signsInOn(context.task) }),
		allowedPresses,
		readSites,
		toldSites,
		authority: { policy: context.policy, now: now(), mandates: context.standing.mandates },
		// A program sees no page: what its key asks for is watched by nobody.
		...(context.call.identity.key === undefined ? {} : { unwatched: { commits: false } }),
		...privateTexts(context),
	};
}

/** Steps in which the form of a sign-in is sent, once its login is filled in. */
const signInSteps = 4;

/** The origin of a sign-in that is under way. */
function signsInOn({ signIn, stepCount }: Pick<LeasedTask, "signIn" | "stepCount">): string | undefined {
	return signIn !== undefined && stepCount - signIn.stepIndex <= signInSteps ? signIn.origin : undefined;
}

/** The run whose row the task does. A page that gives orders suspends its mandates. */
function runOf({ task: { origin, tainted }, standing }: DecisionContext) {
	if (origin === undefined) return undefined;
	const { routineId, version, runId } = origin;
	const { rows, isUnwatched } = standing;
	return { routineId, version, runId, rows, isSuspended: tainted || standing.isSuspended, isUnwatched };
}

/** The end of a task that the organization does not allow. */
function refusedByPolicy(words: string): Outgoing {
	const message = `${words.charAt(0).toUpperCase()}${words.slice(1)}`;
	return failing({ category: "refused", message }, `${message}.`);
}

/** What the order wants; undefined where only a model can say. A note that orders a deed lifts the limits of a question. */
function kindOf(
	{ now }: Pick<StepDeps, "now">,
	{ hasPlan, orderKind: stored, query, notes, queuedNotes }: LeasedTask,
): OrderKind | undefined {
	const kind = stored ?? (hasPlan ? undefined : orderKind(query, now()));
	const said = [...notes, ...(queuedNotes ?? []).map(({ text }) => text)].flatMap(
		(note) => /^The person said: ([\s\S]+)$/.exec(note)?.[1] ?? [],
	);
	const orders = said.map((note) => orderKind(note, now()));
	return kind === "asks" && orders.some((order) => order === "acts" || order === "both") ? "both" : kind;
}

/** The organization's own texts and what was read on the server host, which must not leave for another site; and the tools it has. */
function privateTexts({ knowledge, host }: Pick<DecisionContext, "knowledge" | "host">) {
	const files = [...host.results.values()].flatMap(textsOfResult);
	const own = (knowledge?.chunks ?? []).flatMap(({ scope, content }) => (scope === "org" ? [content] : []));
	return { knowledge: [...own, ...files], ...defined({ serverTools: host.tools?.map(({ name }) => name) }) };
}

/** A plan step in which the server host was called: at least a part of it is done there. */
function withServerStep(plan: Plan): Plan {
	const isActive = (index: number) => index === plan.currentStepIndex;
	const steps = plan.steps.map((step, index) =>
		isActive(index) && step.toolType === "DOM" ? { ...step, toolType: "MIXED" as const } : step,
	);
	return { ...plan, steps };
}

/** The status that the state machine gives to what goes out. @throws RangeError for a step that the state does not allow: a mistake of ours */
function statusAfter({ status }: Advanced, outgoing: Outgoing): Outgoing["status"] {
	const event = { planning: "planned", executing: "decided", needs_user_input: "asked", completed: "finished", failed: "failed" } as const;
	if (outgoing.status === "verifying" || outgoing.status === "correcting") return outgoing.status;
	const next = nextStatus(status, event[outgoing.status]);
	return next === "cancelled" || next === "expired" ? "failed" : next;
}

function notesOf({ task, resumed }: Pick<DecisionContext, "task" | "resumed">): readonly string[] {
	return [...task.notes, ...resumed.notes].slice(-maxNotes);
}

/** @param secret what the decision would put into a secret field, also where the user fills it in */
function memoryOf({ decision }: Choice, secret: string | undefined): Partial<Task> {
	const state = decision.state === undefined ? null : JSON.stringify(decision.state);
	return {
		...(decision.memory === undefined ? {} : { memory: maskText(decision.memory, secret).slice(0, 1_000) }),
		// A state past its bound is dropped: the decider then starts from the history.
		// JSON leaves out undefined fields; MongoDB would read them back as null.
		deciderState: state === null || state.length > maxStateCharacters ? null : JSON.parse(state),
	};
}

/** What an approval grants beside the one action: looking at the site it leads to, acting on the site it acts on, and searches where the user said so. */
function grantsOf(task: LeasedTask, { held, remembers }: Extract<Resumed, { readonly kind: "approved" }>): Partial<Task> {
	return {
		...(held.site === undefined || task.origins.includes(held.site) ? {} : { readSites: newest(task.readSites, held.site) }),
		...(held.tellSite === undefined ? {} : { toldSites: newest(task.toldSites, held.tellSite) }),
		...(held.presses === undefined ? {} : { allowedPresses: held.presses.reduce<readonly string[]>(newest, task.allowedPresses ?? []) }),
		...(remembers && held.isSearch ? { allowsSearches: true } : {}),
		...(held.isOwnValue && held.guard !== null ? { ownFills: [...task.ownFills, held.guard.fingerprint] } : {}),
	};
}

/** What was allowed stays bounded: what is dropped is asked for again. */
const maxAllowed = 50;

function newest(known: readonly string[] = [], added: string): readonly string[] {
	return [...known.filter((one) => one !== added), added].slice(-maxAllowed);
}

function ownFillOf(task: LeasedTask, page: PageView, { guard, sent }: Outgoing): Partial<Task> {
	if (guard?.sensitive !== "user_value" || !isSensitiveTarget(page, targetIdOf(sent))) return {};
	return { ownFills: [...task.ownFills, guard.fingerprint] };
}

function openAction({ sealer }: Pick<StepDeps, "sealer">, held: HeldAction): string | undefined {
	const parsed = parseAction(sealer.open(held.sealed));
	return parsed.ok ? formatAction(parsed.action) : undefined;
}

/** `notes` include the newest answer of the user; `deniedAction` is the one that it denies. */
type TurnExtras = {
	readonly wantsPlan: boolean;
	readonly notes: readonly string[];
	readonly deniedAction: string | undefined;
	readonly kind: OrderKind | undefined;
};

/** What the decider sees: the newest page, the newest 20 steps, and only the current error, since older ones mislead models. */
function turnOf({ rules, now }: Pick<StepDeps, "rules" | "now">, context: DecisionContext, extras: TurnExtras): Turn {
	const { task, call, page, past, progress, knowledge } = context;
	const { lastActionStatus: status, lastActionError: error, lastActionResult, batch, picture, takesPictures } = call.body;
	return {
		query: task.query,
		mode: task.mode,
		now: now(),
		page,
		...defined({ picture, takesPictures }),
		plan: task.hasPlan && !extras.wantsPlan ? task.plan : null,
		history: past.flatMap((row) => pastSteps(row, context.host)),
		report:
			past.at(-1)?.serverCall !== undefined
				? {}
				: defined({
						status,
						error: error && { code: error.code, message: error.message },
						isInert: lastActionResult?.isInert,
						actual: lastActionResult?.actualState,
					}),
		reflection: progress.reflections.at(-1) ?? null,
		knowledge: knowledge?.chunks ?? [],
		notes: extras.notes,
		forbidden: forbiddenOf(context, extras.deniedAction),
		remaining: {
			steps: task.maxSteps - task.stepCount,
			tokens: Math.max(0, rules.budget.tokens - tokensSpent(task.spent)),
			isShort: budgetWarnings(task, rules.budget).includes("BUDGET_75"),
		},
		memory: task.memory,
		batch,
		...defined({ serverTools: context.host.tools }),
		state: task.deciderState,
		...(extras.kind === "asks" ? { isAsking: true } : {}),
		...(extras.kind === undefined ? { wantsKind: true } : {}),
	};
}

/** A step, or each action of its batch that was carried out. */
function pastSteps(row: StepRow, { results }: HostView): readonly PastStep[] {
	const { stepIndex, thought } = row;
	const isEngineWait = row.proves === undefined ? undefined : (true as const);
	return doneActions(row).map(({ action, parsed, targetName, verification }) => ({
		stepIndex,
		thought,
		action,
		parsed,
		...defined({ targetName, isEngineWait, isLook: isLook(parsed), verification, result: results.get(stepIndex) }),
	}));
}

const isLook = (action: Action): true | undefined => (isObserving(action) || isQuestion(action) ? true : undefined);

/** From the second correction on the failed action is forbidden; what the user denied is forbidden at once. */
function forbiddenOf({ progress, past, page }: DecisionContext, deniedAction: string | undefined): Turn["forbidden"] {
	const newest = lastRowOfAction(past);
	const failed = progress.counters.corrections >= 2 && newest !== undefined ? failedAction(newest) : undefined;
	const targetId = failed && targetIdOf(failed.parsed);
	const isHere = targetId === undefined || page.elements.has(targetId);
	const reason = failed?.verification?.observations.slice(0, 3).join(", ") ?? "nothing is known of it";
	return [
		...(failed !== undefined && isHere
			? [{ action: formatAction(failed.parsed), reason: `it failed: ${reason}`, code: "failed" as const }]
			: []),
		...(deniedAction === undefined ? [] : [{ action: deniedAction, reason: "the person said no to it", code: "denied" as const }]),
	];
}
