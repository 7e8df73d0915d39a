import { formatAction } from "@webhand/contracts/action/format";
import type { Action } from "@webhand/contracts/action/grammar";
import type { LoopRule, RiskClass } from "@webhand/contracts/agent/step-labels";
import type { FailureCategory, Mode } from "@webhand/contracts/agent/task";
import { isDenying } from "@webhand/lexicon/denials";
import { fold, wordsIn } from "@webhand/lexicon/text";
import type { ElementView, PageView } from "@webhand/page/parse/view";
import { isRegistered, siteOfAddress } from "@webhand/page/site";
import type { Decision } from "../../../decider/port.ts";
import type { Forbidden, PastStep, Turn } from "../../../decider/turn.ts";
import { rowAround } from "../../../policy/facts/lines.ts";
import { isPressable, isTextual, isTick } from "../../../policy/facts/roles.ts";
import { targetOf } from "../../../policy/facts/target.ts";
import type { Gate, GateTask } from "../../../policy/gate/gate.ts";
import { isTaskSite } from "../../../policy/gate/origin.ts";
import { isSensitiveTarget } from "../../../policy/secrets/find.ts";
import { maskAction } from "../../../policy/secrets/mask.ts";
import { isSuccess } from "../../../policy/verify/verify.ts";
import { takenBack } from "./take-back.ts";

/** Why a decision is rejected, in words for the decider, and how the task ends if the decider insists; null: then it may. */
export type Objection = Pick<Forbidden, "reason" | "code" | "isDoubt"> & {
	readonly loop?: LoopRule;
	readonly insisting: { readonly category: FailureCategory; readonly message: string } | null;
};

type Doubted = { readonly turn: Turn; readonly gateTask: Pick<GateTask, "origins"> };

/** What a model is asked about once more before it is done, and may insist on. @throws never */
export function doubtOf(decision: Decision, gate: Gate, { turn, gateTask }: Doubted): Objection | null {
	const { action } = decision;
	if (gate.kind === "handoff" && !gate.risk.reasons.includes("own_secret"))
		return doubt("this field takes a secret, and the person did not give this one");
	if (gate.risk.reasons.includes("only_asked"))
		return doubt("TASK only asks, and this may change something: read the page, or scroll, open, filter");
	if (isUnheardOf(action, turn, gateTask)) return doubt("nobody named this site: stay on this one, or do what TASK needs in another way");
	if (isPlainFieldAgain(action, turn)) return doubt("a click types nothing: setValue writes into it");
	if (isAlreadySo(action, turn.page)) return doubt("it holds this already: do the next thing, or finish");
	const done = takenBack(action, turn);
	if (done !== undefined) return doubt(`it takes back step ${done.stepIndex + 1}, which worked: if TASK is done, finish`);
	const same = repeatedDeed(action, gate, turn);
	if (same !== undefined) return doubt(`step ${same.stepIndex + 1} did just this, and it worked: if TASK is done, finish`);
	const other = contradiction(decision, turn);
	if (other === undefined) return null;
	return doubt(`the thought names ${other.id} “${other.name}”, and this is “${targetOf(action, turn.page)?.name ?? ""}”`);
}

/** True where a model insists on taking back or doing again what worked: it may not see that the task is done. @throws never */
export function insistsOnBack(action: Action, gate: Gate, turn: Turn): boolean {
	const isDoubted = turn.forbidden.some((entry) => entry.isDoubt === true && entry.action === formatAction(maskAction(action, turn.page)));
	return isDoubted && (takenBack(action, turn) ?? repeatedDeed(action, gate, turn)) !== undefined;
}

/** An address on a site that is none of the task, and stands neither in the person's words nor in anything that was read. */
function isUnheardOf(action: Action, turn: Turn, task: Pick<GateTask, "origins">): boolean {
	const { query, notes, page, history, knowledge, memory } = turn;
	const site = action.name === "navigate" || action.name === "openTab" ? siteOfAddress(action.url) : null;
	if (site === null || site === siteOfAddress(page.url) || isTaskSite(site, task)) return false;
	const name = isRegistered(site) ? (site.split(".")[0] ?? site) : site;
	const said = [query, ...notes].some((text) => fold(text).includes(name));
	const links = [...page.elements.values()].map(({ href = "" }) => href);
	const seen = history.flatMap(({ verification, result }) => [...(verification?.observations ?? []), JSON.stringify(result ?? "")]);
	const read = [...links, ...seen, ...page.lines.map(({ text }) => text), ...knowledge.map(({ content }) => content), memory];
	return !said && !read.some((text) => fold(text).includes(site));
}

/** Another click on a field that opens nothing: the first one may be all that was ordered. */
function isPlainFieldAgain(action: Action, { page, history }: Turn): boolean {
	const field = action.name === "click" && action.kind === undefined ? targetOf(action, page) : undefined;
	if (field === undefined || !isTextual(field.type) || ["combobox", "date", "time"].includes(field.type)) return false;
	if (["has-popup", "expanded", "collapsed", "readonly"].some((state) => field.states.has(state))) return false;
	return history.some((step) => formatAction(step.parsed) === formatAction(action));
}

/** A value that stands there. */
function isAlreadySo(action: Action, page: PageView): boolean {
	const value = targetOf(action, page)?.attributes.get("value");
	if (value === undefined) return false;
	if (action.name === "select") return action.options.length === 1 && action.options[0] === value;
	return action.name === "setValue" && !action.submit && action.text === value;
}

const deeds: ReadonlySet<RiskClass> = new Set(["commit", "commit_protected"]);

/** The newest step, where it sent, saved or typed a key and worked: done again, it is sent or typed twice. */
function repeatedDeed(action: Action, gate: Gate, { history, page }: Turn): PastStep | undefined {
	const isDeed = deeds.has(gate.risk.class) || (action.name === "press" && gate.risk.class !== "observe");
	const newest = history.findLast(({ isLook, isEngineWait }) => isLook !== true && isEngineWait !== true);
	if (!isDeed || newest === undefined || !isSuccess(newest.verification)) return undefined;
	const isSame = formatAction(newest.parsed) === formatAction(action) && (newest.targetName ?? "") === (targetOf(action, page)?.name ?? "");
	return isSame ? newest : undefined;
}

const doubt = (reason: string): Objection => ({ reason, code: "failed", isDoubt: true, insisting: null });

/** The control that the thought names in place of the pressed one; where the thought names none, the active step of the plan does. */
export function contradiction({ action, thought }: Pick<Decision, "action" | "thought">, { page, plan }: Turn): ElementView | undefined {
	const step = plan?.steps[plan.currentStepIndex]?.description ?? "";
	return namedInstead(action, thought.trim() === "" ? step : thought, page);
}

/** The gate's decision on a press that its own reason contradicts, where the model insists: careful asks, autonomous notes it. */
export function notedGate(gate: Gate, mode: Mode): Gate {
	const reasons = [...gate.risk.reasons, "other_name" as const];
	const risk = gate.risk.class === "fill" ? { ...gate.risk, class: "press_unknown" as const, reasons } : { ...gate.risk, reasons };
	const isFree = gate.kind === "allow" || gate.kind === "warn";
	return { ...gate, kind: isFree ? (mode === "careful" ? "ask" : "warn") : gate.kind, risk };
}

/** On, off and on again, or a value set, replaced and set again, goes nowhere: the second turn back ends the task. @throws never */
export function secondTurnBack(action: Action, turn: Turn): Objection | null {
	const done = takenBack(action, turn);
	const first = done && takenBack(done.parsed, { ...turn, history: turn.history.slice(0, turn.history.indexOf(done)) });
	if (done === undefined || first === undefined || formatAction(first.parsed) !== formatAction(action)) return null;
	const reason = `step ${first.stepIndex + 1} did this, and step ${done.stepIndex + 1} took it back`;
	const message = `The same thing was done, taken back, and would be done again. ${standing(action, turn.page)}`.trim();
	return { reason, code: "failed", loop: "cycle", insisting: { category: "loop", message } };
}

/** What stands on the page now, for the person. */
function standing(action: Action, page: PageView): string {
	const target = targetOf(action, page);
	if (target === undefined || isSensitiveTarget(page, target.id)) return "";
	const { name, type, states, attributes } = target;
	const isOn = ["checked", "selected", "pressed", "expanded"].some((state) => states.has(state));
	const value =
		action.name === "click"
			? isTick(type)
				? isOn
					? "ticked"
					: "not ticked"
				: isOn
					? "on"
					: "off"
			: `“${attributes.get("value") ?? ""}”`;
	return `“${name}” is ${value} now.`;
}

const quotations =
	/“([^”]{1,80})”|"([^"]{1,80})"|«([^»]{1,80})»|„([^“”]{1,80})[“”]|`([^`]{1,80})`|(?<![\p{L}\d])'([^']{1,80})'(?![\p{L}\d])/gu;
/** Words with a capital letter inside a sentence; the first word of a sentence has one anyway. */
const capitalized = /(?<=[\p{Ll}\d,;:)“”"']\s)\p{Lu}[\p{L}\d]*(?:\s(?:\p{Lu}[\p{L}\d]*|\d+))*/gu;

/**
 * The control that the reason of a press names, where the press is on another one: the thought says “Cart”, and the control is “Cushions”.
 *
 * @param reason the thought, or where it names no control the active step of the plan
 * @returns undefined where the reason names the pressed control too, what stands in its row, or nothing on the page
 * @throws never
 */
export function namedInstead(action: Action, reason: string, page: PageView): ElementView | undefined {
	const target = action.name === "click" ? targetOf(action, page) : undefined;
	if (target === undefined || isNamed(target, reason, page)) return undefined;
	const meant = reason.split(/(?<=[.;!?])\s/).filter((sentence) => !isDenying(fold(sentence), wordsIn(sentence)));
	const names = new Set(meant.flatMap((sentence) => [...quotedIn(sentence), ...(sentence.match(capitalized) ?? [])]).map(keyOf));
	return [...page.elements.values()].find((element) => element.id !== target.id && canBePressed(element) && names.has(keyOf(element.name)));
}

/** A name without its counter: "Cart (2)" is the cart. */
function keyOf(name: string): string {
	const words = wordsIn(name);
	const letters = words.filter((word) => !/^\d+$/.test(word));
	return (letters.length === 0 ? words : letters).join(" ");
}

const quotedIn = (text: string): readonly string[] =>
	[...text.matchAll(quotations)].map((found) => found.slice(1).find((part) => part !== undefined) ?? "");

const canBePressed = ({ type, name, states }: ElementView): boolean =>
	keyOf(name) !== "" &&
	(isPressable(type) || type === "select") &&
	!["disabled", "covered", "unseen", "current", "selected"].some((state) => states.has(state));

/** True where the reason says a word of the control's name, or of its row. A control without a name contradicts nothing. */
function isNamed({ name, content, ...target }: ElementView, reason: string, page: PageView): boolean {
	const said = new Set(wordsIn(reason));
	const own = wordsIn(`${name} ${content}`);
	const row = wordsIn(rowAround({ name, content, ...target }, page)).filter((word) => /\d{2}|\p{L}{4}/u.test(word));
	return own.length === 0 || own.some((word) => /\d|\p{L}{3}/u.test(word) && said.has(word)) || row.some((word) => said.has(word));
}
