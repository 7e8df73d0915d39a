import { Marked } from "marked";
import type { Outline } from "../outline.ts";
import { outlineOfHtml } from "./html.ts";
import { decodeText } from "./text.ts";

const marked = new Marked({ async: false, gfm: true });
const frontMatter = /^---\r?\n([\s\S]*?)\r?\n---[^\S\n]*(?:\n|$)/;

/** Markdown with tables and HTML inside. Its title is that of the front matter, else the first heading. */
export function parseMarkdown(bytes: Uint8Array): Outline {
	const text = decodeText(bytes);
	const front = frontMatter.exec(text);
	const title = /^title:\s*(["']?)(.*)\1\s*$/m.exec(front?.[1] ?? "")?.[2];
	// As HTML, so that a `<div hidden>` hides the Markdown inside it. Nobody shows that HTML.
	return outlineOfHtml(marked.parse(text.slice(front?.[0].length ?? 0), { async: false }), { title });
}
