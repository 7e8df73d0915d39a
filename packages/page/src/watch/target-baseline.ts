import type { PageMemory } from "../read/memory.ts";

const dropdownReach = 400;
/** A button that sinks or rises under the pointer moves less than this, in CSS pixels. */
const leastMove = 8;
/** A larger group around a button is a part of the page, in which a clock may run. */
const maxGroupSize = 12;
const popupSelector = "[role=listbox],[role=menu],[role=dialog],[role=tree],[role=grid],dialog,[popover],ul,ol";
const ariaStates = ["aria-checked", "aria-selected", "aria-pressed", "aria-expanded"] as const;
const groupSelector = "form,fieldset,[role=form],[role=radiogroup],[role=group]";
const fieldSelector = `input,select,textarea,${ariaStates.map((name) => `[${name}]`).join()}`;

/** CSS pixels of the document, independent of scrolling. */
type Box = { readonly left: number; readonly right: number; readonly top: number; readonly bottom: number };
type Position = { readonly x: number; readonly y: number };

/** The target of an action and its surroundings before the action. */
export type TargetBaseline = {
	readonly target: Element;
	readonly form: string;
	readonly position: Position | null;
	readonly box: Box | null;
	readonly popups: ReadonlySet<Element>;
};

/** Records the target of an action before the action. */
export function baselineOf(memory: PageMemory, target: Element): TargetBaseline {
	const popups = visiblePopups(memory);
	return { target, form: formDigest(memory, target), position: positionOf(memory, target), box: boxOf(memory, target), popups };
}

/** True if a list, menu or dialog appeared within 400 px of the target. */
export function hasNewPopup(memory: PageMemory, { target, box, popups }: TargetBaseline): boolean {
	// The page may have replaced the target by a new element in the same place.
	const here = boxOf(memory, target) ?? box;
	return here !== null && [...visiblePopups(memory)].some((popup) => !popups.has(popup) && isNear(memory, popup, here));
}

/** True if a value, state or text in the form of the target changed, or if the target moved. */
export function hasTargetChanged(memory: PageMemory, { target, form, position }: TargetBaseline): boolean {
	return formDigest(memory, target) !== form || hasMoved(position, positionOf(memory, target));
}

function visiblePopups(memory: PageMemory): ReadonlySet<Element> {
	const { dom, shadowRoots } = memory;
	const found = [dom.document, ...shadowRoots].flatMap((root) => dom.query(root, popupSelector)).slice(0, 2_000);
	return new Set(found.filter((element) => isPopup(memory, element)));
}

/** True for a visible list, menu or dialog above the page. A plain list counts only if it is positioned. */
function isPopup({ dom, isOwn }: PageMemory, element: Element): boolean {
	if (isOwn(element) || !dom.isShown(element)) return false;
	const rect = dom.rect(element);
	if (rect.width < 2 || rect.height < 2) return false;
	const tag = dom.localName(element);
	if ((tag !== "ul" && tag !== "ol") || dom.hasAttribute(element, "role")) return true;
	const isPositioned = (found: Element) => ["absolute", "fixed"].includes(dom.style(found).position);
	const parent = dom.parentNode(element);
	return isPositioned(element) || (parent !== null && dom.nodeType(parent) === 1 && isPositioned(parent as Element));
}

/** Null for an element that is not in the page or has no box. */
function boxOf({ dom }: PageMemory, element: Element): Box | null {
	const rect = dom.rect(element);
	if (rect.width === 0 && rect.height === 0) return null;
	const root = dom.root();
	const { left: x, top: y } = root === null ? { left: 0, top: 0 } : dom.scrollSize(root);
	return { left: rect.left + x, right: rect.right + x, top: rect.top + y, bottom: rect.bottom + y };
}

function isNear(memory: PageMemory, popup: Element, target: Box): boolean {
	const box = boxOf(memory, popup);
	if (box === null) return false;
	const across = Math.max(0, box.left - target.right, target.left - box.right);
	const down = Math.max(0, box.top - target.bottom, target.top - box.bottom);
	return Math.hypot(across, down) <= dropdownReach;
}

/** The centre of an element in the content of its parent, independent of scrolling; null outside the page. */
function positionOf({ dom }: PageMemory, target: Element): Position | null {
	const parent = dom.parentNode(target);
	if (parent === null || dom.nodeType(parent) !== 1) return null;
	const own = dom.rect(target);
	const frame = dom.rect(parent as Element);
	const { left, top } = dom.scrollSize(parent as Element);
	return { x: own.left + own.width / 2 - frame.left + left, y: own.top + own.height / 2 - frame.top + top };
}

function hasMoved(before: Position | null, now: Position | null): boolean {
	return before !== null && now !== null && Math.hypot(now.x - before.x, now.y - before.y) >= leastMove;
}

/** The small group around a target outside a form, such as the number between minus and plus. */
function groupAround(dom: PageMemory["dom"], target: Element): Element {
	const parent = dom.parentNode(target);
	const isPart = parent !== null && dom.nodeType(parent) === 1 && parent !== dom.body() && parent !== dom.root();
	return isPart && dom.query(parent as Element, "*").length <= maxGroupSize ? (parent as Element) : target;
}

/** Values, states and text of the target's form. It never leaves the content script. */
function formDigest({ dom }: PageMemory, target: Element): string {
	const form = dom.closest(target, groupSelector) ?? groupAround(dom, target);
	const { HTMLInputElement, HTMLSelectElement, HTMLTextAreaElement } = dom.window;
	const facts = [form, ...dom.query(form, fieldSelector).slice(0, 500)].map((field) => {
		const aria = ariaStates.map((name) => dom.attribute(field, name) ?? "").join();
		if (field instanceof HTMLInputElement) return `${field.value}\n${field.checked}\n${aria}`;
		if (field instanceof HTMLSelectElement || field instanceof HTMLTextAreaElement) return `${field.value}\n${aria}`;
		return aria;
	});
	return `${facts.join("\n")}\n${dom.textContent(form).slice(0, 20_000)}`;
}
