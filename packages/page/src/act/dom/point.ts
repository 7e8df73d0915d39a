import type { ActResult } from "../../execute/page-action.ts";
import { replacementBox } from "../../read/control/custom-combobox.ts";
import { refuse } from "../outcome.ts";
import { placeOfArea } from "./area.ts";
import { page, real, shadowOf } from "./nodes.ts";

/**
 * A point in the frame's viewport (CSS pixels) and the element a mouse would hit there. `inner`: the hit is a nested control of the
 * target, and every point of the target hits one.
 */
export type HitPoint = { readonly x: number; readonly y: number; readonly hit: Element; readonly inner?: Element };

type Offset = { readonly x: number; readonly y: number };

/** As `hitPointOf`, but refuses a point on a nested control, which the gate judged separately. */
export function clickPointOf(target: Element, offset?: Offset): HitPoint | ActResult {
	const point = hitPointOf(target, offset);
	return isHitPoint(point) && point.inner !== undefined ? onAnother(point.inner) : point;
}

const onAnother = (inner: Element): ActResult => refuse("COVERED", `At that point is ${labelOf(inner)}, which is a control of its own`);

/**
 * Brings an element into view and finds a point that hits it, its content or its label, and no nested control.
 *
 * @param offset pixels from the target's upper left corner; default: its middle. It must lie in the target and on no nested control
 */
export function hitPointOf(target: Element, offset?: Offset): HitPoint | ActResult {
	const place = placeOf(target);
	if (place === null) return refuse("NOT_VISIBLE", "The element has no visible place on the page");
	const { box, whole } = place;
	const points = offset === undefined ? pointsIn(box) : [{ x: box.left + offset.x, y: box.top + offset.y }];
	if (offset !== undefined && !points.every((point) => isIn(point, whole))) {
		return refuse("BAD_VALUE", `The point is outside the element, which is ${Math.round(box.width)} x ${Math.round(box.height)} px`);
	}
	let covering: Element | null = null;
	let onInner: HitPoint | null = null;
	for (const { x, y } of points) {
		const hit = deepestAt(x, y);
		if (hit === null || !belongsTo(hit, target)) {
			covering ??= hit;
			continue;
		}
		const inner = controlWithin(hit, target);
		if (inner === undefined) return { x, y, hit };
		if (offset !== undefined) return onAnother(inner);
		onInner ??= standsFor(target, inner) ? { x, y, hit } : { x, y, hit, inner };
	}
	if (onInner !== null) return onInner;
	return refuse(
		"COVERED",
		covering === null ? "The element cannot be brought into view" : `The element is covered by ${labelOf(covering)}`,
	);
}

/** The point to hover so that a hidden control shows: on its nearest visible ancestor. */
export function pointToShow(target: Element): HitPoint | ActResult {
	const isSeen = (element: Element) => hasBox(element) && getComputedStyle(element).visibility === "visible";
	const around = ancestorsOf(target).slice(1).find(isSeen);
	return around === undefined ? refuse("NOT_VISIBLE", "The element has no visible place on the page") : hitPointOf(around);
}

/**
 * Finds the drop point of a drag. The dragged element may already cover it.
 *
 * @param offset pixels from the target's upper left corner; default: its first free point
 */
export function dropPointOf(
	target: Element,
	{ offset, dragged }: { readonly offset?: Offset; readonly dragged: Element },
): HitPoint | ActResult {
	const box = real(target).getBoundingClientRect();
	const points = offset === undefined ? pointsIn(box) : [{ x: box.left + offset.x, y: box.top + offset.y }];
	let covering: Element | null = null;
	for (const { x, y } of points) {
		const hit = deepestAt(x, y);
		if (hit === null) continue;
		const isFree = [target, dragged].some((element) => belongsTo(hit, element)) || ancestorsOf(target).includes(hit);
		if (isFree || offset !== undefined) return { x, y, hit };
		covering ??= hit;
	}
	if (covering === null) return refuse("NOT_VISIBLE", "The place to drag to is outside the window");
	return refuse("COVERED", `The place to drag to is covered by ${labelOf(covering)}`);
}

export function isHitPoint(found: HitPoint | ActResult): found is HitPoint {
	return "hit" in found;
}

/** The topmost element at a point, through shadow roots. */
export function deepestAt(x: number, y: number): Element | null {
	let found = page().elementFromPoint(x, y);
	for (let root = found && shadowOf(found); root !== null; root = found && shadowOf(found)) {
		const inner = root.elementFromPoint(x, y);
		if (inner === null || inner === found) return found;
		found = inner;
	}
	return found;
}

/** True when a mouse would hit the element's middle now. */
export function isHittable(element: Element): boolean {
	const { left, top, width, height } = real(element).getBoundingClientRect();
	const hit = deepestAt(left + width / 2, top + height / 2);
	return hit !== null && belongsTo(hit, element);
}

/** Brings an element into view. @returns the box to hit and the whole box; null without a box */
export function placeOf(target: Element): { readonly box: DOMRect; readonly whole: DOMRect } | null {
	if (target instanceof HTMLAreaElement) return placeOfArea(target);
	const shown = shownPartOf(target);
	if (shown === null) return null;
	bringIntoView(shown);
	const box = boxOf(shown);
	return { box, whole: hasOwnBox(shown) ? real(shown).getBoundingClientRect() : box };
}

/** Users click the label, or the box around it, of a control that has no box. */
function shownPartOf(target: Element): Element | null {
	if (hasBox(target)) return target;
	const labels = target instanceof HTMLInputElement ? [...(target.labels ?? [])] : [];
	const label = labels.find(hasBox);
	if (label !== undefined) return label;
	const parent = real(target).parentElement;
	return parent !== null && parent !== page().body && hasBox(parent) ? parent : null;
}

function hasBox(element: Element): boolean {
	return boxesOf(element).length > 0;
}

const isExtended = ({ width, height }: DOMRect) => width > 0 && height > 0;

function hasOwnBox(element: Element): boolean {
	return [...real(element).getClientRects()].some(isExtended);
}

/** The element's boxes; with `display: contents`, those of its content. */
function boxesOf(element: Element): readonly DOMRect[] {
	const own = [...real(element).getClientRects()].filter(isExtended);
	if (own.length > 0 || getComputedStyle(element).display !== "contents") return own;
	const inside = page().createRange();
	inside.selectNodeContents(element);
	return [...inside.getClientRects()].filter(isExtended);
}

function bringIntoView(element: Element): void {
	const box = hasOwnBox(element) ? real(element).getBoundingClientRect() : boxOf(element);
	const isInside = box.top >= 0 && box.left >= 0 && box.bottom <= innerHeight && box.right <= innerWidth;
	const hit = deepestAt(box.left + box.width / 2, box.top + box.height / 2);
	// Inside the window the element may still be scrolled out of its list, or under a fixed bar.
	if (!isInside || hit === null || !belongsTo(hit, element)) {
		scrollableOf(element).scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
	}
}

/** An element without a box cannot be scrolled to, but its content or parent can. */
function scrollableOf(element: Element): Element {
	if (hasOwnBox(element)) return real(element);
	return [...real(element).querySelectorAll("*")].find(hasOwnBox) ?? real(element).parentElement ?? element;
}

/** The first line box: the middle of a link that wraps over two lines hits neither. */
function boxOf(element: Element): DOMRect {
	return boxesOf(element)[0] ?? real(element).getBoundingClientRect();
}

function pointsIn(box: DOMRect): Offset[] {
	const at = (across: number, down: number) => ({ x: box.left + box.width * across, y: box.top + box.height * down });
	return [at(0.5, 0.5), at(0.2, 0.5), at(0.8, 0.5), at(0.5, 0.2), at(0.5, 0.8)];
}

/** True when the hit is the target, inside it (through shadow roots), or its label. No other control may lie between. */
export function belongsTo(hit: Element, target: Element): boolean {
	const around = ancestorsOf(hit);
	if (around.includes(target)) return true;
	const leadsTo = (place: Element) => !around.slice(0, around.indexOf(place)).some((element) => real(element).matches(controls));
	const label = around.find((element) => element instanceof HTMLLabelElement);
	if (label instanceof HTMLLabelElement && label.control === target) return leadsTo(label);
	if (standInBoxes(target).some((box) => around.includes(box) && leadsTo(box))) return true;
	const parent = real(target).parentElement;
	return (!hasBox(target) && parent !== null && around.includes(parent) && leadsTo(parent)) || isOwnLayer(hit, target);
}

/** True for a layer without words or controls that a component lays over its own control: a mouse presses it for the control. */
function isOwnLayer(hit: Element, target: Element): boolean {
	const around = ancestorsOf(hit);
	const shared = ancestorsOf(target).find((element) => around.includes(element));
	const layer = shared === undefined ? undefined : around[around.indexOf(shared) - 1];
	if (shared === undefined || layer === undefined || layer === target) return false;
	if (real(layer).matches(innerControls) || real(layer).querySelector(innerControls) !== null) return false;
	const [own, all] = [real(target).getBoundingClientRect(), real(shared).getBoundingClientRect()];
	const isClose = all.width <= own.width + replacementBox.width && all.height <= own.height + replacementBox.height;
	return isClose && (real(layer).textContent ?? "").trim() === "";
}

/** A transparent combobox input is shown by hardly larger boxes around it. */
function standInBoxes(target: Element): readonly Element[] {
	if (!real(target).matches("input[role=combobox]") || getComputedStyle(target).opacity !== "0") return [];
	const own = real(target).getBoundingClientRect();
	const isClose = (box: Element) => {
		const { width, height } = real(box).getBoundingClientRect();
		return width <= own.width + replacementBox.width && height <= own.height + replacementBox.height;
	};
	const around = ancestorsOf(target).slice(1, 1 + replacementBox.levels);
	const last = around.findIndex((box) => !isClose(box));
	return last === -1 ? around : around.slice(0, last);
}

/** The nested control of the target that was hit. */
function controlWithin(hit: Element, target: Element): Element | undefined {
	const around = ancestorsOf(hit);
	return around.slice(0, Math.max(0, around.indexOf(target))).find((element) => real(element).matches(innerControls));
}

/** True when the nested control acts for the target: its only field or link, its shadow content, or a control of the same name. */
function standsFor(target: Element, inner: Element): boolean {
	const root = real(inner).getRootNode();
	const isSame =
		real(inner).matches(fieldsAndLinks) || (root instanceof ShadowRoot && root.host === target) || labelOf(inner) === labelOf(target);
	return isSame && [...partsOf(target), ...shadowPartsOf(target)].filter((part) => real(part).matches(controls)).length < 2;
}

/** All descendants, through shadow roots. */
export function partsOf(root: Element | ShadowRoot): Element[] {
	return [...real(root).querySelectorAll("*")].flatMap((part) => [part, ...shadowPartsOf(part)]);
}

function shadowPartsOf(host: Element): Element[] {
	const shadow = shadowOf(host);
	return shadow === null ? [] : partsOf(shadow);
}

function isIn({ x, y }: Offset, { left, right, top, bottom }: DOMRect): boolean {
	return x >= left && x <= right && y >= top && y <= bottom;
}

const fieldsAndLinks = "a[href], input:not([type=submit], [type=image]), select, textarea";
const controls = "a[href], button, input, select, textarea, summary, [role=button], [role=link], [role=menuitem]";
const innerControls = `${controls}, [role=switch], [role=checkbox], [role=radio], [role=tab], [role=option]`;

/** An element and its ancestors, through slots and shadow roots. */
export function ancestorsOf(start: Element): Element[] {
	const around: Element[] = [];
	let node: Node | null = start;
	while (node !== null) {
		if (node instanceof Element) around.push(node);
		node = (node instanceof Element ? real(node).assignedSlot : null) ?? real(node).parentNode;
		if (node instanceof ShadowRoot) node = node.host;
	}
	return around;
}

/** The name a user would give the element. */
export function labelOf(element: Element): string {
	const name = real(element).getAttribute("aria-label") ?? real(element).textContent?.trim().replaceAll(/\s+/g, " ").slice(0, 60) ?? "";
	const tag = real(element).tagName.toLowerCase();
	return name === "" ? `a ${tag}` : `"${name}"`;
}
