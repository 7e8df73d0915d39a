import type { PageMemory } from "./read/memory.ts";
import type { PageNode, PageTree } from "./read/node.ts";
import type { ReadOptions } from "./read/walk.ts";
import { readPage } from "./read/walk.ts";
import type { PageDigest } from "./watch/changes.ts";
import { describeChanges, digestOf } from "./watch/changes.ts";
import type { DraftLine } from "./write/draft.ts";
import { fit } from "./write/fit.ts";
import { layOut } from "./write/layout.ts";

/** One look at a document: what a content script sends, and what it needs to go on. */
export type Look = {
	readonly text: string;
	readonly tree: PageTree;
	/** Frame elements in the text, whose own text the background writes below them. */
	readonly frames: readonly { readonly id: number; readonly element: Element }[];
	/** Controls that got no number since the blocks are full: grant more (`memory.ids.grant`) and look again. */
	readonly missingIds: number;
	/** Even collapsed the page did not fit well; worth a log line with host and counts. */
	readonly isOverLimit: boolean;
};

/** `cap` and `extendedCap` in characters, as in `fit`. */
export type LookOptions = ReadOptions & { readonly cap?: number; readonly extendedCap?: number };

function frameIds(nodes: readonly PageNode[]): readonly number[] {
	return nodes.flatMap((node) => {
		if (node.kind !== "region" && node.kind !== "control") return [];
		const own = node.kind === "region" && node.type === "frame" && node.id !== undefined ? [node.id] : [];
		return [...own, ...frameIds(node.children)];
	});
}

/** Where a dropped part can be expanded: the element around its first text or control. */
function anchorOf(memory: PageMemory, line: DraftLine): number | undefined {
	const place = line.place === undefined ? undefined : memory.places[line.place];
	const part = line.cells.flat().find((found) => found.kind === "element");
	const id = line.region?.id ?? (part?.kind === "element" ? part.element.id : undefined);
	const element = place ?? (id === undefined ? undefined : memory.ids.elementOf(id));
	const parent = element === undefined ? null : memory.dom.parentNode(element);
	return parent !== null && memory.dom.nodeType(parent) === 1 ? memory.ids.number(parent as Element) : undefined;
}

/**
 * Reads the page, says what changed since the look before, brings it within its size, and writes it.
 *
 * @param memory of this document; its ids, `@changed` and collapsed parts are brought up to date
 * @source page.md §4, §5, §7
 */
export function look(memory: PageMemory, options: LookOptions): Look {
	const tree = readPage(memory, options);
	const whole = layOut(tree);
	const digest: PageDigest = digestOf(whole);
	const changed = memory.digest === undefined ? "" : describeChanges(memory.digest, digest);
	const used = new Set<number>();
	const anchor = (line: DraftLine) => {
		const id = anchorOf(memory, line);
		if (id === undefined || used.has(id)) return undefined;
		used.add(id);
		return id;
	};
	const { cap, extendedCap } = options;
	const fitted = fit(
		{ ...whole, header: { ...whole.header, changed } },
		{ anchor, ...(cap === undefined ? {} : { cap }), ...(extendedCap === undefined ? {} : { extendedCap }) },
	);
	memory.digest = digest;
	memory.collapsed = fitted.collapsed;
	const frames = frameIds(tree.children).flatMap((id) => {
		const element = memory.ids.elementOf(id);
		return element === undefined ? [] : [{ id, element }];
	});
	return { text: fitted.text, tree, frames, missingIds: memory.ids.missing, isOverLimit: fitted.isOverLimit };
}
