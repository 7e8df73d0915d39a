import type { ActResult } from "../execute/page-action.ts";
import type { Found } from "./choice/list.ts";
import { boxesInView, isList, nameOf, optionsOf, pick, plainEntries, scrollerOf, scrollTo, wordsOf } from "./choice/list.ts";
import { fold, matchOption } from "./choice/match.ts";
import { chooseNative, nativeName, notAmong, severalCalled } from "./choice/native.ts";
import { click, isDisabled } from "./click.ts";
import { focusedElement, focusOn } from "./dom/focus.ts";
import { drawnText, page, real } from "./dom/nodes.ts";
import { ancestorsOf, isHittable } from "./dom/point.ts";
import { tap } from "./keys/press.ts";
import { chooseAll, erase, insert, isEditable, isTextField } from "./keys/typing.ts";
import { done, refuse, waitUntil } from "./outcome.ts";
import { pickDay } from "./widgets/calendar.ts";
import { dayOf } from "./widgets/page-days.ts";

const openLimitMs = 1_000;
const scrollLimitMs = 2_000;
/** A list that has not changed for so long has drawn what it draws at first. */
const steadyMs = 150;
const shownLimitMs = 400;

/** Chooses options by label, else by value. On an element without options it selects that text. */
export async function choose(target: Element, wanted: readonly string[]): Promise<ActResult> {
	if (target instanceof HTMLOptionElement && real(target).parentElement !== null) return choose(target.closest("select") ?? target, wanted);
	if (isDisabled(target)) return refuse("DISABLED", "The control is disabled");
	if (target instanceof HTMLSelectElement) return chooseNative(target, wanted);
	const lists = [...real(target).querySelectorAll("select")];
	const [inner, another] = lists;
	if (inner !== undefined && another === undefined) return choose(inner, wanted);
	if (lists.some(({ options }) => matchOption([...options].map(nativeName), wanted[0] ?? "").kind !== "none"))
		return refuse("OPTION_NOT_FOUND", "The element holds several lists; name one of them");
	const [only = "", next] = wanted;
	const day = next === undefined ? dayOf(only) : undefined;
	if (day !== undefined && real(target).matches(opensCalendar)) return pickDay(target, day);
	if (isList(target) || opensList(target)) return chooseFromList(target, wanted);
	const [box, otherBox] = real(target).querySelectorAll("[role=combobox]");
	if (box !== undefined && otherBox === undefined) return choose(box, wanted);
	if (target instanceof HTMLInputElement)
		return refuse("OPTION_NOT_FOUND", "A field takes its text by setValue, also where it proposes some");
	return selectText(target, wanted.join(" "));
}

/** What may open a calendar: a list of options says that it opens one. */
const opensCalendar = "[aria-haspopup=dialog], [aria-haspopup=grid], input[readonly]:not([role=combobox])";

const opensList = (element: Element) =>
	real(element).getAttribute("role") === "combobox" ||
	["listbox", "menu", "true", "tree"].includes(real(element).getAttribute("aria-haspopup") ?? "");

const expandedOf = (target: Element) => (isList(target) ? "true" : real(target).getAttribute("aria-expanded"));

/** Chooses in a list of plain elements: a click opens it where needed, a click chooses each option. */
async function chooseFromList(target: Element, wanted: readonly string[]): Promise<ActResult> {
	const list = listOf(target, wanted);
	for (const text of wanted) {
		const found = await list.find(text);
		if ("success" in found) return found;
		if (found.kind !== "one") {
			const options = list.drawn();
			const refusal = found.kind === "several" ? several(text, options) : notAmong(options.map(wordsOf), found.readTo);
			const wasUntouched = list.isUntouched();
			await list.close();
			return { ...refusal, isInert: wasUntouched };
		}
		const { names, firstLine } = nameOf(found.option);
		const before = shownIn(target);
		const result = click(found.option, {});
		const isShown = () => isShownBy(target, [...names, firstLine]);
		// Some lists choose on press and close; their control then shows the choice.
		const isChosen = result.isOpen === true && shownIn(target) !== before && (isShown() || shownIn(target).includes(fold(text)));
		if (!result.success && !isChosen) return { ...result, isInert: list.isUntouched() && result.isInert === true };
		// The control often shows the first line alone.
		if (wanted.length === 1 && !isList(target) && (await waitUntil(isShown, shownLimitMs)))
			return { ...done, actualState: { value: text } };
	}
	return done;
}

const several = (wanted: string, options: readonly Element[]) => refuse("OPTION_NOT_FOUND", severalCalled(wanted, options.map(nameOf)));

/** Looks for options in a control's list: opens it, scrolls it where it draws a part, and filters it where it takes text. */
function listOf(target: Element, wanted: readonly string[]) {
	// Options that show while this list is closed belong to another list.
	const wasClosed = expandedOf(target) === "false";
	const others = new Set(wasClosed ? optionsOf(target).filter(isHittable) : []);
	const entriesBefore = new Set(wanted.flatMap(plainEntries));
	const boxesBefore = new Set(isList(target) ? [] : boxesInView());
	const focusedBefore = focusedElement();
	let isOpened = false;
	let isUntouched = true;
	const drawn = () => optionsOf(target).filter((option) => !others.has(option));
	const entriesOf = (text: string) => (isOpened ? plainEntries(text).filter((entry) => !entriesBefore.has(entry)) : []);
	const look = (text: string): Found => {
		const found = pick(drawn(), text);
		if (found.kind !== "none") return found;
		const [entry, another] = entriesOf(text);
		return entry === undefined || another !== undefined ? found : { kind: "one", option: entry };
	};
	const open = async (text: string): Promise<ActResult | null> => {
		const opened = click(target, {});
		// What the control lays over itself stops a pointer, not the keyboard.
		if (opened.code === "COVERED" && focusOn(target) !== null) tap(focusOn(target) ?? target, "ArrowDown");
		else if (!opened.success) return opened;
		isOpened = true;
		isUntouched = false;
		await steady(drawn, () => look(text).kind === "one");
		return null;
	};
	const find = async (text: string): Promise<Found | ActResult> => {
		const isClosed = expandedOf(target) === "false";
		// Some controls still say that their list is open when it is gone; some never say it, and other lists hold the same words.
		const isShut = () => drawn().length === 0 || expandedOf(target) === null;
		const isTwice = !isOpened && expandedOf(target) === null && look(text).kind === "several";
		if (isTwice) for (const option of drawn()) others.add(option);
		if (!isList(target) && (isClosed || (look(text).kind === "none" && isShut()))) {
			const refusal = (await open(text)) ?? (!isClosed && expandedOf(target) === "false" ? await open(text) : null);
			if (refusal !== null) return refusal;
		}
		if (isTwice && look(text).kind === "none") others.clear();
		const box = scrollerOf(drawn(), () => boxesInView().filter((each) => !boxesBefore.has(each)));
		const here = look(text);
		const isWhole = here.kind === "one" && matchOption([{ ...nameOf(here.option), firstLine: "" }], text).kind === "one";
		if (box === undefined || isWhole) return here.kind === "none" ? filterBy(text) : here;
		isUntouched = false;
		const entries = () => (drawn().length > 0 ? drawn() : entriesOf(text));
		const found = await scrollTo(box, { wanted: text, drawn: entries, untilMs: performance.now() + scrollLimitMs });
		if (found.kind !== "none") return found;
		const filtered = await filterBy(text);
		return filtered.kind === "none" ? found : filtered;
	};
	const filterBy = async (text: string): Promise<Found> => {
		// A list with a field of its own moves the focus there; a field that had it before is another one.
		const focused = focusedElement() === focusedBefore ? null : focusedElement();
		const field = [target, focused].find((each) => each !== null && isTextField(each) && isEditable(each));
		if (field === undefined || field === null || !isTextField(field)) return { kind: "none" };
		const before = field.value;
		isUntouched = false;
		write(field, text);
		await steady(drawn, () => look(text).kind === "one");
		const found = look(text);
		if (found.kind !== "one") write(field, before);
		return found;
	};
	const close = async () => {
		if (!isOpened || expandedOf(target) !== "true") return;
		if (isHittable(target)) click(target, {});
		if (!(await waitUntil(() => expandedOf(target) !== "true", shownLimitMs))) tap(focusedElement() ?? target, "Escape");
	};
	return { find, drawn, close, isUntouched: () => isUntouched };
}

function write(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
	focusOn(field);
	chooseAll(field);
	if (text === "") erase(field, "Backspace");
	else insert(field, text);
}

/** Waits until an option is found, or the list no longer changes. */
async function steady(drawn: () => readonly Element[], isFound: () => boolean): Promise<void> {
	let [count, since] = [-1, performance.now()];
	await waitUntil(() => {
		const now = drawn().length;
		if (now !== count) [count, since] = [now, performance.now()];
		return isFound() || (count > 0 && performance.now() - since > steadyMs);
	}, openLimitMs);
}

/** How far up a list draws its choice, where its own field stays empty. */
const choiceLevels = 4;

function isShownBy(target: Element, names: readonly string[]): boolean {
	const known = names.map(fold).filter((name) => name !== "");
	const around = ancestorsOf(target).slice(1, 1 + choiceLevels);
	return known.includes(shownIn(target)) || (shownIn(target) === "" && around.some((box) => known.includes(fold(drawnText(box)))));
}

function shownIn(target: Element): string {
	return fold(target instanceof HTMLInputElement ? target.value : (real(target).textContent ?? ""));
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
