import type { ElementView } from "@webhand/page/parse/view";
import type { Intent, Target } from "../clause.ts";
import { dialogRange } from "../page/find.ts";
import type { Range } from "../page/layout.ts";
import { isIn, isInRegion, isWithin, nodesIn, whole } from "../page/layout.ts";
import { calledOf, namesOf } from "../page/names.ts";
import { blocksAround, blocksOf, sectionsOf } from "../page/places.ts";
import { isClickable, isDisabled, isToggle, takesValue } from "../page/roles.ts";
import type { Phrase } from "../page/text.ts";
import { indexOfRun, quoted, saysMore, stem } from "../page/text.ts";
import { sendMove, submitOf } from "./fill.ts";
import type { Move, Scene } from "./move.ts";
import { clickOn, locate, oneOf, target as plain, stuck, unresolved } from "./move.ts";

type Named = Extract<Intent, { readonly kind: "named" }>;

const closing = /^(?:close|dismiss|×|✕|✖|x|cancel|no thanks|not now|got it|ok)$/i;
const fillers = new Set("the a an to from this that it item of in on for all selected my now please and".split(" "));

/** Presses the control that a verb of the page names, in the row or card of its object, else the only one on the page. */
export function namedMove(intent: Named, scene: Scene): Move {
	const parts = partsOf(intent, scene);
	const object = parts[scene.part];
	if (scene.part > 0 && object === undefined) return { kind: "end" };
	const absent =
		scene.part > 0 ? undefined : parts.find((part) => parts.length > 1 && blocksOf(scene.layout, part, scene.referent).length === 0);
	// Nothing is begun of what cannot be done to its end.
	if (absent !== undefined) return stuck(`I do not see ${quoted(absent.text)} here, so I begin none of ${quoted(scene.clause)}`);
	const move = oneMove(object === undefined ? intent : { ...intent, object }, scene);
	return move.kind === "act" && parts.length > 1 ? { ...move, key: "parts" } : move;
}

/** "Anna Lee and Bob Roy" is looked up as one thing first; where it is none, each is done and proven on its own. */
export function partsOf({ object, verb }: Named, scene: Scene): readonly Target[] {
	if (object === undefined || object.isQuoted || object.isAll === true || !/,| and /i.test(object.name) || isCloser(verb))
		return object === undefined ? [] : [object];
	if (scene.part === 0 ? blocksOf(scene.layout, object, scene.referent).length > 0 : !scene.done.includes("parts")) return [object];
	const names = object.name
		.split(/\s*,\s*(?:and\s+)?|\s+and\s+/i)
		.map((name) => name.replace(/^(?:the|a|an) /i, "").trim())
		.filter((name) => name !== "");
	const [first = "", ...rest] = names;
	// "The customers Anna Lee and David Roy": the sort of things stands before the first alone.
	const [noun = "", ...words] = first.split(" ");
	const bare = words.length > 0 && scene.layout.kinds().has(stem(noun.toLowerCase())) ? words.join(" ") : first;
	return names.length < 2 ? [object] : [bare, ...rest].map((name) => ({ ...object, text: name, name }));
}

const isCloser = (verb: string): boolean => /^(?:compare|merge|swap)$/i.test(verb);

function oneMove(intent: Named, scene: Scene): Move {
	const { object } = intent;
	if (/^close$/i.test(intent.verb) && (object === undefined || object.role === "dialog")) return closeMove(scene);
	if (/^(?:expand|collapse|unfold|fold)$/i.test(intent.verb) && object !== undefined)
		return foldMove(object, /^(?:expand|unfold)$/i.test(intent.verb), scene);
	if (object === undefined || object.isPronoun === true || isEmpty(object)) return onPage(intent, scene);
	if (object.isAll === true) return stuck(`I can do that to one thing at a time, and ${quoted(scene.clause)} means several`);
	const shown = openedControls(intent, scene);
	if (shown.length > 0) return only(intent, shown, scene);
	const blocks = blocksOf(scene.layout, object, scene.referent);
	const inBlocks = blocks.map((block) => inBlock(intent, block, scene));
	const found = inBlocks.filter(({ controls }) => controls.length > 0);
	const [first, ...others] = found;
	if (first !== undefined && others.length === 0 && (blocks.length === 1 || found.length === blocks.length))
		return only(intent, first.controls, scene);
	if (blocks.length > 1 && others.length > 0)
		return only(
			intent,
			found.flatMap(({ controls }) => controls),
			scene,
		);
	// "Delete draft": one control is called after both; or the page, or a section of it, is about the object.
	const both = controlsCalled(
		scene,
		pageRange(scene),
		(name) =>
			holds(name, scene.layout.phrase(intent.verb)) &&
			holds(name, scene.layout.phrase(object.name || object.text)) &&
			!saysTooMuch(name, intent, scene),
	);
	if (both.length > 0) return only(intent, both, scene);
	const sections = blocks.length > 0 ? [] : sectionsOf(scene.layout, { ...object, places: [] });
	const isOwn = ({ id }: ElementView) => !isInSmallerBlock(scene.layout.nodeOf.get(id)?.order ?? -1, sections, scene);
	const about = sections.map((section) => controlsOf(intent, section, scene).filter(isOwn)).filter(({ length }) => length > 0);
	if (about.length === 1 && about[0] !== undefined) return only(intent, about[0], scene);
	if (object.role !== undefined && object.name === "" && object.ordinal === undefined && object.places.length === 0)
		return onPage(intent, scene);
	if (blocks.length === 0) return { kind: "missing", target: object, near: [], place: object };
	return {
		kind: "missing",
		target: plain(intent.verb, { places: [{ relation: "row", anchor: object }] }),
		near: nearIn(blocks[0] ?? { from: 0, to: -1 }, intent, scene),
	};
}

/** What a section's cards and rows hold belongs to them. */
function isInSmallerBlock(order: number, sections: readonly Range[], { layout }: Scene): boolean {
	return layout.groups.some(
		({ blocks, kind }) =>
			(blocks.length > 1 || kind !== "card") &&
			blocks.some((block) => isIn(block, order) && sections.some((section) => isWithin(block, section))),
	);
}

/** The items of a menu that was opened for this deed in the row of its object. */
function openedControls(intent: Named, scene: Scene): readonly ElementView[] {
	if (scene.opened.size === 0) return [];
	return controlsOf(intent, whole(scene.layout), { ...scene, isFree: (element) => scene.isFree(element) && scene.opened.has(element.id) });
}

const isEmpty = ({ name, ordinal, places, text, isAll }: Target): boolean =>
	name === "" && ordinal === undefined && places.length === 0 && text === "" && isAll !== true;

const pageRange = ({ layout }: Scene): Range => dialogRange(layout) ?? whole(layout);

/** Without an object the verb is the control's name: of the form filled last, of the row of "it", or the only one of the page. */
function onPage(intent: Named, scene: Scene): Move {
	const { layout, referent } = scene;
	const field =
		scene.field?.id !== undefined && scene.field.epoch === layout.view.epoch ? layout.view.elements.get(scene.field.id) : undefined;
	const sends = /^(?:submit|send|search|post|save|confirm|apply|log ?in|sign ?in|sign ?up|register)$/i.test(intent.verb);
	const inForm =
		field?.form === undefined
			? []
			: controlsOf(intent, pageRange(scene), { ...scene, isFree: (element) => scene.isFree(element) && element.form === field.form });
	if (inForm.length > 0) return only(intent, inForm, scene);
	const button = sends && field !== undefined ? submitOf(field, scene) : undefined;
	const rivals =
		button === undefined || button.kind === "none"
			? []
			: controlsCalled(
					{ ...scene, isFree: ({ form }) => form === field?.form },
					pageRange(scene),
					(name) => indexOfRun(name.words, layout.phrase(intent.verb).words) === 0,
				);
	if (rivals.length > 1) return only(intent, rivals, scene);
	if (button?.kind === "one" && (/^(?:submit|send|search)$/i.test(intent.verb) || calledBy(button.element, intent, scene)))
		return clickOn(button.element, scene);
	const node = referent?.id !== undefined && referent.epoch === layout.view.epoch ? layout.nodeOf.get(referent.id) : undefined;
	for (const block of intent.object === undefined || node === undefined ? [] : blocksAround(layout, node)) {
		const own = controlsOf(intent, block, scene);
		if (own.length > 0) return only(intent, own, scene);
	}
	const all = controlsOf(intent, pageRange(scene), scene);
	if (all.length > 0) return only(intent, all, scene);
	const literal = locate(plain(intent.phrase), scene, isClickable);
	if (literal.kind === "one" && !isToggle(literal.element)) return clickOn(literal.element, scene);
	if (literal.kind === "tied") return unresolved(plain(intent.phrase), literal);
	// A field that is all there is to search with is sent with Enter.
	if (/^(?:submit|search)$/i.test(intent.verb) && field !== undefined && button?.kind === "none" && field.type !== "textarea")
		return sendMove(scene);
	if (/^submit$/i.test(intent.verb)) {
		const submits = layout.elements.filter(({ states }) => states.has("submit"));
		const [one] = submits;
		if (submits.length === 1 && one !== undefined) return clickOn(one, scene);
	}
	return { kind: "missing", target: plain(intent.phrase), near: literal.kind === "none" ? literal.near : [] };
}

function inBlock(intent: Named, block: Range, scene: Scene): { readonly controls: readonly ElementView[] } {
	const own = controlsOf(intent, block, scene);
	if (own.length > 0) return { controls: own };
	// A card whose title is a row of its own: what is around it counts, where no sibling has such a control.
	const siblings = scene.layout.groups.find(({ blocks }) => blocks.some(({ from }) => from === block.from))?.blocks ?? [];
	for (const outer of blocksAround(scene.layout, { order: block.from }).filter(
		(one) => isWithin(block, one) && one.to - one.from > block.to - block.from,
	)) {
		const found = controlsOf(intent, outer, scene);
		if (found.length > 0)
			return { controls: found.some(({ id }) => siblings.some((one) => isIn(one, scene.layout.nodeOf.get(id)?.order ?? -1))) ? [] : found };
	}
	return { controls: [] };
}

/** The controls of a range that the verb calls, the closest names alone. */
function controlsOf(intent: Named, range: Range, scene: Scene): readonly ElementView[] {
	const graded = controlsCalled(scene, range, () => true).flatMap((element) => {
		const grade = Math.max(0, ...namesOf(scene.layout, element).map((name) => gradeOfName(scene.layout.phrase(name), intent, scene)));
		return grade === 0 ? [] : [{ element, grade }];
	});
	const best = graded.reduce((top, { grade }) => Math.max(top, grade), 0);
	const fitting = graded.filter(({ grade }) => grade === best).map(({ element }) => element);
	// "Send to staff" beside "Send to all members": the verb alone does not tell which.
	const verb = scene.layout.phrase(intent.verb);
	const isHeavier = (name: Phrase) => indexOfRun(name.words, verb.words) === 0 && saysMore(name, scene.layout.phrase(scene.order));
	const heavier = best === 0 || best >= 3 ? [] : controlsCalled(scene, range, isHeavier);
	return [...fitting, ...heavier.filter((element) => !fitting.includes(element))];
}

const calledBy = (element: ElementView, intent: Named, scene: Scene): boolean =>
	namesOf(scene.layout, element).some((name) => gradeOfName(scene.layout.phrase(name), intent, scene) > 0);

/** How closely a name says the verb: the phrase, the phrase with the words of the order, the verb alone; 0 for another deed. */
function gradeOfName(name: Phrase, intent: Named, scene: Scene): number {
	const phrase = scene.layout.phrase(intent.phrase);
	const verb = scene.layout.phrase(intent.verb);
	if (name.folded === phrase.folded || name.joined === phrase.joined) return 5;
	if (saysTooMuch(name, intent, scene)) return 0;
	if (indexOfRun(name.words, phrase.words) === 0) return 4;
	if (name.folded === verb.folded || name.joined === verb.joined) return 3;
	return indexOfRun(name.words, verb.words) === 0 || (verb.words.length > 1 && name.joined.startsWith(verb.joined)) ? 2 : 0;
}

/** Another word in the label is another deed: "Add to wishlist" is no "add to the cart". The order's own words and the row's are none. */
function saysTooMuch(name: Phrase, { verb, phrase, object, goal }: Named, { layout, order, opened }: Scene): boolean {
	if (saysMore(name, layout.phrase(order))) return true;
	const said = new Set(
		[verb, phrase, object?.text ?? "", object?.name ?? "", goal?.text ?? "", goal?.name ?? ""].flatMap((text) => [
			...layout.phrase(text).words,
			layout.phrase(text).joined,
		]),
	);
	const words = new Set([...said, ...layout.phrase(order).words]);
	// "Move" alone is no "move to Done".
	if (goal !== undefined && !layout.phrase(goal.name || goal.text).words.some((word) => name.words.includes(word))) return true;
	const isSort = (word: string) => goal === undefined && layout.kinds().has(stem(word));
	const extra = name.words
		.filter((word) => !isSort(word))
		.filter((word) => !fillers.has(word) && !words.has(word) && !words.has(stem(word)) && !words.has(`${word}s`));
	if (opened.size > 0 && extra.length < 2) return false;
	return (
		extra.length > (goal === undefined && object === undefined ? 1 : extra.every((word) => /\d/.test(word)) ? 9 : 0) ||
		(extra.length > 0 && goal !== undefined)
	);
}

function controlsCalled({ layout, isFree }: Scene, range: Range, isCalled: (name: Phrase) => boolean): readonly ElementView[] {
	return nodesIn(layout, range).flatMap(({ element }) => {
		if (element === undefined || !isClickable(element) || takesValue(element) || isToggle(element) || !isFree(element)) return [];
		return namesOf(layout, element).some((name) => isCalled(layout.phrase(name))) ? [element] : [];
	});
}

const holds = (name: Phrase, wanted: Phrase): boolean => indexOfRun(name.words, wanted.words) !== -1;

function only(intent: Named, controls: readonly ElementView[], scene: Scene): Move {
	const wanted = intent.object ?? plain(intent.phrase);
	const enabled = controls.filter((element) => !isDisabled(element));
	const inMain = enabled.filter(({ line }) => !["nav", "header", "footer"].some((region) => isInRegion(scene.layout.view, line, region)));
	const elements = inMain.length > 0 ? inMain : enabled.length > 0 ? enabled : controls;
	const chosen = oneOf(elements, scene);
	return chosen === undefined
		? { kind: "tied", target: { ...wanted, text: wanted.text || intent.phrase }, elements }
		: clickOn(chosen, scene);
}

function nearIn(block: Range, { verb }: Named, { layout }: Scene): readonly ElementView[] {
	const stem = verb.toLowerCase().slice(0, 4);
	return nodesIn(layout, block).flatMap(({ element, text }) =>
		element !== undefined && isClickable(element) && text.toLowerCase().startsWith(stem) ? [element] : [],
	);
}

/** Closes the dialog on top by its one control that closes. */
function closeMove(scene: Scene): Move {
	const { layout } = scene;
	const [dialog] = layout.view.dialogs;
	const line = layout.view.lines.findIndex(({ region }) => region === "dialog");
	if (dialog === undefined && line === -1) return stuck("I see no dialog that is open");
	const inside =
		layout.view.lines.length === 0
			? []
			: layout.elements.filter(
					(element) => isInRegion(layout.view, element.line, "dialog") && isClickable(element) && !isDisabled(element),
				);
	const closers = inside.filter((element) => namesOf(layout, element).some((name) => closing.test(name.trim())));
	const best = closers.filter((element) => namesOf(layout, element).some((name) => /^(?:close|dismiss|×|✕|✖|x)$/i.test(name.trim())));
	const [closer] = best.length > 0 ? best : closers.length === 1 ? closers : [];
	if (closer !== undefined)
		return clickOn(closer, scene, { expect: { kind: "dialog_closes" }, thought: `I close it with ${calledOf(layout, closer)}.` });
	return {
		kind: "act",
		action: { name: "press", keys: "Escape" },
		thought: "I press Escape.",
		expect: { kind: "dialog_closes" },
		then: "next",
	};
}

/** Unfolds or folds a section, or all of them, where its state differs. */
function foldMove(object: Target, isOpening: boolean, scene: Scene): Move {
	const isFold = ({ states, type }: ElementView) => states.has("collapsed") || states.has("expanded") || type === "summary";
	const found = locate({ ...object, ...(object.name === "" ? { role: "menu" as const } : {}) }, scene, isFold);
	if (found.kind !== "one") return unresolved(object, found);
	const { element } = found;
	if (element.states.has(isOpening ? "expanded" : "collapsed")) return { kind: "pass" };
	return clickOn(element, scene, { thought: `I ${isOpening ? "open" : "close"} ${calledOf(scene.layout, element)}.` });
}
