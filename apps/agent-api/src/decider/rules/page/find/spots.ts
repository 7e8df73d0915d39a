import type { Thing } from "../../sentence/clause.ts";
import type { Layout, Spot } from "../layout.ts";
import { blockUnderHeading, isIn } from "../layout.ts";
import type { Names } from "../names.ts";
import { nameOf } from "../names.ts";
import { fitOf } from "../roles.ts";
import type { Referent } from "./match.ts";
import { spotsAt } from "./place.ts";

/** Where on a page things stand that a sentence names, texts as well as controls. */
export class Spots {
	readonly #layout: Layout;
	readonly #names: Names;
	readonly #referent: Referent | undefined;
	readonly #said = new Map<string, readonly Spot[]>();

	constructor(layout: Layout, names: Names, referent: Referent | undefined) {
		this.#layout = layout;
		this.#names = names;
		this.#referent = referent;
	}

	/** The spots that carry a thing's words, texts and controls, those that say it best; its places narrow them down. */
	meant(thing: Thing): readonly Spot[] {
		if (thing.pronoun !== undefined) return this.ofReferent();
		// All words together come first: "number 7 in blue" may be a name.
		const isLong = thing.whole !== thing.name && thing.whole.includes(" ");
		const whole = isLong ? this.#spotsSaying(thing.whole, 0.9) : [];
		if (whole.length > 0) return whole;
		let spots = thing.name === "" ? this.#byRole(thing) : this.#spotsNamed(thing);
		for (const place of thing.places) {
			const outer = this.meant(place.anchor);
			const kept = outer.length === 0 ? [] : spotsAt(this.#layout, spots, { anchors: outer, relation: place.relation });
			const isSection = kept.length === 0 || /^(?:inside|section|of)$/.test(place.relation);
			if (isSection && this.#areBelowOthers(spots, outer)) return [];
			if (kept.length > 0) spots = kept;
		}
		const one =
			thing.position === undefined || spots.length < 2 ? undefined : spots.at(thing.position > 0 ? thing.position - 1 : thing.position);
		return one === undefined ? spots : [one];
	}

	/** "Card B in Done", where Done is a heading and the card stands below another one: that card is not meant. */
	#areBelowOthers(spots: readonly Spot[], titles: readonly Spot[]): boolean {
		const { lines } = this.#layout.view;
		if (spots.length === 0 || titles.length === 0 || !titles.every(({ line }) => lines[line]?.kind === "heading")) return false;
		const blocks = titles.map(({ line }) => blockUnderHeading(this.#layout, line));
		return !spots.some((spot) => blocks.some((block) => isIn(block, spot)));
	}

	#spotsNamed(thing: Thing): readonly Spot[] {
		for (const name of [thing.name, thing.whole]) {
			const found = name === "" ? [] : this.#spotsSaying(name, 0.79);
			if (found.length > 0) return found;
		}
		const number = thing.isQuoted ? undefined : numbered.exec(thing.name)?.[1];
		return number === undefined ? [] : this.#layout.spots.filter(({ text }) => saysNumber(text, number));
	}

	#spotsSaying(name: string, least: number): readonly Spot[] {
		const key = `${least} ${name}`;
		const known = this.#said.get(key);
		if (known !== undefined) return known;
		const wanted = nameOf(name);
		const scored: { readonly spot: Spot; readonly score: number }[] = [];
		let best = 0;
		for (const spot of this.#layout.spots) {
			const score = this.#names.compare(wanted, this.#names.text(spot), true);
			if (score < least) continue;
			best = Math.max(best, score);
			scored.push({ spot, score });
		}
		const found = scored.filter(({ score }) => score >= best - 0.045).map(({ spot }) => spot);
		this.#said.set(key, found);
		return found;
	}

	/** Where "it" stands now: the control itself while the document is the same, else what is called so. */
	ofReferent(): readonly Spot[] {
		const referent = this.#referent;
		if (referent === undefined) return [];
		const alive =
			referent.id !== undefined && referent.epoch === this.#layout.view.epoch ? this.#layout.spotOf.get(referent.id) : undefined;
		if (alive !== undefined) return [alive];
		return referent.text === "" ? [] : this.#spotsSaying(referent.text, 0.8);
	}

	#byRole(thing: Thing): readonly Spot[] {
		const { role } = thing;
		if (role === undefined) return [];
		if (role === "section" || role === "form" || role === "dialog" || role === "menu") {
			const type = role === "menu" ? "nav" : role;
			const lines = this.#layout.view.lines.filter((line) => line.region === type || (role === "section" && line.region === "fieldset"));
			return lines.flatMap((line) => this.#layout.spotsOfLine[line.index]?.[0] ?? this.#layout.spotsOfLine[line.index + 1]?.[0] ?? []);
		}
		const fitting = this.#layout.spots.filter((spot) => spot.element !== undefined && fitOf(spot.element, role) >= 1);
		if (thing.position === undefined) return fitting;
		const one = thing.position > 0 ? fitting[thing.position - 1] : fitting[fitting.length + thing.position];
		return one === undefined ? [] : [one];
	}
}

/** "Ticket #103", "order 4711", "#103": a page says its number alone, or as one of the pieces of a line ("#103 · Ada"). */
const numbered = /^(?:\p{L}+ #?|#)((?:[\p{L}\d]+-)?\d{2,})$/u;
const saysNumber = (text: string, number: string): boolean =>
	text === number || text.split(/\s+[·•|]\s+/).some((piece) => piece === `#${number}`);
