/** A part of a text: as it is, or the code point of a character that nobody would see. */
export type TextPart = { readonly kind: "plain" | "hidden"; readonly text: string };

// Control, format (bidi, zero-width), separators of lines and paragraphs, and halves of pairs; a tab shows itself.
const hidden = /[^\P{Cc}\t]|[\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

/**
 * A text whose control, bidirectional and zero-width characters are named, so that it cannot look like another one.
 *
 * @returns plain and hidden parts in order; a hidden one is named as `U+202E`, a carriage return as `CR`
 * @throws never
 */
export function visibleParts(text: string): readonly TextPart[] {
	const parts: TextPart[] = [];
	let end = 0;
	for (const { 0: character, index } of text.matchAll(hidden)) {
		if (index > end) parts.push({ kind: "plain", text: text.slice(end, index) });
		parts.push({ kind: "hidden", text: nameOf(character) });
		end = index + character.length;
	}
	if (end < text.length) parts.push({ kind: "plain", text: text.slice(end) });
	return parts;
}

function nameOf(character: string): string {
	if (character === "\r") return "CR";
	return `U+${(character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
}
