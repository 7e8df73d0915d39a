import { formatAction } from "@webhand/contracts/action/format";
import type { Action } from "@webhand/contracts/action/grammar";
import { readRiskClass } from "@webhand/contracts/agent/step-labels";
import type { Expectation, FailureCategory } from "@webhand/contracts/agent/task";
import type { PendingApproval as PendingToolCall } from "@webhand/contracts/tools/approvals";
import type { ElementView, PageView } from "@webhand/page/parse/view";
import type { Decision, Fill } from "../../../decider/port.ts";
import type { MandateUse } from "../../../policy/authority/mandate.ts";
import { actionKey } from "../../../policy/facts/keys.ts";
import { targetOf } from "../../../policy/facts/target.ts";
import { unknownBeside } from "../../../policy/gate/click.ts";
import { targetSite } from "../../../policy/gate/commit-risk.ts";
import type { Gate } from "../../../policy/gate/gate.ts";
import { classify } from "../../../policy/gate/gate.ts";
import { pressKey } from "../../../policy/gate/harmless.ts";
import { readTarget } from "../../../policy/gate/origin.ts";
import type { RiskReason } from "../../../policy/gate/risk.ts";
import { approvalFingerprint } from "../../../policy/question/fingerprint.ts";
import { approvalQuestion, handoffQuestion, handoffReason, inputQuestion, serverQuestion } from "../../../policy/question/question.ts";
import { maskAction, maskText, secretOf } from "../../../policy/secrets/mask.ts";
import { defaultExpectation, isExplicitOn } from "../../../policy/verify/expectations.ts";
import { defined } from "../../../shared/defined.ts";
import type { HeldAction, StepRow, Task } from "../../../shared/task.ts";
import { stepCallIdOf } from "../../calls/ports.ts";
import type { Outgoing, OutgoingFill } from "../commit/reply.ts";
import { gateNote, noGate } from "../commit/reply.ts";
import type { StepDeps } from "../ports.ts";
import type { Choice } from "./choose.ts";
import { guardOf, hashOfAction } from "./resume.ts";

type OutgoingDeps = Pick<StepDeps, "newQuestionId" | "sealer" | "now" | "rules">;
type StepContext = { readonly task: Task; readonly page: PageView; readonly asked: PendingToolCall | null };

/** Turns a choice into what goes out: the action itself, a question in its place, or the end. */
export function outgoingOf(deps: OutgoingDeps, context: StepContext, choice: Choice): Outgoing {
	const { decision, end, reasoning } = choice;
	const { action, thought } = decision;
	const { decidedBy, wantsPicture } = decision;
	const common = { thought, by: "decider" as const, ...defined({ decidedBy, loop: choice.loop, wantsPicture }) };
	if (end.kind === "finish") {
		const { answer } = end;
		return { ...ending({ name: "finish", ...defined({ answer }) }, "completed"), ...common, ...defined({ answer, reasoning }) };
	}
	if (end.kind === "fail") return { ...failing(end, thought), ...common, ...defined({ answer: end.answer }) };
	if (action.name === "ask")
		return {
			...asking(deps, { question: action.question, choices: action.choices, missing: decision.missingInformation ?? [] }),
			...common,
		};
	if (action.name === "handoff") {
		const { signsIn } = decision;
		return { ...handingOff(deps, { reason: action.reason, page: context.page, gate: noGate }), ...common, ...defined({ signsIn }) };
	}
	return { ...common, ...gated(deps, context, { choice, gate: end.gate }), ...defined({ reasoning }) };
}

/** An action under the gate's decision: it goes out, waits for approval, or is left to the user. */
function gated(
	deps: OutgoingDeps,
	{ task, page, asked }: StepContext,
	{ choice, gate }: { readonly choice: Choice; readonly gate: Gate },
): Omit<Outgoing, "by"> {
	const { decision } = choice;
	const { action } = decision;
	const thought = maskText(decision.thought, secretOf(action, page));
	if (gate.kind === "handoff")
		return { ...handingOff(deps, { reason: handoffReason(action, page, gate.risk), page, gate: gateNote(gate) }), thought };
	const expected = expectationOf(action, page, decision);
	if (asked !== null && action.name === "server") return askingForCall(deps, { ...expected, action, page, thought, gate, task, asked });
	if (gate.kind === "ask") {
		const { secrets = [] } = task;
		const presses = unknownPresses(action, page, { gate, task });
		const beside = presses.slice(1).map(({ name }) => name);
		const { recorded } = gate;
		const question = approvalQuestion({ action, page, risk: gate.risk, secrets, beside, ...defined({ recorded }) }, questionFrame(deps));
		const { decidedBy } = decision;
		const held = pendingApproval(deps, { action, page, gate, thought, secrets, presses, ...expected, ...defined({ decidedBy }) });
		const ask: Action = { name: "ask", question: question.text, choices: [] };
		return { ...shownAsSent(ask), thought, status: "needs_user_input", question, held, gate: gateNote(gate) };
	}
	const more = choice.more?.flatMap((fill) => fillOf(fill, page));
	const told = gate.use === undefined ? thought : `${thought}. ${allowedBy(gate.use)}`;
	return {
		...acting({ action, page, thought: told, ...expected }),
		...(decision.isPlanOnly === true ? { status: "planning" as const } : {}),
		gate: gateNote(gate),
		...(action.name === "server" ? { serverCall: { id: stepCallIdOf(task._id, task.stepCount) } } : {}),
		// What a mandate allowed is checked right before the act as an answer is: form, row and amounts.
		...defined({ guard: guardOf(action, page, { approved: gate.kind === "mandate", isOwnValue: gate.isOwnValue }), more }),
	};
}

type AskedCall = Acting & {
	readonly action: Extract<Action, { readonly name: "server" }>;
	readonly gate: Gate;
	readonly task: Task;
	readonly asked: PendingToolCall;
};

/** Which mandate allowed it, for who watches. */
function allowedBy({ mandate: { createdAt, uses }, left }: MandateUse): string {
	const day = createdAt.toLocaleDateString("en-GB", { day: "numeric", month: "long", timeZone: "UTC" });
	return `Allowed by the mandate of ${day}, ${left} of ${uses} left.`;
}

/** A call of the server host that its person is asked for. */
function askingForCall(deps: OutgoingDeps, { asked, task, ...acted }: AskedCall): Omit<Outgoing, "by"> {
	const { action, page, thought, gate } = acted;
	const { secrets = [] } = task;
	const question = serverQuestion(asked, questionFrame(deps));
	const server = { callId: stepCallIdOf(task._id, task.stepCount), tool: action.tool, approvalId: asked.id };
	const held = { ...pendingApproval(deps, { ...acted, page, secrets }), server };
	const ask: Action = { name: "ask", question: question.text, choices: [] };
	return { ...shownAsSent(ask), thought, status: "needs_user_input", question, held, gate: { ...gateNote(gate), outcome: "ask" } };
}

function fillOf(fill: Fill, page: PageView): readonly OutgoingFill[] {
	const { action } = fill;
	const guard = guardOf(action, page, { approved: false, isOwnValue: false });
	return guard === undefined ? [] : [{ action, guard, ...expectationOf(action, page, fill) }];
}

/** An approved action goes out as it was shown. */
export function approvedOutgoing(action: Action, page: PageView, held: HeldAction): Outgoing {
	const { thought, expect, isExplicit, isOwnValue, risk, decidedBy } = held;
	return {
		...acting({ action, page, thought, expect, isExplicit }),
		by: "approval",
		gate: { class: readRiskClass(risk.class), reasons: risk.reasons, outcome: "approved", ...(held.isSearch ? { isSearch: true } : {}) },
		...defined({ decidedBy, guard: guardOf(action, page, { approved: true, isOwnValue }), serverCall: held.server && callOf(held.server) }),
	};
}

const callOf = ({ callId, approvalId }: NonNullable<HeldAction["server"]>) => ({ id: callId, approvalId });

/** A wait of one second: the outcome of that step may still come. */
export function waitingFor({ proves, stepIndex, told }: StepRow): Outgoing {
	return {
		...shownAsSent({ name: "wait", seconds: 1 }),
		thought: "The page is still working: I look again in a second.",
		status: "verifying",
		by: "engine",
		proves: proves ?? stepIndex,
		...defined({ told }),
		gate: noGate,
	};
}

/** The engine's own end of a task. */
export function failing(failure: { readonly category: FailureCategory; readonly message: string }, thought: string): Outgoing {
	const { category, message } = failure;
	return { ...ending({ name: "fail", reason: message.slice(0, 8_000) }, "failed"), thought, failure: { category, message } };
}

/** Asks the user what to do when corrections and a new plan did not help. */
export function askingForHelp(deps: OutgoingDeps, planStep: string): Outgoing {
	const question = `I could not get further with “${planStep}”. What should I do?`;
	return {
		...asking(deps, { question, choices: [], missing: [] }),
		thought: "Several corrections and a new plan did not help.",
		by: "engine",
	};
}

type Asking = { readonly question: string; readonly choices: readonly string[]; readonly missing: readonly string[] };

function asking(deps: OutgoingDeps, { question: text, choices, missing }: Asking) {
	const question = inputQuestion(text, choices, questionFrame(deps));
	const action: Action = { name: "ask", question: question.text, choices: question.choices ?? [] };
	const missingInformation = missing.length === 0 ? undefined : missing;
	return { ...shownAsSent(action), status: "needs_user_input" as const, question, gate: noGate, ...defined({ missingInformation }) };
}

type HandingOff = Pick<Outgoing, "gate"> & { readonly reason: string; readonly page: PageView };

function handingOff(deps: OutgoingDeps, { reason, page, gate }: HandingOff) {
	const question = handoffQuestion(reason, page.url, questionFrame(deps));
	return { ...shownAsSent({ name: "handoff", reason: question.text }), status: "needs_user_input" as const, question, gate };
}

type Acting = {
	readonly action: Action;
	readonly page: PageView;
	readonly thought: string;
	readonly expect: Expectation;
	readonly isExplicit: boolean;
};

function acting({ action, page, thought, expect, isExplicit }: Acting) {
	return {
		sent: action,
		shown: maskAction(action, page),
		thought: maskText(thought, secretOf(action, page)),
		status: "executing" as const,
		expect,
		isExplicit,
	};
}

function shownAsSent(action: Action) {
	return { sent: action, shown: action, expect: { kind: "none" } as const, isExplicit: false };
}

function ending(action: Action, status: "completed" | "failed"): Outgoing {
	return { ...shownAsSent(action), thought: "", status, by: "engine", gate: noGate };
}

/** An expectation proves an action only where it did not hold before. A secret is expected by its mask, never by its value. */
function expectationOf(
	action: Action,
	page: PageView,
	decision: Pick<Decision, "expect" | "isBounded">,
): { readonly expect: Expectation; readonly isExplicit: boolean } {
	const isSecret = secretOf(action, page) !== undefined;
	const { expect: said } = decision;
	if (said === undefined || said.kind === "none" || (isSecret && said.kind === "value_is"))
		return { expect: defaultExpectation(action, targetOf(action, page), isSecret), isExplicit: false };
	return { expect: said, isExplicit: isExplicitOn(page, said, decision.isBounded) };
}

/** The unknown button that is asked for, and those that the same question names. */
function unknownPresses(action: Action, page: PageView, { gate, task }: { readonly gate: Gate; readonly task: Task }) {
	const pressed = targetOf(action, page);
	if (gate.risk.class !== "press_unknown" || pressed === undefined || !gate.risk.reasons.includes("unknown_button")) return [];
	// A question is no reason to allow more than the one press.
	if (gate.risk.reasons.includes("only_asked")) return [];
	return [pressed, ...unknownBeside(pressed, page, { ...task, isTainted: task.tainted })];
}

type Pending = Acting &
	Pick<HeldAction, "decidedBy"> & {
		readonly gate: Gate;
		readonly secrets: readonly string[];
		readonly presses?: readonly ElementView[];
	};

function pendingApproval(deps: OutgoingDeps, pending: Pending): HeldAction {
	const { action, page, gate, thought, expect, isExplicit, secrets, presses = [], decidedBy } = pending;
	const pressed = targetOf(action, page);
	const target = action.name === "navigate" || action.name === "openTab" ? readTarget(action.url) : null;
	return {
		sealed: deps.sealer.seal(formatAction(action)),
		actionHash: hashOfAction(action),
		actionKey: actionKey(action, page),
		docEpoch: page.epoch,
		...(page.epoch === "" ? { url: page.url } : {}),
		guard: guardOf(action, page, { approved: false, isOwnValue: gate.isOwnValue }) ?? null,
		scene: approvalFingerprint(action, page, { reasons: gate.risk.reasons, secrets }),
		thought: maskText(thought, secretOf(action, page)),
		expect,
		isExplicit,
		isOwnValue: gate.isOwnValue,
		risk: { class: gate.risk.class, reasons: gate.risk.reasons },
		...defined({ decidedBy }),
		...(target?.kind === "web" ? { site: target.site } : {}),
		...(pressed !== undefined && gate.risk.reasons.some((reason) => ofOutside.has(reason))
			? { tellSite: targetSite({ page, target: pressed }) }
			: {}),
		...(presses.length === 0 ? {} : { presses: presses.map((one) => pressKey(one, page)) }),
		isSearch: classify(action, page, { query: "", origins: [], isTainted: false, ownFills: [] }).isSearch,
	};
}

/** A yes to a press or fill of these allows the next ones on that site. */
const ofOutside: ReadonlySet<RiskReason> = new Set(["new_site", "outside_task"]);

function questionFrame({ newQuestionId, now, rules }: OutgoingDeps) {
	return { id: newQuestionId(), expiresAt: new Date(now().getTime() + rules.questionMs) };
}
