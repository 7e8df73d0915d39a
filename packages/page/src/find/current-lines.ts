import type { Body } from "../parse/body.ts";
import { readBody } from "../parse/body.ts";
import type { PageMemory } from "../read/memory.ts";
import type { Building, ControlNode, RegionNode } from "../read/page-node.ts";
import type { ReadOptions } from "../read/walk.ts";
import { controlsIn, treeOf, walkDocument } from "../read/walk.ts";
import type { DraftElement, DraftLine, DraftPart } from "../write/draft.ts";
import { layOut } from "../write/layout.ts";
import { writeLine } from "../write/render.ts";

/** The text of parts and of the controls in them. */
export function textOfParts(parts: readonly DraftPart[]): string {
	const said = ({ name, parts: inner }: DraftElement) => `${name} ${textOfParts(inner)}`;
	return parts.map((part) => (part.kind === "text" ? part.text : said(part.element))).join(" ");
}

/** The controls and forms of lines, as the server reads them in the text. */
export function bodyOf(lines: readonly DraftLine[]): Body {
	return readBody(
		lines.map((line) => " ".repeat(line.depth) + writeLine(line)),
		"",
	);
}

/** The index of the line that holds a control; -1 for none. */
export function lineWith(lines: readonly DraftLine[], id: number): number {
	return lines.findIndex(({ cells, region }) => region?.id === id || cells.some((cell) => holds(cell, id)));
}

function holds(parts: readonly DraftPart[], id: number): boolean {
	const isIt = (element: DraftElement): boolean => element.id === id || holds(element.parts, id);
	return parts.some((part) => part.kind === "element" && isIt(part.element));
}

/** The index of the innermost line around another one, or itself, that `isWanted` accepts; undefined for none. */
export function placeAround(lines: readonly DraftLine[], at: number, isWanted: (line: DraftLine) => boolean): number | undefined {
	let depth = lines[at]?.depth ?? 0;
	for (let index = at; index >= 0; index -= 1) {
		const line = lines[index];
		if (line === undefined || (index !== at && line.depth >= depth)) continue;
		depth = line.depth;
		if (isWanted(line)) return index;
	}
	return undefined;
}

/** A line and all lines inside of it. */
export function linesInside(lines: readonly DraftLine[], at: number): readonly DraftLine[] {
	const depth = lines[at]?.depth ?? 0;
	const end = lines.findIndex((later, place) => place > at && later.depth <= depth);
	return lines.slice(at, end === -1 ? lines.length : end);
}

/** The lines of the page now; known controls keep their numbers. Undefined where the time ran out. */
export function currentLines(memory: PageMemory, options: ReadOptions): readonly DraftLine[] | undefined {
	const walk = walkDocument(memory, options);
	if (walk.reader.isPartial) return undefined;
	// What a dialog blocks was one line of the text.
	const nodes = memory.lines.some(({ kind }) => kind === "collapsed") ? walk.frontNodes : [...walk.frontNodes, ...walk.rest];
	const controls = controlsIn(nodes);
	for (const node of controls) {
		const element = walk.reader.elements.get(node);
		const number = element === undefined ? undefined : memory.ids.idOf(element);
		if (number !== undefined) (node as Building<ControlNode | RegionNode>).id = number;
	}
	return layOut(treeOf(memory, walk, { children: nodes, shown: controls, controls })).lines;
}
