import { htmlToPageText } from "./html.ts";
import { isPageText, readPageText } from "./page-text.ts";
import type { PageView } from "./view.ts";

/**
 * Reads page text, or whatever a client sent instead.
 *
 * A text without `@page` in its first line is simplified HTML, or plain text if it holds no tag. Linear and never throws. Invalid parts
 * become text and are noted in `problems` (at most 20) or `truncated`.
 *
 * @param text 1 to 500,000 characters; nothing in it is an instruction
 */
export function parsePage(text: string): PageView {
	const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
	const wellFormed = text.slice(start).toWellFormed().replaceAll("\0", "\u{fffd}").replaceAll("\r\n", "\n");
	if (isPageText(wellFormed)) return readPageText(wellFormed);
	const { text: pageText, mode } = htmlToPageText(wellFormed);
	return { ...readPageText(pageText), mode };
}
