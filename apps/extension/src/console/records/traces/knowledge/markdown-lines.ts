/** A line of a Markdown text as it is read: `level` is the depth of a heading, `mark` what stands before an item of a list. */
export type MarkdownLine =
	| { readonly kind: "heading"; readonly level: number; readonly text: string }
	| { readonly kind: "item"; readonly mark: string; readonly text: string }
	| { readonly kind: "text"; readonly text: string };

/** Lines with their headings and lists, for a preview as text: nothing in them becomes markup. Empty lines are left out. @throws never */
export function markdownLines(markdown: string): readonly MarkdownLine[] {
	return markdown.split(/\r?\n/).flatMap((line): MarkdownLine[] => {
		const heading = /^(#{1,6})\s+(.*)$/.exec(line);
		if (heading !== null) return [{ kind: "heading", level: heading[1]?.length ?? 1, text: plain(heading[2] ?? "") }];
		const item = /^\s*([-*+]|\d{1,9}[.)])\s+(.*)$/.exec(line);
		if (item !== null) return [{ kind: "item", mark: /\d/.test(item[1] ?? "") ? (item[1] ?? "") : "•", text: plain(item[2] ?? "") }];
		return line.trim() === "" ? [] : [{ kind: "text", text: plain(line.trim()) }];
	});
}

/** Without the marks of bold text and code. */
function plain(text: string): string {
	return text.replaceAll(/\*\*([^*]+)\*\*/g, "$1").replaceAll(/`([^`]+)`/g, "$1");
}
