import { randomBytes } from "node:crypto";
import type { Action } from "@webhand/contracts/action/grammar";
import type { OrderKind } from "@webhand/contracts/agent/step-labels";
import { judgeByTable } from "@webhand/rules/judge";
import { defined } from "../../shared/defined.ts";
import { addUsage, withUsage } from "../metering.ts";
import type { Decider, Decision, PlanDraft, Usage } from "../port.ts";
import type { Turn } from "../turn.ts";
import { checkAnswer, isPlanOnly } from "./answer/check.ts";
import type { Choices } from "./answer/choice.ts";
import { choicesFor, readChoice } from "./answer/choice.ts";
import type { AnswerForm } from "./answer/form.ts";
import { choiceForm, completionForm, decisionForm, judgementForm, smallDecisionForm, withKind } from "./answer/form.ts";
import type { Answer, AnswerRead } from "./answer/read.ts";
import { kindIn } from "./answer/read.ts";
import type { Profile } from "./prompt/budget.ts";
import { halved, narrowed, profileOf } from "./prompt/budget.ts";
import type { Message } from "./prompt/build.ts";
import { buildPrompt, repairPrompt } from "./prompt/build.ts";
import { choicePrompt, completionPrompt, judgePrompt, readCompletion, readJudgement } from "./prompt/checks.ts";
import type { Manner } from "./prompt/format.ts";
import { isDrawn, needsPicture, seenTurn } from "./prompt/picture.ts";
import type { ModelMetrics } from "./provider/metrics.ts";
import { noModelMetrics } from "./provider/metrics.ts";
import type { Chat, ChatLimits, ChatReply, ModelChat } from "./provider/model.ts";
import { isTooLong } from "./provider/trouble.ts";

/** A model as decider. `name`: the provider, for logs; `outputTokens`: the most of one answer, where somebody chose it; `nonce` is for tests. */
export type LlmOptions = {
	readonly name: string;
	readonly model: string;
	readonly chat: Chat & Partial<ModelChat>;
	readonly contextTokens: number;
	readonly outputTokens?: number;
	/** The model sees: it may be sent pictures of the page. */
	readonly sees?: boolean;
	/** How long a prompt the model can read in its time. */
	readonly readableTokens?: () => number;
	readonly metrics?: ModelMetrics;
	readonly nonce?: () => string;
};

/** For a turn without `callsLeft`. */
const usualCalls = 2;
const nothingUsed: Usage = { promptTokens: 0, completionTokens: 0, calls: 0 };
const newNonce = () => randomBytes(12).toString("hex");

/**
 * Decides by asking a model: one call, and again with the exact problem while the answer is unusable and the step has calls left. Then the
 * task ends with `model_output_invalid`; nothing unparsed is ever sent.
 */
export function createLlmDecider(options: LlmOptions): Decider {
	const { name, model, chat, contextTokens, outputTokens: most, sees = false, metrics = noModelMetrics, nonce = newNonce } = options;
	const usual = profileOf(contextTokens);
	const profile = { ...usual, outputTokens: most ?? usual.outputTokens };
	const limitsOf = (outputTokens: number, form: AnswerForm, { endsAt }: Pick<Turn, "endsAt">) => ({
		outputTokens: most ?? outputTokens,
		form,
		...defined({ endsAt }),
	});
	let takesPictures = sees && !profile.isSmall;
	const ask: Chat = async (messages, limits, signal) => {
		const reply = await chat(messages, limits, signal);
		if (reply.isPictureRefused === true && takesPictures) {
			takesPictures = false;
			metrics.repaired("picture_refused");
		}
		return reply;
	};
	/** Asks again with half the context where a provider refuses the prompt as too long. */
	const fitting = async <Reply>(attempt: (fitted: Profile) => Promise<Reply>): Promise<Reply> => {
		const readable = narrowed(profile, options.readableTokens?.() ?? contextTokens);
		try {
			return await attempt(readable);
		} catch (cause) {
			if (!isTooLong(cause)) throw cause;
			metrics.repaired("too_long");
			return await attempt(halved(readable));
		}
	};
	return {
		name,
		model,
		...(chat.findOut === undefined ? {} : { ping: chat.findOut }),
		decide: async (given, signal, onChunk) => {
			const turn = seenTurn(given, takesPictures);
			if (needsPicture(turn)) return firstLook;
			if (turn.callsLeft === 0) return unusable("The calls of this step are used up.", nothingUsed);
			const usualForm = profile.isSmall ? smallDecisionForm : decisionForm;
			const wantsKind = turn.plan === null && turn.wantsKind === true;
			const limits = limitsOf(profile.outputTokens, wantsKind ? withKind(usualForm) : usualForm, turn);
			const heldTo = chat.answersIn?.() ?? "tags";
			const manner: Manner = { nonce: nonce(), answersIn: profile.isSmall && heldTo === "tags" ? "schema" : heldTo };
			const onText = defined({ onText: onChunk && createThoughtReader(onChunk) });
			const { messages, isPageShortened, usedKnowledge, first } = await fitting(async (fitted) => {
				const prompt = buildPrompt(turn, fitted, manner);
				return { ...prompt, first: await ask(prompt.messages, { ...limits, ...onText }, signal) };
			});
			const wantsPicture = ({ name }: Action) => takesPictures && turn.takesPictures === true && (name === "look" || isDrawn(turn.page));
			const noted = { ...(isPageShortened ? { isPageShortened } : {}), ...(usedKnowledge.length === 0 ? {} : { usedKnowledge }) };
			let [answer, usage] = [first, first.usage];
			let again: Again | undefined;
			let kind: OrderKind | undefined;
			for (let left = turn.callsLeft ?? usualCalls; ; left -= 1) {
				const read = readReply(answer, turn, again);
				// Asked again, a model says it no more.
				kind ??= kindIn(answer.text, answer.calls);
				if (read.ok) {
					for (const kind of new Set(read.answer.repairs)) metrics.repaired(kind);
					return {
						...decisionOf(read.answer, usage, profile),
						...noted,
						...defined({ kind }),
						wantsPicture: wantsPicture(read.answer.action),
					};
				}
				if (left < 2) return { ...unusable(read.problem, usage), ...noted };
				metrics.repaired("asked_again");
				const next = againAfter(read, { turn, profile, manner, isHeld: heldTo !== "tags", limits, messages, text: answer.text });
				// The rejected answer makes the prompt longer, perhaps too long.
				answer = await fitting((fitted) => ask(next.messages(fitted), next.limits, signal)).catch((cause: unknown) => {
					throw withUsage(cause, usage);
				});
				again = next;
				usage = addUsage(usage, answer.usage);
			}
		},
		judge: async (step, signal) => {
			const { isClear, ...known } = judgeByTable(step.observations);
			if (isClear) return known;
			const reply = await ask(judgePrompt(step, nonce()), limitsOf(300, judgementForm, step), signal);
			return { ...readJudgement(reply.text), usage: reply.usage };
		},
		complete: async (given, answer, signal) => {
			const turn = seenTurn(given, takesPictures);
			// A small model is not asked where facts have proven each step of the plan.
			if (profile.isSmall && turn.wantsCheck !== true && isProvenByFacts(turn))
				return { verdict: "complete", evidence: "every step of the plan is proven", missing: [] };
			const reply = await fitting((fitted) =>
				ask(completionPrompt(turn, answer, { profile: fitted, nonce: nonce() }), limitsOf(500, completionForm, turn), signal),
			);
			return { ...readCompletion(reply.text), usage: reply.usage };
		},
	};
}

/** The text cannot tell what a drawing shows: the model is asked once its picture is there. */
const firstLook: Decision = {
	thought: "A part of this page is drawn, so I look at a picture of it.",
	action: { name: "look" },
	decidedBy: "engine",
	isUnplanned: true,
	wantsPicture: true,
};

/**
 * True where as many actions as the plan has steps are proven, the newest among them; looking around is no such action. An order that nobody
 * planned is a step by itself, and may need several actions.
 */
function isProvenByFacts({ plan, history, query }: Turn): boolean {
	if (plan?.steps.length === 1 && query.startsWith(plan.steps[0]?.description ?? "")) return false;
	const actions = history.filter(({ isLook }) => isLook !== true);
	const isProven = ({ verification }: (typeof actions)[number]) => verification?.verdict === "success";
	const steps = plan?.steps.length ?? 1;
	const isThrough = plan === null || plan.currentStepIndex === steps - 1;
	return isThrough && actions.filter(isProven).length >= steps && actions.slice(-1).every(isProven);
}

function decisionOf(answer: Answer, usage: Usage, { planSteps }: Pick<Profile, "planSteps">): Decision {
	const { action } = answer;
	return {
		thought: answer.thought,
		action,
		usage,
		...defined({ expect: answer.expect }),
		...defined({ more: answer.more?.map((fill) => ({ action: fill })) }),
		...(answer.plan === undefined ? {} : { plan: answer.plan.slice(0, planSteps).map(planDraftOf) }),
		...(isPlanOnly(answer) ? { isPlanOnly: true } : {}),
		...defined({ doneSteps: answer.doneSteps, memory: answer.memory, missingInformation: answer.missing }),
		...(action.name === "fail" ? { failure: { category: "by_model" as const, message: action.reason ?? answer.thought } } : {}),
	};
}

function unusable(problem: string, usage: Usage): Decision {
	const message = "The model's answers could not be used.";
	return {
		thought: `${message} ${problem}`.slice(0, 1_000),
		action: { name: "fail", reason: message },
		usage,
		failure: { category: "model_output_invalid", message },
	};
}

const mostText = 200;

/** A line of a plan, `step|why|result`; a line of other form is the step alone. @throws never */
export function planDraftOf(line: string): PlanDraft {
	const [description = "", reasoning = "", result = "", ...others] = line.split("|").map((part) => part.trim().slice(0, mostText));
	const isWhole = description !== "" && reasoning !== "" && result !== "" && others.length === 0;
	if (!isWhole) return { description: line.slice(0, mostText), toolType: "DOM" };
	return { description, toolType: "DOM", reasoning, expectedOutcome: { kind: "told", text: result } };
}

const maxCharacters = 16_384;
const opening = /<\s{0,4}thought\s{0,4}>/i;
const jsonOpening = /"thought"\s{0,4}:\s{0,4}"/i;
/** The whole characters and escapes of a JSON string, up to its end or to a part that is still being written. */
const jsonText = /^(?:[^"\\]|\\(?:u[0-9a-f]{4}|["\\/bfnrt]))*/i;

/**
 * Reads the thought of an answer that is still being written: each call passes on its new part, between its tag and the next, or of the
 * field of its name in JSON. The action is not shown before it is checked.
 *
 * @param tell gets pieces in order, never an empty one
 * @throws never
 */
export function createThoughtReader(onChunk: (piece: string) => void): (text: string) => void {
	let waiting = "";
	let isInside = false;
	let isOver = false;
	let isJson = false;
	return (text) => {
		if (isOver) return;
		waiting += text;
		if (!isInside) {
			isJson = waiting.trimStart().startsWith("{");
			const open = (isJson ? jsonOpening : opening).exec(waiting);
			isOver = open === null && waiting.length > maxCharacters;
			if (open === null) return;
			isInside = true;
			waiting = waiting.slice(open.index + open[0].length);
		}
		const part = isJson ? jsonPart(waiting) : tagPart(waiting);
		isOver = part.isEnd;
		waiting = part.rest;
		if (part.piece !== "") onChunk(part.piece);
	};
}

type ThoughtPart = { readonly piece: string; readonly rest: string; readonly isEnd: boolean };

function tagPart(waiting: string): ThoughtPart {
	const end = waiting.indexOf("<");
	return { piece: end === -1 ? waiting : waiting.slice(0, end), rest: "", isEnd: end !== -1 };
}

/** An escape that is not whole waits for the next part; one that JSON does not know ends the thought. */
function jsonPart(waiting: string): ThoughtPart {
	const raw = jsonText.exec(waiting)?.[0] ?? "";
	const rest = waiting.slice(raw.length);
	const isPartial = rest === "" || /^\\(?:u[0-9a-f]{0,3})?$/i.test(rest);
	const control = (character: string) => JSON.stringify(character).slice(1, -1);
	const piece: unknown = JSON.parse(`"${raw.replaceAll(/\p{Cc}/gu, control)}"`);
	return { piece: String(piece), rest, isEnd: !isPartial };
}

/** An answer that cannot be used. */
type Unusable = Extract<AnswerRead, { readonly ok: false }>;

/** How a model is asked once more after an answer that cannot be used; `choices` where only a number is wanted. */
type Again = {
	readonly unusable: Unusable;
	readonly messages: (fitted: Profile) => readonly Message[];
	readonly limits: ChatLimits;
	readonly choices?: Choices;
};

/** What was asked, and the answer to it. */
type Asked = {
	readonly turn: Turn;
	readonly profile: Profile;
	readonly manner: Manner;
	/** The provider holds the model to the form of the answer. */
	readonly isHeld: boolean;
	readonly limits: ChatLimits;
	readonly messages: readonly Message[];
	readonly text: string;
};

/** Asked the same in the same way, a model says the same. */
const temperature = 0.4;
const mostRejected = 4_000;

/**
 * Asks differently. A small model chooses among the controls that fit, where only the target of its action is unknown; else it gives tags
 * in place of JSON that nothing holds it to. It never sees what it said, since it would repeat that. Another model sees its answer and the
 * problem.
 *
 * @throws never
 */
function againAfter(unusable: Unusable, { turn, profile, manner, isHeld, limits, messages, text }: Asked): Again {
	const { nonce } = manner;
	const choices = profile.isSmall && unusable.aimless !== undefined ? choicesFor(unusable.aimless, turn) : undefined;
	if (choices !== undefined && choices.actions.length > 0)
		return {
			unusable,
			choices,
			messages: (fitted) => choicePrompt(turn, choices, { profile: fitted, nonce }),
			limits: { ...limits, form: choiceForm(choices.actions.length) },
		};
	const other: Manner = profile.isSmall && !isHeld ? { nonce, answersIn: "tags" } : manner;
	const rejected = { problem: unusable.problem, ...(profile.isSmall ? {} : { text: text.slice(0, mostRejected) }) };
	return {
		unusable,
		messages: (fitted) => {
			const isSame = fitted === profile && other === manner;
			return repairPrompt(isSame ? messages : buildPrompt(turn, fitted, other).messages, rejected, nonce);
		},
		limits: { ...limits, temperature },
	};
}

/** Reads a reply. One that chooses none leaves the problem as it was, without anything left to choose from. @throws never */
function readReply(reply: ChatReply, turn: Turn, again: Again | undefined): AnswerRead {
	if (again?.choices === undefined) return checkAnswer(reply, turn);
	const chosen = readChoice(reply.text, again.choices);
	if (chosen !== undefined) return { ok: true, answer: chosen };
	const read = checkAnswer(reply, turn);
	return read.ok ? read : { ok: false, problem: again.unusable.problem };
}
