import type { ElementView, PageView } from "@webhand/page/parse/view";

/**
 * True for two fields that a person fills in together: of one form, or outside any form of one region with neither a heading nor a button
 * between them, since both begin something new there.
 *
 * @throws never
 * @source engine.md §2 `more`
 */
export function isSameGroup(page: PageView, one: ElementView, other: ElementView): boolean {
	if (one.epoch !== other.epoch || one.form !== other.form) return false;
	if (one.form !== undefined) return true;
	if (regionAround(page, one.line) !== regionAround(page, other.line)) return false;
	const [from, to] = [Math.min(one.line, other.line), Math.max(one.line, other.line)];
	if (page.lines.slice(from + 1, to + 1).some((line) => line.kind === "heading")) return false;
	const elements = [...page.elements.values()];
	const [first = 0, last = 0] = [elements.indexOf(one), elements.indexOf(other)].sort((left, right) => left - right);
	return !elements.slice(first + 1, last).some(isButton);
}

const isButton = (element: ElementView) => element.type === "button" || element.states.has("submit");

/** The line of the region that a line stands in, -1 for the page itself. */
function regionAround(page: PageView, line: number): number {
	let at = page.lines[line]?.region === undefined ? (page.lines[line]?.parent ?? -1) : line;
	while (at !== -1 && page.lines[at]?.region === undefined) at = page.lines[at]?.parent ?? -1;
	return at;
}
