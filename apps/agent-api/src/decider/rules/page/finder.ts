import type { ElementView, PageView } from "@webhand/page/parse/view";
import type { Place, Thing } from "../sentence/clause.ts";
import { fold } from "../words/fold.ts";
import { shapeWords, sizeWords } from "../words/lexicon.ts";
import type { Block, Layout, Spot } from "./layout.ts";
import { blockOf, blocksAround, blockUnderHeading, isIn, layoutOf, textOfBlock } from "./layout.ts";
import type { Name } from "./names.ts";
import { compareNames, Names, nameOf } from "./names.ts";
import { boxOf, fitOf, isClickable } from "./roles.ts";

/** The thing last spoken of, remembered over turns: its id while its document lives, else its text. */
export type Referent = { readonly text: string; readonly epoch: string; readonly id?: number | undefined };

/** A control with its score 0 to 1; `name` is the share that its name has in it. */
export type Match = { readonly element: ElementView; readonly score: number; readonly name: number };

/**
 * What a search came to: one control (with the next best, best first), several that are equally good, or none (with the nearest).
 * `isPlaceMissing`: the place named in the sentence is not on the page.
 */
export type Found =
	| { readonly kind: "one"; readonly match: Match; readonly others: readonly Match[] }
	| { readonly kind: "tied"; readonly matches: readonly Match[] }
	| { readonly kind: "none"; readonly nearest: readonly Match[]; readonly isPlaceMissing: boolean };

/** What is known beside the page: what "it" is, the instruction itself, a value looked up in full. */
export type FinderOptions = {
	readonly referent?: Referent | undefined;
	readonly echo?: string;
	readonly whole?: { readonly id: number; readonly text: string } | undefined;
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

	constructor(view: PageView, { referent, echo = "", whole }: FinderOptions = {}) {
		this.view = withoutEcho(view, echo);
		this.layout = layoutOf(this.view);
		this.names = new Names(this.layout);
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
		if (ranked === undefined) return { kind: "none", nearest: this.nearest(thing), isPlaceMissing: true };
		return this.#choose(thing, ranked);
	}

	/** All controls that a thing means ("all the boxes", "both fields"), in reading order; undefined where its place is missing. */
	all(thing: Thing, accepts: Accepts): readonly Match[] | undefined {
		const ranked = this.rank(thing, accepts)?.filter((match) => match.score >= actFrom);
		if (ranked === undefined) return undefined;
		const best = Math.max(...ranked.map((match) => match.name));
		const role = Math.max(...ranked.map((match) => this.#roleFit(match.element, thing, accepts)));
		return this.#inOrder(
			ranked.filter((match) => match.name >= best - 0.06 && this.#roleFit(match.element, thing, accepts) >= role - 0.05),
		);
	}

	/** Every control with its score, best first; undefined where the place that the thing stands at is not on the page. */
	rank(thing: Thing, accepts: Accepts): readonly Match[] | undefined {
		let elements: readonly ElementView[] = [...this.view.elements.values()].filter((element) => accepts(element) > 0);
		for (const place of thing.places) {
			const narrowed = this.narrow(elements, place);
			if (narrowed === undefined) return undefined;
			elements = narrowed;
		}
		elements = this.#byTraits(elements, thing);
		const wanted = thing.name === "" ? undefined : nameOf(thing.name);
		const matches = elements.map((element) => this.#score(element, { thing, wanted, accepts }));
		return matches
			.filter((match) => match.score > 0)
			.sort((left, right) => right.score - left.score || this.#order(left) - this.#order(right));
	}

	/** Controls whose names come nearest, for questions and refusals; at most five. */
	nearest(thing: Thing): readonly Match[] {
		const wanted = nameOf(thing.name || thing.whole);
		const matches = [...this.view.elements.values()].map((element) => ({
			element,
			name: this.nameScore(element, wanted, false),
			score: 0,
		}));
		return matches
			.filter((match) => match.name > 0.2)
			.sort((left, right) => right.name - left.name)
			.slice(0, 5);
	}

	/** How well a control is called so: by its own names, else by the text that stands before it. */
	nameScore(element: ElementView, wanted: Name, isLiteral: boolean): number {
		let best = 0;
		for (const name of this.names.own(element)) best = Math.max(best, compareNames(wanted, name, isLiteral));
		if (best >= 0.9) return best;
		const label = this.names.label(element);
		return label === undefined ? best : Math.max(best, 0.97 * compareNames(wanted, label, isLiteral));
	}

	/** The spots that carry a thing's words: texts and controls, those that say it best. */
	anchors(thing: Thing): readonly Spot[] {
		if (thing.pronoun !== undefined) return this.#referentSpots();
		if (thing.name === "") return this.#byRole(thing);
		const wanted = [nameOf(thing.name), ...(thing.whole === thing.name ? [] : [nameOf(thing.whole)]), ...withoutFirstWord(thing.name)];
		for (const name of wanted) {
			const scored = this.layout.spots
				.map((spot) => ({ spot, score: compareNames(name, this.names.text(spot), true) }))
				.filter(({ score }) => score >= 0.79);
			const best = Math.max(...scored.map(({ score }) => score));
			const found = scored.filter(({ score }) => score >= best - 0.045).map(({ spot }) => spot);
			if (found.length > 0) return found;
		}
		return [];
	}

	/** True when the words of a thing stand on the page. */
	isShown(thing: Thing): boolean {
		return this.anchors(thing).length > 0;
	}

	/** The controls that stand at a place; undefined where the place is not on the page. */
	narrow(elements: readonly ElementView[], place: Place): readonly ElementView[] | undefined {
		const anchors = this.#placedAnchors(place.anchor);
		if (anchors.length === 0) return this.#isVague(place) ? elements : undefined;
		const spots = elements.flatMap((element) => this.layout.spotOf.get(element.id) ?? []);
		const kept = this.#atPlace(spots, anchors, place);
		return kept.flatMap((spot) => spot.element ?? []);
	}

	/** The block of like siblings that a thing stands in, the smallest one that is more than the anchor's own line. */
	blockOfThing(thing: Thing): Block | undefined {
		const spot = this.#placedAnchors(thing)[0];
		return spot === undefined ? undefined : blocksAround(this.layout, spot)[0];
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
			.map((element) => ({ element, name: this.nameScore(element, wanted, true), score: 0 }))
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
		if (wanted === undefined && thing.role !== undefined && role < 0.35) return { element, name, score: 0 };
		// A faint likeness of names is no name at all, however well the rest fits.
		if (wanted !== undefined && name < (thing.isQuoted ? 0.75 : 0.6)) return { element, name, score: Math.min(0.6, 0.55 * name) };
		const score = 0.55 * name + 0.2 * role + 0.1 + 0.1 * this.#reach(element) + (element.isNew ? 0.05 : 0);
		return { element, name, score };
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
		if (first === undefined) return { kind: "none", nearest: this.nearest(thing), isPlaceMissing: false };
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
		const best = Math.max(...good.map((match) => match.score));
		const alike = this.#inOrder(good.filter((match) => match.score >= best - 0.13));
		const position = thing.position ?? 1;
		const match = position > 0 ? alike[position - 1] : alike[alike.length + position];
		return match === undefined ? { kind: "none", nearest: [], isPlaceMissing: false } : { kind: "one", match, others: [] };
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
		const isTwin = ({ element }: Match) => element.name === first.element.name && element.href === first.element.href;
		if (!rest.every(isTwin)) return false;
		if (first.element.href !== undefined) return true;
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

	#placedAnchors(anchor: Thing): readonly Spot[] {
		let spots = this.anchors(anchor);
		for (const place of anchor.places) {
			const outer = this.#placedAnchors(place.anchor);
			if (outer.length === 0) continue;
			const kept = this.#atPlace(spots, outer, place);
			if (kept.length > 0) spots = kept;
		}
		return spots;
	}

	// "in the contact book", "from the list": where nothing is called so, the words only say again where one is.
	#isVague(place: Place): boolean {
		const { anchor, relation } = place;
		if (anchor.pronoun !== undefined) return true;
		return anchor.name === "" ? true : relation === "inside" && !anchor.isQuoted && anchor.roles.length > 0;
	}

	#atPlace(spots: readonly Spot[], anchors: readonly Spot[], place: Place): readonly Spot[] {
		switch (place.relation) {
			case "below":
			case "after":
				return this.#closest(spots, anchors, (spot, anchor) =>
					spot.order > anchor.order && !spot.inside.includes(anchor.element?.id ?? -1) ? spot.order - anchor.order : undefined,
				);
			case "above":
			case "before":
				return this.#closest(spots, anchors, (spot, anchor) =>
					spot.order < anchor.order && !anchor.inside.includes(spot.element?.id ?? -1) ? anchor.order - spot.order : undefined,
				);
			case "left":
			case "right":
				return this.#besides(spots, anchors, place.relation);
			case "section":
				return this.#inSection(spots, anchors);
			case "next":
			case "between":
				return this.#together(spots, anchors, true);
			case "inside": {
				const inside = this.#inSection(spots, anchors);
				return inside.length > 0 ? inside : this.#together(spots, anchors, false);
			}
			case "of":
				return this.#together(spots, anchors, false);
		}
	}

	/** The spots nearest to any anchor by a distance; all of them, nearest first, so that roles and names still decide. */
	#closest(spots: readonly Spot[], anchors: readonly Spot[], distance: (spot: Spot, anchor: Spot) => number | undefined): readonly Spot[] {
		const measured = spots.flatMap((spot) => {
			const all = anchors.flatMap((anchor) => distance(spot, anchor) ?? []);
			return all.length === 0 ? [] : [{ spot, away: Math.min(...all) }];
		});
		const sorted = measured.sort((left, right) => left.away - right.away);
		const nearest = sorted[0];
		if (nearest === undefined) return [];
		// Of each sort of control only the nearest counts.
		const seen = new Set<string>();
		return sorted
			.filter(({ spot }) => {
				const sort = `${spot.element?.type} ${spot.text}`;
				const type = spot.element?.type ?? "text";
				if (seen.has(sort) || seen.has(type)) return false;
				seen.add(sort).add(type);
				return true;
			})
			.map(({ spot }) => spot);
	}

	#besides(spots: readonly Spot[], anchors: readonly Spot[], side: "left" | "right"): readonly Spot[] {
		const boxes = anchors.flatMap((anchor) => (anchor.element === undefined ? [] : (boxOf(anchor.element) ?? [])));
		const drawn = spots.filter((spot) => spot.element !== undefined && boxOf(spot.element) !== undefined);
		if (boxes.length > 0 && drawn.length > 0)
			return drawn.filter((spot) =>
				boxes.some((box) =>
					side === "left" ? (boxOf(spot.element as ElementView)?.x ?? 0) < box.x : (boxOf(spot.element as ElementView)?.x ?? 0) > box.x,
				),
			);
		return this.#closest(spots, anchors, (spot, anchor) => {
			if (spot.line !== anchor.line) return undefined;
			const away = side === "left" ? anchor.order - spot.order : spot.order - anchor.order;
			return away > 0 ? away : undefined;
		});
	}

	#inSection(spots: readonly Spot[], anchors: readonly Spot[]): readonly Spot[] {
		for (const anchor of anchors) {
			const line = this.view.lines[anchor.line];
			if (line === undefined) continue;
			const isOpening = line.kind === "region" || (this.layout.lastOf[anchor.line] ?? anchor.line) > anchor.line;
			const block =
				line.kind === "heading" ? blockUnderHeading(this.layout, anchor.line) : isOpening ? blockOf(this.layout, anchor.line) : undefined;
			const inside = block === undefined ? [] : spots.filter((spot) => isIn(block, spot) && spot !== anchor);
			if (inside.length > 0) return inside;
			const held = anchor.element === undefined ? [] : spots.filter((spot) => spot.inside.includes(anchor.element?.id ?? -1));
			if (held.length > 0) return held;
		}
		return [];
	}

	/** Spots in the smallest block that holds an anchor and any of them; else under the anchor's heading; else the nearest. */
	#together(spots: readonly Spot[], anchors: readonly Spot[], isNearest: boolean): readonly Spot[] {
		const found: Spot[] = [];
		for (const anchor of anchors) {
			for (const block of blocksAround(this.layout, anchor)) {
				const inside = spots.filter((spot) => isIn(block, spot));
				if (inside.length === 0) continue;
				found.push(
					...(isNearest ? this.#closest(inside, [anchor], (spot, from) => Math.abs(spot.order - from.order) || undefined) : inside),
				);
				break;
			}
		}
		if (found.length > 0) return [...new Set(found)];
		const section = this.#inSection(spots, anchors);
		if (section.length > 0)
			return isNearest ? this.#closest(section, anchors, (spot, from) => Math.abs(spot.order - from.order) || undefined) : section;
		const sameLine = spots.filter((spot) => anchors.some((anchor) => anchor.line === spot.line && anchor !== spot));
		if (sameLine.length > 0 && !isNearest) return sameLine;
		return this.#closest(spots, anchors, (spot, from) =>
			spot.order === from.order ? undefined : spot.order > from.order ? spot.order - from.order : (from.order - spot.order) * 1.5,
		);
	}

	#byTraits(elements: readonly ElementView[], thing: Thing): readonly ElementView[] {
		let kept = elements;
		for (const trait of thing.traits) {
			if (sizeWords.has(trait)) continue;
			const words = shapeWords.get(trait) ?? [trait];
			const narrowed = kept.filter((element) =>
				words.some((word) =>
					`${element.name} ${element.content} ${element.attributes.get("hint") ?? ""} ${element.attributes.get("value") ?? ""}`
						.toLowerCase()
						.includes(word),
				),
			);
			// A shape may go by another word on the page; a colour may not.
			if (narrowed.length > 0 || !shapeWords.has(trait)) kept = narrowed;
		}
		const size = thing.traits.map((trait) => sizeWords.get(trait)).find((one) => one !== undefined);
		if (size === undefined) return kept;
		const sized = kept.flatMap((element) => {
			const box = boxOf(element);
			return box === undefined ? [] : [{ element, area: box.width * box.height }];
		});
		if (sized.length === 0) return kept;
		const edge = size === "large" ? Math.max(...sized.map(({ area }) => area)) : Math.min(...sized.map(({ area }) => area));
		return sized.filter(({ area }) => area === edge).map(({ element }) => element);
	}

	#order(match: Match): number {
		return this.layout.spotOf.get(match.element.id)?.order ?? 0;
	}

	#inOrder(matches: readonly Match[]): readonly Match[] {
		return [...matches].sort((left, right) => this.#order(left) - this.#order(right));
	}
}

/** A page that repeats the instruction says nothing new by it: such lines are taken as empty. */
function withoutEcho(view: PageView, echo: string): PageView {
	const said = fold(echo).replace(/[^\p{L}\p{N}]/gu, "");
	const isEcho = (text: string) =>
		text.length >= echo.length - 4 && text.length <= echo.length + 4 && fold(text).replace(/[^\p{L}\p{N}]/gu, "") === said;
	if (said === "" || !view.lines.some((line) => isEcho(line.text))) return view;
	const elements = new Map([...view.elements].filter(([, element]) => !isEcho(element.content || element.name)));
	return { ...view, elements, lines: view.lines.map((line) => (isEcho(line.text) ? { ...line, text: "", cells: [[]] } : line)) };
}

const withoutFirstWord = (name: string): readonly Name[] => {
	const words = name.split(/\s+/);
	return words.length > 1 ? [nameOf(words.slice(1).join(" "))] : [];
};

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
