import { withoutCourtesy } from "../words/courtesy.ts";
import { inEnglish } from "../words/german.ts";
import type { Token } from "../words/tokens.ts";
import { isLiteral, sourceOf, tokensOf } from "../words/tokens.ts";
import { boundAt, deniedBy, isNegated, withProhibitions } from "./bounds.ts";
import type { Clause, Intent, Place, Thing } from "./clause.ts";
import { intentOf } from "./intents.ts";
import { listedIn } from "./lists.ts";
import { isRestated, mergeSend, mergeTell, mergeUse, typedOnly } from "./merging.ts";
import { emptyThing, thingNamed } from "./nouns/plain.ts";
import { thingOf } from "./nouns/things.ts";
import type { Part } from "./split.ts";
import { partsOf, rowWords } from "./split.ts";
import { verbOf, withoutOpening } from "./starts.ts";
import { conditionOf } from "./verbs/conditions.ts";
import { fillIntent } from "./verbs/fill.ts";

const contextWords = /^(?:for|in|on|under|from|within|with|using|at|of)$/;

/**
 * Reads an instruction as clauses in the order in which they are carried out.
 *
 * @param query plain English, ≤ 10,000 characters
 * @returns at least one clause; what no reading fits has the intent `unknown`
 * @throws never
 */
export function clausesOf(query: string): readonly Clause[] {
	const clauses: Clause[] = [];
	let context: { readonly place: Place; readonly tokens: readonly Token[] } | undefined;
	// "to find and click X": the click is the purpose of what stands before.
	let leads = false;
	let end = 0;
	const said = inEnglish(withoutCourtesy(tokensOf(query)));
	if (said === undefined) return notUnderstood(query);
	for (const part of partsOf(said)) {
		const before = clauses.at(-1);
		const more = before?.intent.kind === "fill" ? furtherRow(part.tokens) : undefined;
		if (more !== undefined) {
			clauses.push({ text: sourceOf(query, part.tokens), intent: placed(fillIntent(more.rest), more.place), isWay: false });
			continue;
		}
		const place = contextOf(part.tokens);
		if (place !== undefined) {
			if (context !== undefined) clauses.push(unreadOf(query, context.tokens));
			context = { place, tokens: part.tokens };
			continue;
		}
		if (isAside(part)) continue;
		if (isBareFind(part)) {
			leads = leads || part.isPurpose;
			continue;
		}
		const isPurpose = part.isPurpose || leads;
		leads = false;
		if (isPurpose && before !== undefined && isRestated(part, before)) continue;
		const spoken = before?.intent.kind === "avoid" ? thingIn(deniedBy(tokensOf(before.text))) : undefined;
		const placeBefore = context?.place;
		const read = withReferent(clauseOf(query, part, placeBefore), spoken);
		context = undefined;
		if (isPurpose && before !== undefined) clauses[clauses.length - 1] = { ...before, isWay: true };
		const merged = before === undefined ? undefined : (mergeUse(before, read) ?? mergeTell(before, read) ?? mergeSend(before, read));
		if (merged !== undefined) clauses[clauses.length - 1] = merged;
		else {
			const isAlso = /^\s+(?:and|&)\s+$/i.test(query.slice(end, part.tokens[0]?.start ?? end));
			const both = before === undefined || !isAlso ? undefined : joinedClick(before, read);
			if (both !== undefined) clauses[clauses.length - 1] = both;
			clauses.push(...(listOf(query, { part, read, place: placeBefore }) ?? [read]));
		}
		end = part.tokens.at(-1)?.end ?? end;
	}
	if (context !== undefined) clauses.push(unreadOf(query, context.tokens));
	return clauses.length > 0
		? withProhibitions(clauses.map((clause, index) => typedOnly(clause, clauses[index + 1])))
		: notUnderstood(query);
}

/** "Click send and solve" may be one button of that name. */
function joinedClick(before: Clause, { text }: Clause): Clause | undefined {
	const { intent } = before;
	const [thing, ...others] = intent.kind === "click" && intent.until === undefined ? intent.things : [];
	if (
		thing === undefined ||
		others.length > 0 ||
		thing.isQuoted ||
		before.list !== undefined ||
		!/^[\p{L}'’-]+(?: [\p{L}'’-]+){0,2}$/u.test(text)
	)
		return undefined;
	const whole: Clause = {
		text: `${before.text} and ${text}`,
		intent: { kind: "click", things: [thingNamed(`${thing.whole} and ${text}`)], times: 1 },
		isWay: false,
	};
	return { ...before, list: { at: 0, whole, objects: [emptyThing, emptyThing], isSure: true } };
}

/** "In the second line": a place that nothing stands at. */
const unreadOf = (query: string, tokens: readonly Token[]): Clause => ({
	text: sourceOf(query, tokens),
	intent: { kind: "unknown" },
	isWay: false,
});

/** "…; in the second line date 2026-11-04, category Taxi": the fields of another row, filled like those before. */
function furtherRow(tokens: readonly Token[]): { readonly place: Place; readonly rest: readonly Token[] } | undefined {
	const words = rowWords(tokens);
	const rest = tokens.slice(words);
	const place = words > 0 && rest.some(isLiteral) ? contextOf(tokens.slice(0, words)) : undefined;
	return place === undefined || verbOf(rest) !== undefined ? undefined : { place, rest };
}

/** "Delete A, B and C": a clause for each. */
function listOf(
	query: string,
	{ part, read, place }: { readonly part: Part; readonly read: Clause; readonly place: Place | undefined },
): readonly Clause[] | undefined {
	const tokens = withoutAside(part.tokens);
	const words = verbOf(tokens)?.words ?? 0;
	const isListable = (intent: Intent) =>
		intent.kind === "close" ||
		intent.kind === "open" ||
		(intent.kind === "named" && intent.entries.length === 0 && intent.content === undefined && intent.condition === undefined);
	const listed = words > 0 && isListable(read.intent) ? listedIn(tokens.slice(0, words), tokens.slice(words)) : undefined;
	const clauses = (listed?.items ?? []).map((item) => ({
		...clauseOf(query, { ...part, tokens: item }, place),
		text: wordsOf(query, item),
	}));
	const objects = clauses.flatMap(({ intent }) => thingIn(intent) ?? []).filter(({ whole }) => whole !== "");
	if (listed === undefined || !clauses.every(({ intent }) => isListable(intent)) || objects.length < clauses.length) return undefined;
	return clauses.map((clause, at) => ({ ...clause, list: { at, whole: read, objects, isSure: listed.isSure } }));
}

/** The words of tokens that do not all stand side by side in the instruction. */
function wordsOf(query: string, tokens: readonly Token[]): string {
	const isShort = (token: Token) => token.kind === "word" && token.text.length < token.end - token.start;
	return tokens
		.map((token, index) => {
			const isApart = index > 0 && token.start > (tokens[index - 1]?.end ?? 0);
			return `${isApart ? " " : ""}${isShort(token) ? token.text : sourceOf(query, [token])}`;
		})
		.join("");
}

/** "Don't delete Bob, just open him": what was spoken of, though nothing is done to it. */
function thingIn(intent: Intent | undefined): Thing | undefined {
	if (intent === undefined) return undefined;
	if ("object" in intent) return intent.object;
	if ("thing" in intent) return intent.thing;
	return "things" in intent ? intent.things[0] : undefined;
}

function withReferent(clause: Clause, spoken: Thing | undefined): Clause {
	if (spoken === undefined || spoken.name === "") return clause;
	const meant = (thing: Thing): Thing => (thing.pronoun === "it" && thing.name === "" ? spoken : thing);
	const { intent } = clause;
	if (intent.kind === "named") return { ...clause, intent: { ...intent, object: meant(intent.object) } };
	if (intent.kind === "click" || intent.kind === "tick") return { ...clause, intent: { ...intent, things: intent.things.map(meant) } };
	return intent.kind === "open" || intent.kind === "hover" || intent.kind === "find"
		? { ...clause, intent: { ...intent, thing: meant(intent.thing) } }
		: clause;
}

const notUnderstood = (query: string): readonly Clause[] => [{ text: query.trim(), intent: { kind: "unknown" }, isWay: false }];

function clauseOf(query: string, part: Part, context: Place | undefined): Clause {
	const tokens = withoutAside(part.tokens);
	const text = sourceOf(query, tokens);
	const condition = conditionalOf(tokens);
	if (condition !== undefined) return { text, intent: { kind: "if", thing: condition }, isWay: false };
	if (isNegated(tokens)) return { text, intent: { kind: "avoid" }, isWay: false };
	const bound = boundAt(tokens);
	if (bound !== -1) return { text, intent: { kind: "unknown", bound: sourceOf(query, tokens.slice(bound)) }, isWay: false };
	const intent = intentOf(tokens);
	return { text, intent: context === undefined ? intent : placed(intent, context), isWay: false };
}

/** "For the user @ada," before a clause: where its thing stands. */
function contextOf(tokens: readonly Token[]): Place | undefined {
	const bare = withoutOpening(tokens);
	const first = bare[0];
	if (first?.kind !== "word" || !contextWords.test(first.lower) || bare.length < 2) return undefined;
	if (verbOf(bare) !== undefined) return undefined;
	const named = thingOf([{ ...first, text: "thing", lower: "thing" }, ...bare]).places[0];
	return named ?? { relation: "of", anchor: thingOf(bare.slice(1)) };
}

const denials = /^(?:no|not|none|nothing|isnt|arent|doesnt|dont|without|neither)$/;

/** "if there is a popup", "if a banner appears": the next clause counts only where the page shows it. */
function conditionalOf(tokens: readonly Token[]): Thing | undefined {
	if (tokens[0]?.lower !== "if" || tokens[0].kind !== "word") return undefined;
	// What is compared or denied is no thing that a page shows or does not.
	if (conditionOf(tokens) !== undefined || tokens.some((token) => token.kind === "word" && denials.test(token.lower))) return undefined;
	let rest = tokens.slice(1);
	const leads = /^(?:there|you|is|are|see|find|a|an|any|the)$/;
	const ends = /^(?:appears?|is|are|shown?|visible|there|displayed|opens?|pops?|up|shows|comes|exists?)$/;
	const before = rest.length;
	while (rest.length > 1 && rest[0]?.kind === "word" && leads.test(rest[0].lower)) rest = rest.slice(1);
	while (rest.length > 1 && rest.at(-1)?.kind === "word" && ends.test(rest.at(-1)?.lower ?? "")) rest = rest.slice(0, -1);
	const thing = rest.length < before ? thingOf(rest) : undefined;
	return thing?.whole === "" ? undefined : thing;
}

// "when you are done", "if you like": nothing to do by itself.
const isAside = (part: Part): boolean =>
	conditionOf(part.tokens) === undefined &&
	/^(?:when|once)$/.test(part.tokens[0]?.lower ?? "") &&
	part.tokens.every((token) => !/^(?:click|press|enter|select)$/.test(token.lower));

// "find and click on X": the finding is part of the click.
const isBareFind = (part: Part): boolean => verbOf(part.tokens)?.verb === "find" && verbOf(part.tokens)?.words === part.tokens.length;

function withoutAside(tokens: readonly Token[]): readonly Token[] {
	const at = tokens.findIndex(
		(token, index) =>
			index > 0 &&
			token.kind === "word" &&
			/^(?:when|once|after)$/.test(token.lower) &&
			/^(?:done|finished|complete|completed|ready|youre|you)$/.test(tokens[index + 1]?.lower ?? ""),
	);
	return at === -1 ? tokens : withoutOpening(tokens.slice(0, at));
}

function placed(intent: Intent, place: Place): Intent {
	const put = (thing: Thing): Thing => ({ ...thing, places: [...thing.places, place] });
	switch (intent.kind) {
		case "click":
			return { ...intent, things: intent.things.map(put) };
		case "tick":
			return { ...intent, things: intent.things.map(put) };
		case "choose":
			return intent.field === undefined &&
				(place.relation !== "of" || place.anchor.roles.some((role) => /^(?:slider|color|select|date|field)$/.test(role)))
				? { ...intent, field: place.anchor }
				: { ...intent, things: intent.things.map(put) };
		case "open":
		case "hover":
		case "focus":
		case "expand":
		case "clear":
		case "drag":
			return { ...intent, thing: put(intent.thing) };
		case "named":
			return { ...intent, object: put(intent.object) };
		case "fill":
			return {
				...intent,
				entries: intent.entries.map((entry) =>
					entry.into === undefined ? { ...entry, into: place.anchor } : { ...entry, into: put(entry.into) },
				),
			};
		default:
			return intent;
	}
}
