/** Markup that is safe to write: made by `html` alone, so a plain string can never pass for it. */
export type Html = { readonly markup: string };

type Part = Html | string | number | undefined | false | readonly Html[];

/** A template whose values are escaped, but for markup made by itself. `undefined` and `false` write nothing. */
export function html(texts: TemplateStringsArray, ...parts: readonly Part[]): Html {
	return { markup: texts.map((text, index) => text + write(parts[index])).join("") };
}

function write(part: Part): string {
	if (part === undefined || part === false) return "";
	if (typeof part === "string" || typeof part === "number") return escapeText(String(part));
	return "markup" in part ? part.markup : part.map((each) => each.markup).join("");
}

const entities: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

/** Text as it may stand between tags and in quoted attributes. */
function escapeText(text: string): string {
	return text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
}
