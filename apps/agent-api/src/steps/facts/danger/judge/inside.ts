import type { ElementView, LinePart, PageLine, PageView } from "@webhand/page/parse/view";

const rows: ReadonlySet<string> = new Set(["tr", "row", "li", "listitem", "treeitem"]);

/**
 * The controls that stand inside of another one, however deep: in its content, in the region that it opens (a section, a frame), in its row.
 *
 * @returns none where the page does not tell, as in a snapshot
 * @throws never
 */
export function controlsInside(target: ElementView, page: PageView): readonly ElementView[] {
	const own = page.lines[target.line];
	const region = own?.id === target.id ? linesInside(own, page) : [];
	const row = own !== undefined && rows.has(target.type) ? [own, ...linesInside(own, page)] : [];
	const ids = new Set([
		...idsIn(target.parts, page),
		...[...region, ...row].flatMap(({ cells }) => cells.flatMap((cell) => idsIn(cell, page))),
	]);
	ids.delete(target.id);
	return [...ids].flatMap((id) => page.elements.get(id) ?? []);
}

function linesInside({ index, depth }: PageLine, page: PageView): readonly PageLine[] {
	const after = page.lines.findIndex((other) => other.index > index && other.depth <= depth);
	return page.lines.slice(index + 1, after === -1 ? undefined : after);
}

function idsIn(parts: readonly LinePart[], page: PageView): readonly number[] {
	return parts.flatMap((part) => (part.kind === "text" ? [] : [part.id, ...idsIn(page.elements.get(part.id)?.parts ?? [], page)]));
}
