import { once } from "@webhand/page/once";
import type { ElementView, PageLine, PageView } from "@webhand/page/parse/view";

/** A run of lines of a page: `from` to before `to`. */
export type LineRange = { readonly from: number; readonly to: number };

/** A line and the lines around it, the innermost first. */
export function ancestorsOf(index: number, { lines }: PageView): readonly PageLine[] {
	const found: PageLine[] = [];
	for (let line = lines[index]; line !== undefined; line = lines[line.parent]) found.push(line);
	return found;
}

/** A line and all lines inside of it. */
export function subtree(index: number, { lines }: PageView): LineRange {
	const depth = lines[index]?.depth ?? 0;
	let to = index + 1;
	while (to < lines.length && (lines[to]?.depth ?? 0) > depth) to += 1;
	return { from: index, to };
}

/** The dialog or popover that a control stands in: its line, and those inside of it; none outside of dialogs. */
export function dialogAround(target: ElementView, page: PageView): readonly PageLine[] {
	const dialog = ancestorsOf(target.line, page).find(({ region }) => region === "dialog" || region === "popover");
	return dialog === undefined ? noLines : linesIn(dialog, page);
}

const noLines: readonly PageLine[] = [];

const linesIn = once(({ index }: PageLine, page: PageView): readonly PageLine[] => {
	const { from, to } = subtree(index, page);
	return page.lines.slice(from, to);
});

/** The host of the frame that an element stands in, where that is another one than the page's. */
export function frameHostOf(element: ElementView | undefined, page: PageView): string | undefined {
	if (element === undefined) return undefined;
	const frames = ancestorsOf(element.line, page).filter(({ region }) => region === "frame");
	const hosts = frames.flatMap(({ id }) => (id === undefined ? [] : (page.elements.get(id)?.href ?? [])));
	return hosts[0]?.split("/")[0];
}

/** The row or list entry that a line stands in, or is. */
export function rowOf(index: number, page: PageView): PageLine | undefined {
	return ancestorsOf(index, page).find(({ kind }) => kind === "row" || kind === "item");
}

/** The texts and links of the row or list entry around a control, without the control itself, buttons and fields; "" outside of one. */
export function rowAround(element: ElementView, page: PageView): string {
	const row = rowOf(element.line, page);
	return row === undefined ? "" : textsOf(row, page, element.id);
}

/** The texts and links of a line. @param except the id of a link to leave out */
export function textsOf({ cells }: PageLine, page: PageView, except?: number): string {
	const texts = cells.flat().map((part) => {
		if (part.kind === "text") return part.text.trim();
		const link = page.elements.get(part.id);
		return link?.type === "a" && link.id !== except ? link.name : "";
	});
	return texts.filter((text) => text !== "").join(" ");
}

/** The text of a line and of its neighbours, `reach` lines to each side. */
export function textAround(page: PageView, line: number, reach: number): string {
	const near = page.lines.slice(Math.max(0, line - reach), line + reach + 1);
	return near.map(({ text }) => text).join(" ");
}
