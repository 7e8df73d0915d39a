import { parseAction } from "@webhand/contracts/action/parse";

/** A place in a sentence; readers move it forwards only when what they read is there. */
export type Scan = { readonly text: string; at: number };

const closers: Readonly<Record<string, string>> = { '"': '"', "“": "”", "„": "“”", "«": "»", "'": "'", "‘": "’", "`": "`" };
const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", '"': '"', "'": "'", "`": "`", "\\": "\\" };
/** A path or pattern without quotes ends at a blank or a comma; marks at its end belong to the sentence. */
const bare = /\.{1,2}(?=[\s,;]|$)|[^\s,;"“”„«»‘’`]*[^\s,;"“”„«»‘’`.!?:]/y;

/** Blanks and then a pattern. @param pattern sticky; case counts as the pattern says @returns what it matched */
export function take(scan: Scan, pattern: RegExp): string | undefined {
	const at = blanksEnd(scan);
	pattern.lastIndex = at;
	const found = pattern.exec(scan.text)?.[0];
	if (found === undefined) return undefined;
	scan.at = at + found.length;
	return found;
}

/** What stands in quotes, exactly; `\n`, `\t`, `\\` and quotes may be escaped. A quote that is never closed is none. */
export function takeQuoted(scan: Scan): string | undefined {
	const start = blanksEnd(scan);
	const closer = closers[scan.text[start] ?? ""];
	if (closer === undefined) return undefined;
	let read = "";
	for (let at = start + 1; at < scan.text.length; at += 1) {
		const character = scan.text[at] ?? "";
		const escaped = character === "\\" ? escapes[scan.text[at + 1] ?? ""] : undefined;
		if (escaped !== undefined) at += 1;
		else if (closer.includes(character)) {
			scan.at = at + 1;
			return read;
		}
		read += escaped ?? character;
	}
	return undefined;
}

/** A path or pattern, in quotes or without. */
export const takeName = (scan: Scan): string | undefined => takeQuoted(scan) || take(scan, bare);

/** A JSON object. */
export function takeObject(scan: Scan): Readonly<Record<string, unknown>> | undefined {
	const start = blanksEnd(scan);
	if (scan.text[start] !== "{") return undefined;
	let depth = 0;
	for (const { 0: piece, index } of scan.text.slice(start).matchAll(/"(?:[^"\\]|\\.)*(?:"|$)|[{}]/g)) {
		depth += piece === "{" ? 1 : piece === "}" ? -1 : 0;
		if (depth > 0) continue;
		const end = start + index + 1;
		// The bounds of a call are those of the grammar.
		const read = parseAction(`server("x", ${scan.text.slice(start, end)})`);
		if (!read.ok || read.action.name !== "server") return undefined;
		scan.at = end;
		return read.action.arguments;
	}
	return undefined;
}

export function blanksEnd({ text, at }: Scan): number {
	let end = at;
	while (end < text.length && /\s/.test(text[end] ?? "")) end += 1;
	return end;
}
