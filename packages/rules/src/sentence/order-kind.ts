import type { Clause } from "../clause.ts";
import { readOrder } from "./read-order.ts";
import { skipCourtesies, verbAt } from "./split.ts";
import type { Tokens } from "./tokens.ts";
import { lowAt, tokensOf } from "./tokens.ts";
import type { VerbKind } from "./words.ts";
import { wordSet } from "./words.ts";

/** What an order wants: something told, something done, or both. */
export type OrderKind = "asks" | "acts" | "both";

/**
 * Says whether a plain English order only asks. A task that only asks may look, and may change nothing.
 *
 * @param text ≤ 10,000 characters; the time is linear in its length
 * @returns undefined where grammar alone does not tell
 * @throws never
 */
export function orderKind(text: string, now: Date): OrderKind | undefined {
	const clauses = readOrder(text, now);
	const kinds = clauses.some(({ intent }) => intent.kind === "unknown") ? kindsOfSentences(text) : clauses.map(kindOfClause);
	if (kinds === undefined) return undefined;
	const asks = kinds.includes("asks");
	const acts = kinds.includes("acts");
	return asks && acts ? "both" : asks ? "asks" : "acts";
}

type ClauseKind = "asks" | "acts" | "looks";

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

function kindOfClause({ intent }: Clause): ClauseKind {
	if (intent.kind === "read") return "asks";
	return looking.has(intent.kind) ? "looks" : "acts";
}

const questionWords = wordSet("what what's which who who's whom whose when where why how");
/** They stand before the subject of a question: "Is the invoice paid?", "Did Ada answer?" */
const auxiliaries = wordSet("is are was were am do does did has have had isn't aren't wasn't weren't don't doesn't didn't hasn't haven't");
/** Behind these, grammar has a question or a text that is told, never a deed. */
const telling = wordSet("tell read report say count summarize summarise list describe explain compare");
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

/** The kinds of the sentences, and of a deed that is joined to a question; undefined where one of them is neither. */
function kindsOfSentences(text: string): readonly ClauseKind[] | undefined {
	const tokens = tokensOf(text);
	if (tokens === undefined) return undefined;
	const kinds: ClauseKind[] = [];
	for (const sentence of sentencesOf(tokens)) {
		const said = sentence.slice(skipCourtesies(sentence, 0));
		if (said.length === 0) continue;
		const kind = kindOfSentence(said);
		if (kind === undefined) return undefined;
		kinds.push(kind, ...(joinsDeed(said) ? (["acts"] as const) : []));
	}
	return kinds.length === 0 ? undefined : kinds;
}

function sentencesOf(tokens: Tokens): readonly Tokens[] {
	const sentences: Tokens[] = [];
	let from = 0;
	for (let at = 0; at <= tokens.length; at += 1) {
		const isEnd = at === tokens.length || (tokens[at]?.kind === "mark" && ".;!?".includes(lowAt(tokens, at)));
		if (!isEnd) continue;
		sentences.push(tokens.slice(from, at));
		from = at + 1;
	}
	return sentences;
}

function kindOfSentence(said: Tokens): ClauseKind | undefined {
	const first = lowAt(said, 0);
	const isQuestion = questionWords.has(first) || auxiliaries.has(first) || (prepositions.has(first) && questionWords.has(lowAt(said, 1)));
	if (isQuestion || telling.has(first) || wondersAt(said)) return "asks";
	const verb = verbAt(said, 0);
	return verb === undefined ? undefined : lookingVerbs.has(verb.kind) ? "looks" : "acts";
}

/** "In which row …", "For how many …". */
const prepositions = wordSet("in on at from for by to of with under");
const particles = wordSet("out up me for");
const indirect = wordSet("whether if");

/** "Check whether …", "find out which …", "show me who …": a verb and an indirect question. */
function wondersAt(said: Tokens): boolean {
	const at = said.findIndex((token, index) => index > 0 && !particles.has(token.low));
	return at !== -1 && at <= maxParticles && (questionWords.has(lowAt(said, at)) || indirect.has(lowAt(said, at)));
}

const maxParticles = 3;

/** "Which invoice is overdue, and approve it": a verb of a deed behind a joint. */
function joinsDeed(said: Tokens): boolean {
	return said.some((token, index) => {
		if (token.low !== "," && token.low !== "and" && token.low !== "then") return false;
		const at = skipCourtesies(said, index + 1);
		const verb = verbAt(said, at);
		return verb !== undefined && !lookingVerbs.has(verb.kind) && !telling.has(lowAt(said, at)) && lowAt(said, at + verb.length) !== "";
	});
}
