import { optionNames } from "../read/control/option-names.ts";
import { keyOf } from "../read/ids.ts";
import type { PageMemory } from "../read/memory.ts";
import type { Building, ControlNode, PageNode, RegionNode } from "../read/page-node.ts";
import { seenIn, withPinned } from "../read/seen.ts";
import { maskNumbers } from "../read/sensitive.ts";
import type { ReadOptions, Walk } from "../read/walk.ts";
import { controlsIn, nodeOf, treeOf, walkDocument } from "../read/walk.ts";
import type { DraftElement, DraftLine, DraftPart } from "../write/draft.ts";
import { layOut } from "../write/layout.ts";
import { cleanCell, cleanText, cut, isBlank } from "../write/normalize.ts";
import { plainTextOf } from "../write/parts/measure.ts";
import { writeLine } from "../write/render.ts";
import { writeAnswer } from "./answers.ts";
import { editorTextIn } from "./live-text.ts";
import { fold, mayHoldMatch, mayHoldText } from "./search-filter.ts";

/** Lines of page text, at most 20,000 characters. The first line says how many of how many are shown. */
export type LookupAnswer =
	| { readonly ok: true; readonly text: string; readonly shown: number; readonly total: number }
	| { readonly ok: false; readonly code: "BAD_SELECTOR" | "NOT_FOUND" };

const limits = { characters: 20_000, matches: 50, options: 500, line: 300, ms: 1_500 } as const;

/** Builds an answer of as many lines as fit. */
function answer(
	lines: Iterable<string>,
	{ total, unit, isPartial = false }: { readonly total: number; readonly unit: string; readonly isPartial?: boolean },
): LookupAnswer {
	const kept: string[] = [];
	let left = limits.characters - 100;
	for (const line of lines) {
		if (left < 2) break;
		const shown = cut(line, left - 1);
		left -= shown.length + 1;
		kept.push(shown);
	}
	const note = isPartial ? ", the time did not suffice for the whole page" : "";
	return { ok: true, text: writeAnswer({ total, unit, note, lines: kept }), shown: kept.length, total };
}

/** Walks the page and gives ids to all its controls. */
function numberedWalk(
	memory: PageMemory,
	options: ReadOptions,
	part?: Element,
): { readonly walk: Walk; readonly nodes: readonly PageNode[]; readonly lines: readonly DraftLine[] } {
	let isWhole = part === undefined;
	const shouldRead = (found: Element): boolean => {
		const isRead = options.shouldRead?.(found) ?? true;
		if (!isRead) isWhole = false;
		return isRead;
	};
	const walk = walkDocument(memory, options.shouldRead === undefined ? options : { ...options, shouldRead }, part);
	const nodes = [...walk.frontNodes, ...walk.rest];
	const controls = controlsIn(nodes);
	const met = controls.flatMap((node) => {
		const element = walk.reader.elements.get(node);
		return element === undefined ? [] : [{ node, element, key: keyOf(node) }];
	});
	const ids = memory.ids.assignFound(met, memory.dom.isConnected, { isWhole: isWhole && !walk.reader.isPartial });
	for (const [index, { node }] of met.entries()) (node as Building<ControlNode | RegionNode>).id = ids[index] ?? 0;
	memory.seenByLookup = seenIn(memory, walk, nodes);
	return { walk, nodes, lines: layOut(treeOf(memory, walk, { children: nodes, shown: controls, controls })).lines };
}

function elementsIn(parts: readonly DraftPart[]): readonly DraftElement[] {
	return parts.flatMap((part) => (part.kind === "element" ? [part.element, ...elementsIn(part.element.parts)] : []));
}

function textIn(parts: readonly DraftPart[]): string {
	return parts.map((part) => (part.kind === "text" ? part.text : `${part.element.name} ${textIn(part.element.parts)}`)).join("");
}

const searched: ReadonlySet<string> = new Set(["value", "placeholder", "hint", "error"]);

function saidBy(element: DraftElement): string {
	const values = element.attributes.filter(([key]) => searched.has(key)).map(([, value]) => value);
	return fold([element.name, textIn(element.parts), ...values].join(" "));
}

function writePart(part: DraftPart): string {
	return writeLine({ kind: "text", depth: 0, zone: "none", distance: 0, level: 0, cells: [[part]] });
}

function lineOf(element: DraftElement): string {
	return cut(writePart({ kind: "element", element }), limits.line);
}

function textLine(memory: PageMemory, element: Element, text: string): string {
	const said = cut(maskNumbers(cleanText(text)), limits.line - 40);
	const id = memory.ids.pin(element);
	if (memory.seenByLookup !== undefined) memory.seenByLookup = withPinned(memory.seenByLookup, { element, id });
	return lineOf({ type: "text", id, isNew: false, name: "", states: [], attributes: [], parts: [{ kind: "text", text: said }] });
}

/** The smallest ancestor whose text holds all of the searched text. */
function ownerOf(memory: PageMemory, start: Element, needle: string): Element {
	const { dom } = memory;
	let element = start;
	for (let up = 0; up < 6 && !fold(dom.textContent(element)).includes(needle); up += 1) {
		const parent = dom.parentNode(element);
		if (parent === null || dom.nodeType(parent) !== 1) break;
		element = parent as Element;
	}
	return element;
}

function findText(memory: PageMemory, what: string, options: ReadOptions): LookupAnswer {
	const needle = fold(what);
	if (needle === "") return { ok: false, code: "NOT_FOUND" };
	const { walk, lines } = numberedWalk(memory, { ...options, shouldRead: mayHoldText(memory, needle) });
	const controls: string[] = [];
	const texts: { readonly element: Element; readonly text: string }[] = [];
	for (const line of lines) {
		const parts = line.cells.flat();
		const matching = elementsIn(parts).filter((element) => element.id !== undefined && saidBy(element).includes(needle));
		controls.push(...matching.map(lineOf));
		const text = line.cells.map(textIn).join(" ");
		const place = line.place === undefined ? undefined : walk.reader.places[line.place];
		if (matching.length === 0 && place !== undefined && fold(text).includes(needle))
			texts.push({ element: ownerOf(memory, place, needle), text });
	}
	const room = Math.max(0, limits.matches - controls.length);
	const shown = [...controls.slice(0, limits.matches), ...texts.slice(0, room).map(({ element, text }) => textLine(memory, element, text))];
	return answer(shown, { total: controls.length + texts.length, unit: "found", isPartial: walk.reader.isPartial });
}

/** The visible text of an element, up to the length of one line. */
function textOf(memory: PageMemory, element: Element, options: ReadOptions): string {
	return plainTextOf(walkDocument(memory, { ...options, maxCharacters: limits.line }, element).rest, limits.line);
}

function findSelector(memory: PageMemory, selector: string, options: ReadOptions): LookupAnswer {
	const { dom } = memory;
	const end = options.now() + (options.limitMs ?? limits.ms);
	const left = () => Math.max(0, end - options.now());
	try {
		dom.queryFirst(dom.document, selector);
	} catch {
		return { ok: false, code: "BAD_SELECTOR" };
	}
	const { walk, lines } = numberedWalk(memory, { ...options, limitMs: left(), shouldRead: mayHoldMatch(memory, selector) });
	const byId = new Map(lines.flatMap((line) => elementsIn(line.cells.flat())).map((element) => [element.id, element]));
	const roots = new Set([dom.document, ...memory.shadowRoots, ...walk.reader.shadowRoots]);
	const found = [...roots].flatMap((root) => dom.query(root, selector));
	const controlOf = (element: Element) => byId.get(memory.ids.idOf(element));
	// An image map area has no box of its own.
	const visible = found.filter((element) => !memory.isOwn(element) && (dom.isShown(element) || controlOf(element) !== undefined));
	const shown = visible.slice(0, limits.matches).map((element) => {
		const control = controlOf(element);
		if (control !== undefined) return lineOf(control);
		return textLine(memory, element, textOf(memory, element, { ...options, limitMs: left() }));
	});
	return answer(shown, { total: visible.length, unit: "found", isPartial: walk.reader.isPartial || left() === 0 });
}

/**
 * Finds visible matches of a text, or of a selector after `css:`, through shadow roots.
 * Controls come first, then text, which gets an id and can be clicked. Case and spacing do not matter.
 *
 * @returns at most 50 lines
 */
export function find(memory: PageMemory, what: string, options: ReadOptions): LookupAnswer {
	return what.startsWith("css:") ? findSelector(memory, what.slice(4), options) : findText(memory, what, options);
}

/** Reads a field; undefined if it is invisible or secret. */
function readField(memory: PageMemory, element: Element, options: ReadOptions): Walk | undefined {
	const walk = walkDocument(memory, options, element);
	const node = nodeOf(walk, element);
	return node?.kind !== "control" || walk.reader.sensitive.has(node) ? undefined : walk;
}

/** The whole value of a long text field, which page text cuts at 200 characters; nothing for a secret. */
function wholeValue(memory: PageMemory, element: Element, options: ReadOptions): LookupAnswer | undefined {
	const { HTMLTextAreaElement } = memory.dom.window;
	const isEditable = memory.dom.hasAttribute(element, "contenteditable");
	if (!(element instanceof HTMLTextAreaElement) && !isEditable) return undefined;
	const walk = readField(memory, element, options);
	if (walk === undefined) return undefined;
	const text = element instanceof HTMLTextAreaElement ? element.value : (editorTextIn(walk, element) ?? "");
	const lines = text.split("\n").filter((line) => !isBlank(line));
	return answer(pageLines(lines), { total: lines.length, unit: "lines" });
}

/** Lines of page text, created on demand. */
function* pageLines(lines: readonly string[]): Iterable<string> {
	for (const line of lines) {
		yield writePart({ kind: "text", text: maskNumbers(cleanText(line.slice(0, limits.characters))) });
	}
}

/** The content of an element, the whole value of a text area, or what a `…` line of the newest text replaced. */
export function expand(memory: PageMemory, id: number, options: ReadOptions): LookupAnswer {
	const element = memory.ids.elementOf(id);
	const collapsed = memory.collapsed.get(id);
	if (collapsed === undefined && (element === undefined || !memory.dom.isConnected(element))) return { ok: false, code: "NOT_FOUND" };
	const value = collapsed === undefined && element !== undefined ? wholeValue(memory, element, options) : undefined;
	if (value !== undefined) return value;
	const lines = collapsed ?? numberedWalk(memory, options, element).lines;
	const outer = lines.reduce((least, line) => Math.min(least, line.depth), Number.POSITIVE_INFINITY);
	return answer(
		lines.map((line) => " ".repeat(line.depth - outer) + writeLine(line)),
		{ total: lines.length, unit: "lines" },
	);
}

type Choice = { readonly label: string; readonly value: string; readonly isChosen: boolean; readonly isDisabled: boolean };

function nativeChoices(select: HTMLSelectElement): readonly Choice[] {
	const nameOf = optionNames(select);
	return Array.from(select.options, (option) => {
		const group = option.parentElement;
		const isDisabled = option.disabled || (group?.localName === "optgroup" && "disabled" in group && group.disabled === true);
		return { label: nameOf(option), value: option.value, isChosen: option.selected, isDisabled };
	});
}

/** Options of a listbox, or of the list that a combobox controls. */
function widgetChoices({ dom }: PageMemory, element: Element): readonly Choice[] {
	const ids = (dom.attribute(element, "aria-controls") ?? dom.attribute(element, "aria-owns") ?? "").split(/\s+/);
	const root = dom.rootOf(element);
	const lists = [element, ...ids.map((id) => (id === "" ? null : dom.elementById(root, id))).filter((list) => list !== null)];
	const listed = dom.attribute(element, "list");
	const data = listed === null ? null : dom.elementById(root, listed);
	const native = data === null ? [] : dom.query(data, "option");
	const found = [...lists.flatMap((list) => [...dom.query(list, "[role=option]")]), ...native];
	return found.map((option) => ({
		label: dom.attribute(option, "aria-label") ?? (dom.textContent(option).trim() || (dom.attribute(option, "value") ?? "")),
		value: "",
		isChosen: dom.attribute(option, "aria-selected") === "true",
		isDisabled: dom.attribute(option, "aria-disabled") === "true",
	}));
}

/**
 * Options of a select, listbox or combobox: label with `*` if chosen, value if it differs, `disabled`. At most 500.
 * A secret or invisible field does not reveal its choice.
 */
export function options(memory: PageMemory, id: number, clock: ReadOptions): LookupAnswer {
	const element = memory.ids.elementOf(id);
	if (element === undefined || !memory.dom.isConnected(element)) return { ok: false, code: "NOT_FOUND" };
	const choices = element instanceof memory.dom.window.HTMLSelectElement ? nativeChoices(element) : widgetChoices(memory, element);
	const isTold = readField(memory, element, clock) !== undefined;
	const lines = choices.slice(0, limits.options).map(({ label, value, isChosen, isDisabled }) => {
		const said = cleanCell(maskNumbers(cleanText(label)));
		const cells = [
			`${said}${isChosen && isTold ? "*" : ""}`,
			value === label ? "" : cleanCell(maskNumbers(cleanText(value))),
			isDisabled ? "disabled" : "",
		];
		while (cells.length > 1 && cells.at(-1) === "") cells.pop();
		return cells.map((cell) => `| ${cell}`.trimEnd()).join(" ");
	});
	return answer(lines, { total: choices.length, unit: "options" });
}
