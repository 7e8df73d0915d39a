import type { Action, ActionProblem } from "@webhand/contracts/action/grammar";
import { parseAction } from "@webhand/contracts/action/parse";
import { OrderKind } from "@webhand/contracts/agent/step-labels";
import { Expectation } from "@webhand/contracts/agent/task";
import { isConditional, isDenying } from "@webhand/lexicon/denials";
import { fold, splitWords } from "@webhand/lexicon/text";
import type { PageView } from "@webhand/page/parse/view";
import { defined } from "../../../shared/defined.ts";
import { actionTextOf } from "./action/call.ts";
import { canonicalName } from "./action/names.ts";
import { repairAction } from "./action/repair.ts";
import { withNumber } from "./action/target.ts";
import type { Parts } from "./json.ts";
import { kindOfJson, partsOfJson } from "./json.ts";
import { balancedObject, parseLoosely } from "./loose-json.ts";
import { isNothing, linesOf, planSteps } from "./plain.ts";
import { withoutThinking } from "./thinking.ts";

/** What a model said, in any accepted shape. `repairs`: what was repaired, for the metric. */
export type Answer = {
	readonly thought: string;
	readonly action: Action;
	readonly expect?: Expectation;
	/** Further fills of a batch. */
	readonly more?: readonly Action[];
	readonly plan?: readonly string[];
	/** 0-based, as the engine counts; models count from 1. */
	readonly doneSteps?: readonly number[];
	readonly memory?: string;
	/** Facts that a question asks for. */
	readonly missing?: readonly string[];
	readonly repairs: readonly string[];
};

/** The answer, or the problem in words that a model can act on; `aimless` where only the target of its action is no control of the page. */
export type AnswerRead =
	| { readonly ok: true; readonly answer: Answer }
	| { readonly ok: false; readonly problem: string; readonly aimless?: Pick<Answer, "thought" | "action"> };

/** A native tool call as a provider gives it. */
export type NativeCall = { readonly name: string; readonly arguments: Readonly<Record<string, unknown>> };

const maxCharacters = 16_384;
const maxThought = 4_000;
const maxMemory = 1_000;
const mostFacts = 10;
const maxFact = 200;

/**
 * Reads a model's output: tags, the specified JSON, flat JSON, native tool calls, or a bare action on its own line; repairs what it can
 * without asking again.
 *
 * @param text the first 16 KB count
 * @param calls native tool calls; the first one counts, fills after it may join
 * @param page where a name stands for a number, the page that has the name
 * @throws never
 */
export function readModelAnswer(text: string, calls: readonly NativeCall[] = [], page?: PageView): AnswerRead {
	const parts = partsOf(text.slice(0, maxCharacters), calls);
	if (parts === null) return { ok: false, problem: "there was no action in it" };
	if (isCutOff(parts.action) || endsInNumber(text, parts))
		return { ok: false, problem: "it was cut off in the middle of a text or number: answer with a shorter one" };
	const mended = repairAction(parts.action);
	const numbered = page === undefined ? { ok: true as const, text: mended.text } : withNumber(mended.text, page);
	const thought = parts.thought.trim().slice(0, maxThought);
	if (!numbered.ok) {
		const meant = parseAction(numbered.aimless);
		return { ok: false, problem: numbered.problem, ...(meant.ok ? { aimless: { thought, action: meant.action } } : {}) };
	}
	const parsed = parseAction(numbered.text);
	if (!parsed.ok) return { ok: false, problem: problemOf(mended.text, parsed.problem) };
	const action = withoutEllipsis(parsed.action);
	if (action === null) return { ok: false, problem: "“…” stands for a text: write the text that you mean" };
	const expect = Expectation.safeParse(parts.expect);
	const more = readMore(parts.more ?? mended.others);
	const plan = planSteps(parts.plan ?? []);
	const doneSteps = (parts.done ?? []).filter((number) => number >= 1).map((number) => number - 1);
	const memory = parts.memory === undefined || isNothing(parts.memory) ? undefined : parts.memory.slice(0, maxMemory);
	const missing = action.name === "ask" ? missingOf(parts) : [];
	return {
		ok: true,
		answer: {
			thought,
			action,
			repairs: [...parts.repairs, ...mended.repairs, ...(numbered.text === mended.text ? [] : ["name"])],
			...(expect.success ? { expect: expect.data } : {}),
			...(more.length === 0 ? {} : { more }),
			...(plan.length === 0 ? {} : { plan }),
			...(doneSteps.length === 0 ? {} : { doneSteps }),
			...defined({ memory }),
			...(missing.length === 0 ? {} : { missing }),
		},
	};
}

/** The prompt's own “…” is no text: an end does without it, and any other action is null. */
function withoutEllipsis(action: Action): Action | null {
	const isCopied = Object.values(action)
		.flat()
		.some((value) => value === "…" || value === "...");
	if (!isCopied) return action;
	return action.name === "finish" || action.name === "fail" ? { name: action.name } : null;
}

function problemOf(action: string, { code, at, message }: ActionProblem): string {
	if (code === "EMPTY") return "there was no action in it";
	return `the action “${action.slice(0, 200)}” could not be read: ${code} at character ${at}, ${message}`;
}

/** The kind of the order, in whatever form and beside whatever action it is said; undefined where several are said. @throws never */
export function kindIn(text: string, calls: readonly NativeCall[] = []): OrderKind | undefined {
	const plain = withoutNoise(text.slice(0, maxCharacters));
	const tag = plain.startsWith("{") ? "" : tagOf(withoutMention(withOwnTags(plain) ?? plain), "kind");
	const said = `${tag} ${JSON.stringify([kindOfJson(plain), ...calls.map((call) => call.arguments["kind"])])}`;
	const kinds = OrderKind.options.filter((kind) => new RegExp(`\\b${kind}\\b`, "i").test(said));
	return kinds.length === 1 ? kinds[0] : undefined;
}

function missingOf({ missing = [] }: Parts): readonly string[] {
	const facts = missing.map((fact) => fact.trim().slice(0, maxFact)).filter((fact) => !isNothing(fact));
	return facts.slice(0, mostFacts);
}

/** A quoted text that never ends: half a value is worse than none. */
function isCutOff(action: string): boolean {
	const quotes = action.replaceAll(/\\./g, "").match(/"/g)?.length ?? 0;
	return quotes % 2 === 1 && /\(/.test(action) && !/[)"'][\s`*;.]*$/.test(action);
}

/** True for a text cut off in a number of an open action or object: `click(1` may stand for `click(17)`. */
function endsInNumber(text: string, { action, repairs }: Parts): boolean {
	const end = text.trimEnd();
	if (!/\d$/.test(end)) return false;
	return repairs.includes("json") ? balancedObject(end)?.endsWith("}") === false : action.includes("(") && end.endsWith(action);
}

function partsOf(raw: string, calls: readonly NativeCall[]): Parts | null {
	const [call, ...others] = calls;
	if (call !== undefined) {
		const action = actionTextOf(call.name, call.arguments);
		// An unknown call reads as nothing and ends the fills.
		const more = others.map((other) => actionTextOf(other.name, other.arguments) ?? "");
		if (action !== null) return { thought: withoutNoise(raw), action, more, repairs: ["tool_call"] };
	}
	// Tags and fences inside the texts of one whole object, as of a forced call, are text.
	const whole = raw.trim();
	const exact = balancedObject(whole) === whole ? partsOfJson(whole) : null;
	if (exact !== null) return exact;
	const text = withoutNoise(raw);
	const noted = text === raw.trim() ? [] : ["noise"];
	const parts = partsOfMarked(text);
	return parts === null ? null : { ...parts, repairs: [...noted, ...parts.repairs] };
}

function partsOfText(text: string): Parts | null {
	return partsOfTags(text) ?? partsOfJson(text) ?? partsOfForms(text) ?? partsOfPlan(text);
}

/** Null where tags in other marks hold one action, and the text without them another one: who said which is unknown. */
function partsOfMarked(text: string): Parts | null {
	const own = withOwnTags(text);
	const other = partsOfText(withoutMention(text));
	const parts = own === undefined ? null : partsOfText(withoutMention(own));
	if (parts === null) return other;
	const isSame = other === null || repairAction(other.action).text === repairAction(parts.action).text;
	return isSame ? { ...parts, repairs: ["noise", ...parts.repairs] } : null;
}

/** Removes invisible characters, chat template marks, thinking blocks, comments and code fences. */
function withoutNoise(text: string): string {
	return withoutComments(withoutThinking(text.replaceAll(/[\u200b-\u200f\u2060\ufeff]|<\|[^|<>]{1,40}\|>/g, "")))
		.replaceAll(/```[a-z_]*\n?/gi, "")
		.trim();
}

const ownMarks = /‹(\/?(?:thought|plan|done|kind|memory)s?|\/actions?)›|(?<=^|\n\s{0,9}|‹\/[a-z]{1,9}›\s{0,9})‹(actions?)›/gi;

/**
 * Prompts show the marks of tags as ‹ and ›, small models write them so, others escape them. Elsewhere than at the beginning, or beside a
 * real tag, such a tag is quoted page text; so is an action within a sentence.
 *
 * @returns undefined for an answer without such tags of its own
 */
function withOwnTags(text: string): string | undefined {
	const begin = /^(‹|&lt;)\s{0,4}(?:thought|action|plan|kind)s?\s{0,4}(?:›|&gt;)/i.exec(text);
	if (begin === null || openTag("action").test(text)) return undefined;
	if (begin[1] === "‹") return withoutComments(text.replaceAll(ownMarks, "<$1$2>"));
	return withoutComments(text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&"));
}

/** An action in a comment does not count. Inside an action a comment is a value to type; an unclosed one is text. */
function withoutComments(text: string): string {
	let kept = "";
	let from = 0;
	let comment = -1;
	let holdsAction = false;
	let isInside = false;
	for (const mark of text.matchAll(/<!--|-->|<\s{0,9}(\/?)\s{0,9}actions?\b/gi)) {
		const [sign, slash] = mark;
		if (sign === "<!--") {
			if (comment === -1 && !isInside) comment = mark.index;
		} else if (sign === "-->") {
			if (holdsAction) {
				kept += text.slice(from, comment);
				from = mark.index + sign.length;
			}
			comment = -1;
			holdsAction = false;
		} else if (comment === -1) isInside = slash === "";
		else holdsAction = true;
	}
	return kept + text.slice(from);
}

function partsOfTags(text: string): Parts | null {
	const content = actionTagOf(text);
	if (content === undefined) return null;
	const action = withAnswer(plainAction(content), tagOf(text, "answer"));
	const thought = tagOf(text, "thought") ?? text.slice(0, text.search(openTag("action")));
	const plan = tagOf(text, "plan");
	const done = tagOf(text, "done");
	const memory = tagOf(text, "memory");
	const expect = tagOf(text, "expect");
	const more = tagOf(afterAction(text), "more");
	const missing = tagOf(afterAction(text), "missing");
	// Searched from both ends: an expression would read the rest again at each opened tag.
	const isExact = text.includes("<Action>") && text.lastIndexOf("</Action>") > text.indexOf("<Action>");
	return {
		thought,
		action,
		repairs: isExact ? [] : ["tags"],
		...(more === undefined ? {} : { more: linesOf(more) }),
		...(expect === undefined ? {} : { expect: parseLoosely(expect) }),
		...(plan === undefined ? {} : { plan: linesOf(plan) }),
		...(done === undefined || denies.test(done) ? {} : { done: [...done.matchAll(/\d+/g)].map(([digits]) => Number(digits)) }),
		...defined({ memory }),
		...(missing === undefined ? {} : { missing: linesOf(missing) }),
	};
}

const denies = /\b(?:not|no|none|nothing|never|yet|pending|open|missing|remaining)\b|n't\b/i;

/** An action in a thought is only mentioned, unless it ends the thought and none follows. */
function withoutMention(text: string): string {
	const end = /<\s{0,9}\/\s{0,9}thoughts?\s{0,9}>/i.exec(text);
	const begin = openTag("thought").exec(text);
	if (end === null || (openTag("action").exec(text)?.index ?? text.length) < (begin?.index ?? 0)) return text;
	const [inside, rest] = [text.slice(0, end.index), text.slice(end.index + end[0].length)];
	const isMention = openTag("action").test(rest) || !/<\s{0,9}\/\s{0,9}actions?\s{0,9}>$/i.test(inside.trimEnd());
	if (!isMention || !openTag("action").test(inside)) return text;
	const thought = inside.slice(begin === null ? 0 : begin.index + begin[0].length).replaceAll(/[<>]/g, "");
	return `<Thought>${thought}</Thought>${rest}`;
}

/** A tag in a value to type is text. */
function afterAction(text: string): string {
	const end = text.toLowerCase().lastIndexOf("</action");
	return end === -1 ? text : text.slice(end);
}

/** JSON in place of the action, or the action in quotes or a list, counts as the action. */
function plainAction(content: string): string {
	if (content.startsWith("{")) return partsOfJson(content)?.action ?? content;
	return /^(?:\[\s*)?(["'])([a-z_]{2,30}\([^\n]*\))\1(?:\s*\])?$/i.exec(content)?.[2] ?? content;
}

/** The answer of the task may stand in its own tag. */
function withAnswer(action: string, answer: string | undefined): string {
	const isBareEnd = /^(?:finish|done|complete|final)\s{0,4}(?:\(\s{0,4}\))?$/i.test(action);
	return isBareEnd && answer !== undefined && answer !== "" ? `finish(${JSON.stringify(answer.slice(0, 8_000))})` : action;
}

/** A tag may come as a plural or with attributes. */
const openTag = (name: string): RegExp => new RegExp(`<\\s{0,9}${name}s?(?:\\s[^<>]{0,100})?>`, "i");

/** The action's tag ends where its content parses, since a value may hold one of our tags; else at the first end. */
function actionTagOf(text: string): string | undefined {
	const first = tagOf(text, "action");
	const open = openTag("action").exec(text);
	if (first === undefined || open === null || parseAction(first).ok) return first;
	const rest = text.slice(open.index + open[0].length);
	const ends = [...rest.matchAll(/<\s*\/\s*action\s*>/gi)].slice(0, 20).map((end) => rest.slice(0, end.index).trim());
	return ends.find((content) => parseAction(content).ok) ?? first;
}

/** The content of a tag in any case; an unclosed one ends at the next tag of ours or at the end. */
function tagOf(text: string, name: string): string | undefined {
	const open = openTag(name).exec(text);
	if (open === null) return undefined;
	const rest = text.slice(open.index + open[0].length);
	const end = new RegExp(
		`<\\s*/\\s*${name}\\s*>|<\\s*/?\\s*(?:thought|action|more|expect|plan|done|kind|memory|missing|answer)\\s*>`,
		"i",
	).exec(rest);
	return (end === null ? rest : rest.slice(0, end.index)).trim();
}

/** The repair of an answer that was cut off after its plan, before the action. */
export const planOnly = "plan_only";

function partsOfPlan(text: string): Parts | null {
	const plan = linesOf(tagOf(text, "plan") ?? "");
	if (plan.length === 0) return null;
	const thought = tagOf(text, "thought") ?? "The plan first.";
	return { thought, action: "wait(0)", plan, repairs: [planOnly] };
}

function partsOfForms(text: string): Parts | null {
	const found = findAction(text);
	return found === null ? null : { thought: found.before, action: found.action, repairs: ["bare"] };
}

const mostMore = 4;

/**
 * The fills that a model adds to its first action, each repaired like it. The first text that is not a plain fill ends them: what follows
 * was meant for a page that the model has not seen.
 *
 * @returns at most 4, in the order of the answer
 * @throws never
 */
function readMore(texts: readonly string[]): readonly Action[] {
	const fills: Action[] = [];
	for (const text of texts.slice(0, mostMore)) {
		const parsed = parseAction(repairAction(text).text);
		if (!parsed.ok || !isPlainFill(parsed.action)) break;
		fills.push(parsed.action);
	}
	return fills;
}

function isPlainFill(action: Action): boolean {
	return action.name === "select" || (action.name === "setValue" && !action.submit);
}

/** An action found in a form of another agent, and the text before it. */
type Found = { readonly action: string; readonly before: string };

/**
 * Finds an action in forms of other agents: ReAct's two lines, calls in tags, an action on its own line or within a sentence. Within a
 * sentence it counts only where it is the only one.
 *
 * @param text without thinking blocks and code fences
 * @throws never
 */
function findAction(text: string): Found | null {
	return inTwoLines(text) ?? inCallTags(text) ?? onItsLine(text) ?? onItsLine(withoutTags(text)) ?? inSentence(text) ?? asFinalAnswer(text);
}

/** `Action: click` and `Action Input: {"id": 17}`. */
function inTwoLines(text: string): Found | null {
	const named = /^[ \t]*action[ \t]*:[ \t]*([a-z_]+)[ \t]*$/im.exec(text);
	const input = named === null ? null : /^[ \t]*action[ \t]+input[ \t]*:/im.exec(text);
	if (named?.[1] === undefined || input === null) return null;
	return foundIn({ name: named[1], source: text.slice(input.index + input[0].length) }, text.slice(0, named.index));
}

/** `<function=click>{"id": 17}</function>`, `<invoke name="click"><parameter name="id">17</parameter></invoke>`. */
function inCallTags(text: string): Found | null {
	const open = /<(?:function=|invoke name=")([a-z_]{2,30})"?>/i.exec(text);
	if (open?.[1] === undefined) return null;
	const source = text.slice(open.index + open[0].length);
	const before = text.slice(0, open.index);
	const parameters = [...source.matchAll(/<parameter(?: name="|=)([a-z_]{1,30})"?>([^<]*)<\/parameter>/gi)];
	if (parameters.length === 0) return foundIn({ name: open[1], source }, before);
	const given = Object.fromEntries(parameters.map(([, key = "", value = ""]) => [key, value.trim()]));
	const action = actionTextOf(open[1], given);
	return action === null ? null : { action, before };
}

function foundIn(call: { readonly name: string; readonly source: string }, before: string): Found | null {
	const object = balancedObject(call.source);
	const given = object === undefined ? {} : parseLoosely(object);
	if (typeof given !== "object" || given === null) return null;
	const action = actionTextOf(call.name, given as Readonly<Record<string, unknown>>);
	return action === null ? null : { action, before };
}

const bullet = /^\s{0,20}(?:[-*>•]\s{0,4}|\d{1,2}[.)]\s{0,4})?/;
const label = /^[`*]{0,3}[\p{L} ]{1,24}[`*]{0,3}:[`*]{0,3}\s{0,4}/u;
const call = /^[`*]{0,3}(?:await\s+)?(?:[a-z]{1,12}\.)?([a-z_]{2,30})\s{0,4}\(.*\)[`*;.\s]*$/i;
const plainId = /^[`*]{0,3}([a-z_]{2,30})\s+[[#]?(?:agent-)?(\d{1,10})\]?[`*;.\s]*$/i;

/** `- Action: click(17)`, `click [17]`; the first line that names an action counts. */
function onItsLine(text: string): Found | null {
	const lines = text.split("\n");
	for (const [at, whole] of lines.entries()) {
		const bare = whole.replace(bullet, "");
		for (const line of [bare, bare.replace(label, "")]) {
			const named = call.exec(line)?.[1];
			const plain = plainId.exec(line);
			const before = () =>
				lines
					.slice(0, at)
					.join("\n")
					.replace(/^\s*[*]{0,2}thought[*]{0,2}\s*:\s*[*]{0,2}\s*/i, "");
			if (named !== undefined && canonicalName(named) !== undefined)
				return { action: line.replace(/^[`*]{0,3}(?:await\s+)?(?:[a-z]{1,12}\.(?=[a-z_]+\s{0,4}\())?/i, ""), before: before() };
			if (plain?.[1] !== undefined && canonicalName(plain[1]) !== undefined)
				return { action: `${plain[1]}(${plain[2] ?? ""})`, before: before() };
		}
	}
	return null;
}

/** Replaces tags of other formats by line breaks: their content stands on its own line. */
function withoutTags(text: string): string {
	return text.replaceAll(/<\/?[a-z_]{1,20}>|\[\/?[a-z_]{1,20}\]|^[a-z]{1,20}>/gim, "\n").replaceAll("</", "\n");
}

/** "I'll call click(17) now." An action in a text that denies, asks, or quotes a tag is only mentioned. */
function inSentence(text: string): Found | null {
	const folded = fold(text);
	const words = splitWords(folded);
	if (isDenying(folded, words) || isConditional(folded, words) || text.includes("?") || /(?:‹|&lt;)\s{0,4}action/i.test(text)) return null;
	const calls = [...text.matchAll(/(?<![\w.])[a-z_]{2,30}\([^()\n]{0,200}\)/gi)].slice(0, 50);
	const good = calls.filter(([action]) => parseAction(action).ok);
	const [first] = good;
	if (first === undefined || new Set(good.map(([action]) => action)).size > 1) return null;
	return { action: first[0], before: text.slice(0, first.index) };
}

/** The final answer in ReAct. */
function asFinalAnswer(text: string): Found | null {
	const end = /^[ \t]*\*{0,2}final answer\*{0,2}[ \t]*:[ \t]*\*{0,2}/im.exec(text);
	if (end === null) return null;
	const answer = text.slice(end.index + end[0].length).trim();
	return { action: `finish(${JSON.stringify(answer.slice(0, 8_000))})`, before: text.slice(0, end.index) };
}
