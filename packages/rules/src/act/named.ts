import { isClickable, isToggle, takesValue } from "@webhand/page/layout/controls";
import type { Range } from "@webhand/page/layout/layout";
import { elementsIn, isIn, isInRegion, isWithin, positionOf, whole } from "@webhand/page/layout/layout";
import { namesOf } from "@webhand/page/layout/names";
import type { Phrase } from "@webhand/page/layout/phrase";
import { stem } from "@webhand/page/layout/phrase";
import type { ElementView } from "@webhand/page/parse/view";
import type { Intent, Target } from "../clause.ts";
import { dialogRange } from "../page/find.ts";
import { kindsOf } from "../page/kinds.ts";
import { blocksAround, blocksOf, heldAround } from "../page/rows.ts";
import { sectionsOf } from "../page/sections.ts";
import { indexOfRun, quoted, saysMore } from "../page/text.ts";
import { foldMove } from "./closing.ts";
import { sendMove, submitOf } from "./fill.ts";
import type { Move, Scene } from "./move.ts";
import { clickOn, elementOf, fieldOf, locate, missing, oneOf, target as plain, stuck, unresolved } from "./move.ts";
import { partsOf } from "./parts.ts";

type Named = Extract<Intent, { readonly kind: "named" }>;

const fillers = new Set("the a an to from this that it item of in on for all selected my now please and".split(" "));
const sending = /^(?:submit|send|search|post|save|confirm|apply|log ?in|sign ?in|sign ?up|register)$/i;

/** Presses the control that a verb of the page names, in the row or card of its object, else the only one on the page. */
export function namedMove(intent: Named, scene: Scene): Move {
	const parts = partsOf(intent, scene);
	const object = parts[scene.part];
	if (scene.part > 0 && object === undefined) return { kind: "end" };
	const absent =
		scene.part > 0 || parts.length < 2 ? undefined : parts.find((part) => blocksOf(scene.layout, part, scene.referent).length === 0);
	// Nothing is begun of what cannot be done to its end.
	if (absent !== undefined) return stuck(`I can’t find ${quoted(absent.text)} on this page`, "not_on_page");
	const move = new Deed(object === undefined ? intent : { ...intent, object }, scene).move();
	return move.kind === "act" && parts.length > 1 ? { ...move, key: "parts" } : move;
}

/** One verb for one thing on one page. */
class Deed {
	readonly #intent: Named;
	readonly #scene: Scene;
	readonly #verb: Phrase;
	readonly #phrase: Phrase;
	readonly #order: Phrase;
	readonly #said: ReadonlySet<string>;

	constructor(intent: Named, scene: Scene) {
		const { phrase } = scene.layout;
		const { verb, object, goal } = intent;
		this.#intent = intent;
		this.#scene = scene;
		this.#verb = phrase(verb);
		this.#phrase = phrase(intent.phrase);
		this.#order = phrase(scene.order);
		const texts = [verb, intent.phrase, object?.text ?? "", object?.name ?? "", goal?.text ?? "", scene.order];
		this.#said = new Set(texts.flatMap((text) => [...phrase(text).words, phrase(text).joined]));
	}

	move(): Move {
		const { object, verb } = this.#intent;
		const { layout, referent, clause, opened } = this.#scene;
		if (/^(?:expand|collapse|unfold|fold)$/i.test(verb) && object !== undefined)
			return foldMove(object, /^(?:expand|unfold)$/i.test(verb), this.#scene);
		if (object === undefined || object.isPronoun === true || isEmpty(object)) return this.#onPage();
		if (object.isAll === true) return stuck(`I can do that to one thing at a time, and ${quoted(clause)} means several`);
		const shown = opened.size === 0 ? [] : this.#controlsIn(whole(layout), ({ id }) => opened.has(id));
		if (shown.length > 0) return this.#only(shown);
		const blocks = blocksOf(layout, object, referent);
		const found = blocks.map((block) => this.#around(block)).filter(({ length }) => length > 0);
		// Where the one thing has such a control and its namesake has none, nobody knows which is meant.
		if (found.length > 1 || (found.length === 1 && blocks.length === 1)) return this.#only(found.flat());
		// "Delete draft": one control is called after both; or a section of the page is about the object.
		const name = layout.phrase(object.name || object.text);
		const both = this.#called((shownName) => holds(shownName, this.#verb) && holds(shownName, name) && !this.#saysTooMuch(shownName));
		if (both.length > 0) return this.#only(both);
		const sections = blocks.length > 0 ? [] : sectionsOf(layout, { ...object, places: [] });
		const about = sections
			.map((section) => this.#controlsIn(section, (element) => !this.#isInRow(element, section)))
			.filter(({ length }) => length > 0);
		if (about.length === 1) return this.#only(about.flat());
		if (object.role !== undefined && object.name === "" && object.ordinal === undefined && object.places.length === 0)
			return this.#onPage();
		if (blocks.length === 0) return { kind: "missing", target: object, near: [], place: object };
		return missing(plain(verb, { places: [{ relation: "row", anchor: object }] }));
	}

	/** Without an object the verb is the control's name: in the form filled last, in the row of "it", or the only one of the page. */
	#onPage(): Move {
		const { verb, phrase, object } = this.#intent;
		const scene = this.#scene;
		const { layout } = scene;
		const field = fieldOf(scene);
		const isOwn = ({ form }: ElementView) => form === field?.form;
		const inForm = field?.form === undefined ? [] : this.#controlsIn(pageRange(scene), isOwn);
		if (inForm.length > 0) return this.#only(inForm);
		const button = field === undefined || !sending.test(verb) ? undefined : submitOf(field, scene);
		const rivals =
			button === undefined || button.kind === "none"
				? []
				: this.#called((name) => indexOfRun(name.words, this.#verb.words) === 0).filter(isOwn);
		if (rivals.length > 1) return this.#only(rivals);
		const isSent = button?.kind === "one" && (/^(?:submit|send|search)$/i.test(verb) || this.#gradeOf(button.element) > 0);
		if (isSent) return clickOn(button.element, scene);
		const node = layout.nodeOf.get(elementOf(layout, scene.referent)?.id ?? -1);
		const rows = object === undefined || node === undefined ? [] : blocksAround(layout, node);
		const near = [...rows, pageRange(scene)].map((range) => this.#controlsIn(range)).find(({ length }) => length > 0);
		if (near !== undefined) return this.#only(near);
		const literal = locate(plain(phrase), scene, (element) => isClickable(element) && !isToggle(element));
		if (literal.kind === "one") return clickOn(literal.element, scene);
		if (literal.kind === "tied") return unresolved(plain(phrase), literal);
		// A field that is all there is to search with is sent with Enter.
		if (/^(?:submit|search)$/i.test(verb) && button?.kind === "none" && field?.type !== "textarea") return sendMove(scene);
		const submits = /^submit$/i.test(verb) ? layout.elements.filter(({ states }) => states.has("submit")) : [];
		return submits.length === 1 ? this.#only(submits) : missing(plain(phrase), literal.near);
	}

	/** The controls of a row; where its title is a row of its own, those around it that belong to no sibling. */
	#around(block: Range): readonly ElementView[] {
		const own = this.#controlsIn(block);
		return own.length > 0 ? own : heldAround(this.#scene.layout, block, (range) => this.#controlsIn(range));
	}

	/** What a section's cards and rows hold belongs to them. */
	#isInRow(element: ElementView, section: Range): boolean {
		const order = positionOf(this.#scene.layout, element);
		const isRow = (block: Range) => isIn(block, order) && isWithin(block, section);
		return this.#scene.layout.groups.some(({ blocks, kind }) => (blocks.length > 1 || kind !== "card") && blocks.some(isRow));
	}

	/** The controls of a range that the verb calls, the closest names alone. */
	#controlsIn(range: Range, accepts: (element: ElementView) => boolean = () => true): readonly ElementView[] {
		const pressable = elementsIn(this.#scene.layout, range).filter((element) => this.#canPress(element) && accepts(element));
		const graded = pressable.map((element) => ({ element, grade: this.#gradeOf(element) }));
		const best = graded.reduce((top, { grade }) => Math.max(top, grade), 1);
		// "Send to staff" beside "Send to all members": the verb alone does not tell which.
		const isHeavier = (element: ElementView) => best < 3 && namesOf(this.#scene.layout, element).some((name) => this.#isHeavier(name));
		const fitting = graded.filter(({ grade }) => grade === best);
		return fitting.length === 0
			? []
			: graded.filter(({ element, grade }) => grade === best || isHeavier(element)).map(({ element }) => element);
	}

	#called(isCalled: (name: Phrase) => boolean): readonly ElementView[] {
		const { layout } = this.#scene;
		return elementsIn(layout, pageRange(this.#scene)).filter(
			(element) => this.#canPress(element) && namesOf(layout, element).some((name) => isCalled(layout.phrase(name))),
		);
	}

	#canPress = (element: ElementView): boolean =>
		isClickable(element) && !takesValue(element) && !isToggle(element) && this.#scene.isFree(element);

	#isHeavier(name: string): boolean {
		const shown = this.#scene.layout.phrase(name);
		return indexOfRun(shown.words, this.#verb.words) === 0 && saysMore(shown, this.#order);
	}

	/** How closely a name says the verb: the phrase, the phrase and more, the verb alone, the verb and more; 0 for another deed. */
	#gradeOf(element: ElementView): number {
		const grades = namesOf(this.#scene.layout, element).map((text) => {
			const name = this.#scene.layout.phrase(text);
			if (name.folded === this.#phrase.folded || name.joined === this.#phrase.joined) return 5;
			if (this.#saysTooMuch(name)) return 0;
			if (indexOfRun(name.words, this.#phrase.words) === 0) return 4;
			if (name.folded === this.#verb.folded || name.joined === this.#verb.joined) return 3;
			return indexOfRun(name.words, this.#verb.words) === 0 || (this.#verb.words.length > 1 && name.joined.startsWith(this.#verb.joined))
				? 2
				: 0;
		});
		return Math.max(0, ...grades);
	}

	/** Another word in the label is another deed: "Add to wishlist" is no "add to the cart". The order's own words and the row's are none. */
	#saysTooMuch(name: Phrase): boolean {
		const { goal, object } = this.#intent;
		const { layout, opened } = this.#scene;
		if (saysMore(name, this.#order)) return true;
		// "Move" alone is no "move to Done".
		if (goal !== undefined && !layout.phrase(goal.name || goal.text).words.some((word) => name.words.includes(word))) return true;
		const isSort = (word: string) => goal === undefined && kindsOf(layout).has(stem(word));
		const isSaid = (word: string) => fillers.has(word) || this.#said.has(word) || this.#said.has(stem(word)) || this.#said.has(`${word}s`);
		const extra = name.words.filter((word) => !isSort(word) && !isSaid(word));
		if (goal === undefined && (opened.size > 0 || object === undefined)) return extra.length > 1;
		return goal === undefined ? extra.some((word) => !/\d/.test(word)) : extra.length > 0;
	}

	/** The one of some controls, those of the main part before those around it; else the user chooses. */
	#only(controls: readonly ElementView[]): Move {
		const { object, phrase } = this.#intent;
		const inMain = controls.filter(({ line }) => !isInRegion(this.#scene.layout.view, line, "nav"));
		const elements = inMain.length > 0 ? inMain : controls;
		const chosen = oneOf(elements, this.#scene);
		const wanted = object ?? plain(phrase);
		return chosen === undefined
			? { kind: "tied", target: { ...wanted, text: wanted.text || phrase }, elements }
			: clickOn(chosen, this.#scene);
	}
}

const isEmpty = ({ name, ordinal, places, text, isAll }: Target): boolean =>
	name === "" && ordinal === undefined && places.length === 0 && text === "" && isAll !== true;
const pageRange = ({ layout }: Scene): Range => dialogRange(layout) ?? whole(layout);
const holds = (name: Phrase, wanted: Phrase): boolean => indexOfRun(name.words, wanted.words) !== -1;
