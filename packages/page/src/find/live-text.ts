import type { PageMemory } from "../read/memory.ts";
import { textOfEditor } from "../read/nodes/editors.ts";
import { maskNumbers } from "../read/sensitive.ts";
import type { ReadOptions, Walk } from "../read/walk.ts";
import { nodeOf, walkDocument } from "../read/walk.ts";
import { cut, normalize } from "../write/normalize.ts";
import { plainTextOf } from "../write/parts/measure.ts";

/**
 * The text of an editor after a walk of it.
 *
 * @returns undefined for an invisible editor
 */
export function editorTextIn(walk: Walk, editor: Element): string | undefined {
	const { reader, rest } = walk;
	const node = nodeOf(walk, editor);
	if (node === undefined) return rest.length === 0 ? undefined : textOfEditor(rest);
	return node.kind === "control" ? (reader.editorTexts.get(node) ?? textOfEditor(node.children)) : textOfEditor(node.children);
}

/**
 * The text of an editor (`contenteditable`) in the words of page text, with `\n` between lines. At most 20,000 characters.
 *
 * @returns undefined for an invisible editor
 */
export function editorText(memory: PageMemory, editor: Element, options: ReadOptions): string | undefined {
	return editorTextIn(walkDocument(memory, options, editor), editor);
}

const longest = 500;
/** For all alerts, in milliseconds. */
const defaultLimitMs = 500;

/**
 * What the page announces now (`role=alert`), also in known shadow roots. Only visible text; card numbers are masked.
 *
 * @returns at most 500 characters, "" if nothing is announced
 */
export function alertText(memory: PageMemory, options: ReadOptions): string {
	const { dom, shadowOf } = memory;
	const deadline = options.now() + (options.limitMs ?? defaultLimitMs);
	let text = "";
	for (const alert of [dom.document, ...memory.shadowRoots].flatMap((root) => dom.query(root, "[role=alert]"))) {
		// Many forms keep an empty alert for each field.
		if (dom.firstChild(shadowOf(alert) ?? alert) === null || !dom.isShown(alert)) continue;
		const limitMs = deadline - options.now();
		if (text.length > longest || limitMs <= 0) break;
		const { rest } = walkDocument(memory, { ...options, limitMs, maxCharacters: longest }, alert);
		text = `${text} ${maskNumbers(normalize(plainTextOf(rest, longest)))}`.trim();
	}
	return cut(text, longest);
}
