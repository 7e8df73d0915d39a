import type { ElementView } from "@webhand/page/parse/view";
import { canonical, fold, meaningOf, trigramSimilarity, typoSimilarity, wordsIn } from "../words/fold.ts";
import type { Layout, Spot } from "./layout.ts";
import { chosenIn, isRadio, isToggle, takesValue } from "./roles.ts";
import { spotsInCell, tablesOf } from "./rows.ts";

/** A text in the forms that comparing needs, each made when first asked for. A count behind it ("Cart (2)") is no part of the name. */
export class Name {
	readonly text: string;
	readonly folded: string;
	#words: readonly string[] | undefined;
	#canonical: readonly string[] | undefined;
	#inside: ReadonlySet<string> | undefined;
	#starts: ReadonlySet<string> | undefined;

	constructor(text: string) {
		this.text = text.trim();
		this.folded = fold(text);
	}

	/** The words that carry meaning. */
	get words(): readonly string[] {
		this.#words ??= meaningOf(wordsIn(withoutCount(this.folded)));
		return this.#words;
	}

	/** The same with synonyms and plurals in one form. */
	get canonical(): readonly string[] {
		// Twice: "sign in" is one word only while its "in" stands, "date of birth" only once its "of" is gone.
		this.#canonical ??= canonical(meaningOf(canonical(wordsIn(withoutCount(this.folded)))));
		return this.#canonical;
	}

	holdsAll(words: readonly string[]): boolean {
		this.#inside ??= new Set(this.canonical);
		const inside = this.#inside;
		return words.length > 0 && words.every((word) => inside.has(word));
	}

	/** True when a number of this name is none of the other's: another number is another thing. */
	hasNumberBeside(other: Name): boolean {
		return this.canonical.some((word) => /\d/.test(word) && !other.canonical.includes(word));
	}

	/** True when a word of each begins with the same two letters: others are not worth comparing letter by letter. */
	startsLike(other: Name): boolean {
		const starts = this.starts;
		return [...other.starts].some((start) => starts.has(start));
	}

	get starts(): ReadonlySet<string> {
		this.#starts ??= new Set(this.words.map((word) => word.slice(0, 2)));
		return this.#starts;
	}
}

/** Prepares a text for comparison. */
export function nameOf(text: string): Name {
	return new Name(text);
}

function withoutCount(folded: string): string {
	const last = folded.at(-1);
	if (last !== ")" && last !== "]") return folded;
	const bare = folded.replace(/\s*[([]\s*\d[\d.,+]*\s*[)\]]$/, "");
	return bare === "" ? folded : bare;
}

// "Post-code" and "post code" are "postcode".
const joined = (folded: string): string => folded.replace(/(?<=\p{L})[\s\u2010\u2011-](?=\p{L})/gu, "");

const sameWords = (left: readonly string[], right: readonly string[]): boolean =>
	left.length > 0 && left.length === right.length && left.every((word, index) => word === right[index]);

/**
 * How well a control's name is the one asked for, 0 to 1: equal 1.0, same words 0.95, synonyms 0.9, contained 0.85, prefix 0.8,
 * else the similarity of letters × 0.8. A literal (quoted) name is never found inside a shorter one.
 */
export function compareNames(wanted: Name, shown: Name, isLiteral: boolean): number {
	if (wanted.folded === "" || shown.folded === "") return 0;
	if (wanted.text === shown.text) return 1;
	if (wanted.folded === shown.folded) return 0.99;
	if (joined(wanted.folded) === joined(shown.folded)) return 0.97;
	if (sameWords(wanted.words, shown.words)) return 0.95;
	if (sameWords(wanted.canonical, shown.canonical)) return 0.9;
	const [asked, said] = [wanted.canonical.length, shown.canonical.length];
	if (asked <= said && shown.holdsAll(wanted.canonical)) return 0.8 + (0.05 * asked) / said;
	if (isDoneAlready(wanted, shown) || isDoneAlready(shown, wanted)) return 0.5;
	// "Play" is not the literal name of "Playback"; cut-off texts may go on.
	const isPrefix = shown.folded.startsWith(wanted.folded) && wanted.folded.length >= (goesOn(wanted, shown) ? shortestPrefix : 3);
	if (isPrefix) return !isLiteral || !/[\p{L}\p{N}]/u.test(shown.folded[wanted.folded.length] ?? "") ? 0.8 : 0.5;
	if (!isLiteral && shown.folded.length > 1 && wanted.holdsAll(shown.canonical) && !wanted.hasNumberBeside(shown))
		return 0.6 + 0.2 * Math.min(1, said / Math.max(1, asked));
	return 0.8 * likeness(wanted, shown);
}

/** "Archive" is to be done, "Archived" is where that was done: a tab or a filter, and no deed. */
function isDoneAlready(deed: Name, done: Name): boolean {
	const [verb = "", ...rest] = deed.words;
	const [participle, ...others] = done.words;
	return (participle === `${verb}d` || participle === `${verb}ed`) && rest.join(" ") === others.join(" ");
}

// Three letters begin too many words: a secret for "pin" would go anywhere.
const shortestPrefix = 4;
const goesOn = (wanted: Name, shown: Name): boolean => /[\p{L}\p{N}]/u.test(shown.folded[wanted.folded.length] ?? "");

/** Misspelt names: the words that differ, letter by letter. Another number is another thing, however like the rest. */
function likeness(wanted: Name, shown: Name): number {
	const [asked, said] = [wanted.canonical, shown.canonical];
	if (Math.abs(asked.length - said.length) > 1 || Math.abs(wanted.folded.length - shown.folded.length) > Math.max(wanted.folded.length, 6))
		return 0;
	const missing = asked.filter((word) => !said.includes(word));
	const extra = said.filter((word) => !asked.includes(word));
	if (missing.length > 2 || extra.length > 2 || [...missing, ...extra].some((word) => /\d/.test(word))) return 0;
	const common = asked.length - missing.length;
	if (common === 0 && !wanted.startsLike(shown)) return 0;
	const [left, right] = [missing.join(" "), extra.join(" ")];
	return (
		(common + missing.length * Math.max(trigramSimilarity(left, right), typoSimilarity(left, right))) / Math.max(asked.length, said.length)
	);
}

const holders = new Set("div span li td tr p section ul ol article box row cell gridcell listitem group figure".split(" "));
const plainTexts = new Set("text image shape heading label b i em strong".split(" "));

// A longer text before a field is a sentence about it, not its label.
const maxLabel = 60;

/** Names of the controls of one page, prepared when first asked for. */
export class Names {
	readonly #layout: Layout;
	readonly #own = new Map<number, readonly Name[]>();
	readonly #labels = new Map<number, Name | undefined>();
	readonly #columns = new Map<number, Name | undefined>();
	readonly #byText = new Map<string, Name>();
	readonly #scores = new WeakMap<Name, Map<Name, number>>();

	constructor(layout: Layout) {
		this.#layout = layout;
	}

	/** What the control itself says: name, content, placeholder, hint. */
	own(element: ElementView): readonly Name[] {
		const known = this.#own.get(element.id);
		if (known !== undefined) return known;
		const { attributes } = element;
		const holder = this.#textOfHolder(element);
		const chosen = chosenIn(element);
		const texts = [
			// What is chosen in a list is no part of what it is called.
			holder ?? (chosen === undefined ? element.name : element.name.slice(0, -chosen.length).trim()),
			// What stands inside a field is its value.
			takesValue(element) || holder !== undefined ? undefined : element.content,
			attributes.get("placeholder"),
			attributes.get("hint"),
			isButton(element) ? attributes.get("value") : undefined,
		];
		const names = [...new Set(texts.filter((text): text is string => text !== undefined && text !== ""))].map((text) => this.#named(text));
		this.#own.set(element.id, names);
		return names;
	}

	/** What a box says beside the controls that it holds ("Build header ⋯ Delete card"): it is not called like they are. */
	#textOfHolder({ id, type, name }: ElementView): string | undefined {
		const from = holders.has(type) ? this.#layout.spotOf.get(id)?.order : undefined;
		if (from === undefined) return undefined;
		const own: string[] = [];
		let hasControl = false;
		for (let at = from + 1; this.#layout.spots[at]?.inside.includes(id) === true; at += 1) {
			const spot = this.#layout.spots[at];
			const isControl = spot?.element !== undefined && !holders.has(spot.element.type) && !plainTexts.has(spot.element.type);
			// A name of its own, which says nothing of what stands inside, is kept.
			if (isControl && !name.includes(spot.text) && !name.includes(spot.element?.content ?? spot.text)) return undefined;
			hasControl ||= isControl;
			if (!isControl && spot?.inside.at(-1) === id) own.push(spot.text);
		}
		return hasControl ? own.join(" ") : undefined;
	}

	/** The text that stands before a field, where the page tied no label to it. */
	label(element: ElementView): Name | undefined {
		if (this.#labels.has(element.id)) return this.#labels.get(element.id);
		const text = labelBefore(this.#layout, element);
		const name = text === undefined || text.length > maxLabel ? undefined : this.#named(text);
		this.#labels.set(element.id, name);
		return name;
	}

	/** What stands over the column of a field that has no name of its own. */
	column(element: ElementView): Name | undefined {
		if (!takesValue(element) || this.own(element).length > 0) return undefined;
		if (this.#columns.has(element.id)) return this.#columns.get(element.id);
		const text = titleOver(this.#layout, element);
		const name = text === undefined ? undefined : this.#named(text);
		this.#columns.set(element.id, name);
		return name;
	}

	/** True for a field, and for the text that stands before one as its label. */
	isOfField(spot: Spot): boolean {
		if (spot.element !== undefined) return takesValue(spot.element);
		const line = this.#layout.spotsOfLine[spot.line] ?? [];
		const next = line[line.indexOf(spot) + 1]?.element;
		// A field with a name of its own is not called by the cell before it.
		return next !== undefined && takesValue(next) && next.name === "" && this.label(next)?.text === spot.text.trim();
	}

	/** A spot's own text, prepared. */
	text(spot: Spot): Name {
		return this.#named(spot.text);
	}

	/** `compareNames`, each pair once: pages say the same words over and over. */
	compare(wanted: Name, shown: Name, isLiteral: boolean): number {
		let scores = this.#scores.get(wanted);
		if (scores === undefined) {
			scores = new Map();
			this.#scores.set(wanted, scores);
		}
		const known = scores.get(shown);
		if (known !== undefined) return known;
		const score = compareNames(wanted, shown, isLiteral);
		scores.set(shown, score);
		return score;
	}

	#named(text: string): Name {
		const known = this.#byText.get(text);
		if (known !== undefined) return known;
		const name = nameOf(text);
		this.#byText.set(text, name);
		return name;
	}
}

const isField = (element: ElementView): boolean => takesValue(element) || isToggle(element) || isRadio(element);
const isButton = (element: ElementView): boolean => element.type === "button" || element.type === "input";

/** The text of the cell that names the column of a control. */
function titleOver(layout: Layout, element: ElementView): string | undefined {
	const spot = layout.spotOf.get(element.id);
	if (spot === undefined || layout.view.lines[spot.line]?.kind !== "row") return undefined;
	const header = tablesOf(layout).around.get(spot.line)?.header;
	if (header === undefined) return undefined;
	return spotsInCell(layout, header.first, spot.cell)[0]?.text;
}

/** Text on the same line before the control, the cell or header of its table row, or the line above that holds no control. */
function labelBefore(layout: Layout, element: ElementView): string | undefined {
	const spot = layout.spotOf.get(element.id);
	if (spot === undefined) return undefined;
	const line = layout.spotsOfLine[spot.line] ?? [];
	const at = line.indexOf(spot);
	const before = line[at - 1];
	const isBefore = before !== undefined && before.element === undefined && before.inside.length === spot.inside.length;
	const isTick = element.type === "checkbox" || element.type === "radio" || element.type === "switch";
	const own = isTick ? line.filter(({ cell, inside }) => cell === spot.cell && inside.length === spot.inside.length) : [];
	// "○ Damage ○ Sample": where the first of several boxes stands before any text, each stands before its own.
	if (own.length > 2 && own[0]?.element !== undefined && own.at(-1)?.element === undefined) return own[own.indexOf(spot) + 1]?.text;
	if (isBefore && (isField(element) || /[:=]\s*$/.test(before.text))) return before.text;
	if (isTick) {
		const after = line[at + 1];
		if (after !== undefined && after.element === undefined) return after.text;
	}
	const view = layout.view.lines[spot.line];
	if (view?.kind === "row") {
		const first = line.find((other) => other.cell === 0 && other.element === undefined);
		if (first !== undefined && spot.cell > 0) return first.text;
	}
	if (before !== undefined) return undefined;
	// What stands over several choices is not what each of them is called.
	const isChoice = (isToggle(element) || isRadio(element)) && element.name !== "";
	if (!isField(element) || isChoice) return undefined;
	for (let above = spot.line - 1; above >= Math.max(0, spot.line - 2); above -= 1) {
		const texts = layout.spotsOfLine[above] ?? [];
		if (texts.length === 0) continue;
		return texts.every((other) => other.element === undefined) ? layout.view.lines[above]?.text : undefined;
	}
	return undefined;
}
