// JavaScript's \s leaves out a line break and takes in the zero-width U+FEFF.
const space = /\p{White_Space}+/gu;
const lineBreak = /\r\n|[\n\r\v\f\u0085\u2028\u2029]/u;

// Control characters, halves of surrogate pairs, private glyphs, and what no font shows: zero-width and bidi characters, tags,
// variation selectors, annotations. Hidden instructions live there.
const invisible = /[\p{Cc}\p{Cs}\p{Co}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/gu;

// UAX #15 "Stream-Safe Text": 30 marks on one character are enough. NFC takes minutes for a million, and nothing can stop it.
const tooManyMarks = /(\p{M}{30})\p{M}+/gu;

/**
 * A text as one line: NFC, without invisible characters, each run of whitespace one space, trimmed.
 *
 * @throws never
 */
export function cleanLine(text: string): string {
	const visible = text.replace(space, " ").replace(invisible, "").replace(/ {2,}/g, " ").trim();
	return visible.replace(tooManyMarks, "$1").normalize("NFC");
}

/** The lines of a text, each as `cleanLine` gives it; those without text are left out. @throws never */
export function cleanLines(text: string): readonly string[] {
	return text
		.split(lineBreak)
		.map(cleanLine)
		.filter((line) => line !== "");
}
