import type { ElementView, PageView } from "@webhand/page/parse/view";
import type { Place, Thing } from "../sentence/clause.ts";
import { withoutEcho } from "./echo.ts";
import type { Block, Layout, Spot } from "./layout.ts";
import { blockOf, blocksAround, isIn, layoutOf, textOfBlock } from "./layout.ts";
import type { Name } from "./names.ts";
import { compareNames, Names, nameOf } from "./names.ts";
import { spotsAt } from "./place.ts";
import { fitOf, isClickable } from "./roles.ts";
import { withTraits } from "./traits.ts";

/** The thing last spoken of, remembered over turns: its id while its document lives, else its text. */
export type Referent = { readonly text: string; readonly epoch: string; readonly id?: number | undefined };

/** A control with its score, and how well its name and its sort fit; all 0 to 1. */
export type Match = { readonly element: ElementView; readonly score: number; readonly name: number; readonly role: number };

/**
 * What a search came to: one control (with the next best, best first), several that are equally good, or none.
 * `isPlaceMissing`: the place named in the sentence is not on the page.
 */
export type Found =
	| { readonly kind: "one"; readonly match: Match; readonly others: readonly Match[] }
	| { readonly kind: "tied"; readonly matches: readonly Match[] }
	| { readonly kind: "none"; readonly isPlaceMissing: boolean };

/** What is known beside the page: what "it" is, the instruction itself, a value looked up in full. */
export type FinderOptions = {
	readonly referent?: Referent | undefined;
	readonly echo?: string;
	readonly whole?: { readonly id: number; readonly text: string } | undefined;
	/** A finder of the same page, whose work is taken over. */
	readonly before?: Finder | undefined;
};

/** How natural a control is for what is wanted, 0 to 1; 0 leaves it out. */
export type Accepts = (element: ElementView) => number;

/** From this score on a control may be acted on. @source engine.md §11.5 */
export const actFrom = 0.62;

const closeTo = 0.015;

/** Finds the things that a sentence names on one page. Pure; made once per turn. */
export class Finder {
	readonly view: PageView;
	readonly layout: Layout;
	readonly names: Names;
	readonly referent: Referent | undefined;
	/** The whole value of a field that the page text cuts off, once it was looked up. */
	readonly whole: { readonly id: number; readonly text: string } | undefined;
	readonly #hasDialog: boolean;
	readonly #said = new Map<string, readonly Spot[]>();

	constructor(view: PageView, { referent, echo = "", whole, before }: FinderOptions = {}) {
		this.view = before?.view ?? withoutEcho(view, echo);
		this.layout = before?.layout ?? layoutOf(this.view);
		this.names = before?.names ?? new Names(this.layout);
		this.referent = referent;
		this.whole = whole;
		this.#hasDialog = view.dialogs.length > 0;
	}

	/** The value that a field shows, in full where it was looked up; "" when it is empty. */
	valueOf(element: ElementView): string {
		return this.whole?.id === element.id ? this.whole.text : (element.attributes.get("value") ?? element.content);
	}

	/** The control that a thing means. */
	find(thing: Thing, accepts: Accepts): Found {
		const literal = this.#byWholeName(thing, accepts);
		if (literal !== undefined) return literal;
		const ranked = this.rank(thing, accepts);
		if (ranked === undefined) return { kind: "none", isPlaceMissing: true };
		return this.#choose(thing, ranked);
	}

	/** All controls that a thing means ("all the boxes", "both fields"), in reading order; undefined where its place is missing. */
	all(thing: Thing, accepts: Accepts): readonly Match[] | undefined {
		const ranked = this.rank(thing, accepts)?.filter((match) => match.score >= actFrom);
		if (ranked === undefined) return undefined;
		const best = Math.max(...ranked.map((match) => match.name));
		const role = Math.max(...ranked.map((match) => match.role));
		return this.#inOrder(ranked.filter((match) => match.name >= best - 0.06 && match.role >= role - 0.05));
	}

	/** Every control with its score, best first; undefined where the place that the thing stands at is not on the page. */
	rank(thing: Thing, accepts: Accepts): readonly Match[] | undefined {
		let elements: readonly ElementView[] = [...this.view.elements.values()].filter((element) => accepts(element) > 0);
		for (const place of thing.places) {
			const narrowed = this.narrow(elements, place);
			if (narrowed === undefined) return undefined;
			elements = narrowed;
		}
		elements = withTraits(elements, thing);
		const wanted = thing.name === "" ? undefined : nameOf(thing.name);
		const matches = elements.map((element) => this.#score(element, { thing, wanted, accepts }));
		return matches
			.filter((match) => match.score > 0)
			.sort((left, right) => right.score - left.score || this.#order(left) - this.#order(right));
	}

	/** Names of the controls that come nearest to a thing, for refusals; at most five. */
	nearest(thing: Thing): readonly string[] {
		const wanted = nameOf(thing.name || thing.whole);
		const scored = [...this.view.elements.values()].map((element) => ({
			name: element.name,
			score: this.nameScore(element, wanted, false),
		}));
		const near = scored.filter(({ name, score }) => score > 0.2 && name !== "").sort((left, right) => right.score - left.score);
		return [...new Set(near.map(({ name }) => name))].slice(0, 5);
	}

	/** How well a control is called so: by its own names, else by the text that stands before it. */
	nameScore(element: ElementView, wanted: Name, isLiteral: boolean): number {
		let best = 0;
		for (const name of this.names.own(element)) best = Math.max(best, this.names.compare(wanted, name, isLiteral));
		if (best >= 0.9) return best;
		const label = this.names.label(element);
		return label === undefined ? best : Math.max(best, 0.97 * this.names.compare(wanted, label, isLiteral));
	}

	/** The spots that carry a thing's words, texts and controls, those that say it best; its places narrow them down. */
	anchors(thing: Thing): readonly Spot[] {
		if (thing.pronoun !== undefined) return this.#referentSpots();
		// All words together come first: "number 7 in blue" may be a name.
		const isLong = thing.whole !== thing.name && thing.whole.includes(" ");
		const whole = isLong ? this.#spotsSaying(thing.whole, 0.9) : [];
		if (whole.length > 0) return whole;
		let spots = thing.name === "" ? this.#byRole(thing) : this.#spotsNamed(thing);
		for (const place of thing.places) {
			const outer = this.anchors(place.anchor);
			const kept = outer.length === 0 ? [] : spotsAt(this.layout, spots, { anchors: outer, relation: place.relation });
			if (kept.length > 0) spots = kept;
		}
		const one =
			thing.position === undefined || spots.length < 2 ? undefined : spots.at(thing.position > 0 ? thing.position - 1 : thing.position);
		return one === undefined ? spots : [one];
	}

	#spotsNamed(thing: Thing): readonly Spot[] {
		const shorter = thing.name.split(/\s+/).slice(1).join(" ");
		for (const name of [thing.name, thing.whole, shorter]) {
			const found = name === "" ? [] : this.#spotsSaying(name, 0.79);
			if (found.length > 0) return found;
		}
		return [];
	}

	#spotsSaying(name: string, least: number): readonly Spot[] {
		const key = `${least} ${name}`;
		const known = this.#said.get(key);
		if (known !== undefined) return known;
		const wanted = nameOf(name);
		const scored: { readonly spot: Spot; readonly score: number }[] = [];
		let best = 0;
		for (const spot of this.layout.spots) {
			const score = this.names.compare(wanted, this.names.text(spot), true);
			if (score < least) continue;
			best = Math.max(best, score);
			scored.push({ spot, score });
		}
		const found = scored.filter(({ score }) => score >= best - 0.045).map(({ spot }) => spot);
		this.#said.set(key, found);
		return found;
	}

	/** True when the words of a thing stand on the page. */
	isShown(thing: Thing): boolean {
		return this.anchors(thing).length > 0;
	}

	/** The controls that stand at a place; undefined where the place is not on the page. */
	narrow(elements: readonly ElementView[], place: Place): readonly ElementView[] | undefined {
		const anchors = this.anchors(place.anchor);
		if (anchors.length === 0) return this.#isVague(place) ? elements : undefined;
		const spots = elements.flatMap((element) => this.layout.spotOf.get(element.id) ?? []);
		const kept = spotsAt(this.layout, spots, { anchors, relation: place.relation });
		return kept.flatMap((spot) => spot.element ?? []);
	}

	/** A person's words for where a control stands: the texts of its block or line. */
	surroundings(element: ElementView): string {
		const spot = this.layout.spotOf.get(element.id);
		if (spot === undefined) return "";
		const block = blocksAround(this.layout, spot)[0] ?? blockOf(this.layout, spot.line);
		return textOfBlock(this.layout, block, 80);
	}

	#byWholeName(thing: Thing, accepts: Accepts): Found | undefined {
		if (thing.whole === "" || thing.whole === thing.name || thing.isAll) return undefined;
		const wanted = nameOf(thing.whole);
		if (wanted.words.length < 2 && thing.places.length > 0) return undefined;
		const matches = [...this.view.elements.values()]
			.filter((element) => accepts(element) > 0)
			.map((element) => ({ element, name: this.nameScore(element, wanted, true), role: 1, score: 0 }))
			.filter((match) => match.name >= 0.95)
			.map((match) => ({ ...match, score: 0.55 * match.name + 0.2 + 0.1 + 0.1 * this.#reach(match.element) }))
			.sort((left, right) => right.score - left.score);
		return matches.length === 0 ? undefined : this.#choose({ ...thing, places: [], traits: [] }, matches);
	}

	#score(
		element: ElementView,
		{ thing, wanted, accepts }: { readonly thing: Thing; readonly wanted: Name | undefined; readonly accepts: Accepts },
	): Match {
		const name = wanted === undefined ? 1 : this.nameScore(element, wanted, thing.isQuoted);
		const role = this.#roleFit(element, thing, accepts);
		if (wanted === undefined && thing.role !== undefined && role < 0.35) return { element, name, role, score: 0 };
		// A faint likeness of names is no name at all, however well the rest fits.
		if (wanted !== undefined && name < (thing.isQuoted ? 0.75 : 0.6)) return { element, name, role, score: Math.min(0.6, 0.55 * name) };
		const score = 0.55 * name + 0.2 * role + 0.1 + 0.1 * this.#reach(element) + (element.isNew ? 0.05 : 0);
		return { element, name, role, score };
	}

	#roleFit(element: ElementView, thing: Thing, accepts: Accepts): number {
		if (thing.roles.length === 0) return accepts(element);
		const best = Math.max(...thing.roles.map((role, index) => fitOf(element, role) - 0.02 * index));
		return best * (0.6 + 0.4 * accepts(element));
	}

	#reach(element: ElementView): number {
		if (element.states.has("disabled") || element.states.has("covered")) return 0;
		const line = this.view.lines[element.line];
		if (this.#hasDialog && !this.#isInDialog(element.line)) return 0.3;
		return line?.zone === "view" || line?.zone === "none" ? 1 : 0.9;
	}

	#isInDialog(line: number): boolean {
		for (let at = line; at >= 0; at = this.view.lines[at]?.parent ?? -1)
			if (/^(?:dialog|popover)$/.test(this.view.lines[at]?.region ?? "")) return true;
		return false;
	}

	#choose(thing: Thing, ranked: readonly Match[]): Found {
		const good = ranked.filter((match) => match.score >= actFrom);
		const first = good[0];
		if (first === undefined) return { kind: "none", isPlaceMissing: false };
		if (thing.position !== undefined) return this.#nth(thing, good);
		if (thing.superlative !== undefined) {
			const extreme = this.extreme(good, thing.superlative.end);
			if (extreme !== undefined) return { kind: "one", match: extreme, others: [] };
		}
		const equal = this.#outermost(good.filter((match) => match.score >= first.score - closeTo));
		const others = good.filter((match) => match !== first && match.score >= first.score - 0.15);
		const only = equal.length === 1 ? equal[0] : undefined;
		if (only !== undefined) return { kind: "one", match: only, others: others.filter((match) => match !== only) };
		const near = this.#nearReferent(equal);
		if (near !== undefined) return { kind: "one", match: near, others: others.filter((match) => match !== near) };
		return this.#areTheSame(equal) ? { kind: "one", match: first, others } : { kind: "tied", matches: this.#inOrder(equal) };
	}

	// A control inside another one of the same name ("tab" around its link) is the same thing.
	#outermost(matches: readonly Match[]): readonly Match[] {
		if (matches.length < 2) return matches;
		const ids = new Set(matches.map(({ element }) => element.id));
		return matches.filter(
			({ element }) =>
				!(this.layout.spotOf.get(element.id)?.inside ?? []).some((id) => ids.has(id) && this.view.elements.get(id)?.name === element.name),
		);
	}

	#nth(thing: Thing, good: readonly Match[]): Found {
		// What counts is of the same sort and called alike; whether it is in view or new does not matter.
		const [name, role] = [Math.max(...good.map((match) => match.name)), Math.max(...good.map((match) => match.role))];
		const alike = this.#inOrder(good.filter((match) => match.name >= name - 0.06 && match.role >= role - 0.15));
		const position = thing.position ?? 1;
		const match = position > 0 ? alike[position - 1] : alike[alike.length + position];
		return match === undefined ? { kind: "none", isPlaceMissing: false } : { kind: "one", match, others: [] };
	}

	/** The match whose visible number is greatest or least; undefined where numbers are missing. */
	extreme(matches: readonly Match[], end: "most" | "least"): Match | undefined {
		const numbered = matches.flatMap((match) => {
			const value = numberIn(match.element.content || match.element.name) ?? numberIn(this.surroundings(match.element));
			return value === undefined ? [] : [{ match, value }];
		});
		if (numbered.length < 2) return numbered[0]?.match;
		return numbered.reduce((best, one) => ((end === "most" ? one.value > best.value : one.value < best.value) ? one : best)).match;
	}

	// Same name and same target, or the same words at no place that a person would tell apart.
	#areTheSame(matches: readonly Match[]): boolean {
		const [first, ...rest] = matches;
		if (first === undefined) return false;
		if (rest.some(({ element }) => element.name !== first.element.name)) return false;
		// A link and a button of one name do the same; two links to different places do not.
		const targets = new Set(matches.flatMap(({ element }) => element.href ?? []));
		if (targets.size > 1) return false;
		if (targets.size === 1 && matches.every(({ element }) => element.href !== undefined)) return true;
		const blocks = matches.map(({ element }) => {
			const spot = this.layout.spotOf.get(element.id);
			return spot === undefined ? undefined : blocksAround(this.layout, spot)[0];
		});
		const texts = new Set(blocks.map((block) => (block === undefined ? "" : textOfBlock(this.layout, block))));
		return !(blocks.every((block) => block !== undefined) && texts.size > 1);
	}

	#nearReferent(matches: readonly Match[]): Match | undefined {
		const spot = this.#referentSpots()[0];
		if (spot === undefined) return undefined;
		for (const block of blocksAround(this.layout, spot)) {
			const inside = matches.filter(({ element }) => this.#isInBlock(block, element));
			if (inside.length > 0) return inside[0];
		}
		return undefined;
	}

	#isInBlock(block: Block, element: ElementView): boolean {
		const spot = this.layout.spotOf.get(element.id);
		return spot !== undefined && isIn(block, spot);
	}

	#referentSpots(): readonly Spot[] {
		const { referent } = this;
		if (referent === undefined) return [];
		const alive = referent.id !== undefined && referent.epoch === this.view.epoch ? this.layout.spotOf.get(referent.id) : undefined;
		if (alive !== undefined) return [alive];
		const wanted = nameOf(referent.text);
		return this.layout.spots.filter((spot) => compareNames(wanted, this.names.text(spot), true) >= 0.8);
	}

	#byRole(thing: Thing): readonly Spot[] {
		const { role } = thing;
		if (role === undefined) return [];
		if (role === "section" || role === "form" || role === "dialog" || role === "menu") {
			const type = role === "menu" ? "nav" : role;
			const lines = this.view.lines.filter((line) => line.region === type || (role === "section" && line.region === "fieldset"));
			return lines.flatMap((line) => this.layout.spotsOfLine[line.index]?.[0] ?? this.layout.spotsOfLine[line.index + 1]?.[0] ?? []);
		}
		const fitting = this.layout.spots.filter((spot) => spot.element !== undefined && fitOf(spot.element, role) >= 1);
		if (thing.position === undefined) return fitting;
		const one = thing.position > 0 ? fitting[thing.position - 1] : fitting[fitting.length + thing.position];
		return one === undefined ? [] : [one];
	}

	// "in the contact book", "from the list": where nothing is called so, the words only say again where one is.
	#isVague(place: Place): boolean {
		const { anchor, relation } = place;
		if (anchor.pronoun !== undefined) return true;
		return anchor.name === "" ? true : relation === "inside" && !anchor.isQuoted && anchor.roles.length > 0;
	}

	#order(match: Match): number {
		return this.layout.spotOf.get(match.element.id)?.order ?? 0;
	}

	#inOrder(matches: readonly Match[]): readonly Match[] {
		return [...matches].sort((left, right) => this.#order(left) - this.#order(right));
	}
}

/** The first number in a text, thousands marks left out; undefined without one. */
export function numberIn(text: string): number | undefined {
	const found = /-?\d+(?:[.,]\d+)*/.exec(text.replace(/\u2212/g, "-"))?.[0];
	if (found === undefined) return undefined;
	const plain = /^-?\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(found)
		? found.replaceAll(",", "")
		: /,\d{1,2}$/.test(found)
			? found.replaceAll(".", "").replace(",", ".")
			: found.replaceAll(",", "");
	const value = Number(plain);
	return Number.isFinite(value) ? value : undefined;
}

/** Everything one can click on, buttons and links first. */
export const clickable: Accepts = (element) => {
	if (!isClickable(element)) return element.attributes.has("hint") || element.type === "image" ? 0.6 : 0.3;
	return /^(?:button|a|tab|menuitem|option|checkbox|radio|switch|summary)$/.test(element.type) ? 1 : 0.9;
};
