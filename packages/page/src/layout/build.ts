import { once } from "../once.ts";
import type { LinePart, PageView } from "../parse/view.ts";
import { groupsOf } from "./groups.ts";
import type { Layout, PageNode } from "./layout.ts";
import type { Phrase } from "./phrase.ts";
import { phraseOf } from "./phrase.ts";

/** Lays a page out for lookups, once for each view. Linear in its size. */
export const layoutOf = once((view: PageView): Layout => {
	const nodes: PageNode[] = [];
	const nodeOf = new Map<number, PageNode>();
	const starts: number[] = [];
	const add = (node: PageNode) => {
		nodes.push(node);
		if (node.element !== undefined) nodeOf.set(node.element.id, node);
	};
	const addParts = (parts: readonly LinePart[], at: { readonly line: number; readonly cell: number }, inside: readonly number[]) => {
		for (const part of parts) {
			if (part.kind === "text") {
				const text = part.text.trim();
				if (text !== "") add({ ...at, order: nodes.length, text, inside });
				continue;
			}
			const element = view.elements.get(part.id);
			if (element === undefined || nodeOf.has(element.id)) continue;
			add({ ...at, order: nodes.length, text: element.name, element, inside });
			const [only] = element.parts;
			// A control's only text is its name, which stands there already.
			if (element.parts.length === 1 && only?.kind === "text" && only.text === element.name) continue;
			addParts(element.parts, at, [...inside, element.id]);
		}
	};
	const open: { readonly id: number; readonly depth: number }[] = [];
	for (const line of view.lines) {
		starts.push(nodes.length);
		while ((open.at(-1)?.depth ?? -1) >= line.depth) open.pop();
		const around = open.map(({ id }) => id);
		const region = line.id === undefined ? undefined : view.elements.get(line.id);
		const at = { line: line.index, cell: 0 };
		if (region !== undefined) add({ ...at, order: nodes.length, text: region.name, element: region, inside: around });
		else if (line.kind === "region" && (line.name ?? "") !== "") add({ ...at, order: nodes.length, text: line.name ?? "", inside: around });
		const inside = region === undefined ? around : [...around, region.id];
		for (const [cell, parts] of line.cells.entries()) addParts(parts, { line: line.index, cell }, inside);
		const [only] = line.cells.length === 1 ? (line.cells[0] ?? []) : [];
		// A control around much content stands alone on its line, with what it holds one level deeper.
		const holder = region?.id ?? (line.cells[0]?.length === 1 && only?.kind === "element" ? only.id : undefined);
		if (holder !== undefined) open.push({ id: holder, depth: line.depth });
	}
	starts.push(nodes.length);
	const lastOf = view.lines.map(({ index }) => index);
	for (let index = view.lines.length - 1; index >= 0; index -= 1) {
		const parent = view.lines[index]?.parent ?? -1;
		if (parent >= 0) lastOf[parent] = Math.max(lastOf[parent] ?? parent, lastOf[index] ?? index);
	}
	const phrases = new Map<string, Phrase>();
	const phrase = (text: string): Phrase => {
		const made = phrases.get(text) ?? phraseOf(text);
		phrases.set(text, made);
		return made;
	};
	const layout: { -readonly [Key in keyof Layout]: Layout[Key] } = {
		view,
		nodes,
		elements: [...view.elements.values()],
		nodeOf,
		starts,
		lastOf,
		groups: [],
		phrase,
	};
	layout.groups = groupsOf(layout);
	return layout;
});
