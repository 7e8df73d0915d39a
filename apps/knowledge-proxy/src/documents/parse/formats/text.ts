import { decodeBytes } from "@webhand/service-kit/decode";
import type { Outline } from "../outline.ts";
import { createOutline, UnreadableError } from "../outline.ts";

/** Bytes as text, without a byte order mark. @throws UnreadableError MALFORMED for bytes that are no text */
export function decodeText(bytes: Uint8Array): string {
	const text = decodeBytes(bytes);
	if (text === null) throw new UnreadableError("MALFORMED");
	return text;
}

/** Plain text: an empty line ends a paragraph, and line breaks inside one stay. */
export function parseText(bytes: Uint8Array): Outline {
	const outline = createOutline();
	for (const paragraph of decodeText(bytes).split(/(?:\r\n|\r|\n)[^\S\r\n]*(?:\r\n|\r|\n)/)) outline.lines(paragraph);
	return outline.done([]);
}
