import type { PageMemory } from "../read/memory.ts";
import { textOfEditor } from "../read/nodes/editors.ts";
import type { ReadOptions, Walk } from "../read/walk.ts";
import { nodeOf, walkDocument } from "../read/walk.ts";

/**
 * What a walk of an editor read in it.
 *
 * @returns undefined where nobody sees it
 */
export function editorTextIn(walk: Walk, editor: Element): string | undefined {
	const { reader, rest } = walk;
	const node = nodeOf(walk, editor);
	if (node === undefined) return rest.length === 0 ? undefined : textOfEditor(rest);
	return node.kind === "control" ? (reader.written.get(node) ?? textOfEditor(node.children)) : textOfEditor(node.children);
}

/**
 * What stands in an editor (`contenteditable`), in the same words as the value that page text gives it, its lines parted by `\n`. At most
 * 20,000 characters.
 *
 * @returns undefined where nobody sees it
 */
export function editorText(memory: PageMemory, editor: Element, options: ReadOptions): string | undefined {
	return editorTextIn(walkDocument(memory, options, editor), editor);
}
