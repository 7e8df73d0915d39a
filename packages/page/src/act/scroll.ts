import type { ActResult, PageAction } from "../execute/page-action.ts";
import { page, real } from "./dom/nodes.ts";
import { ancestorsOf, deepestAt, partsOf, placeOf } from "./dom/point.ts";
import { done, fail, refuse } from "./outcome.ts";

type ScrollTo = Extract<PageAction, { name: "scroll" }>["to"];

/** Part of the window's height; the rest stays visible for orientation. */
const screenShare = 0.85;
/** To the end of what a script moves, in pixels of the wheel. */
const wheelEnd = 1_000_000;

export function scroll(to: ScrollTo, element: Element | null): ActResult {
	if (to.kind === "element") {
		if (element === null) return refuse("NOT_FOUND", "The element is not on the page");
		real(element).scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
		return isInView(element) ? done : fail("NOT_VISIBLE", "The element has no place on the page that can be scrolled to");
	}
	const isAcross = to.kind === "direction" && (to.direction === "left" || to.direction === "right");
	const box = element === null ? mainScroller() : scrollerOf(element, isAcross ? "across" : "down");
	if (box === null && element !== null && to.kind === "direction" && turnsWheel(element, to.direction)) return done;
	const place = real(box ?? mainScroller());
	const before = { top: place.scrollTop, left: place.scrollLeft };
	place.scrollTo({ ...targetOf(place, to), behavior: "instant" });
	const isMoved = place.scrollTop !== before.top || place.scrollLeft !== before.left;
	// Whoever asks for an end is there already.
	const isEnd = to.kind === "direction" && (to.direction === "top" || to.direction === "bottom");
	return isMoved || isEnd ? done : fail("SCROLL_END", "There is nothing more in this direction");
}

function isInView(element: Element): boolean {
	const { top, left, bottom, right } = placeOf(element)?.box ?? new DOMRect(-1, -1);
	return bottom >= 0 && right >= 0 && top <= innerHeight && left <= innerWidth;
}

function targetOf(place: Element, to: Exclude<ScrollTo, { kind: "element" }>): { top: number; left: number } {
	const { scrollTop: top, scrollLeft: left } = place;
	if (to.kind === "pixels") return { top: top + to.deltaY, left };
	switch (to.direction) {
		case "down":
			return { top: top + place.clientHeight * screenShare, left };
		case "up":
			return { top: top - place.clientHeight * screenShare, left };
		case "right":
			return { top, left: left + place.clientWidth * screenShare };
		case "left":
			return { top, left: left - place.clientWidth * screenShare };
		case "top":
			return { top: 0, left };
		case "bottom":
			return { top: place.scrollHeight, left };
	}
}

/** What `scroll("down")` scrolls: the page, else its largest visible scroll container. */
export function mainScroller(): Element {
	const { scrollingElement, documentElement, body } = page();
	const root = scrollingElement ?? documentElement;
	if (root.scrollHeight > root.clientHeight + 1 && getComputedStyle(documentElement).overflowY !== "hidden") return root;
	let largest: Element = root;
	let area = 0;
	const middle = deepestAt(innerWidth / 2, innerHeight / 2);
	// The box may stand in a shadow root.
	for (const element of [...(body?.querySelectorAll("*") ?? []), ...(middle === null ? [] : ancestorsOf(middle))]) {
		const { clientHeight, clientWidth } = real(element);
		if (!scrolls(element, "down")) continue;
		const size = clientWidth * clientHeight;
		if (size > area) [largest, area] = [element, size];
	}
	return largest;
}

type Way = "down" | "across";

/** What scrolls where an element stands: itself, the box inside it that fills most of it, or the nearest one around it. Null: the page. */
function scrollerOf(element: Element, way: Way): Element | null {
	const sizeOf = (box: Element) => (way === "down" ? real(box).clientHeight : real(box).clientWidth);
	const inside = partsOf(element).filter((part) => scrolls(part, way) && sizeOf(part) * 2 >= sizeOf(element));
	const largest = inside.sort((one, other) => sizeOf(other) - sizeOf(one))[0];
	const isBox = (box: Element) => scrolls(box, way) && box !== page().body && box !== page().documentElement;
	return (isBox(element) ? element : largest) ?? ancestorsOf(element).find(isBox) ?? null;
}

function scrolls(element: Element, way: Way): boolean {
	const { scrollHeight, clientHeight, scrollWidth, clientWidth } = real(element);
	const isFull = way === "down" ? scrollHeight > clientHeight + 1 : scrollWidth > clientWidth + 1;
	if (!isFull) return false;
	const { overflowX, overflowY } = getComputedStyle(element);
	return /auto|scroll|overlay/.test(way === "down" ? overflowY : overflowX);
}

/** Turns the wheel over a box that moves its content by script. @returns true where the page took it */
function turnsWheel(element: Element, direction: Extract<ScrollTo, { kind: "direction" }>["direction"]): boolean {
	const { width, height, left, top } = real(element).getBoundingClientRect();
	const [across, down] = [width * screenShare, height * screenShare];
	const turns = { left: [-across, 0], right: [across, 0], up: [0, -down], down: [0, down], top: [0, -wheelEnd], bottom: [0, wheelEnd] };
	const [deltaX = 0, deltaY = 0] = turns[direction];
	const middle = { clientX: left + width / 2, clientY: top + height / 2 };
	const wheel = new WheelEvent("wheel", { bubbles: true, cancelable: true, composed: true, ...middle, deltaX, deltaY });
	return !real(deepestAt(middle.clientX, middle.clientY) ?? element).dispatchEvent(wheel);
}
