import { parseAction } from "@webhand/contracts/action/parse";
import { isConditional, isDenying } from "@webhand/lexicon/denials";
import { fold, splitWords } from "@webhand/lexicon/text";
import { actionTextOf } from "./action/call.ts";
import { canonicalName } from "./action/names.ts";
import { balancedObject, parseLoosely } from "./loose-json.ts";

/** An action found in a form of another agent, and the text before it. */
export type Found = { readonly action: string; readonly before: string };

/**
 * Finds an action in forms of other agents: ReAct's two lines, calls in tags, an action on its own line or within a sentence. Within a
 * sentence it counts only where it is the only one.
 *
 * @param text without thinking blocks and code fences
 * @throws never
 */
export function findAction(text: string): Found | null {
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
