import type { DragTarget } from "@webhand/contracts/action/grammar";
import { fold } from "@webhand/lexicon/text";
import type { ElementView, LinePart, PageView } from "@webhand/page/parse/view";
import { subtree } from "../facts/lines.ts";
import { isField, isPressable, isRow, isSlider, isTextual } from "../facts/roles.ts";
import { formOf } from "../facts/target.ts";
import { classifyCommit, classifyDeletion, fullLabelOf, isDestructive, isPayButton, isUnlabeled } from "./action-risk.ts";
import { classifyLink } from "./navigate.ts";
import type { ActionFacts, Classification } from "./risk.ts";
import { classification, mostSevere } from "./risk.ts";
import { mentionsPaying, wordsOf } from "./words.ts";

/** A click, or a key that is one. On a checkout page each of them commits. */
export function classifyClick(facts: ActionFacts): Classification {
	return isCheckout(facts.page.url) ? classifyCommit(facts, ["checkout_page"]) : classifyPress(facts);
}

/** What pressing the target does by its own facts, whatever page it stands on. */
export function classifyPress(facts: ActionFacts): Classification {
	const { page, target } = facts;
	if (target === undefined) return classification("fill");
	const label = fullLabelOf(target, page);
	if (mentionsPaying(label)) return classifyCommit(facts, ["pay_word"]);
	if (wordsOf("destructive", label).length > 0) return classifyCommit(facts, ["destructive_word"]);
	if (target.states.has("submit") || target.type === "submit") return classifyCommit(facts, ["submits"]);
	if (target.type === "file") return classification("upload", "upload");
	if (isPayButton(target, page)) return classifyCommit(facts, ["pay_word"]);
	if (target.type === "a" || target.href !== undefined) return classifyLink(target, facts);
	if (isField(target.type)) return classification("fill");
	if (wordsOf("commit", label).length > 0) return classifyCommit(facts, ["commit_word"]);
	return isUnlabeled(target, page) ? classifyCommit(facts, ["nameless"]) : classification("fill");
}

/** The same for another element of the page than the action's own. */
function classifyPressOf(target: ElementView, { page, task }: ActionFacts): Classification {
	return classifyPress({ page, task, target, form: formOf(target, page) });
}

/**
 * A click at a point of an element. On a control that holds no other it is a click on it; anywhere else it presses what nobody sees in the
 * page's text, or one of the controls inside.
 */
export function classifyClickAt(point: { readonly x: number; readonly y: number }, facts: ActionFacts): Classification {
	const { page, target } = facts;
	if (target === undefined) return classifyCommit(facts, ["at_point"]);
	if (isOutside(point, target)) return classification("refused", "outside_element");
	const inside = controlsInside(target, page);
	const isLeaf = inside.length === 0 && (isTextual(target.type) || (isPressable(target.type) && !isPicture(target)));
	if (isLeaf) return classifyClick(facts);
	return mostSevere(classifyCommit(facts, ["at_point"]), classifyClick(facts), ...protectedRisks(inside, facts));
}

/** What asks in every mode among controls of which any may be pressed. Where their links lead is no matter of the floor. */
export function protectedRisks(elements: readonly ElementView[], facts: ActionFacts): readonly Classification[] {
	return elements
		.slice(0, maxPressed)
		.map(({ href: _, ...element }) => classifyPressOf(element, facts))
		.filter(({ class: name }) => name === "commit_protected" || name === "upload");
}

const maxPressed = 1_000;
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
export function classifyDrag(to: DragTarget, facts: ActionFacts): Classification {
	const { page, target } = facts;
	if (target === undefined) return classification("fill");
	const own = isDestructive(target, facts) ? [classifyCommit(facts, ["destructive_word"])] : [];
	const onto = to.kind === "offset" ? undefined : page.elements.get(to.id);
	const dropped =
		onto === undefined || onto === target ? [] : [...classifyDrop(onto, facts), ...(isBin(onto) ? [classifyDeletion(target, facts)] : [])];
	const thrown = to.kind === "offset" && mayEndOnBin(to, target, page) ? [classifyDeletion(target, facts)] : [];
	return mostSevere(classification("fill"), ...own, ...classifyDragEnd(target, to, facts), ...classifySlide(facts), ...dropped, ...thrown);
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
function classifyDragEnd(target: ElementView, to: DragTarget, facts: ActionFacts): readonly Classification[] {
	if (to.kind !== "offset") {
		const onto = facts.page.elements.get(to.id);
		const isInside = onto !== undefined && controlsInside(target, facts.page).includes(onto);
		if (onto !== target && !isInside) return [];
		return [to.kind === "points" ? classifyClickAt(to, facts) : classifyClick(facts)];
	}
	if (to.dx === 0 && to.dy === 0) return [classifyClick(facts)];
	const size = /^(\d+)x(\d+)$/.exec(target.attributes.get("size") ?? "");
	const isFar = size !== null && (Math.abs(to.dx) >= Number(size[1]) || Math.abs(to.dy) >= Number(size[2]));
	return isFar || !isPressable(target.type) ? [] : [classifyPress(facts)];
}

/** "Slide to pay": what a slider is called is done at its end. */
function classifySlide(facts: ActionFacts): readonly Classification[] {
	return isSlider(facts.target?.type ?? "") ? [classifyPress(facts)] : [];
}

const bins =
	/^(?:(?:the )?(?:trash|recycle bin|bin|garbage|wastebasket)(?: can)?|papierkorb|corbeille|papelera|cestino|lixeira|корзина|回收站|垃圾箱|ゴミ箱|🗑\uFE0F?|🚮)$/u;

function isBin({ name, content, attributes }: ElementView): boolean {
	return [name, content, attributes.get("hint") ?? ""].some((text) => bins.test(fold(text)));
}

/** Dropping on a thing uses it for what it is called; that it might save or send when it is clicked means nothing. */
function classifyDrop(onto: ElementView, facts: ActionFacts): readonly Classification[] {
	return [onto, ...controlsInside(onto, facts.page)]
		.map((element) => classifyPressOf(element, facts))
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
