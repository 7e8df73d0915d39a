import { drawnText, page, real } from "../dom/nodes.ts";
import { ancestorsOf, isHittable } from "../dom/point.ts";
import { nextFrame, waitUntil } from "../outcome.ts";
import type { Match, OptionName } from "./match.ts";
import { fold, matchOption } from "./match.ts";

export const isList = (element: Element): boolean =>
	["listbox", "radiogroup", "menu", "tree"].includes(real(element).getAttribute("role") ?? "");

const optionRoles = "[role=option], [role=radio], [role=menuitem], [role=menuitemradio], [role=menuitemcheckbox], [role=treeitem]";
const entryTags = "li, div, span, a, button, td, p, label";

/** An option in view, or why there is none. `readTo`: the last one read of a list that was too long for the time. */
export type Found =
	| { readonly kind: "one"; readonly option: Element }
	| { readonly kind: "none" | "several"; readonly readTo?: string | undefined };

/** The options of a control's list that are drawn now. */
export function optionsOf(target: Element): Element[] {
	const root = real(target).getRootNode();
	const id = real(target).getAttribute("aria-controls") ?? real(target).getAttribute("aria-owns");
	const owned = id !== null && (root instanceof Document || root instanceof ShadowRoot) ? real(root).getElementById(id) : null;
	// A component draws its list in its shadow, around options that stand in its content.
	const component = root instanceof ShadowRoot ? [root, root.host] : [];
	const places = isList(target) ? [target] : [owned ?? document, ...component];
	// A control's list often exists before it opens, but is transparent or hidden.
	const visibility = isList(target) ? {} : { opacityProperty: true, visibilityProperty: true };
	const found = new Set(places.flatMap((place) => [...real(place).querySelectorAll(optionRoles)]));
	return [...found].filter((option) => option.checkVisibility(visibility) && !isForScreenReaders(option));
}

/** Lists that draw a part of their entries repeat some for screen readers, in a box without extent. */
function isForScreenReaders(option: Element): boolean {
	const boxes = [...option.getClientRects()];
	return boxes.length > 0 && boxes.every(({ width, height }) => width <= 1 || height <= 1);
}

export function nameOf(option: Element): OptionName {
	const lines = drawnText(option)
		.split("\n")
		.filter((line) => line.trim() !== "");
	const label = option.getAttribute("aria-label");
	const group = option.closest("[role=group]");
	const heading = group?.getAttribute("aria-label") ?? page().getElementById(group?.getAttribute("aria-labelledby") ?? "")?.textContent;
	return {
		names: [...(label === null ? [] : [label]), lines.join(" "), option.textContent ?? ""],
		firstLine: lines[0] ?? "",
		...(typeof heading === "string" ? { group: heading } : {}),
	};
}

export const wordsOf = (option: Element): string => nameOf(option).names[0] ?? "";

export function pick(options: readonly Element[], wanted: string): Found {
	const match = matchOption(options.map(nameOf), wanted);
	const option = match.kind === "one" ? options[match.index] : undefined;
	return option === undefined ? { kind: match.kind === "several" ? "several" : "none" } : { kind: "one", option };
}

/** What is called so in a list whose entries have no roles: the innermost elements in view. */
export function plainEntries(wanted: string): Element[] {
	const words = fold(wanted).replaceAll(/\s/g, "");
	const isCalled = (text: string) => text.length < 4 * wanted.length + 80 && fold(text).replaceAll(/\s/g, "") === words;
	const found = [...page().querySelectorAll(entryTags)].filter((entry) => isCalled(entry.textContent ?? ""));
	const inner = found.filter((entry) => !found.some((other) => other !== entry && entry.contains(other)));
	return inner.filter((entry) => entry.checkVisibility() && isHittable(entry));
}

const overlap = 0.8;
const growMs = 400;
const drawMs = 60;

/** True for a box whose content is longer than itself. */
function isLonger(box: Element): boolean {
	return box.scrollHeight > box.clientHeight + 1 && box.clientHeight > 0 && getComputedStyle(box).overflowY !== "visible";
}

/** The box that scrolls a list's options; undefined where all are in it. */
export function scrollerOf(options: readonly Element[], newBoxes: () => readonly Element[]): Element | undefined {
	const [first] = options;
	if (first === undefined) return newBoxes().find(isLonger);
	return ancestorsOf(first).find((box) => isLonger(box) && box !== page().body && box !== page().documentElement);
}

/** Boxes in view, to tell those of a list that opens from those that were there. */
export const boxesInView = (): Element[] => [...page().querySelectorAll("*")].filter((box) => isLonger(box) && isHittable(box));

/** Options seen on the way through a list that draws a part of them, with the place of each. */
type Seen = { readonly name: OptionName; readonly top: number };

/**
 * Scrolls a list from its beginning until the wanted option is drawn. Words that are only a first line count once the whole list was read,
 * since a later option may begin the same.
 *
 * @param box scrolls the list
 * @param drawn the options drawn now
 */
export async function scrollTo(
	box: Element,
	{ wanted, drawn, untilMs }: { readonly wanted: string; readonly drawn: () => readonly Element[]; readonly untilMs: number },
): Promise<Found> {
	const start = box.scrollTop;
	const seen = new Map<string, Seen>();
	const isAtEnd = () => box.scrollTop + box.clientHeight >= box.scrollHeight - 1;
	await scroll(box, 0, drawn);
	for (;;) {
		for (const option of drawn()) {
			const name = nameOf(option);
			seen.set(fold(name.names.join("\n")), { name, top: box.scrollTop });
		}
		const whole = pick(drawn(), wanted);
		const isLine = whole.kind === "one" && !isWholeName(nameOf(whole.option), wanted);
		if (whole.kind !== "none" && !isLine) return whole;
		if (isAtEnd() && !(await waitUntil(() => !isAtEnd(), growMs))) break;
		if (performance.now() > untilMs) break;
		// A list that draws the same wherever it stands can only grow at its end.
		const hasChanged = await scroll(box, box.scrollTop + box.clientHeight * overlap, drawn);
		if (!hasChanged) await scroll(box, box.scrollHeight, drawn);
	}
	const all = [...seen.values()];
	const match: Match = matchOption(
		all.map(({ name }) => name),
		wanted,
	);
	const isWhole = isAtEnd();
	const place = match.kind === "one" && isWhole ? all[match.index]?.top : undefined;
	await scroll(box, place ?? start, drawn);
	if (place !== undefined) return pick(drawn(), wanted);
	const readTo = isWhole ? undefined : all.at(-1)?.name.names[0];
	return { kind: match.kind === "several" ? "several" : "none", readTo };
}

const isWholeName = (name: OptionName, wanted: string) => matchOption([{ ...name, firstLine: "" }], wanted).kind === "one";

/** Scrolls and lets the list draw. @returns true when it draws other options */
async function scroll(box: Element, top: number, drawn: () => readonly Element[]): Promise<boolean> {
	const textOf = () =>
		drawn()
			.map((option) => option.textContent)
			.join("\n");
	const before = textOf();
	const from = box.scrollTop;
	box.scrollTop = top;
	if (box.scrollTop === from) return false;
	await nextFrame();
	await nextFrame();
	return waitUntil(() => textOf() !== before, drawMs);
}
