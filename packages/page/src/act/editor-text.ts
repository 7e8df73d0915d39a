/** How closely an editor keeps a text: as it is, with indents but not its empty lines, or its words and lines alone. */
export type Precision = "exact" | "indents" | "words";

const plain = (text: string) =>
	text
		.replaceAll(/\r\n?/g, "\n")
		.replaceAll("\u00a0", " ")
		.replaceAll(/[\u200b\ufeff]/g, "");

function linesOf(text: string, precision: Precision): readonly string[] {
	const lines = plain(text).trimEnd().split("\n");
	if (precision === "exact") return lines;
	const kept = lines.map((line) => (precision === "indents" ? line.trimEnd() : line.trim().replaceAll(/\s+/g, " ")));
	// Editors of paragraphs draw an empty line between two, or none.
	return kept.filter((line) => line !== "");
}

/** True when an editor shows this text, line by line. Blanks at its end do not count. */
export function isSameText(shown: string, wanted: string, precision: Precision): boolean {
	const [one, other] = [linesOf(shown, precision), linesOf(wanted, precision)];
	return one.length === other.length && one.every((line, index) => line === other[index]);
}

/** True when a text is among what is shown, its lines in order. */
export function hasText(shown: string, wanted: string): boolean {
	return linesOf(shown, "words").join("\n").includes(linesOf(wanted, "words").join("\n"));
}

/** True when a line of the old text still stands there, which the new text does not have. */
export function keepsOld(shown: string, old: string, wanted: string): boolean {
	const [now, next] = [linesOf(shown, "words"), linesOf(wanted, "words")];
	return linesOf(old, "words").some((line) => now.includes(line) && !next.includes(line));
}
