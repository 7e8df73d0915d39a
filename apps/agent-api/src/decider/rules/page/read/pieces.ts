import type { TextPart } from "../../sentence/clause.ts";

/** The nth word, line … of a text. */
export function partOf(text: string | undefined, part: TextPart | undefined): string | undefined {
	if (text === undefined || part === undefined) return text;
	const pieces = piecesOf(text, part.unit);
	const piece = part.position > 0 ? pieces[part.position - 1] : pieces[pieces.length + part.position];
	return part.unit === "word" ? piece?.replace(/^[\s"'(]+|[\s.,;:!?"')]+$/g, "") : piece;
}

function piecesOf(text: string, unit: TextPart["unit"]): readonly string[] {
	switch (unit) {
		case "word":
			return text.split(/\s+/).filter((word) => /[\p{L}\p{N}]/u.test(word));
		case "line":
		case "paragraph":
			return text.split(/\n+/).filter((line) => line.trim() !== "");
		case "sentence":
			return text.match(/[^.!?]+[.!?]*/g)?.map((sentence) => sentence.trim()) ?? [];
		case "letter":
			return [...text.replace(/\s+/g, "")];
	}
}
