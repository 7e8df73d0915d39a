import type { ActResult, PageAction } from "../messages.ts";
import { page, real } from "./dom/nodes.ts";
import { placeOf } from "./dom/point.ts";
import { done, fail, refuse } from "./outcome.ts";

type ScrollTo = Extract<PageAction, { name: "scroll" }>["to"];

/** Part of the window's height; the rest stays visible for orientation. */
const screenShare = 0.85;

export function scroll(to: ScrollTo, element: Element | null): ActResult {
	if (to.kind === "element") {
		if (element === null) return refuse("NOT_FOUND", "The element is not on the page");
		real(element).scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
		return isInView(element) ? done : fail("NOT_VISIBLE", "The element has no place on the page that can be scrolled to");
	}
	const place = real(element === null ? mainScroller() : scrollerOf(element));
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
	for (const element of body?.querySelectorAll("*") ?? []) {
		const { scrollHeight, clientHeight, clientWidth } = real(element);
		if (scrollHeight <= clientHeight + 1 || !scrolls(element)) continue;
		const size = clientWidth * clientHeight;
		if (size > area) [largest, area] = [element, size];
	}
	return largest;
}

function scrollerOf(element: Element): Element {
	for (let node: Element | null = element; node !== null; node = real(node).parentElement) {
		const { scrollHeight, clientHeight, scrollWidth, clientWidth } = real(node);
		if ((scrollHeight > clientHeight + 1 || scrollWidth > clientWidth + 1) && scrolls(node)) return node;
	}
	return mainScroller();
}

const scrolls = (element: Element) => /auto|scroll|overlay/.test(getComputedStyle(element).overflow);
