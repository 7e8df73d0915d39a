import type { ElementView } from "@webhand/page/parse/view";
import { canonical, fold, meaningOf, trigramSimilarity, wordsOf } from "../words/fold.ts";
import type { Layout, Spot } from "./layout.ts";
import { isRadio, isToggle, takesValue } from "./roles.ts";

/** A text in the forms that comparing needs. */
export type Name = {
	readonly text: string;
	readonly folded: string;
	readonly words: readonly string[];
	readonly key: string;
	readonly canonical: readonly string[];
	readonly canonicalKey: string;
};

/** Prepares a text for comparison. A count behind it ("Cart (2)") does not belong to the name. */
export function nameOf(text: string): Name {
	const folded = fold(text);
	const words = meaningOf(wordsOf(withoutCount(text)));
	const forms = canonical(words);
	return { text, folded, words, key: words.join(" "), canonical: forms, canonicalKey: forms.join(" ") };
}

function withoutCount(text: string): string {
	const bare = text.replace(/\s*[([]\s*\d[\d.,+]*\s*[)\]]\s*$/, "");
	return bare.trim() === "" ? text : bare;
}

/**
 * How well a control's name is the one asked for, 0 to 1: equal 1.0, same words 0.95, synonyms 0.9, contained 0.85, prefix 0.8,
 * else the similarity of letters × 0.8. A literal (quoted) name is never found inside a shorter one.
 */
export function compareNames(wanted: Name, shown: Name, isLiteral: boolean): number {
	if (wanted.folded === "" || shown.folded === "") return 0;
	if (wanted.text.trim() === shown.text.trim()) return 1;
	if (wanted.folded === shown.folded) return 0.99;
	if (wanted.key !== "" && wanted.key === shown.key) return 0.95;
	if (wanted.canonicalKey === shown.canonicalKey && wanted.canonicalKey !== "") return 0.9;
	const share = wanted.canonical.length / Math.max(1, shown.canonical.length);
	if (wanted.canonical.length > 0 && wanted.canonical.length <= shown.canonical.length) {
		const inside = new Set(shown.canonical);
		if (wanted.canonical.every((word) => inside.has(word))) return 0.8 + 0.05 * share;
	}
	// "Play" is not the literal name of "Playback"; cut-off texts may go on.
	const isPrefix = wanted.folded.length >= 3 && shown.folded.startsWith(wanted.folded);
	if (isPrefix && (!isLiteral || !/[\p{L}\p{N}]/u.test(shown.folded[wanted.folded.length] ?? ""))) return 0.8;
	if (isPrefix) return 0.5;
	if (!isLiteral && shown.canonical.length > 0 && shown.folded.length > 1) {
		const inside = new Set(wanted.canonical);
		if (shown.canonical.every((word) => inside.has(word)))
			return 0.6 + 0.2 * Math.min(1, shown.canonical.length / Math.max(1, wanted.canonical.length));
	}
	if (Math.abs(wanted.folded.length - shown.folded.length) > Math.max(wanted.folded.length, 6)) return 0;
	return 0.8 * trigramSimilarity(wanted.folded, shown.folded);
}

// A longer text before a field is a sentence about it, not its label.
const maxLabel = 60;

/** Names of the controls of one page, prepared when first asked for. */
export class Names {
	readonly #layout: Layout;
	readonly #own = new Map<number, readonly Name[]>();
	readonly #labels = new Map<number, Name | undefined>();
	readonly #texts = new Map<number, Name>();

	constructor(layout: Layout) {
		this.#layout = layout;
	}

	/** What the control itself says: name, content, placeholder, hint. */
	own(element: ElementView): readonly Name[] {
		const known = this.#own.get(element.id);
		if (known !== undefined) return known;
		const { attributes } = element;
		const texts = [
			element.name,
			element.content,
			attributes.get("placeholder"),
			attributes.get("hint"),
			isButton(element) ? attributes.get("value") : undefined,
		];
		const names = [...new Set(texts.filter((text): text is string => text !== undefined && text !== ""))].map(nameOf);
		this.#own.set(element.id, names);
		return names;
	}

	/** The text that stands before a field, where the page tied no label to it. */
	label(element: ElementView): Name | undefined {
		if (this.#labels.has(element.id)) return this.#labels.get(element.id);
		const text = labelBefore(this.#layout, element);
		const name = text === undefined || text.length > maxLabel ? undefined : nameOf(text);
		this.#labels.set(element.id, name);
		return name;
	}

	/** A spot's own text, prepared. */
	text(spot: Spot): Name {
		const known = this.#texts.get(spot.order);
		if (known !== undefined) return known;
		const name = nameOf(spot.text);
		this.#texts.set(spot.order, name);
		return name;
	}
}

const isField = (element: ElementView): boolean => takesValue(element) || isToggle(element) || isRadio(element);
const isButton = (element: ElementView): boolean => element.type === "button" || element.type === "input";

/** Text on the same line before the control, the cell or header of its table row, or the line above that holds no control. */
function labelBefore(layout: Layout, element: ElementView): string | undefined {
	const spot = layout.spotOf.get(element.id);
	if (spot === undefined) return undefined;
	const line = layout.spotsOfLine[spot.line] ?? [];
	const at = line.indexOf(spot);
	const before = line[at - 1];
	const isBefore = before !== undefined && before.element === undefined && before.inside.length === spot.inside.length;
	if (isBefore && (isField(element) || /[:=]\s*$/.test(before.text))) return before.text;
	if (element.type === "checkbox" || element.type === "radio" || element.type === "switch") {
		const after = line[at + 1];
		if (after !== undefined && after.element === undefined) return after.text;
	}
	const view = layout.view.lines[spot.line];
	if (view?.kind === "row") {
		const first = line.find((other) => other.cell === 0 && other.element === undefined);
		if (first !== undefined && spot.cell > 0) return first.text;
	}
	if (before !== undefined) return undefined;
	if (!isField(element)) return undefined;
	for (let above = spot.line - 1; above >= Math.max(0, spot.line - 2); above -= 1) {
		const texts = layout.spotsOfLine[above] ?? [];
		if (texts.length === 0) continue;
		return texts.every((other) => other.element === undefined) ? layout.view.lines[above]?.text : undefined;
	}
	return undefined;
}
