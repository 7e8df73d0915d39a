import type { PageMemory } from "./read/memory.ts";
import type { PageNode, PageTree } from "./read/page-node.ts";
import type { ReadOptions } from "./read/walk.ts";
import { readTree } from "./read/walk.ts";
import type { PageDigest } from "./watch/changes.ts";
import { describeChanges, digestOf } from "./watch/changes.ts";
import type { Draft, DraftLine } from "./write/draft.ts";
import { fitDraft } from "./write/fit.ts";
import { layOut } from "./write/layout.ts";

/** One look at a document: what a content script sends, and what it needs to go on. */
export type PageReading = {
	readonly text: string;
	readonly tree: PageTree;
	/** Frame elements in the text, whose own text the background writes below them. */
	readonly frames: readonly { readonly id: number; readonly element: Element }[];
	/** Controls that got no number since the blocks are full: look again with another `spareBlock`. */
	readonly missingIds: number;
	/** Even collapsed the page did not fit well; worth a log line with host and counts. */
	readonly isOverLimit: boolean;
};

/**
 * `cap` and `extendedCap` in characters, as in `fitDraft`. `spareBlock`: first id of a block for a document whose own are nearly full; it
 * is in `memory.ids.blocks` afterwards when it was taken.
 */
export type ReadPageOptions = ReadOptions & { readonly cap?: number; readonly extendedCap?: number; readonly spareBlock?: number };

const maxClimb = 8;

function frameIds(nodes: readonly PageNode[], into: number[] = []): readonly number[] {
	for (const node of nodes) {
		if (node.kind !== "region" && node.kind !== "control") continue;
		if (node.kind === "region" && node.type === "frame" && node.id !== undefined) into.push(node.id);
		frameIds(node.children, into);
	}
	return into;
}

/** Numbers that stand in a text already. */
function numbersIn({ lines }: Draft, { controls }: PageDigest): Set<number> {
	const numbers = new Set(controls.keys());
	for (const { region } of lines) if (region?.id !== undefined) numbers.add(region.id);
	return numbers;
}

/** Where dropped parts can be expanded: the smallest element around the first text or control of each that has no other use in the text. */
function createAnchor(memory: PageMemory, used: Set<number>): (line: DraftLine) => number | undefined {
	return (line) => {
		const place = line.place === undefined ? undefined : memory.places[line.place];
		const part = line.cells.flat().find((found) => found.kind === "element");
		const id = line.region?.id ?? (part?.kind === "element" ? part.element.id : undefined);
		const control = id === undefined ? undefined : memory.ids.elementOf(id);
		let node: Node | null = place ?? (control === undefined ? null : memory.dom.parentNode(control));
		for (let up = 0; up < maxClimb && node !== null && memory.dom.nodeType(node) === 1; up += 1) {
			const number = memory.ids.number(node as Element);
			if (number === 0) return undefined;
			if (!used.has(number)) {
				used.add(number);
				return number;
			}
			node = memory.dom.parentNode(node);
		}
		return undefined;
	};
}

/**
 * Reads the page, says what changed since the look before, brings it within its size, and writes it.
 *
 * @param memory of this document; its ids, `@changed` and collapsed parts are brought up to date
 */
export function readPage(memory: PageMemory, options: ReadPageOptions): PageReading {
	const { cap, extendedCap, spareBlock = 0 } = options;
	memory.ids.addBlock(spareBlock);
	const tree = readTree(memory, options);
	const whole = layOut(tree);
	const digest: PageDigest = digestOf(whole);
	const changed = memory.digest === undefined ? "" : describeChanges(memory.digest, digest);
	const draft = { ...whole, header: { ...whole.header, changed } };
	const fitted = fitDraft(draft, {
		anchor: createAnchor(memory, numbersIn(whole, digest)),
		...(cap === undefined ? {} : { cap }),
		...(extendedCap === undefined ? {} : { extendedCap }),
	});
	memory.ids.releaseBlock(spareBlock);
	memory.digest = digest;
	memory.collapsed = fitted.collapsed;
	const frames = frameIds(tree.children).flatMap((id) => {
		const element = memory.ids.elementOf(id);
		return element === undefined ? [] : [{ id, element }];
	});
	memory.unfitted = frames.length === 0 ? undefined : { draft, length: fitted.text.length };
	return { text: fitted.text, tree, frames, missingIds: memory.ids.missing, isOverLimit: fitted.isOverLimit };
}

/**
 * Brings the text of the newest look within the room that its frames leave. Nothing is read anew: marks and `@changed` stay.
 *
 * @param memory of this document; its collapsed parts are those of the text that is returned
 * @param room what the text may take where it loses no control by that, and at all, in characters
 * @returns null where the text of the look stands: it has no frames, or gets no shorter
 */
export function refit(
	memory: PageMemory,
	room: { readonly cap: number; readonly extendedCap: number },
): { readonly text: string; readonly isOverLimit: boolean } | null {
	const { unfitted, digest } = memory;
	if (unfitted === undefined || digest === undefined) return null;
	const { text, collapsed, isOverLimit } = fitDraft(unfitted.draft, {
		...room,
		anchor: createAnchor(memory, numbersIn(unfitted.draft, digest)),
	});
	if (text.length >= unfitted.length) return null;
	memory.collapsed = collapsed;
	return { text, isOverLimit };
}
