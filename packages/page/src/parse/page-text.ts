import { grammarVersion, parseLimits } from "../write/grammar.ts";
import { readBody } from "./body.ts";
import { readHeader } from "./header.ts";
import type { PageView } from "./view.ts";

/** True when the first line is `@page N`. */
export function isPageText(text: string): boolean {
	return text.startsWith("@page") && (text.length === 5 || text[5] === " " || text[5] === "\n" || text[5] === "\r");
}

function isHeaderLine(line: string): boolean {
	return line.startsWith("@") && line !== "@view" && line !== "@above" && line !== "@below" && line !== "@aside";
}

/**
 * Reads a text in the page grammar. The header ends before the first body line.
 *
 * @param text without byte order mark, carriage returns and NUL
 */
export function readPageText(text: string): PageView {
	const lines = text.split("\n");
	let end = 0;
	while (end < lines.length && isHeaderLine(lines[end] ?? "")) end += 1;
	const { header, problems } = readHeader(lines.slice(0, end));
	const version = (lines[0] ?? "").slice(6).trim();
	const versionProblems = version === String(grammarVersion) ? [] : [`version ${version.slice(0, 20)} read as ${grammarVersion}`];
	const body = readBody(lines.slice(end), header.epoch);
	return { mode: "page", ...header, ...body, problems: [...versionProblems, ...problems, ...body.problems].slice(0, parseLimits.problems) };
}
