import type { Clause, Intent, Target } from "../clause.ts";
import { readChoose, readTick, readTurn } from "./choosing.ts";
import { readFill, readForm, readSet } from "./filling.ts";
import { readHistory, readHover, readOpen, readScroll, readSearch, readWait } from "./going.ts";
import { readNamed, readUnlisted } from "./naming.ts";
import type { Lead, Order, Reading } from "./order.ts";
import { trimmedEnd } from "./order.ts";
import { readClick, readPress } from "./pointing.ts";
import { readCount, readFind, readRead } from "./reading.ts";
import type { Part } from "./split.ts";
import { partsOf, skipCourtesies, verbAt } from "./split.ts";
import { placeOf, targetOf } from "./target.ts";
import type { Token, Tokens } from "./tokens.ts";
import { lowAt, textOf, tokensOf } from "./tokens.ts";
import type { VerbKind } from "./words.ts";
import { limits, wordSet } from "./words.ts";

const maxClauses = 40;
/** Words of one clause; what is in quotes counts as one. */
const maxWords = 120;
const maxReasonLength = 80;

/**
 * Reads an English order as clauses, in their order.
 *
 * @param text ≤ 10,000 characters; the time is linear in its length
 * @param now today, for dates such as "tomorrow"
 * @returns 1 to 40 clauses; what is not fully understood, or more than 40, is one `unknown` clause whose reason names the words
 * @throws never
 */
export function readOrder(text: string, now: Date): readonly Clause[] {
	const tokens = tokensOf(text);
	if (tokens === undefined) return [unknown(text, "A quote is opened and never closed.", { isFixable: true })];
	const parts = partsOf(tokens, maxClauses);
	const clauses: Clause[] = [];
	for (const part of parts) {
		const read = readPart(part, { source: text, now, isOnly: parts.length === 1 });
		clauses.push(...read.filter((clause) => !isSentAlready(clause, clauses.at(-1))));
		if (clauses.length > maxClauses || parts.length > maxClauses)
			return [unknown(text, `An order may have ${maxClauses} parts at most.`, { isFixable: true })];
	}
	return clauses.length === 0 ? [unknown(text, "There is no order in this text.", { isFixable: true })] : clauses;
}

/** "Reply with “Yes” and send it" sends once. */
function isSentAlready({ intent }: Clause, before: Clause | undefined): boolean {
	if (intent.kind !== "named" || !/^(?:send|submit)$/.test(intent.verb) || before?.intent.kind !== "fill" || !before.intent.submits)
		return false;
	return intent.object === undefined || intent.object.isPronoun === true;
}

const readers: Readonly<Record<VerbKind, (order: Order) => Reading>> = {
	click: readClick,
	press: readPress,
	fill: readFill,
	form: readForm,
	set: readSet,
	clear: ({ rest }) => {
		const field = targetOf(rest);
		return field && [{ kind: "clear", field }];
	},
	choose: readChoose,
	tick: readTick(true),
	untick: readTick(false),
	turn: readTurn,
	search: readSearch,
	open: readOpen,
	find: readFind,
	read: readRead,
	count: readCount,
	wait: readWait,
	scroll: readScroll,
	hover: readHover,
	use: readUse,
	back: readHistory("back"),
	forward: readHistory("forward"),
	reload: readHistory("reload"),
	named: readNamed,
};

/** "use the slider to set …", `use "ada" as the username`. */
function readUse(order: Order): Reading {
	const { rest } = order;
	const at = rest.findIndex(({ low }, index) => low === "to" && verbAt(rest, index + 1) !== undefined);
	if (at === -1) return rest.some(({ low }) => low === "as") ? readFill(order) : undefined;
	const verb = verbAt(rest, at + 1);
	const anchor = targetOf(rest.slice(0, at));
	if (verb === undefined || verb.kind === "use" || anchor === undefined) return undefined;
	const lead: Lead = { place: { relation: "section", anchor }, isTool: true };
	const kind = verb.kind === "find" ? "search" : verb.kind;
	return readers[kind]({ ...order, verb: verb.words, rest: rest.slice(at + 1 + verb.length), lead });
}

type Source = { readonly source: string; readonly now: Date; readonly isOnly: boolean };

function readPart(part: Part, { source, now, isOnly }: Source): readonly Clause[] {
	const said = trimmedEnd(part.all);
	const text = source.slice(said[0]?.start, said.at(-1)?.end);
	const tooLong = `“${shortened(text)}” is long: a text to fill in may stand in quotes.`;
	if (part.all.length > maxWords) return [unknown(text, tooLong, { isFixable: true })];
	const limit = limitIn(said);
	if (limit !== undefined) return [unknown(text, `“${limit}” asks for a condition, an exception or a judgement.`, { word: limit })];
	const { verb } = part;
	if (verb === undefined) {
		const reading = isOnly ? readUnlisted({ verb: lowAt(said, 0), rest: said.slice(1), lead: undefined, now }) : undefined;
		return reading?.map((intent) => ({ text, intent })) ?? [unknown(text, `I do not know what “${shortened(text)}” asks for.`)];
	}
	const lead = leadOf(part.lead);
	const reading =
		lead === "unread"
			? undefined
			: readers[verb.kind]({ verb: verb.words, rest: trimmedEnd(part.rest.slice(skipMarks(part.rest))), lead, now });
	if (reading === undefined) return [unknown(text, `I do not understand “${shortened(text)}”.`)];
	return reading.map((intent) => ({
		text: reading.length === 1 ? text : ownText(intent, textOf(said.slice(part.lead.length, part.lead.length + verb.length))),
		intent,
		...(part.isMeans && { isMeans: true }),
	}));
}

/** One of several things that a clause asks for, in words of its own. */
function ownText(intent: Intent, verb: string): string {
	const quoted = ({ text, isQuoted }: Target) => (isQuoted ? `"${text}"` : text);
	if (intent.kind === "fill") return `Enter "${intent.entries.map(({ value }) => value).join(", ")}"`;
	if (intent.kind === "named" && intent.object !== undefined)
		return `${verb} ${intent.object.isPronoun ? "it" : quoted(intent.object)}${intent.goal === undefined ? "" : ` to ${quoted(intent.goal)}`}`;
	return intent.kind === "click" || intent.kind === "read" ? `${verb} ${quoted(intent.target)}` : verb;
}

const skipMarks = (tokens: Tokens): number => (lowAt(tokens, 0) === ":" ? 1 : 0);

/** A word that limits the order, outside of quotes. Capital letters inside a clause make a name of it ("Click Not now"). */
function limitIn(tokens: Tokens): string | undefined {
	const isName = ({ text }: Token, index: number) => index > 0 && /^\p{Lu}\p{Ll}/u.test(text);
	return tokens.find((token, index) => limits.has(token.low) && !isName(token, index))?.text;
}

const toolRoles = wordSet("field list slider");

/** The place that stands before a verb; nothing for "on the page", "unread" where its words name no thing. */
function leadOf(given: Tokens): Lead | undefined | "unread" {
	const tokens = trimmedEnd(given.slice(skipCourtesies(given, 0)));
	if (tokens.length === 0) return undefined;
	const isNext = lowAt(tokens, 0) === "next" && lowAt(tokens, 1) === "to";
	const anchor = targetOf(tokens.slice(isNext ? 2 : 1));
	if (anchor === undefined) return "unread";
	if (anchor.role === "page" && anchor.name === "") return undefined;
	const word = lowAt(tokens, 0);
	const isTool = /^(?:with|using|from)$/.test(word) || (/^(?:in|into|inside)$/.test(word) && toolRoles.has(anchor.role ?? ""));
	const relation = word === "for" ? "row" : isNext || word === "at" ? "beside" : word === "below" || word === "above" ? word : "section";
	return { place: placeOf(relation, anchor), isTool };
}

const unknown = (text: string, reason: string, more: { readonly word?: string; readonly isFixable?: true } = {}): Clause => ({
	text,
	intent: { kind: "unknown", reason, ...more },
});

const shortened = (text: string): string => (text.length > maxReasonLength ? `${text.slice(0, maxReasonLength)}…` : text);
