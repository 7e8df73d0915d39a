import { formatAction } from "@webhand/contracts/action/format";
import type { Action } from "@webhand/contracts/action/grammar";
import type { Expectation, FailureCategory } from "@webhand/contracts/agent/task";
import type { PageView } from "@webhand/page/parse/view";
import { approvalFingerprint } from "../approval/fingerprint.ts";
import { approvalQuestion, handoffQuestion, handoffReason, inputQuestion } from "../approval/question.ts";
import { guardOf, hashOfAction } from "../approval/resume.ts";
import type { Fill } from "../decider/port.ts";
import { actionKey } from "../facts/keys.ts";
import { targetOf } from "../facts/target.ts";
import type { Gate } from "../gate/gate.ts";
import { classify } from "../gate/gate.ts";
import { readTarget } from "../gate/origin.ts";
import { maskAction, maskText, secretOf } from "../secrets/mask.ts";
import { defaultExpectation, isMet } from "../verify/expectations.ts";
import type { Choice } from "./choose.ts";
import type { Outgoing, OutgoingFill } from "./commit/reply.ts";
import { gateNote, noGate } from "./commit/reply.ts";
import type { StepDeps } from "./ports.ts";
import type { PendingApproval, StepRow, Task } from "./task.ts";

type Tools = Pick<StepDeps, "newQuestionId" | "sealer" | "now" | "rules">;
type VerificationContext = { readonly task: Task; readonly page: PageView };

/** Turns a choice into what goes out: the action itself, a question in its place, or the end. */
export function outgoingOf(deps: Tools, context: VerificationContext, choice: Choice): Outgoing {
	const { decision, end } = choice;
	const common = { thought: decision.thought, by: "decider" as const, ...(choice.loop === undefined ? {} : { loop: choice.loop }) };
	if (end.kind === "finish") {
		const action: Action = end.answer === undefined ? { name: "finish" } : { name: "finish", answer: end.answer };
		return {
			...ending(action, "completed"),
			...common,
			...(end.answer === undefined ? {} : { answer: end.answer }),
			...reasoningOf(choice),
		};
	}
	if (end.kind === "fail")
		return { ...failing(end, decision.thought), ...common, ...(end.answer === undefined ? {} : { answer: end.answer }) };
	const { action } = decision;
	if (action.name === "ask")
		return asking(deps, { ...common, question: action.question, choices: action.choices, missing: decision.missingInformation ?? [] });
	if (action.name === "handoff") return handing(deps, { ...common, reason: action.reason, gate: noGate });
	return { ...gated(deps, { ...context, choice, gate: end.gate }), ...reasoningOf(choice) };
}

/** An action under the gate's word: it goes out, waits for approval, or is the person's to do. */
function gated(
	deps: Tools,
	{ task, page, choice, gate }: VerificationContext & { readonly choice: Choice; readonly gate: Gate },
): Outgoing {
	const { decision } = choice;
	const { action, thought } = decision;
	const loop = choice.loop === undefined ? {} : { loop: choice.loop };
	if (gate.kind === "handoff")
		return {
			...handing(deps, {
				thought: maskText(thought, secretOf(action, page)),
				reason: handoffReason(action, page),
				gate: gateNote(gate),
				by: "decider",
			}),
			...loop,
		};
	const expected = expectationOf(action, page, decision.expect);
	if (gate.kind === "ask") {
		const { secrets = [] } = task;
		const question = approvalQuestion({ action, page, risk: gate.risk, secrets }, frameOf(deps));
		const held = holdAction(deps, { action, page, gate, thought, secrets, ...expected });
		const ask: Action = { name: "ask", question: question.text, choices: [] };
		return {
			...plainly(ask),
			thought: maskText(thought, secretOf(action, page)),
			status: "needs_user_input",
			by: "decider",
			question,
			held,
			gate: gateNote(gate),
			...loop,
		};
	}
	const guard = guardOf(action, page, { approved: false, isOwnValue: gate.isOwnValue });
	return {
		...acting({ action, page, thought, ...expected }),
		...(decision.isPlanOnly === true ? { status: "planning" as const } : {}),
		by: "decider",
		gate: gateNote(gate),
		...(guard === undefined ? {} : { guard }),
		...(choice.more === undefined ? {} : { more: choice.more.flatMap((fill) => fillOf(fill, page)) }),
		...loop,
	};
}

function fillOf({ action, expect }: Fill, page: PageView): readonly OutgoingFill[] {
	const guard = guardOf(action, page, { approved: false, isOwnValue: false });
	return guard === undefined ? [] : [{ action, guard, ...expectationOf(action, page, expect) }];
}

/** An approved action goes out as it was shown. */
export function approvedOutgoing(action: Action, page: PageView, held: PendingApproval): Outgoing {
	const guard = guardOf(action, page, { approved: true, isOwnValue: held.isOwnValue });
	return {
		...acting({ action, page, thought: held.thought, expect: held.expect, isExplicit: held.isExplicit }),
		by: "approval",
		gate: { ...held.risk, outcome: "approved" },
		...(guard === undefined ? {} : { guard }),
	};
}

/** Nothing to do but look again: the outcome of that step may still come. */
export function waitingFor(row: StepRow): Outgoing {
	const action: Action = { name: "wait", seconds: 1 };
	return {
		...plainly(action),
		thought: "The page is still working: I look again in a second.",
		status: "verifying",
		by: "engine",
		proves: row.proves ?? row.stepIndex,
		...(row.told === undefined ? {} : { told: row.told }),
		gate: noGate,
	};
}

/** The engine's own end of a task. */
export function failing(failure: { readonly category: FailureCategory; readonly message: string }, thought: string): Outgoing {
	const { category, message } = failure;
	return { ...ending({ name: "fail", reason: message.slice(0, 8_000) }, "failed"), thought, failure: { category, message } };
}

/** Asks the person what to do when nothing more helps. */
export function askingForHelp(deps: Tools, planStep: string): Outgoing {
	const question = `I could not get further with “${planStep}”. What should I do?`;
	return asking(deps, { thought: "Several corrections and a new plan did not help.", question, choices: [], missing: [], by: "engine" });
}

type Asking = {
	readonly thought: string;
	readonly question: string;
	readonly choices: readonly string[];
	readonly missing: readonly string[];
	readonly by: StepRow["by"];
};

function asking(deps: Tools, { thought, question: text, choices, missing, by }: Asking): Outgoing {
	const question = inputQuestion(text, choices, frameOf(deps));
	const action: Action = { name: "ask", question: question.text, choices: question.choices ?? [] };
	return {
		...plainly(action),
		thought,
		status: "needs_user_input",
		by,
		question,
		gate: noGate,
		...(missing.length === 0 ? {} : { missingInformation: missing }),
	};
}

function handing(
	deps: Tools,
	{
		thought,
		reason,
		gate,
		by,
	}: { readonly thought: string; readonly reason: string; readonly gate: StepRow["gate"]; readonly by: StepRow["by"] },
): Outgoing {
	const question = handoffQuestion(reason, frameOf(deps));
	return { ...plainly({ name: "handoff", reason: question.text }), thought, status: "needs_user_input", by, question, gate };
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

function plainly(action: Action) {
	return { sent: action, shown: action, expect: { kind: "none" } as const, isExplicit: false };
}

function ending(action: Action, status: "completed" | "failed"): Outgoing {
	return { ...plainly(action), thought: "", status, by: "engine", gate: noGate };
}

/** What was expected counts as proof only where it did not hold before the action. A secret is expected by its mark, never by its value. */
function expectationOf(
	action: Action,
	page: PageView,
	said: Expectation | undefined,
): { readonly expect: Expectation; readonly isExplicit: boolean } {
	const isSecret = secretOf(action, page) !== undefined;
	if (said === undefined || said.kind === "none" || (isSecret && said.kind === "value_is"))
		return { expect: defaultExpectation(action, targetOf(action, page), isSecret), isExplicit: false };
	// Any change at all may be a clock's: it says no more than a default does.
	return { expect: said, isExplicit: said.kind !== "any_change" && !isMet(said, { before: null, page, facts: [] }) };
}

type Holding = Acting & { readonly gate: Gate; readonly secrets: readonly string[] };

function holdAction(deps: Tools, { action, page, gate, thought, expect, isExplicit, secrets }: Holding): PendingApproval {
	const target = action.name === "navigate" || action.name === "openTab" ? readTarget(action.url) : null;
	return {
		sealed: deps.sealer.seal(formatAction(action)),
		actionHash: hashOfAction(action),
		actionKey: actionKey(action, page),
		docEpoch: page.epoch,
		...(page.epoch === "" ? { url: page.url } : {}),
		guard: guardOf(action, page, { approved: false, isOwnValue: gate.isOwnValue }) ?? null,
		context: approvalFingerprint(action, page, { reasons: gate.risk.reasons, secrets }),
		thought: maskText(thought, secretOf(action, page)),
		expect,
		isExplicit,
		isOwnValue: gate.isOwnValue,
		risk: { class: gate.risk.class, reasons: gate.risk.reasons },
		...(target?.kind === "web" ? { site: target.site } : {}),
		isSearch: classify(action, page, { query: "", origins: [], isTainted: false, ownFills: [] }).isSearch,
	};
}

function frameOf({ newQuestionId, now, rules }: Tools) {
	return { id: newQuestionId(), expiresAt: new Date(now().getTime() + rules.questionMs) };
}

function reasoningOf({ reasoning }: Choice): Pick<Outgoing, "reasoning"> {
	return reasoning === undefined ? {} : { reasoning };
}
