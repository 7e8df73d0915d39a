import type { PageMemory } from "../read/memory.ts";
import { textOfEditor } from "../read/nodes/editors.ts";
import { maskNumbers } from "../read/sensitive.ts";
import type { ReadOptions, Walk } from "../read/walk.ts";
import { nodeOf, walkDocument } from "../read/walk.ts";
import { cut, normalize } from "../write/normalize.ts";
import { plainTextOf } from "../write/parts/measure.ts";

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

const longest = 500;
/** For all of them, in milliseconds. */
const defaultLimitMs = 500;

/**
 * What the page announces just now (`role=alert`), in the words of page text: only what a person sees, also in the shadow roots of the newest
 * reading, numbers of cards masked.
 *
 * @returns at most 500 characters, "" where it says nothing
 */
export function alertText(memory: PageMemory, options: ReadOptions): string {
	const { dom, shadowOf } = memory;
	const deadline = options.now() + (options.limitMs ?? defaultLimitMs);
	let text = "";
	for (const alert of [dom.document, ...memory.shadowRoots].flatMap((root) => dom.query(root, "[role=alert]"))) {
		// Many forms have an empty one for each of their fields.
		if (dom.firstChild(shadowOf(alert) ?? alert) === null || !dom.isShown(alert)) continue;
		const limitMs = deadline - options.now();
		if (text.length > longest || limitMs <= 0) break;
		const { rest } = walkDocument(memory, { ...options, limitMs, maxCharacters: longest }, alert);
		text = `${text} ${maskNumbers(normalize(plainTextOf(rest, longest)))}`.trim();
	}
	return cut(text, longest);
}
