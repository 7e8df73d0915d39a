import type { OrderKind } from "@webhand/contracts/agent/step-labels";
import type { Clause, RoleNoun } from "../clause.ts";
import { readOrder } from "./read-order.ts";
import { skipCourtesies, verbAt } from "./split.ts";
import type { Token, Tokens } from "./tokens.ts";
import { hasPhrase, lowAt, tokensOf } from "./tokens.ts";
import type { VerbKind } from "./words.ts";
import { determiners, pronouns, roleNouns, wordSet } from "./words.ts";

/**
 * Says whether a plain English order only asks. A task that only asks may look, and may change nothing.
 *
 * @param text ≤ 10,000 characters; the time is linear in its length
 * @returns undefined where grammar alone does not tell
 * @throws never
 */
export function orderKind(text: string, now: Date): OrderKind | undefined {
	const sentences = sentencesOf(tokensOf(text) ?? []);
	const clauses = readOrder(text, now);
	const isRead = clauses.every(({ intent }) => intent.kind !== "unknown") && !sentences.some(isQuestion);
	const said = isRead ? clauses.map(kindOfClause) : sentences.flatMap(kindsOfSentence);
	if (said.length === 0 || said.includes("unclear")) return undefined;
	// What is shown at the end is what the order is for; before that, it is the way to a deed.
	const asks = said.includes("asks") || said.at(-1) === "shows";
	const acts = said.includes("acts");
	return asks && acts ? "both" : asks ? "asks" : "acts";
}

/** "looks" is a way to a thing ("open", "search"), "shows" a look at one ("show", "find"), "unclear" what grammar does not tell. */
type ClauseKind = "asks" | "acts" | "looks" | "shows" | "unclear";

/** Ways to a thing change nothing: of themselves they neither ask nor act. */
const looking: ReadonlySet<Clause["intent"]["kind"]> = new Set([
	"search",
	"find",
	"wait",
	"visit",
	"history",
	"turn",
	"scroll",
	"hover",
	"open",
]);

function kindOfClause({ intent, text }: Clause): ClauseKind {
	const told = kindOfVerb(tokensOf(text) ?? []);
	if (told !== undefined) return told;
	if (intent.kind === "read") return "asks";
	return looking.has(intent.kind) ? "looks" : "acts";
}

const questionWords = wordSet("what what's which who who's whom whose when where why how");
/** They stand before the subject of a question: "Is the invoice paid?" */
const auxiliaries = wordSet("is are was were am isn't aren't wasn't weren't");
/** These are verbs of their own as well: "Do the transfer". */
const helpers = wordSet("do does did has have had don't doesn't didn't hasn't haven't");
const subjects = wordSet("i you he she it we they there all any each every anyone anybody someone somebody");
/** Behind these, grammar has a question or a text that is told, never a deed. */
const telling = wordSet("tell read say know count summarize summarise list describe explain compare");
/** Verbs of perception: what stands behind them is to be seen. */
const showing = wordSet("show find locate view see display");
/** Verbs of a look and of a deed: "Check the status", "Check the box". */
const twofold = wordSet("check print report");
const lookingVerbs: ReadonlySet<VerbKind> = new Set([
	"read",
	"count",
	"find",
	"search",
	"open",
	"scroll",
	"wait",
	"hover",
	"back",
	"forward",
	"reload",
]);

type Sentence = { readonly said: Tokens; readonly isAsked: boolean };

/** The sentences without their courtesies, and whether they end with a question mark. */
function sentencesOf(tokens: Tokens): readonly Sentence[] {
	const sentences: Sentence[] = [];
	let from = 0;
	for (let at = 0; at <= tokens.length; at += 1) {
		const isEnd = at === tokens.length || (tokens[at]?.kind === "mark" && ".;!?".includes(lowAt(tokens, at)));
		if (!isEnd) continue;
		const sentence = tokens.slice(from, at);
		const said = sentence.slice(skipCourtesies(sentence, 0));
		if (said.length > 0) sentences.push({ said, isAsked: lowAt(tokens, at) === "?" });
		from = at + 1;
	}
	return sentences;
}

/** The kind of a sentence, and of a deed that is joined to it. */
function kindsOfSentence(sentence: Sentence): readonly ClauseKind[] {
	const { said, isAsked } = sentence;
	const verb = verbAt(said, 0);
	const ofVerb = verb === undefined ? "unclear" : lookingVerbs.has(verb.kind) ? "looks" : "acts";
	const kind = isQuestion(sentence) ? "asks" : (kindOfVerb(said) ?? ofVerb);
	const joins = kind === "asks" ? !isAsked && joinsDeed(said, isOrdered) : joinsDeed(said, isFollowed);
	return joins ? [kind, "acts"] : [kind];
}

/** "In which row …", "For how many …". */
const prepositions = wordSet("in on at from for by to of with under as");

function isQuestion({ said, isAsked }: Sentence): boolean {
	const [first, next] = [lowAt(said, 0), lowAt(said, 1)];
	if (helpers.has(first)) return isAsked && isSubject(said[1]);
	return questionWords.has(first) || auxiliaries.has(first) || (prepositions.has(first) && questionWords.has(next));
}

/** A pronoun, a determiner or a name. */
const isSubject = (token: Token | undefined): boolean =>
	token !== undefined && (subjects.has(token.low) || determiners.has(token.low) || !/^\p{Ll}/u.test(token.text));

/** What the verb at the start tells; undefined for all others. */
function kindOfVerb(given: Tokens): ClauseKind | undefined {
	const said = hasPhrase(given, 0, "let me") ? given.slice(2) : given;
	const first = lowAt(said, 0);
	const isAsDeed = (first === "report" || first === "count") && said.some(({ low }) => low === "as");
	if (isAsDeed) return "acts";
	const isLook = first === "look" && (lowAt(said, 1) === "up" || lowAt(said, 1) === "at");
	const isShown = (showing.has(first) || isLook) && said.length > 1;
	const isTwofold = twofold.has(first) && said.length > (verbAt(said, 0)?.length ?? 1);
	if ((isShown || isTwofold || telling.has(first)) && wondersAt(said)) return "asks";
	// "Do the transfer", "Has Ada access": an order or a question without its mark.
	if (helpers.has(first)) return "unclear";
	if (isTwofold) return isControl(said.slice(1)) ? "acts" : "unclear";
	return telling.has(first) ? "asks" : isShown ? "shows" : undefined;
}

const particles = wordSet("out up at me us for");
const indirect = wordSet("whether if");
const maxParticles = 3;
const maxVerbPhrase = 10;

/** "Check whether …", "find out which …", "show me who …": an indirect question behind the verb. */
function wondersAt(said: Tokens): boolean {
	const at = said.findIndex((token, index) => index > 0 && !particles.has(token.low));
	return at !== -1 && at <= maxParticles && (questionWords.has(lowAt(said, at)) || indirect.has(lowAt(said, at)));
}

const controls: ReadonlySet<RoleNoun | undefined> = new Set(["checkbox", "radio", "switch", "option", "field", "button"]);

/** True where the thing is quoted, or its noun is one of a control: "the newsletter box". */
function isControl(thing: Tokens): boolean {
	const end = thing.findIndex(({ low }) => prepositions.has(low));
	const head = end === -1 ? thing : thing.slice(0, end);
	return head.some(({ kind, low }) => kind === "quote" || controls.has(roleNouns.get(low)));
}

/** A verb of a deed behind a joint, as far as what stands around it makes it one. */
function joinsDeed(said: Tokens, isDeed: (joint: string, object: string) => boolean): boolean {
	return said.some(({ low }, index) => {
		if (low !== "," && low !== "and" && low !== "then") return false;
		const at = skipCourtesies(said, index + 1);
		const verb = verbAt(said, at);
		const isThen = said.slice(index, at).some((token) => token.low === "then");
		const told = kindOfVerb(said.slice(at, at + maxVerbPhrase)) ?? "acts";
		const isOther = verb !== undefined && !lookingVerbs.has(verb.kind) && told === "acts";
		return isOther && isDeed(isThen ? "then" : low, lowAt(said, at + verb.length));
	});
}

/** "Find the lamp and buy two": something stands behind the verb. */
const isFollowed = (_joint: string, object: string): boolean => object !== "";
/** "Which invoice is overdue, and approve it": no part of the question ("Who can approve and delete invoices"). */
const isOrdered = (joint: string, object: string): boolean => joint === "then" || pronouns.has(object) || determiners.has(object);
