import type { Outline } from "../outline.ts";
import { createOutline, UnreadableError } from "../outline.ts";

/** UTF-8 bytes as text, without a byte order mark. @throws UnreadableError MALFORMED for other encodings, UTF-16 among them */
export function decodeText(bytes: Uint8Array): string {
	// UTF-16 without a byte order mark may be UTF-8 as well.
	if (bytes.includes(0)) throw new UnreadableError("MALFORMED");
	try {
		return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
	} catch (cause) {
		throw new UnreadableError("MALFORMED", { cause });
	}
}

/** Plain text: an empty line ends a paragraph, and line breaks inside one stay. */
export function parseText(bytes: Uint8Array): Outline {
	const outline = createOutline();
	for (const paragraph of decodeText(bytes).split(/(?:\r\n|\r|\n)[^\S\r\n]*(?:\r\n|\r|\n)/)) outline.lines(paragraph);
	return outline.done([]);
}
