import type { ElementView } from "@webhand/page/parse/view";
import { isOfAnother } from "../../page/find/belongs.ts";
import { asListed, findBlock, findItem } from "../../page/find/items.ts";
import type { Accepts, Found, Match } from "../../page/find/match.ts";
import type { Block } from "../../page/layout.ts";
import { blocksAround, isIn } from "../../page/layout.ts";
import { clickable } from "../../page/roles.ts";
import { rowsAt } from "../../page/rows.ts";
import type { Intent, Thing } from "../../sentence/clause.ts";
import { emptyThing } from "../../sentence/nouns/plain.ts";
import { canonical, meaningOf, wordsOf } from "../../words/fold.ts";
import type { Scene } from "../move.ts";
import { untried } from "../move.ts";

type Named = Extract<Intent, { readonly kind: "named" }>;

/** The control that is called like the whole phrase: "Delete all", "Clear filters" for "clear all the filters". */
export function calledSo({ phrase, verb, object, placed }: Named, scene: Scene): Found | undefined {
	const there = placed === undefined ? undefined : untried(scene.finder.find(placed, clickable), scene);
	if (there?.kind === "one" && there.match.name >= 0.95) return there;
	const names = object.isAll ? [phrase, phrase.replace(/ (?:all|every|each|both)(?: (?:of )?the)?(?= |$)/i, "")] : [phrase];
	for (const name of names) {
		const found = untried(scene.finder.find({ ...emptyThing, whole: name, name }, clickable), scene);
		if (found.kind === "one" && found.match.name >= 0.95 && (saysVerb(name, verb) || !isBeside(found.match, object, scene))) return found;
	}
	return allOf({ verb, object }, scene);
}

const saysVerb = (name: string, verb: string): boolean => name.toLowerCase().startsWith(verb.toLowerCase());

/** "Mark the lamp as active": the tab "Active" stands beside the lamp, or where no lamp is told, and marks nothing. */
function isBeside({ element }: Match, object: Thing, { finder }: Scene): boolean {
	const meant = finder.anchors(object);
	return object.pronoun === undefined && object.whole !== "" && (meant.length === 0 || isOfAnother(finder.layout, element, meant));
}

/** "Archive all reports" where "Archive all" stands below "Reports": it does so to all of them. */
export function allOf({ verb, object }: Pick<Named, "verb" | "object">, scene: Scene): Found | undefined {
	const { finder } = scene;
	const noun = object.name || object.noun;
	if (!object.isAll || object.isQuoted || noun.includes(" ") || noun === "" || object.places.length + object.traits.length > 0)
		return undefined;
	const name = `${verb} all`;
	const found = untried(finder.find({ ...emptyThing, whole: name, name, isQuoted: true }, clickable), scene);
	if (found.kind !== "one" || found.match.name < 0.95) return undefined;
	return isOver(finder, found.match.element, noun) ? found : undefined;
}

/** True where the heading that a control stands below, or the text of the same part right before it, says a word. */
function isOver({ view }: Scene["finder"], element: ElementView, noun: string): boolean {
	const wanted = canonical(wordsOf(noun));
	const says = (text: string) => wanted.every((word) => canonical(wordsOf(text)).includes(word));
	for (let at = element.line - 1; at >= 0; at -= 1) {
		const line = view.lines[at];
		if (line?.kind === "heading" || line?.kind === "region") return says(line.kind === "heading" ? line.text : (line.name ?? ""));
		if (line?.kind === "text" && element.line - at <= 2 && says(line.text)) return true;
	}
	return false;
}

// "50 euros" is one sum.
const sums = /^\d+ (?:euros?|eur|dollars?|usd|pounds?|gbp|francs?|chf|cents?|percent)\b/i;

/** "every lamp", "two lamps", "the lamp and the chair" where the page shows both: more than one press. */
export function isSeveral(object: Thing, { finder }: Scene): boolean {
	const shows = (name: string) => finder.isShown({ ...emptyThing, whole: name, name });
	if (object.pronoun !== undefined || object.whole === "" || (!object.isAll && shows(object.whole))) return false;
	const parts = object.whole.split(/,\s*(?:and )?| and /).filter((part) => part.trim() !== "");
	if (object.isQuoted) return parts.length > 1 && !shows(parts.slice(0, 2).join(" and ")) && parts.every(shows);
	return (
		object.isAll ||
		(/^(?:(?:first|last|next|top) )?(?:two|three|four|five|six|several|some|many|\d{1,3}) \p{L}/iu.test(object.whole) &&
			!sums.test(object.whole)) ||
		(parts.length > 1 && parts.every(shows))
	);
}

/** "The customers from Bath". */
export function isPlural({ name, noun, whole, isQuoted }: Thing): boolean {
	const isMany = (word: string) => /s$/.test(word) && canonical([word])[0] !== word;
	const last = wordsOf(name).at(-1) ?? "";
	return !isQuoted && (isMany(last) || wordsOf(whole).some((word) => isMany(word) && canonical([word])[0] === canonical([noun])[0]));
}

/** Tries the whole phrase, the phrase without its pronouns, verb and noun, verb and goal, then the verb alone; beside its object first. */
export function controlFor(intent: Named, scene: Scene): Found {
	const { finder } = scene;
	const { object } = intent;
	// `The timer for "Review"`: what is said to the letter is meant, and no timer without it.
	if (object.places.some(({ anchor }) => anchor.isQuoted && !finder.isShown(anchor))) return { kind: "none", isPlaceMissing: true };
	const isNumbered = object.position !== undefined || rowsOf(object, scene) !== undefined;
	if ((isNumbered || object.superlative !== undefined) && object.pronoun === undefined) return controlOfItem(intent, scene);
	const anchor = anchorOf(object);
	const isAnchored = anchor !== undefined && finder.isShown(anchor);
	const isPlaced = object.places.some((place) => place.anchor.name !== "");
	// "The customer from Oslo" is told by its place alone: the heading "Customers" stands for none of those below it.
	if (isPlaced && findBlock(finder, { ...object, position: 1 }, 0) !== undefined)
		return controlAtPlace(intent, scene) ?? { kind: "none", isPlaceMissing: true };
	// "The customer" below "Customers", "the card in Done": any of those below the heading.
	const isAny = object.pronoun !== undefined || anchor === undefined || standsForList(anchor, scene) || isOfSection(object);
	const meant = isAny ? [] : finder.anchors(anchor);
	// A control that says no more than the state is that of the thing beside it, or of none.
	const isOfNone = ({ element }: Match) =>
		!isAny && meant.length === 0 && !saysVerb(intent.phrase, intent.verb) && !saysVerb(element.name || element.content, intent.verb);
	const isMeant = (match: Match) => match.name >= 0.8 && !isOfNone(match) && !isOfAnother(finder.layout, match.element, meant);
	let tied: Found | undefined;
	for (const name of phrasesOf(intent, isAnchored)) {
		const thing: Thing = { ...emptyThing, whole: name, name };
		if (isAnchored) {
			const near = untried(finder.find({ ...thing, places: [{ relation: "of", anchor }] }, clickable), scene);
			if (near.kind === "one" && isMeant(near.match)) return near;
			if (near.kind === "tied" && near.matches.every(isMeant)) tied ??= near;
		}
		const found = untried(finder.find(thing, clickable), scene);
		if (found.kind === "one" && (isMeant(found.match) || isNamedSo(found.match, name, intent))) return found;
		if (found.kind === "tied" && found.matches.every(isMeant)) tied ??= found;
	}
	return (tied === undefined ? undefined : controlAtPlace(intent, scene)) ?? tied ?? { kind: "none", isPlaceMissing: false };
}

/**
 * "Report my debit card lost", where "Report lost" stands in the part "Debit card": a control called by some of the words, its verb first,
 * in the part that the others name.
 */
export function calledApart({ verb, phrase, object }: Named, scene: Scene): Found {
	const { finder } = scene;
	const none = { kind: "none", isPlaceMissing: false } as const;
	if (object.isAll || object.pronoun !== undefined || object.places.length > 0 || object.isQuoted) return none;
	const said = meaningOf(wordsOf(phrase));
	const first = wordsOf(verb)[0];
	// Those that leave the same words are looked for together: a page may have a button "Add" in each of thousands of rows.
	const byRest = new Map<string, ElementView[]>();
	for (const element of finder.view.elements.values()) {
		const words = clickable(element) > 0 ? meaningOf(wordsOf(element.name || element.content)) : [];
		if (words.length < 2 || words[0] !== first || !words.every((one) => said.includes(one))) continue;
		const rest = said.filter((one) => !words.includes(one)).join(" ");
		if (rest === "") continue;
		const alike = byRest.get(rest) ?? [];
		byRest.set(rest, alike);
		alike.push(element);
	}
	const there = new Set([...byRest].flatMap(([rest, elements]) => allBelow(elements, { ...emptyThing, whole: rest, name: rest }, scene)));
	const found = [...finder.view.elements.values()].flatMap((element) =>
		there.has(element) ? [{ element, score: 1, name: 1, role: 1 }] : [],
	);
	const [only, ...others] = found;
	if (only === undefined) return none;
	return untried(others.length > 0 ? { kind: "tied", matches: found } : { kind: "one", match: only, others: [] }, scene);
}

/** Those in any of the parts that are called so: what is in the first of them alone would hide that there are others. */
function allBelow(elements: readonly ElementView[], anchor: Thing, { finder }: Scene): readonly ElementView[] {
	if (!finder.isShown(anchor)) return [];
	const found = new Set<ElementView>();
	for (let left = elements; left.length > 0; left = left.filter((element) => !found.has(element))) {
		const inside = finder.narrow(left, { relation: "section", anchor }) ?? [];
		if (inside.length === 0) break;
		for (const element of inside) found.add(element);
	}
	return [...found];
}

/** One of what a heading names in the plural. */
function standsForList({ name }: Thing, { finder }: Scene): boolean {
	const [word, meaning] = [wordsOf(name).at(-1), canonical(wordsOf(name)).join(" ")];
	return finder.view.lines.some(
		({ kind, text }) => kind === "heading" && canonical(wordsOf(text)).join(" ") === meaning && wordsOf(text).at(-1) !== word,
	);
}

const isOfSection = ({ name, places }: Thing): boolean =>
	name === "" && places.some(({ relation }) => /^(?:inside|section|below)$/.test(relation));

/** A control that says itself what it does it to: "Remove Teekanne". */
const isNamedSo = (match: Match, name: string, { verb }: Named): boolean => match.name >= 0.9 && name !== verb && saysVerb(name, verb);

/** "Delete the second one", "add the cheapest": the control in that item alone. */
function controlOfItem(named: Named, scene: Scene): Found {
	const { finder } = scene;
	const intent: Named = { ...named, object: asListed(finder, named.object) };
	const { seen } = scene.memory;
	const rows = rowsOf(intent.object, scene);
	if (rows !== undefined) return oneOf(rows.flatMap((row) => controlInside(row, intent, scene) ?? []));
	const items = [findItem(finder, intent.object, seen).item?.block, findBlock(finder, intent.object, seen)];
	const match = items
		.map((block) => (block === undefined ? undefined : controlInside(block, intent, scene)))
		.find((one) => one !== undefined);
	return oneOf(match === undefined ? [] : [match]);
}

/** Of two tables the one whose row has such a control. */
const oneOf = ([match, ...others]: readonly Match[]): Found =>
	match === undefined || others.length > 0 ? { kind: "none", isPlaceMissing: false } : { kind: "one", match, others: [] };

/** "Row 2", "the customer in the second row". */
const rowsOf = (object: Thing, { finder }: Scene): readonly Block[] | undefined =>
	[object, ...object.places.map(({ anchor }) => anchor)].map((one) => rowsAt(finder.layout, one)).find((rows) => rows !== undefined);

function controlInside(block: Block, intent: Named, scene: Scene): Match | undefined {
	const { finder } = scene;
	const isInside: Accepts = (element) => {
		const spot = finder.layout.spotOf.get(element.id);
		return spot !== undefined && isIn(block, spot) ? clickable(element) : 0;
	};
	for (const name of phrasesOf(intent, true)) {
		const found = untried(finder.find({ ...emptyThing, whole: name, name }, isInside), scene);
		if (found.kind === "one" && found.match.name >= 0.8) return found.match;
	}
	return undefined;
}

/** "Delete the customer from Rome": the control in the item that says so; of several the person chooses. */
function controlAtPlace(intent: Named, scene: Scene): Found | undefined {
	const { finder } = scene;
	// What stands below another thing does not stand in its row.
	if (intent.object.places.some(({ relation }) => /^(?:above|before|below|after)$/.test(relation))) return undefined;
	const anchors = intent.object.places.flatMap(({ anchor }) => (anchor.name === "" ? [] : finder.anchors(anchor)));
	const found = anchors.flatMap((anchor) => {
		const inside = blocksAround(finder.layout, anchor).map((block) => controlInside(block, intent, scene));
		return inside.find((match) => match !== undefined && !isOfAnother(finder.layout, match.element, [anchor])) ?? [];
	});
	const matches = found.filter((match, index) => found.findIndex((other) => other.element === match.element) === index);
	const [only] = matches;
	if (only === undefined) return undefined;
	return matches.length === 1 ? { kind: "one", match: only, others: [] } : untried({ kind: "tied", matches }, scene);
}

function phrasesOf({ phrase, verb, object }: Named, isAnchored: boolean): readonly string[] {
	const bare = phrase
		.split(/\s+/)
		.filter((word) => !/^(?:it|them|this|that|these|those|the|a|an|my|your)$/i.test(word))
		.join(" ");
	const isNamedObject = object.whole !== "" && object.pronoun === undefined && object.places.length === 0;
	const goal = /^.*\s(to|from|into|onto) (.+)$/i.exec(bare);
	const isAlone = isAnchored || object.pronoun !== undefined || object.whole === "";
	const names = [
		phrase,
		bare,
		...(isNamedObject ? [`${verb} ${object.name}`] : []),
		...(goal === null ? [] : [`${verb} ${goal[1]} ${goal[2]}`]),
		...(isAlone ? [verb] : []),
	];
	return [...new Set(names)].filter((name) => name.trim() !== "");
}

/** The thing beside which the control stands: "the email by Ada", "Ada"; undefined for pronouns, which the referent answers. */
function anchorOf(object: Thing): Thing | undefined {
	if (object.pronoun !== undefined) return object;
	if (object.name !== "") return object;
	return object.places[0]?.anchor;
}
