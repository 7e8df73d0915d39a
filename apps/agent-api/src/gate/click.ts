import type { DragTarget } from "@webhand/contracts/action/grammar";
import { fold } from "@webhand/lexicon/text";
import type { ElementView, LinePart, PageView } from "@webhand/page/parse/view";
import { subtree } from "../facts/lines.ts";
import { isField, isPressable, isRow, isSlider, isTextual } from "../facts/roles.ts";
import { formOf } from "../facts/target.ts";
import { binning, committing, isDestructive, isNameless, isPayButton, labelOf } from "./action-risk.ts";
import { following } from "./navigate.ts";
import type { Classified, Facts } from "./risk.ts";
import { gravest, plain } from "./risk.ts";
import { speaksOfPaying, wordsOf } from "./words.ts";

/** A click, or a key that is one. On a checkout page each of them commits. */
export function clicking(facts: Facts): Classified {
	return isCheckout(facts.page.url) ? committing(facts, ["checkout_page"]) : pressed(facts);
}

/** What pressing the target does by its own facts, whatever page it stands on. */
export function pressed(facts: Facts): Classified {
	const { page, target } = facts;
	if (target === undefined) return plain("fill");
	const label = labelOf(target, page);
	if (speaksOfPaying(label)) return committing(facts, ["pay_word"]);
	if (wordsOf("destructive", label).length > 0) return committing(facts, ["destructive_word"]);
	if (target.states.has("submit") || target.type === "submit") return committing(facts, ["submits"]);
	if (target.type === "file") return plain("upload", "upload");
	if (isPayButton(target, page)) return committing(facts, ["pay_word"]);
	if (target.type === "a" || target.href !== undefined) return following(target, facts);
	if (isField(target.type)) return plain("fill");
	if (wordsOf("commit", label).length > 0) return committing(facts, ["commit_word"]);
	return isNameless(target, page) ? committing(facts, ["nameless"]) : plain("fill");
}

/** The same for another element of the page than the action's own. */
function pressedAt(target: ElementView, { page, task }: Facts): Classified {
	return pressed({ page, task, target, form: formOf(target, page) });
}

/**
 * A click at a point of an element. On a control that holds no other it is a click on it; anywhere else it presses what nobody sees in the
 * page's text, or one of the controls inside.
 */
export function clickingAt(point: { readonly x: number; readonly y: number }, facts: Facts): Classified {
	const { page, target } = facts;
	if (target === undefined) return committing(facts, ["at_point"]);
	if (isOutside(point, target)) return plain("refused", "outside_element");
	const inside = controlsInside(target, page);
	const isLeaf = inside.length === 0 && (isTextual(target.type) || (isPressable(target.type) && !isPicture(target)));
	if (isLeaf) return clicking(facts);
	return gravest(committing(facts, ["at_point"]), clicking(facts), ...floorOf(inside, facts));
}

/** What asks in every mode among controls of which any may be pressed. Where their links lead is no matter of the floor. */
export function floorOf(elements: readonly ElementView[], facts: Facts): readonly Classified[] {
	return elements
		.slice(0, mostPressable)
		.map(({ href: _, ...element }) => pressedAt(element, facts))
		.filter(({ class: name }) => name === "commit_protected" || name === "upload");
}

const mostPressable = 1_000;
const pictures: ReadonlySet<string> = new Set(["image", "shape", "box", "row", "cell", "treeitem"]);

/** What may hold more than the page's text tells. */
function isPicture({ type }: ElementView): boolean {
	return pictures.has(type);
}

function isOutside({ x, y }: { readonly x: number; readonly y: number }, target: ElementView): boolean {
	const size = /^(\d+)x(\d+)$/.exec(target.attributes.get("size") ?? "");
	return x < 0 || y < 0 || (size !== null && (x > Number(size[1]) || y > Number(size[2])));
}

/** A page where the specification takes each click and each key for a commitment. */
export function isCheckout(url: string): boolean {
	return /checkout|payment/i.test(url);
}

/** A drag: one that may end on what it began on is a click there, and what a thing is dropped upon is used. */
export function dragging(to: DragTarget, facts: Facts): Classified {
	const { page, target } = facts;
	if (target === undefined) return plain("fill");
	const own = isDestructive(target, facts) ? [committing(facts, ["destructive_word"])] : [];
	const onto = to.kind === "offset" ? undefined : page.elements.get(to.id);
	const dropped =
		onto === undefined || onto === target ? [] : [...droppedUpon(onto, facts), ...(isBin(onto) ? [binning(target, facts)] : [])];
	const thrown = to.kind === "offset" && mayEndOnBin(to, target, page) ? [binning(target, facts)] : [];
	return gravest(plain("fill"), ...own, ...ending(target, to, facts), ...sliding(facts), ...dropped, ...thrown);
}

/** Where the end of a drag by a distance is not told by places, it may be a bin that the page has. What slides stays where it is. */
function mayEndOnBin({ dx, dy }: Extract<DragTarget, { readonly kind: "offset" }>, target: ElementView, page: PageView): boolean {
	if (isSlider(target.type) || (dx === 0 && dy === 0)) return false;
	const from = rectangleOf(target);
	return [...page.elements.values()].filter(isBin).some((bin) => {
		const onto = rectangleOf(bin);
		if (bin === target || from === undefined || onto === undefined) return bin !== target;
		const isWithin = (axis: 0 | 1, by: number) => from.to[axis] + by >= onto.from[axis] && from.from[axis] + by <= onto.to[axis];
		return isWithin(0, dx) && isWithin(1, dy);
	});
}

type Rectangle = { readonly from: readonly [number, number]; readonly to: readonly [number, number] };

/** Where a thing that is drawn stands, from its `at=` and `size=`. */
function rectangleOf({ attributes }: ElementView): Rectangle | undefined {
	const at = /^(-?[\d.]+),(-?[\d.]+)$/.exec(attributes.get("at") ?? "");
	const size = /^([\d.]+)x([\d.]+)$/.exec(attributes.get("size") ?? "");
	if (at === null || size === null) return undefined;
	const [x, y] = [Number(at[1]), Number(at[2])];
	return { from: [x, y], to: [x + Number(size[1]), y + Number(size[2])] };
}

/** The click that it is when it ends on the thing itself, surely or, by its distance, maybe. */
function ending(target: ElementView, to: DragTarget, facts: Facts): readonly Classified[] {
	if (to.kind !== "offset") {
		const onto = facts.page.elements.get(to.id);
		const isInside = onto !== undefined && controlsInside(target, facts.page).includes(onto);
		if (onto !== target && !isInside) return [];
		return [to.kind === "points" ? clickingAt(to, facts) : clicking(facts)];
	}
	if (to.dx === 0 && to.dy === 0) return [clicking(facts)];
	const size = /^(\d+)x(\d+)$/.exec(target.attributes.get("size") ?? "");
	const isFar = size !== null && (Math.abs(to.dx) >= Number(size[1]) || Math.abs(to.dy) >= Number(size[2]));
	return isFar || !isPressable(target.type) ? [] : [pressed(facts)];
}

/** "Slide to pay": what a slider is called is done at its end. */
function sliding(facts: Facts): readonly Classified[] {
	return isSlider(facts.target?.type ?? "") ? [pressed(facts)] : [];
}

const bins =
	/^(?:(?:the )?(?:trash|recycle bin|bin|garbage|wastebasket)(?: can)?|papierkorb|corbeille|papelera|cestino|lixeira|корзина|回收站|垃圾箱|ゴミ箱|🗑\uFE0F?|🚮)$/u;

function isBin({ name, content, attributes }: ElementView): boolean {
	return [name, content, attributes.get("hint") ?? ""].some((text) => bins.test(fold(text)));
}

/** Dropping on a thing uses it for what it is called; that it might save or send when it is clicked means nothing. */
function droppedUpon(onto: ElementView, facts: Facts): readonly Classified[] {
	return [onto, ...controlsInside(onto, facts.page)]
		.map((element) => pressedAt(element, facts))
		.filter(({ reasons }) => reasons.some((reason) => reason === "destructive_word" || reason === "pay_word"));
}

/**
 * The controls that stand inside of another one, however deep: in its content, in the region that it opens (a section, a frame), in its row.
 *
 * @returns none where the page does not tell, as in a snapshot
 * @throws never
 */
export function controlsInside(target: ElementView, page: PageView): readonly ElementView[] {
	const { from, to } = subtree(target.line, page);
	const isRegion = page.lines[target.line]?.id === target.id;
	// A row holds its own line; of a region the lines inside are what it holds.
	const inside = isRow(target.type) ? page.lines.slice(from, to) : isRegion ? page.lines.slice(from + 1, to) : [];
	const ids = new Set([...idsIn(target.parts, page), ...inside.flatMap(({ cells }) => cells.flatMap((cell) => idsIn(cell, page)))]);
	ids.delete(target.id);
	return [...ids].flatMap((id) => page.elements.get(id) ?? []);
}

function idsIn(parts: readonly LinePart[], page: PageView): readonly number[] {
	return parts.flatMap((part) => (part.kind === "text" ? [] : [part.id, ...idsIn(page.elements.get(part.id)?.parts ?? [], page)]));
}
