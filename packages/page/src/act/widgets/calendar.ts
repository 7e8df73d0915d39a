import type { ActResult } from "../../execute/page-action.ts";
import type { Day, Month } from "../../write/days.ts";
import { dayIn, isSameDay, monthIn, monthsTo } from "../../write/days.ts";
import { chooseNative } from "../choice/native.ts";
import { click, isDisabled } from "../click.ts";
import { isSubmitter } from "../dom/activation.ts";
import { page, real } from "../dom/nodes.ts";
import { ancestorsOf } from "../dom/point.ts";
import { done, fail, nextFrame, refuse, waitUntil } from "../outcome.ts";
import { dayOf, languages } from "./page-days.ts";

const openLimitMs = 800;
const turnLimitMs = 200;
const closeLimitMs = 400;
const limitMs = 3_200;
const mostTurns = 60;
/** Days of the shortest month: a box that shows all of them is a calendar. */
const fewestDays = 28;
const levels = 5;

const openers = "button, [role=button], [aria-haspopup], svg, i, span";
const openerLevels = 3;
/** An icon that belongs to a field stands in it, or so close behind it. CSS pixels. */
const besidePx = 40;

/** Opens the calendar of a field that takes no typing, turns to the month, presses the day, and reads the field back. */
export async function pickDay(field: Element, wanted: Day): Promise<ActResult> {
	const before = new Set(cellsIn(page().body));
	const isShown = () => newCalendar(before) !== null;
	const end = performance.now() + limitMs;
	const opened = await openFrom(field, isShown);
	// It may have been open already.
	if (opened !== null) before.clear();
	if (opened !== null && !isPopup(newCalendar(before))) return opened;
	const calendar = () => newCalendar(before);
	const turned = await turnTo(calendar, wanted, () => performance.now() > end);
	if (turned !== null) return { ...turned, isInert: false };
	const cell = cellOf(calendar(), wanted);
	if (cell === undefined) return fail("NOT_TAKEN", "The calendar does not show that day");
	if (isDisabled(cell) || real(cell).closest("[aria-disabled=true], :disabled") !== null)
		return { ...refuse("DISABLED", "The calendar does not let this day be chosen"), isInert: false };
	const textBefore = textOf(field);
	const pressed = click(cell, {});
	if (!pressed.success && pressed.isOpen !== true) return { ...pressed, isInert: false };
	await waitUntil(() => textOf(field) !== textBefore, closeLimitMs);
	const value = textOf(field);
	if (holds(value, wanted)) return { ...done, actualState: { value: isoOf(wanted) } };
	return fail("NOT_TAKEN", "The day was pressed, but the field does not show it; the calendar may want a button as well", { value });
}

/** Presses the field, else what stands beside it, until a calendar shows. @returns why none does */
async function openFrom(field: Element, isShown: () => boolean): Promise<ActResult | null> {
	const others = iconsBeside(field);
	let refusal: ActResult | null = null;
	for (const opener of [field, ...others]) {
		const pressed = click(opener, {});
		if (pressed.success && (await waitUntil(isShown, openLimitMs))) return null;
		if (!pressed.success) refusal ??= pressed;
	}
	if (refusal?.code === "COVERED" && others.length === 0) return refusal;
	return fail("READ_ONLY", "The field takes no typing, and no calendar opened; a person clicks it and chooses in what opens");
}

/** Icons of a field: without words, so that nothing is pressed that has a meaning of its own. */
function iconsBeside(field: Element): readonly Element[] {
	const own = field.getBoundingClientRect();
	const around = ancestorsOf(field)[openerLevels] ?? page().body;
	return [...real(around).querySelectorAll(openers)].filter((icon) => {
		const { left, top, bottom } = icon.getBoundingClientRect();
		const isBeside = left >= own.left && left <= own.right + besidePx && (top + bottom) / 2 > own.top && (top + bottom) / 2 < own.bottom;
		const isPressable = real(icon).matches("button, [role=button], [aria-haspopup]") || getComputedStyle(icon).cursor === "pointer";
		return isBeside && isPressable && !sendsOrLeads(icon) && isDrawn(icon) && !/\p{L}/u.test(icon.textContent ?? "");
	});
}

/** What sends a form or opens an address belongs to no calendar. */
function sendsOrLeads(element: Element): boolean {
	const control = element.closest("a[href], button, input") ?? undefined;
	if (isSubmitter(control)) return control.form !== null;
	return control instanceof HTMLAnchorElement && !/^(?:#|javascript:)/i.test(control.getAttribute("href") ?? "");
}

const textOf = (field: Element) => (field instanceof HTMLInputElement ? field.value : (real(field).textContent ?? ""));
const twoDigits = (number: number) => String(number).padStart(2, "0");
const isoOf = ({ year, month, day }: Day) => `${year}-${twoDigits(month)}-${twoDigits(day)}`;

/** True for a text that names the day, or holds its numbers where the text alone does not say which is which. */
function holds(text: string, wanted: Day): boolean {
	const day = dayOf(text);
	if (day !== undefined) return isSameDay(day, wanted);
	const numbers = (text.match(/\d+/g) ?? []).map(Number);
	const year = numbers.includes(wanted.year) || numbers.includes(wanted.year % 100);
	return year && numbers.includes(wanted.day) && (numbers.includes(wanted.month) || /\p{L}{3}/u.test(text));
}

type Calendar = { readonly box: Element; readonly cells: readonly Element[] };

const cellTags = "td, button, div, span, a, li, abbr, time, p";

/** Elements that show a number from 1 to 31 and nothing else: of nested ones the innermost. */
function cellsIn(box: Element): Element[] {
	const found = [...real(box).querySelectorAll(cellTags)].filter((cell) => {
		const text = cell.textContent?.trim() ?? "";
		return /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= 31 && !cell.querySelector(cellTags) && isDrawn(cell);
	});
	return found;
}

function isDrawn(cell: Element): boolean {
	const { width, height } = cell.getBoundingClientRect();
	return width > 0 && height > 0 && cell.checkVisibility({ visibilityProperty: true, opacityProperty: true });
}

/** The smallest box with a whole month of days that were not in view before. */
function newCalendar(before: ReadonlySet<Element>): Calendar | null {
	const cells = cellsIn(page().body).filter((cell) => !before.has(cell));
	const middle = cells.find((cell) => numberOf(cell) === fewestDays);
	let box: Element | null = middle ?? null;
	while (box !== null && box !== page().documentElement) {
		const around = box;
		const inside = cells.filter((cell) => around.contains(cell));
		if (monthOf(inside).length >= fewestDays) return { box, cells: inside };
		box = real(box).parentElement;
	}
	return null;
}

function isPopup(calendar: Calendar | null): boolean {
	const around = calendar === null ? [] : ancestorsOf(calendar.box);
	return around.some((box) => ["absolute", "fixed"].includes(getComputedStyle(box).position));
}

const numberOf = (cell: Element) => Number(cell.textContent?.trim());

/** The cells of the month itself: from the first 1 on, each a day later. Days of other months stand before and after. */
function monthOf(cells: readonly Element[]): readonly Element[] {
	const start = cells.findIndex((cell) => numberOf(cell) === 1);
	if (start === -1) return [];
	const month = cells.slice(start);
	const end = month.findIndex((cell, index) => numberOf(cell) !== index + 1);
	return end === -1 ? month : month.slice(0, end);
}

const dayFacts = ["aria-label", "title", "datetime", "data-date", "data-day", "data-value"];

/** The day that a cell or what holds it says of itself. */
function sayingOf(cell: Element): Day | undefined {
	const around = [cell, cell.parentElement, cell.parentElement?.parentElement];
	for (const element of around) {
		for (const fact of dayFacts) {
			const day = dayIn(element?.getAttribute(fact) ?? "", languages());
			if (day !== undefined && day.day === numberOf(cell)) return day;
		}
	}
	return undefined;
}

function cellOf(calendar: Calendar | null, wanted: Day): Element | undefined {
	if (calendar === null) return undefined;
	const said = calendar.cells.find((cell) => {
		const day = sayingOf(cell);
		return day !== undefined && isSameDay(day, wanted);
	});
	return said ?? monthOf(calendar.cells).find((cell) => numberOf(cell) === wanted.day);
}

type Head = { readonly month: Month; readonly box: Element };

/** The month that a calendar shows: as its days say, else as its head says. `box` holds the head. */
function headOf({ box, cells }: Calendar): Head | undefined {
	const days = new Set<Element>(cells);
	const [first] = monthOf(cells);
	const said = first === undefined ? undefined : sayingOf(first);
	let around: Element | null = box;
	for (let level = 0; level < levels && around !== null; level += 1) {
		const month = monthIn(headText(around, days), languages());
		if (month !== undefined) return { month: said ?? month, box: around };
		around = real(around).parentElement;
	}
	return said === undefined ? undefined : { month: said, box: real(box).parentElement ?? box };
}

/** The text of a box outside its days, with what its lists and fields show. */
function headText(box: Element, days: ReadonlySet<Element>): string {
	const parts: string[] = [];
	const walker = page().createTreeWalker(box, NodeFilter.SHOW_ELEMENT | NodeFilter.SHOW_TEXT);
	for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
		const parent = node.parentElement;
		if (node instanceof HTMLSelectElement) parts.push(node.selectedOptions[0]?.label ?? "");
		else if (node instanceof HTMLInputElement) parts.push(node.value);
		else if (!(node instanceof Text) || parent === null || days.has(parent) || parent instanceof HTMLOptionElement) continue;
		else if (!/^\s*$/.test(node.data) && isDrawn(parent)) parts.push(node.data);
	}
	return parts.join(" ");
}

/** Turns a calendar to a month. @returns why it does not get there; null when it shows it */
async function turnTo(calendar: () => Calendar | null, wanted: Month, isLate: () => boolean): Promise<ActResult | null> {
	const head = () => {
		const shown = calendar();
		return shown === null ? undefined : headOf(shown);
	};
	await chooseInLists(head, wanted);
	/** How many months each button leads on; by its place, since calendars draw their buttons anew. */
	const known = new Map<number, number>();
	for (let turn = 0; turn < mostTurns && !isLate(); turn += 1) {
		const now = head();
		const shown = calendar();
		if (now === undefined || shown === null) return fail("NOT_TAKEN", "The calendar does not say which month it shows");
		const distance = monthsTo(now.month, wanted);
		if (distance === 0) return null;
		const buttons = turnersOf(now.box, shown);
		const index = nextTurner(buttons.length, known, distance);
		const button = index === undefined ? undefined : buttons[index];
		if (index === undefined || button === undefined) break;
		const pressed = click(button, {});
		if (pressed.success) await drawn(() => monthsTo(now.month, head()?.month ?? now.month) !== 0);
		known.set(index, monthsTo(now.month, head()?.month ?? now.month));
	}
	const last = head()?.month;
	if (last !== undefined && monthsTo(last, wanted) === 0) return null;
	const where = last === undefined ? "another month" : `${last.year}-${twoDigits(last.month)}`;
	return fail("NOT_TAKEN", `The calendar is open at ${where}; a person turns it to the month and presses the day`);
}

/** Lets the page draw until another month shows. */
async function drawn(isTurned: () => boolean): Promise<void> {
	for (const end = performance.now() + turnLimitMs; performance.now() < end && !isTurned(); ) await nextFrame();
}

/** The known button with the longest step in the right direction, else one that was not tried. */
function nextTurner(count: number, known: ReadonlyMap<number, number>, distance: number): number | undefined {
	const useful = [...known].filter(([, by]) => Math.sign(by) === Math.sign(distance) && Math.abs(by) <= Math.abs(distance));
	const best = useful.toSorted(([, one], [, other]) => Math.abs(other) - Math.abs(one))[0];
	if (best !== undefined) return best[0];
	const order = Array.from({ length: count }, (_, index) => index);
	// Later months are mostly on the right.
	return (distance > 0 ? order.toReversed() : order).find((index) => !known.has(index));
}

const turners = "button, [role=button], a, span, div, i, svg";
/** How high the head of a calendar stands over its days. CSS pixels. */
const headPx = 160;

/** What can be pressed in the head of a calendar, from left to right, without the days and what names the month. */
function turnersOf(box: Element, { cells }: Calendar): Element[] {
	const days = cells.map((cell) => cell.getBoundingClientRect());
	const top = Math.min(...days.map((day) => day.top));
	const left = Math.min(...days.map((day) => day.left));
	const right = Math.max(...days.map((day) => day.right));
	const isOver = (place: DOMRect) =>
		place.bottom <= top + 1 && place.top >= top - headPx && place.right >= left - besidePx && place.left <= right + besidePx;
	const isPressable = (each: Element) =>
		each.matches("button, [role=button], a, [title], [aria-label]") || getComputedStyle(each).cursor === "pointer";
	const found = [...real(box).querySelectorAll(turners)].filter((each) => {
		const text = each.textContent ?? "";
		// What shows the month or year opens another view.
		const isNamed = /\d/.test(text) || monthIn(`${text} 2026`, languages()) !== undefined;
		return (
			isOver(each.getBoundingClientRect()) && isDrawn(each) && !isDisabled(each) && isPressable(each) && !isNamed && !sendsOrLeads(each)
		);
	});
	const outer = found.filter((each) => !found.some((other) => other !== each && other.contains(each)));
	return outer.toSorted((one, other) => one.getBoundingClientRect().left - other.getBoundingClientRect().left);
}

/** Chooses year and month where the head has lists for them. */
async function chooseInLists(head: () => Head | undefined, wanted: Month): Promise<void> {
	const lists = () => [...(head()?.box.querySelectorAll("select") ?? [])].filter(isDrawn);
	for (let index = 0; index < lists().length; index += 1) {
		const list = lists()[index];
		if (list === undefined) return;
		const year = [...list.options].find(({ label }) => label.trim() === String(wanted.year));
		const option = year ?? (list.options.length === 12 ? list.options[wanted.month - 1] : undefined);
		if (option === undefined || option.selected) continue;
		chooseNative(list, [option.label]);
		await nextFrame();
	}
}
