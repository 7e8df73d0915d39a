import { fillers, openings } from "../words/lexicon.ts";
import { rolesOf } from "../words/roles.ts";
import type { Token } from "../words/tokens.ts";
import { isLiteral } from "../words/tokens.ts";
import type { Verb } from "../words/verbs.ts";
import { nounVerbs, verbAt } from "../words/verbs.ts";

/** Words before a noun: no verb stands there. */
export const determiners = new Set("the a an this that these those it them my your his her their its all each every both".split(" "));
export const particles = new Set("on for in out up to off into with from down over back".split(" "));
const nouns = new Set(
	"button buttons link links field fields box boxes tab tabs icon icons menu checkbox checkboxes option options bar item items page number numbers".split(
		" ",
	),
);
/** The verb a run of tokens starts with; quotations are never verbs. */
export function verbOf(tokens: readonly Token[], from = 0): { readonly verb: Verb; readonly words: number } | undefined {
	const words: string[] = [];
	for (const token of tokens.slice(from, from + 6)) {
		if (token.kind !== "word") break;
		words.push(token.lower);
	}
	return words.length === 0 ? undefined : verbAt(words);
}

/** The tokens without politeness, fillers and set openings at their start, and without stray marks around them. */
export function withoutOpening(tokens: readonly Token[]): readonly Token[] {
	let rest = tokens;
	for (;;) {
		const before = rest.length;
		while (rest[0]?.kind === "mark" && !rest[0].text.startsWith("(")) rest = rest.slice(1);
		while (rest.at(-1)?.kind === "mark" && !/^[()\->+]/.test(rest.at(-1)?.text ?? "")) rest = rest.slice(0, -1);
		const first = rest[0];
		if (
			rest.length > 1 &&
			first !== undefined &&
			(first.kind === "word" || first.lower === "first") &&
			fillers.has(first.lower) &&
			startsAfterFiller(rest)
		)
			rest = rest.slice(1);
		const opening = openings.find((words) => startsWith(rest, words));
		if (opening !== undefined && rest.length > opening.split(" ").length) rest = rest.slice(opening.split(" ").length);
		if (rest.length === before) return rest;
	}
}

/** "First result" is a thing; "first click on it" has a filler. */
export function startsAfterFiller(tokens: readonly Token[]): boolean {
	const first = tokens[0]?.lower ?? "";
	if (first !== "first" && first !== "next" && first !== "ok" && first !== "okay" && first !== "only") return true;
	if (tokens[1]?.lower === "name") return false;
	return tokens[1]?.kind === "mark" || verbOf(tokens, 1) !== undefined || fillers.has(tokens[1]?.lower ?? "");
}

/** True where these words stand at the start, outside of quotations. */
export function startsWith(tokens: readonly Token[], words: string): boolean {
	return words.split(" ").every((word, index) => tokens[index]?.kind !== "quoted" && tokens[index]?.lower === word);
}

/** "See rooms of Park Hotel" opens them; "see if it works" asks for a judgement. */
export const startsSee = (tokens: readonly Token[], at: number): boolean =>
	tokens[at]?.kind === "word" &&
	tokens[at]?.lower === "see" &&
	tokens[at + 1] !== undefined &&
	!/^(?:if|whether|that|what|who|when|where|why|how|which|you|it|them|to)$/.test(tokens[at + 1]?.lower ?? "") &&
	// "… of the cheapest hotel" is judged, and not opened.
	!tokens.slice(at + 1, at + 6).some(({ kind, lower }) => kind === "word" && /^(?:\p{L}{3,}est|most|least|best)$/u.test(lower));

/** True where a verb stands that is no noun or label here. */
export function startsVerb(tokens: readonly Token[], at: number): boolean {
	const token = tokens[at];
	const found = verbOf(tokens, at);
	if (token?.kind !== "word" || found === undefined) return false;
	if (!nounVerbs.has(token.lower)) return true;
	if (found.words > 1) return true;
	const next = tokens[at + 1];
	if (next === undefined || next.kind === "mark") return isBareVerb(token.lower);
	if (next.lower === "page" && tokens[at + 2]?.kind === "number") return true;
	if (nouns.has(next.lower))
		return next.lower === "number" || next.lower === "option"
			? rolesOf(next.lower).length > 0 && tokens[at + 2] !== undefined && !nouns.has(token.lower)
			: false;
	// "Check-in 2026-12-04 and check-out 2026-12-07".
	if (next.kind === "date" && token.lower === "check-out") return false;
	if (isLiteral(next)) return !labelNouns.has(token.lower);
	if (next.kind === "ordinal" || determiners.has(next.lower) || particles.has(next.lower)) return true;
	if (next.lower === "and" || next.lower === "when" || next.lower === "then") return isBareVerb(token.lower);
	return !labelNouns.has(token.lower);
}

// Verbs that stand alone: "…, and search", "and submit".
const isBareVerb = (word: string): boolean =>
	/^(?:search|submit|login|checkout|check-out|save|reset|follow|share|like|reply|apply|cancel|delete|report|print|play|stop|send|comment|post|book|order)$/.test(
		word,
	);

// Before a value these are labels of fields: `name "Ada", date 2026-03-05`.
const labelNouns = new Set(
	"name date email message comment number contact post book note plan rate order mark type set key place"
		.split(" ")
		.filter((word) => !/^(?:type|set|mark|order|post|book|rate|key)$/.test(word)),
);
