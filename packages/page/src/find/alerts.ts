import type { PageMemory } from "../read/memory.ts";
import { maskNumbers } from "../read/sensitive.ts";
import type { ReadOptions } from "../read/walk.ts";
import { walkDocument } from "../read/walk.ts";
import { cut, normalize } from "../write/normalize.ts";
import { plainTextOf } from "../write/parts/measure.ts";

const longest = 500;

/**
 * What the page announces just now (`role=alert`), in the words of page text: only what a person sees, also in the shadow roots of the newest
 * reading, numbers of cards masked.
 *
 * @returns at most 500 characters, "" where it says nothing
 * @source page.md §3 "Sensitive"; engine.md §1 "actualState"
 */
export function alertText(memory: PageMemory, options: ReadOptions): string {
	const { dom } = memory;
	let text = "";
	for (const alert of [dom.document, ...memory.shadowRoots].flatMap((root) => dom.query(root, "[role=alert]"))) {
		if (text.length > longest) break;
		if (!dom.isShown(alert)) continue;
		const { rest } = walkDocument(memory, { ...options, enough: longest }, alert);
		text = `${text} ${maskNumbers(normalize(plainTextOf(rest, longest)))}`.trim();
	}
	return cut(text, longest);
}
