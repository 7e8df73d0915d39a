import type { ActResult } from "../messages.ts";
import { click, isDisabled } from "./click.ts";
import { change, input } from "./dom/events.ts";
import { isUnavailable } from "./dom/fields.ts";
import { page, real } from "./dom/nodes.ts";
import { isHittable } from "./dom/point.ts";
import { done, refuse, waitUntil } from "./outcome.ts";

const openLimitMs = 1_000;
const listed = 8;

/** Chooses options by label, else by value. On an element without options it selects that text. */
export async function choose(target: Element, wanted: readonly string[]): Promise<ActResult> {
	if (target instanceof HTMLOptionElement && real(target).parentElement !== null) return choose(target.closest("select") ?? target, wanted);
	if (isDisabled(target)) return refuse("DISABLED", "The control is disabled");
	if (target instanceof HTMLSelectElement) return chooseNative(target, wanted);
	const lists = [...real(target).querySelectorAll("select")];
	const [inner, another] = lists;
	if (inner !== undefined && another === undefined) return choose(inner, wanted);
	if (lists.some(({ options }) => findOption([...options], wanted[0] ?? "") !== undefined))
		return refuse("OPTION_NOT_FOUND", "The element holds several lists; name one of them");
	if (isList(target) || opensList(target)) return chooseFromList(target, wanted);
	if (target instanceof HTMLInputElement)
		return refuse("OPTION_NOT_FOUND", "A field takes its text by setValue, also where it proposes some");
	return selectText(target, wanted.join(" "));
}

const fold = (text: string) => text.trim().replaceAll(/\s+/g, " ").toLowerCase();

function chooseNative(select: HTMLSelectElement, wanted: readonly string[]): ActResult {
	const options = [...select.options].filter((option) => !isUnavailable(option));
	const found = wanted.map((text) => findOption(options, text));
	if (found.some((option) => option === undefined) || (found.length > 1 && !select.multiple)) {
		return notAmong(options.map((option) => option.label));
	}
	select.focus({ preventScroll: true });
	for (const option of options) {
		if (select.multiple || found.includes(option)) option.selected = found.includes(option);
	}
	input(select, "insertReplacementText", null);
	change(select);
	return done;
}

function findOption(options: readonly HTMLOptionElement[], text: string): HTMLOptionElement | undefined {
	return (
		options.find((option) => option.label.trim() === text.trim()) ??
		options.find((option) => fold(option.label) === fold(text)) ??
		options.find((option) => option.value === text)
	);
}

const isList = (element: Element) => ["listbox", "radiogroup", "menu", "tree"].includes(real(element).getAttribute("role") ?? "");

const opensList = (element: Element) =>
	real(element).getAttribute("role") === "combobox" ||
	["listbox", "menu", "true", "tree"].includes(real(element).getAttribute("aria-haspopup") ?? "");

const isClosed = (target: Element) => !isList(target) && real(target).getAttribute("aria-expanded") === "false";

const optionRoles = "[role=option], [role=radio], [role=menuitem], [role=menuitemradio], [role=menuitemcheckbox], [role=treeitem]";

/** Chooses in a list of plain elements: a click opens it where needed, a click chooses each option. */
async function chooseFromList(target: Element, wanted: readonly string[]): Promise<ActResult> {
	// Options that show while this list is closed belong to another list.
	const wasClosed = isClosed(target);
	const others = new Set(wasClosed ? shownOptions(target).filter(isHittable) : []);
	const own = () => shownOptions(target).filter((option) => !others.has(option));
	const find = (text: string) => own().find((element) => fold(nameOf(element)) === fold(text));
	const [first] = wanted;
	// Visible options may belong to another list, so only the wanted option counts.
	if (first !== undefined && !isList(target) && (wasClosed || find(first) === undefined)) {
		const opened = click(target, {});
		if (!opened.success) return opened;
		await waitUntil(() => find(first) !== undefined, openLimitMs);
	}
	for (const text of wanted) {
		const option = find(text);
		if (option === undefined) return { ...notAmong(own().map(nameOf)), isInert: false };
		const before = shownIn(target);
		const result = click(option, {});
		const after = shownIn(target);
		// Some lists choose on press and close; their control then shows the choice.
		const isChosen = result.isOpen === true && after !== before && after.includes(fold(text));
		if (!result.success && !isChosen) return result;
	}
	return done;
}

function shownIn(target: Element): string {
	return fold(target instanceof HTMLInputElement ? target.value : (real(target).textContent ?? ""));
}

function shownOptions(target: Element): Element[] {
	const id = real(target).getAttribute("aria-controls") ?? real(target).getAttribute("aria-owns");
	const root = real(target).getRootNode();
	const owned = id !== null && (root instanceof Document || root instanceof ShadowRoot) ? real(root).getElementById(id) : null;
	const place = real(isList(target) ? target : (owned ?? document));
	// A control's list often exists before it opens, but is transparent or hidden.
	const visibility = isList(target) ? {} : { opacityProperty: true, visibilityProperty: true };
	return [...place.querySelectorAll(optionRoles)].filter((option) => option.checkVisibility(visibility));
}

const nameOf = (element: Element) => element.getAttribute("aria-label") ?? element.textContent ?? "";

function notAmong(labels: readonly string[]): ActResult {
	const first = labels.slice(0, listed).map((label) => `"${label.trim()}"`);
	return refuse(
		"OPTION_NOT_FOUND",
		`The options are ${first.join(", ")}${labels.length > listed ? ` and ${labels.length - listed} more` : ""}`,
	);
}

function selectText(target: Element, wanted: string): ActResult {
	const walker = page().createTreeWalker(target, NodeFilter.SHOW_TEXT);
	for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
		const start = (node.nodeValue ?? "").indexOf(wanted);
		if (start === -1) continue;
		getSelection()?.setBaseAndExtent(node, start, node, start + wanted.length);
		return done;
	}
	if (!fold(real(target).textContent ?? "").includes(fold(wanted)))
		return refuse("OPTION_NOT_FOUND", "The element does not hold this text");
	getSelection()?.selectAllChildren(target);
	return done;
}
