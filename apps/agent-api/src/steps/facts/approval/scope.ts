import type { ElementView, PageLine, PageView } from "@webhand/page/parse/view";
import { formOf } from "../target.ts";

/**
 * What a person reads as one with a control: the controls whose values go along, and the lines whose amounts are meant. `isForm`: a form
 * says which they are; else it is the control's row or section.
 */
export type Scope = { readonly isForm: boolean; readonly elements: readonly ElementView[]; readonly lines: readonly PageLine[] };

type Range = { readonly from: number; readonly to: number };

// A dialog or a frame is a section as a whole; of a longer region the part under one heading is.
const closed: ReadonlySet<string> = new Set(["dialog", "popover", "frame"]);
const regions: ReadonlySet<string> = new Set([...closed, "main", "nav", "section", "scroll"]);

/**
 * The form of a control with the row, dialog or section around it; the whole page for a key without a control.
 *
 * @throws never
 */
export function scopeOf(target: ElementView | undefined, page: PageView): Scope {
	if (target === undefined) return { isForm: false, elements: [...page.elements.values()], lines: page.lines };
	const form = formOf(target, page);
	const anchor = form === undefined ? target.line : form.line;
	const row = rowRange(anchor, page);
	const around = row ?? sectionRange(anchor, page);
	const beside = row === undefined ? [{ from: target.line - 1, to: target.line + 2 }] : [];
	const ranges = [around, ...beside, ...(form === undefined ? [] : [subtree(form.line, page)])];
	const foreign = foreignLines(target, page);
	const isIn = (index: number) => !foreign.has(index) && ranges.some(({ from, to }) => index >= from && index < to);
	const isMeant = (element: ElementView) => {
		if (form !== undefined) return element.form === target.form;
		// Which form a button on its own is sent with stands nowhere: it may be any.
		if (target.attributes.has("method")) return element.form !== undefined || element.attributes.has("method") || isIn(element.line);
		return element.line >= around.from && element.line < around.to && !foreign.has(element.line);
	};
	return {
		isForm: form !== undefined,
		elements: [...page.elements.values()].filter(isMeant),
		lines: page.lines.filter(({ index }) => isIn(index)),
	};
}

/** True where a control stands in a row or a list entry, which is about something of its own. */
export function isInRow(target: ElementView | undefined, page: PageView): boolean {
	return target !== undefined && rowRange(formOf(target, page)?.line ?? target.line, page) !== undefined;
}

/** What stands over a control: the names of the regions it is in, its heading and those above that one. */
export function titlesOver(target: ElementView, page: PageView): readonly string[] {
	const around = ancestors(target.line, page);
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

function subtree(index: number, { lines }: PageView): Range {
	const depth = lines[index]?.depth ?? 0;
	let to = index + 1;
	while (to < lines.length && (lines[to]?.depth ?? 0) > depth) to += 1;
	return { from: index, to };
}

function ancestors(index: number, { lines }: PageView): readonly PageLine[] {
	const found: PageLine[] = [];
	for (let line = lines[index]; line !== undefined; line = lines[line.parent]) found.push(line);
	return found;
}

function rowRange(index: number, page: PageView): Range | undefined {
	const row = ancestors(index, page).find(({ kind }) => kind === "row" || kind === "item");
	return row === undefined ? undefined : subtree(row.index, page);
}

function sectionRange(index: number, page: PageView): Range {
	const around = ancestors(index, page);
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

/** Lines of frames that the control does not stand in: other documents. */
function foreignLines(target: ElementView, page: PageView): ReadonlySet<number> {
	const own = new Set(ancestors(target.line, page).map(({ index }) => index));
	const frames = page.lines.filter(({ region, index }) => region === "frame" && !own.has(index));
	return new Set(frames.flatMap(({ index }) => page.lines.slice(index, subtree(index, page).to).map((line) => line.index)));
}
