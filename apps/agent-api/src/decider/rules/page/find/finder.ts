import type { ElementView, PageView } from "@webhand/page/parse/view";
import type { Place, Thing } from "../../sentence/clause.ts";
import { rolesOf, withoutNoun } from "../../words/roles.ts";
import { layoutOf } from "../lay.ts";
import type { Block, Layout, Spot } from "../layout.ts";
import { blockOf, blocksAround, isIn, textOfBlock } from "../layout.ts";
import type { Name } from "../names.ts";
import { Names, nameOf } from "../names.ts";
import { chosenIn, fitOf, takesValue } from "../roles.ts";
import { rowsAt } from "../rows.ts";
import { areTheSame, extremeOf, outermost } from "./choice.ts";
import { withoutEcho } from "./echo.ts";
import { asListed, findBlock } from "./items.ts";
import type { Accepts, Found, Match, Referent } from "./match.ts";
import { actFrom } from "./match.ts";
import { spotsAt } from "./place.ts";
import { Spots } from "./spots.ts";
import { withTraits } from "./traits.ts";

/** What is known beside the page: what "it" is, the instruction itself, a value looked up in full, the control that was pressed last. */
export type FinderOptions = {
	readonly referent?: Referent | undefined;
	readonly echo?: string;
	readonly whole?: { readonly id: number; readonly text: string } | undefined;
	readonly pressed?: number | undefined;
	/** A finder of the same page, whose work is taken over. */
	readonly before?: Finder | undefined;
};

const closeTo = 0.015;
const isOnlyPronoun = ({ pronoun, name, roles, places }: Thing): boolean =>
	pronoun !== undefined && name === "" && roles.length === 0 && places.length === 0;

/** Finds the things that a sentence names on one page. Pure; made once per turn. */
export class Finder {
	readonly view: PageView;
	readonly layout: Layout;
	readonly names: Names;
	readonly referent: Referent | undefined;
	/** The whole value of a field that the page text cuts off, once it was looked up. */
	readonly whole: { readonly id: number; readonly text: string } | undefined;
	readonly #hasDialog: boolean;
	readonly #spots: Spots;

	constructor(view: PageView, { referent, echo = "", whole, pressed, before }: FinderOptions = {}) {
		this.view = before?.view ?? withoutEcho(view, echo);
		this.layout = before?.layout ?? layoutOf(this.view, pressed);
		this.names = before?.names ?? new Names(this.layout);
		this.referent = referent;
		this.whole = whole;
		this.#spots = new Spots(this.layout, this.names, referent);
		this.#hasDialog = view.dialogs.length > 0;
	}

	/** The value that a field shows, in full where it was looked up; "" when it is empty. */
	valueOf(element: ElementView): string {
		return this.whole?.id === element.id ? this.whole.text : (element.attributes.get("value") ?? chosenIn(element) ?? element.content);
	}

	/** The control that a thing means. */
	find(thing: Thing, accepts: Accepts): Found {
		const literal = this.#byWholeName(thing, accepts);
		if (literal !== undefined) return literal;
		// "It", where nothing was spoken of yet, is none of all that is there.
		if (isOnlyPronoun(thing) && this.#spots.ofReferent().length === 0) return { kind: "none", isPlaceMissing: true };
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
		const labels = [this.names.label(element), this.names.column(element)];
		for (const label of labels) if (label !== undefined) best = Math.max(best, 0.97 * this.names.compare(wanted, label, isLiteral));
		return best;
	}

	/** As `Spots.meant`. */
	anchors(thing: Thing): readonly Spot[] {
		return this.#spots.meant(thing);
	}

	/** True when the words of a thing stand on the page. */
	isShown(thing: Thing): boolean {
		return this.anchors(thing).length > 0;
	}

	/** The controls that stand at a place; undefined where the place is not on the page. */
	narrow(elements: readonly ElementView[], place: Place): readonly ElementView[] | undefined {
		const rows = this.#isNumberShown(place.anchor) ? undefined : rowsAt(this.layout, place.anchor);
		if (rows !== undefined)
			return rows.length === 0 ? undefined : elements.filter((element) => rows.some((row) => this.#isInBlock(row, element)));
		const item = this.#itemAt(place.anchor);
		if (item !== undefined) return elements.filter((element) => this.#isInBlock(item, element));
		const anchors = this.anchors(place.anchor);
		if (anchors.length === 0) return this.#isVague(place) ? elements : undefined;
		const spots = elements.flatMap((element) => this.layout.spotOf.get(element.id) ?? []);
		const kept = spotsAt(this.layout, spots, { anchors, relation: place.relation }).flatMap((spot) => spot.element ?? []);
		// No field belongs to another one: beside "Purchase", the field "Date of birth" is not the date of purchase.
		const isField = place.relation === "of" && anchors.every((anchor) => this.names.isOfField(anchor));
		return isField ? kept.filter((element) => !takesValue(element) || anchors.some((anchor) => anchor.element === element)) : kept;
	}

	/** "Of the second product": that one of the list, by its number alone. */
	#itemAt(anchor: Thing): Block | undefined {
		const listed = asListed(this, anchor);
		const isNumbered = listed.position !== undefined && listed.name === "" && listed.role === "item" && listed.places.length === 0;
		return isNumbered ? findBlock(this, listed, 0) : undefined;
	}

	/** "Row 3", where a row is numbered so, is that one. */
	#isNumberShown({ name }: Thing): boolean {
		return name !== "" && this.layout.spots.some(({ text }) => text === name || text === `#${name}`);
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
		// The bare name is looked up with its role: "the "Sign in" button" is not the link of that name.
		const wanted = [...new Set([thing.whole, withoutNoun(thing.whole)])]
			.filter((name) => name !== thing.name)
			.map(nameOf)
			.filter((name) => name.folded.includes(" ") || thing.places.length === 0);
		if (wanted.length === 0) return undefined;
		const nouns = rolesOf(thing.whole.slice(thing.whole.lastIndexOf(" ") + 1).toLowerCase());
		const matches = [...this.view.elements.values()]
			.filter((element) => accepts(element) > 0)
			.map((element) => ({ element, name: Math.max(...wanted.map((name) => this.nameScore(element, name, true))) }))
			.filter(({ name }) => name >= 0.95)
			.map(({ element, name }) => {
				const role = Math.max(...nouns.map((noun) => fitOf(element, noun)), nouns.length === 0 ? 1 : 0);
				return { element, name, role, score: 0.55 * name + 0.2 * role + 0.1 + 0.1 * this.#reach(element) };
			})
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
			const extreme = extremeOf(good, { end: thing.superlative.end, surroundings: (element) => this.surroundings(element) });
			if (extreme !== undefined) return { kind: "one", match: extreme, others: [] };
			// Lists begin with what is newest; of anything else the greatest is not known without a number.
			if (good.length > 1 && !/date|time|recen/.test(thing.superlative.of)) return { kind: "none", isPlaceMissing: false };
		}
		const close = outermost(
			this.layout,
			good.filter((match) => match.score >= first.score - closeTo),
		);
		// "Yes" and "yes" side by side: the very letters decide.
		const exact = close.filter((match) => match.name === 1 && match.role >= first.role - closeTo);
		const equal = thing.name !== "" && exact.length > 0 ? exact : close;
		const others = good.filter((match) => match !== first && match.score >= first.score - 0.15);
		const only = equal.length === 1 ? equal[0] : undefined;
		if (only !== undefined) return { kind: "one", match: only, others: others.filter((match) => match !== only) };
		const near = thing.isAny ? first : this.#nearReferent(equal);
		if (near !== undefined) return { kind: "one", match: near, others: others.filter((match) => match !== near) };
		return areTheSame(this.layout, equal) ? { kind: "one", match: first, others } : { kind: "tied", matches: this.#inOrder(equal) };
	}

	#nth(thing: Thing, good: readonly Match[]): Found {
		// What counts is of the same sort and called alike; whether it is in view or new does not matter.
		const [name, role] = [Math.max(...good.map((match) => match.name)), Math.max(...good.map((match) => match.role))];
		const alike = this.#inOrder(good.filter((match) => match.name >= name - 0.06 && match.role >= role - 0.15));
		const position = thing.position ?? 1;
		const match = position > 0 ? alike[position - 1] : alike[alike.length + position];
		return match === undefined ? { kind: "none", isPlaceMissing: false } : { kind: "one", match, others: [] };
	}

	#nearReferent(matches: readonly Match[]): Match | undefined {
		const spot = this.#spots.ofReferent()[0];
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

	// "in the contact book", "from the list": where nothing is called so, the words only say again where one is.
	#isVague(place: Place): boolean {
		const { anchor, relation } = place;
		if (anchor.pronoun !== undefined) return true;
		// An item further on than the list goes is none of those shown.
		if (anchor.position !== undefined && anchor.role === "item") return false;
		return anchor.name === "" ? true : relation === "inside" && !anchor.isQuoted && anchor.roles.length > 0;
	}

	#order(match: Match): number {
		return this.layout.spotOf.get(match.element.id)?.order ?? 0;
	}

	#inOrder(matches: readonly Match[]): readonly Match[] {
		return [...matches].sort((left, right) => this.#order(left) - this.#order(right));
	}
}
