import type { Action } from "@webhand/contracts/action/grammar";
import { amountsIn, unclearAmountsIn } from "@webhand/lexicon/amounts";
import { fingerprint } from "@webhand/page/parse/fingerprint";
import type { ElementView, PageLine, PageView } from "@webhand/page/parse/view";
import { canonicalJson, digest, withoutTicking, withoutTracking } from "../facts/keys.ts";
import type { LineRange } from "../facts/lines.ts";
import { ancestorsOf, dialogAround, frameHostOf, rowAround, rowOf, subtree, textsOf } from "../facts/lines.ts";
import { currencyIn } from "../facts/money.ts";
import { isSlider, isTextual, isTick } from "../facts/roles.ts";
import { formOf, targetOf } from "../facts/target.ts";
import { hide, isSensitiveField, maskedValue } from "../secrets/find.ts";

const moneyReasons: ReadonlySet<string> = new Set(["pay_word", "amount_beside", "checkout_page", "card_in_form"]);

const totalWords = [
	"(?:sub|grand )?total|sum|amount|balance due|to pay|pay now|(?:gesamt|end|rechnungs|zahl)?(?:summe|betrag|preis)|gesamt|zu zahlen",
	"montant|somme|à payer|importe|suma|a pagar|totale|importo|somma|da pagare|valor|soma|итого|итог|сумма|всего|к оплате",
].join("|");
const total = new RegExp(`(?<!\\p{L})(?:${totalWords})(?!\\p{L})|合计|总计|总额|应付|合計|総額|支払`, "iu");
const price = /(?<![\d.,:])\d[\d.,'’]{0,30}[.,]\d{2}(?![\d.,:])/g;

/**
 * One hash of everything but the action itself that an approval is given for: the context of the target, the values of its form (else of its
 * row or section), the amounts of money there and totals of the page. Clocks count nowhere.
 *
 * @param held `reasons` of the risk; `secrets` as of `secretsIn`: they are masked before the hash
 * @returns 64 hex digits
 * @throws never
 */
export function approvalFingerprint(
	action: Action,
	page: PageView,
	{ reasons, secrets }: { readonly reasons: readonly string[]; readonly secrets: readonly string[] },
): string {
	const target = targetOf(action, page);
	if (target === undefined && action.name !== "press") return digest("", 64);
	const subject = targetContext(action, page).map((text) => hide(text, secrets));
	const { elements, lines } = scopeOf(target, page);
	const values = elements.flatMap((element) => {
		const held = controlValue(element);
		return held === undefined ? [] : [[element.type, withoutTicking(element.name), hide(held, secrets)]];
	});
	const amounts = [...lines.flatMap(amountsOf), ...(seesTotals(target, page, reasons) ? totalsOf(page) : [])];
	return digest(canonicalJson({ subject, values, amounts }), 64);
}

function seesTotals(target: ElementView | undefined, page: PageView, reasons: readonly string[]): boolean {
	return !isInRow(target, page) || reasons.some((reason) => moneyReasons.has(reason));
}

/**
 * The amounts that an action is about, as the page writes them: those of an approval, and what stands in fields for an amount, with the
 * currency of their name. A text without a currency may be a number of something else. An amount that is scaled, or of a currency that its
 * sign alone does not say, comes as a whole: nobody can read it.
 *
 * @throws never
 */
export function amountsOfAct(action: Action, page: PageView, reasons: readonly string[]): readonly string[] {
	const target = targetOf(action, page);
	const { elements, lines } = scopeOf(target, page);
	const entered = elements.flatMap((element) => {
		const typed = action.name === "setValue" && element.id === target?.id ? action.text : undefined;
		const value = (typed ?? element.attributes.get("value") ?? "").trim();
		if (!isSubmittedField(element) || !/\p{Nd}/u.test(value)) return [];
		const found = [...amountsIn(value), ...unclearAmountsIn(value)];
		const currency = currencyIn(element.name);
		if (found.length > 0) return found;
		return currency === undefined ? (total.test(element.name) ? [value] : []) : [`${value} ${currency}`];
	});
	const totals = seesTotals(target, page, reasons) ? [...totalsOf(page), ...linesOfTotals(page).flatMap(unclearIn)] : [];
	return [...entered, ...lines.flatMap(amountsOf), ...lines.flatMap(unclearIn), ...totals];
}

const unclearIn = ({ text }: PageLine) => unclearAmountsIn(text);

const linesOfTotals = ({ lines }: PageView) =>
	lines.filter(({ text }, index) => total.test(text) || total.test(lines[index - 1]?.text ?? ""));

function amountsOf({ text }: PageLine): readonly string[] {
	return amountsIn(withoutTicking(text));
}

/** The figures in lines about a total; a figure may stand in the line after the word. */
function totalsOf({ lines }: PageView): readonly string[] {
	return lines.flatMap((line, index) => {
		if (!total.test(line.text)) return [];
		const said = figuresOf(line);
		const next = lines[index + 1];
		return said.length > 0 || next === undefined ? said : figuresOf(next);
	});
}

function figuresOf(line: PageLine): readonly string[] {
	const amounts = amountsOf(line);
	return amounts.length > 0 ? amounts : (withoutTicking(line.text).match(price) ?? []);
}

/** The controls and lines that belong to a control: those of its form (`isForm`), else of its row or section. */
export type Scope = { readonly isForm: boolean; readonly elements: readonly ElementView[]; readonly lines: readonly PageLine[] };

// A dialog or a frame is one section. In other regions the part under one heading is.
const closed: ReadonlySet<string> = new Set(["dialog", "popover", "frame"]);
const regions: ReadonlySet<string> = new Set([...closed, "main", "nav", "section", "scroll"]);

/** The form of a control with the row, dialog or section around it; the whole page for a key without a target. */
export function scopeOf(target: ElementView | undefined, page: PageView): Scope {
	if (target === undefined) return { isForm: false, elements: [...page.elements.values()], lines: page.lines };
	const form = formOf(target, page);
	const anchor = form === undefined ? target.line : form.line;
	const row = rowRange(anchor, page);
	const around = row ?? sectionRange(anchor, page);
	const nextLines = row === undefined ? [{ from: target.line - 1, to: target.line + 2 }] : [];
	const ranges = [around, ...nextLines, ...(form === undefined ? [] : [subtree(form.line, page)])];
	const foreign = foreignLines(target, page);
	const isIn = (index: number) => !foreign.has(index) && ranges.some(({ from, to }) => index >= from && index < to);
	const isInScope = (element: ElementView) => {
		if (form !== undefined) return element.form === target.form;
		// A button with a method outside any form may send any form of the page.
		if (target.attributes.has("method")) return element.form !== undefined || element.attributes.has("method") || isIn(element.line);
		return element.line >= around.from && element.line < around.to && !foreign.has(element.line);
	};
	return {
		isForm: form !== undefined,
		elements: [...page.elements.values()].filter(isInScope),
		lines: page.lines.filter(({ index }) => isIn(index)),
	};
}

/** True for a control in a row or a list entry, which says itself what it is about. */
function isInRow(target: ElementView | undefined, page: PageView): boolean {
	return target !== undefined && rowRange(formOf(target, page)?.line ?? target.line, page) !== undefined;
}

/** The names of the regions around a control, its heading and the higher headings above it. */
function headingsAbove(target: ElementView, page: PageView): readonly string[] {
	const around = ancestorsOf(target.line, page);
	const holders = new Set([-1, ...around.map(({ index }) => index)]);
	const titles = around.flatMap(({ kind, name }) => (kind === "region" && name !== undefined ? [name] : []));
	let level = 7;
	for (const line of page.lines.slice(0, target.line).toReversed()) {
		if (line.kind !== "heading" || line.level >= level || !holders.has(line.parent)) continue;
		titles.push(line.text);
		level = line.level;
	}
	return titles;
}

function rowRange(index: number, page: PageView): LineRange | undefined {
	const row = rowOf(index, page);
	return row === undefined ? undefined : subtree(row.index, page);
}

function sectionRange(index: number, page: PageView): LineRange {
	const around = ancestorsOf(index, page);
	const region = around.find((line) => line.kind === "region" && regions.has(line.region ?? ""));
	const whole = region === undefined ? { from: 0, to: page.lines.length } : subtree(region.index, page);
	if (closed.has(region?.region ?? "")) return whole;
	const holders = new Set([-1, ...around.map((line) => line.index)]);
	const headings = page.lines
		.slice(whole.from, whole.to)
		.filter(({ kind, parent, index: at }) => kind === "heading" && holders.has(parent) && at !== index);
	const own = headings.findLast((heading) => heading.index < index);
	const next = headings.find((heading) => heading.index > index && heading.level <= (own?.level ?? 6));
	return { from: own?.index ?? whole.from, to: next?.index ?? whole.to };
}

/** Lines of other documents: of frames that the control does not stand in. */
function foreignLines(target: ElementView, page: PageView): ReadonlySet<number> {
	const own = new Set(ancestorsOf(target.line, page).map(({ index }) => index));
	const frames = page.lines.filter(({ region, index }) => region === "frame" && !own.has(index));
	return new Set(frames.flatMap(({ index }) => page.lines.slice(index, subtree(index, page).to).map((line) => line.index)));
}

/** A longer dialog is an application, not a question. */
const maxDialog = 1_000;
/** A longer text before a colon is a sentence, not a name. */
const maxName = 40;
/**
 * What an action is about, as the user sees it: address, frame, texts of the control, drop target, and the dialog around it. Without a
 * dialog its headings, its own line, the line above and values in text (`To: Ann`). Clocks count nowhere.
 */
function targetContext(action: Action, page: PageView): readonly string[] {
	const target = targetOf(action, page);
	if (target === undefined) return [placeOf(page.url)];
	const dialog = dialogAround(target, page);
	const isQuestion = dialog.length > 0 && dialog.reduce((sum, { text }) => sum + text.length, 0) <= maxDialog;
	const about = isQuestion ? dialog.flatMap((line) => [line.name ?? "", textsOf(line, page)]) : nearbyTexts(target, page);
	const own = [target.name, target.content, target.attributes.get("hint") ?? "", frameHostOf(target, page) ?? ""];
	return [placeOf(page.url), ...[...own, ...about, ...dropTarget(action, page)].map(withoutTicking)];
}

function nearbyTexts(target: ElementView, page: PageView): readonly string[] {
	const { lines, elements, isForm } = scopeOf(target, page);
	const named = lines.flatMap((line) => (isNamedValue(line, page) ? [line.text] : []));
	// A row says itself what it is about; the list around it may change.
	if (isInRow(target, page)) return named;
	const form = formOf(target, page);
	const isBare = !isForm || !elements.some(isSubmittedField);
	const at = isForm ? (form?.line ?? target.line) : target.line;
	const own = page.lines[target.line];
	const ownLines = isBare && own !== undefined ? [textsOf(own, page), wordsOf(page.lines[at - 1], page)] : [];
	return [...headingsAbove(target, page).map(withoutCounts), ...named, ...ownLines];
}

/** The words of a text line without its numbers: counters stand there, and amounts are hashed on their own. */
function wordsOf(line: PageLine | undefined, page: PageView): string {
	return line === undefined || !isPlainText(line, page) ? "" : withoutTicking(line.text).replaceAll(/\d+/g, "");
}

/** True for a value in plain text: `To: Ann`, or a row of two cells. */
function isNamedValue(line: PageLine, page: PageView): boolean {
	if (!isPlainText(line, page)) return false;
	if (line.kind === "row") return line.cells.length === 2;
	const name = /^\P{Nd}*?[:：](?=.)/u.exec(withoutTicking(line.text))?.[0];
	return name !== undefined && name.length <= maxName;
}

/** A line of text and links alone. */
function isPlainText({ cells }: PageLine, page: PageView): boolean {
	return cells.flat().every((part) => part.kind === "text" || page.elements.get(part.id)?.type === "a");
}

function dropTarget(action: Action, page: PageView): readonly string[] {
	if (action.name !== "drag" || action.to.kind === "offset") return [];
	const onto = page.elements.get(action.to.id);
	return onto === undefined ? [] : [fingerprint(onto, page), onto.name, rowAround(onto, page)];
}

/** "Inbox (3)" stays the inbox when a message comes in. */
function withoutCounts(title: string): string {
	return title.replaceAll(/\(\d+\)/g, "");
}

/** The address of a page without tracking parameters; a fragment counts where it is a route. */
function placeOf(url: string): string {
	const parsed = URL.parse(url);
	if (parsed === null) return url;
	return [parsed.host, parsed.pathname, String(withoutTracking(parsed)), /^#!?\//.test(parsed.hash) ? parsed.hash : ""].join(" ");
}

const chosen: ReadonlySet<string> = new Set(["select", "listbox", "slider", "spinbutton", "color", "range", "file", "month", "week"]);
/** "1:02 of 3:40", "12 seconds of 3 minutes": the position of a recording, which runs by itself. */
const playing = /(?:\d:\d{2}|\d\s?(?:sec|min|sek|seg|сек|мин|秒|分)).*(?:\s(?:of|von|sur|de|di|из)\s|\/).*\d/iu;
const players = /(?<!\p{L})(?:seek|scrub|playback|elapsed)/iu;

/** True for controls that a form sends the value of. */
export function isSubmittedField({ type, attributes }: ElementView): boolean {
	return isTextual(type) || isTick(type) || chosen.has(type) || attributes.has("value");
}

/**
 * The value, tick or choice of a control; undefined for none, so that an empty field may come or go. A secret is masked. Clocks are left
 * out.
 */
export function controlValue(element: ElementView): string | undefined {
	const { type, states, attributes } = element;
	if (isSensitiveField(element)) return states.has("filled") ? maskedValue : undefined;
	const value = isTick(type) ? undefined : attributes.get("value");
	const state = ["mixed", "checked", "selected", "pressed"].find((word) => states.has(word));
	const more = [attributes.get("rest"), state].filter((word) => word !== undefined);
	const text = value === undefined ? state : [stableValue(value, element), ...more].join(" ");
	return text === "" ? undefined : text;
}

function stableValue(value: string, { type, name, states }: ElementView): string {
	if (isSlider(type)) return playing.test(value) || players.test(name) ? "" : value;
	// In an editable field a time with seconds is a choice of the user.
	return isTextual(type) && !states.has("readonly") && !states.has("disabled") ? value : withoutTicking(value);
}
