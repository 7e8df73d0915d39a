import type { PageView } from "@webhand/page/parse/view";
import { cut } from "@webhand/page/write/normalize";
import { hide } from "../../policy/secrets/find.ts";

const maxOutline = 200;
const maxSummary = 2_000;

/**
 * What a chat keeps of a page: its title and the first 200 characters of its outline, which is its headings, or its first texts where it has
 * none.
 *
 * @param secrets of the user's words: none is kept
 * @throws never
 */
export function pageSummary({ title, lines }: Pick<PageView, "title" | "lines">, secrets: readonly string[]): string {
	const headings = outlineOf(
		lines.filter(({ kind }) => kind === "heading"),
		secrets,
	);
	const outline = headings === "" ? outlineOf(lines, secrets) : headings;
	return cut([hide(title, secrets), cut(outline, maxOutline)].filter((part) => part !== "").join("\n"), maxSummary);
}

/** Hidden before it is cut: half of a secret would no longer be found. */
function outlineOf(lines: PageView["lines"], secrets: readonly string[]): string {
	const texts: string[] = [];
	let length = 0;
	for (const { text } of lines) {
		if (length > maxOutline) break;
		if (text === "") continue;
		const shown = hide(text, secrets);
		texts.push(shown);
		length += shown.length + 1;
	}
	return texts.join("\n");
}
