import type { ActResult, PageAction } from "../messages.ts";
import { done, fail } from "./outcome.ts";

type ScrollTo = Extract<PageAction, { name: "scroll" }>["to"];

/** Of a screen, so that some of what was seen stays in sight. */
const screenShare = 0.85;

/** Scrolls the page, a container, or an element into view. @source extension.md §5 "scroll" */
export function scroll(to: ScrollTo, element: Element | null): ActResult {
	if (to.kind === "element") {
		element?.scrollIntoView({ block: "center", inline: "center", behavior: "instant" });
		return done;
	}
	const place = element === null ? mainScroller() : scrollerOf(element);
	const before = { top: place.scrollTop, left: place.scrollLeft };
	place.scrollTo({ ...targetOf(place, to), behavior: "instant" });
	const isMoved = place.scrollTop !== before.top || place.scrollLeft !== before.left;
	return isMoved ? done : fail("SCROLL_END", "There is nothing more in this direction");
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

/** Where `scroll("down")` scrolls: the page, else the largest visible container of a page that does not scroll itself. */
export function mainScroller(): Element {
	const root = document.scrollingElement ?? document.documentElement;
	if (root.scrollHeight > root.clientHeight + 1 && getComputedStyle(document.documentElement).overflowY !== "hidden") return root;
	let largest: Element = root;
	let area = 0;
	for (const element of document.body?.querySelectorAll("*") ?? []) {
		if (element.scrollHeight <= element.clientHeight + 1 || !scrolls(element)) continue;
		const size = element.clientWidth * element.clientHeight;
		if (size > area) [largest, area] = [element, size];
	}
	return largest;
}

function scrollerOf(element: Element): Element {
	for (let node: Element | null = element; node !== null; node = node.parentElement) {
		if ((node.scrollHeight > node.clientHeight + 1 || node.scrollWidth > node.clientWidth + 1) && scrolls(node)) return node;
	}
	return mainScroller();
}

const scrolls = (element: Element) => /auto|scroll|overlay/.test(getComputedStyle(element).overflow);
