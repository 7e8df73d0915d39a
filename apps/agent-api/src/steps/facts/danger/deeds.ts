import { isDeclining } from "@webhand/lexicon/questions";
import type { ElementView, PageView } from "@webhand/page/parse/view";
import { isField, isTextual } from "../kinds.ts";
import { rowAround } from "../target.ts";
import { amountIn } from "./amounts.ts";
import { asksFor } from "./asked.ts";
import { askedBy, saidAround } from "./question-text.ts";
import { fold, isToOrder, isToPay, movesMoney, speaksOfOrdering, splitWords, wordsOf } from "./words.ts";

/** True for a control that speaks of paying or ordering; an amount beside it says that it means money. */
export function isPaying(target: ElementView, page: PageView): boolean {
	const label = labelOf(target, page);
	return wordsOf("pay", label).length > 0 || speaksOfOrdering(label);
}

/**
 * A button that pays by its own words, whatever stands beside it. A field that speaks of paying chooses, a link leads to what was ordered; a
 * switch does at once what it says.
 */
export function isPayButton(target: ElementView, page: PageView): boolean {
	if (target.type === "switch") return isToPay(labelOf(target, page));
	if (isField(target.type)) return false;
	if (isAskedForMoney(target, page)) return true;
	const label = labelOf(target, page);
	const isSending = target.href === undefined && movesMoney(label, amountIn(label));
	return isToPay(label) || isSending || (target.href === undefined && isToOrder(label));
}

const atOnce =
	/(?<!\p{L})(?:now|at once|immediately|jetzt|sofort|maintenant|ahora|adesso|subito|ora|agora|сейчас)(?!\p{L})|立即|马上|今すぐ/u;

/** True when a label says to pay there and then, not which way: "Pay now", "Pay 14 €", not "Pay by invoice". */
export function isToPayNow(label: string): boolean {
	return isToPay(label) && (atOnce.test(fold(label)) || amountIn(label) !== undefined);
}

/** A button that does not decline what a dialog asks with an amount in the question: "Add insurance for 9.99 €?". */
function isAskedForMoney(target: ElementView, page: PageView): boolean {
	if (isDeclining(target.name || target.content)) return false;
	return saidAround(target, page).some((text) => (text.match(/[^?？]+[?？]/gu) ?? []).some((question) => amountIn(question) !== undefined));
}

/** What Enter in a field presses: the first submit button of its form. */
export function pressedBy(target: ElementView | undefined, page: PageView): ElementView | undefined {
	if (target?.form === undefined || !isTextual(target.type)) return target;
	const isSubmit = (element: ElementView) => element.states.has("submit") || element.type === "submit";
	return [...page.elements.values()].find((element) => element.form === target.form && isSubmit(element)) ?? target;
}

/** True when a control does what cannot be undone and what the task does not itself ask for. */
export function isDestructive(
	target: ElementView,
	{ page, task }: { readonly page: PageView; readonly task: { readonly query: string } },
): boolean {
	const name = target.name === "" ? target.content : target.name;
	const dialog = saidAround(target, page);
	return wordsOf("destructive", labelOf(target, page)).some((deed) => !asksFor(task.query, { deed, name, dialog }));
}

const rows: ReadonlySet<string> = new Set(["tr", "row", "li", "listitem", "treeitem"]);

/** All that a control says of itself, parted by bars: its name first. */
export function labelOf(target: ElementView, page: PageView): string {
	const { name, content, parts } = target;
	const own = parts.map((part) => (part.kind === "text" ? part.text : " ")).join("");
	// A row is not called by the icons in it: they are controls of their own, with a judgement of their own.
	const isRow = name === content && own.trim() !== "" && parts.some((part) => part.kind === "element");
	const called = isRow ? own : isCalledByItsLine(target, page) ? rowAround(target, page) : name;
	return [called, isRow ? "" : content, target.attributes.get("hint") ?? "", askedBy(target, page)].join(" | ");
}

/** A row of a table or list that has no name of its own: all of its line, the buttons in it too, read as one. */
function isCalledByItsLine(target: ElementView, page: PageView): boolean {
	if (!rows.has(target.type) || target.content !== "") return false;
	const others = (page.lines[target.line]?.cells.flat() ?? []).flatMap((part) => {
		if (part.kind === "text") return [part.text];
		return part.id === target.id ? [] : [page.elements.get(part.id)?.name ?? ""];
	});
	const said = (text: string) => splitWords(fold(text)).join(" ");
	return rowAround(target, page) !== "" && said(others.join(" ")) === said(target.name);
}

/** A button or link in a table's row that bears a sign or nothing: what it does to the row nobody knows. One that unfolds says so by its state. */
export function isNameless(target: ElementView, page: PageView): boolean {
	const said = [target.name, target.content, target.attributes.get("hint") ?? ""].join(" ").replaceAll(/\[icon\]|\s/g, "");
	const isFolding = target.states.has("expanded") || target.states.has("collapsed");
	return (
		(target.type === "button" || target.type === "a") &&
		!isFolding &&
		!/[\p{L}\p{N}]/u.test(said) &&
		page.lines[target.line]?.kind === "row" &&
		!unfolding.test(said)
	);
}

const unfolding = /^[▸▹►▶▾▿▼▲△▴▵‹›<>«»⌃⌄…⋯⋮+↑↓←→☆★]+$/u;
