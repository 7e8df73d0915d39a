/** A row of a file as it is drawn. A long line takes several rows, of which the first has its number. */
export type FileRow = { readonly number: number | null; readonly text: string };

/** Characters of a row: a line of a packed script has millions, and would be drawn whole. */
const rowCharacters = 1_000;

/**
 * The rows of a text.
 *
 * @param firstLine number of its first line
 * @returns at least one row; line feeds are not in it, carriage returns before them neither
 * @throws never
 */
export function fileRows(text: string, firstLine = 1): readonly FileRow[] {
	const rows: FileRow[] = [];
	const lines = text.split("\n");
	if (lines.length > 1 && lines.at(-1) === "") lines.pop();
	for (const [index, raw] of lines.entries()) {
		const line = raw.endsWith("\r") ? raw.slice(0, -1) : raw;
		rows.push({ number: firstLine + index, text: line.slice(0, rowCharacters) });
		for (let at = rowCharacters; at < line.length; at += rowCharacters)
			rows.push({ number: null, text: line.slice(at, at + rowCharacters) });
	}
	return rows;
}

/** A text as it is sent: a text field knows line feeds only. @throws never */
export function withLineEnds(text: string, eol: "lf" | "crlf" | "mixed"): string {
	return eol === "crlf" ? text.replaceAll(/\r?\n/g, "\r\n") : text.replaceAll("\r\n", "\n");
}

/** A text as a text field shows it: without a byte order mark, with line feeds. @throws never */
export function forTextField(text: string): string {
	return text.replace(/^\uFEFF/, "").replaceAll(/\r\n?/g, "\n");
}
