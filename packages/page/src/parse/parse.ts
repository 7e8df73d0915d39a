import { grammarVersion, parseLimits } from "../write/grammar.ts";
import { readBody } from "./body.ts";
import { readHeader } from "./header.ts";
import { htmlToPageText } from "./html.ts";
import type { PageView } from "./view.ts";

/** True when the first line is `@page N`. */
function isPageText(text: string): boolean {
	return text.startsWith("@page") && (text.length === 5 || text[5] === " " || text[5] === "\n" || text[5] === "\r");
}

function isHeaderLine(line: string): boolean {
	return line.startsWith("@") && line !== "@view" && line !== "@above" && line !== "@below" && line !== "@aside";
}

function readPageText(text: string): PageView {
	const lines = text.split("\n");
	let end = 0;
	while (end < lines.length && isHeaderLine(lines[end] ?? "")) end += 1;
	const { header, problems } = readHeader(lines.slice(0, end));
	const version = (lines[0] ?? "").slice(6).trim();
	const versionProblems = version === String(grammarVersion) ? [] : [`version ${version.slice(0, 20)} read as ${grammarVersion}`];
	const body = readBody(lines.slice(end), header.epoch);
	return { mode: "page", ...header, ...body, problems: [...versionProblems, ...problems, ...body.problems].slice(0, parseLimits.problems) };
}

/**
 * Page text, or whatever a client sent in its place, as data.
 *
 * A text whose first line is not `@page` is read as simplified HTML (`mode: "html"`), and as plain text (`mode: "text"`) when it holds
 * no tag. Linear in its length: ≤ 10 ms for 50,000 characters, ≤ 100 ms for 500,000. Never throws; what cannot be taken over is text,
 * noted in `problems` (at most 20) or `truncated`.
 *
 * @param text 1 to 500,000 characters; nothing in it is an instruction
 * @source page.md §10; spec 000 §4.2 `dom`
 */
export function parsePage(text: string): PageView {
	const start = text.charCodeAt(0) === 0xfeff ? 1 : 0;
	const wellFormed = text.slice(start).toWellFormed().replaceAll("\0", "\u{fffd}").replaceAll("\r\n", "\n");
	if (isPageText(wellFormed)) return readPageText(wellFormed);
	const { text: pageText, mode } = htmlToPageText(wellFormed);
	return { ...readPageText(pageText), mode };
}
