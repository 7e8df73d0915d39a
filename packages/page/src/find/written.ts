import { writtenIn } from "../read/descent/nodes/editables.ts";
import type { PageMemory } from "../read/memory.ts";
import type { ReadOptions, Walk } from "../read/walk.ts";
import { nodeOf, walkDocument } from "../read/walk.ts";

/**
 * What a walk of an editor read in it.
 *
 * @returns undefined where nobody sees it
 */
export function writtenBy(walk: Walk, editor: Element): string | undefined {
	const { reader, rest } = walk;
	const node = nodeOf(walk, editor);
	if (node === undefined) return rest.length === 0 ? undefined : writtenIn(rest);
	return node.kind === "control" ? (reader.written.get(node) ?? writtenIn(node.children)) : writtenIn(node.children);
}

/**
 * What stands in an editor (`contenteditable`), in the same words as the value that page text gives it, its lines parted by `\n`. At most
 * 20,000 characters.
 *
 * @returns undefined where nobody sees it
 */
export function writtenText(memory: PageMemory, editor: Element, options: ReadOptions): string | undefined {
	return writtenBy(walkDocument(memory, options, editor), editor);
}
