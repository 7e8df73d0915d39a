import { isUtf8 } from "node:buffer";
import chardet from "chardet";

/** Bytes of which an encoding is told: a longer sample changes nothing and takes longer. */
const sampleBytes = 65_536;
/** Below this the detector guesses among all that are possible (measured: 10 for four letters, 25 and more for a word that it knows). */
const leastConfidence = 20;
const byteOrderMarks: readonly (readonly [mark: readonly number[], encoding: string])[] = [
	[[0xef, 0xbb, 0xbf], "utf-8"],
	[[0xff, 0xfe], "utf-16le"],
	[[0xfe, 0xff], "utf-16be"],
];
/** What people save as when a program says the first; its bytes 80 to 9f are letters and quotes. */
const windowsOf: Readonly<Record<string, string>> = {
	"ISO-8859-2": "windows-1250",
	"ISO-8859-6": "windows-1256",
	"ISO-8859-7": "windows-1253",
	"ISO-8859-8": "windows-1255",
};
// No text has these: control characters without a place on paper, what stands for an unread byte, and what no writing uses.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is looked for.
const unreadable = /[\u0000-\u0008\u000e-\u001a\u001c-\u001f\u007f-\u009f\ufffd\p{Co}\p{Cn}]/u;

/**
 * The text of some bytes: by the byte order mark, as UTF-8, by the encoding that somebody names, by that of an HTML page, and else by what the
 * letters look like.
 *
 * @param named a label such as `shift_jis`; one that does not fit the bytes is not believed
 * @returns null for bytes that are no text, or too few to tell the encoding
 * @throws never
 */
export function decodeBytes(bytes: Uint8Array, named?: string): string | null {
	const encoding = encodingOf(bytes, named);
	return encoding === null ? null : read(bytes, encoding);
}

/** The encoding of a text by its first 64 KiB; UTF-8 is looked at as a whole. @returns null as `decodeBytes` @throws never */
export function encodingOf(bytes: Uint8Array, named?: string): string | null {
	const marked = byteOrderMarks.find(([mark]) => mark.every((byte, index) => bytes[index] === byte))?.[1];
	if (marked !== undefined) return isReadable(bytes, marked) ? marked : null;
	if (isUtf8(bytes) && !bytes.includes(0)) return "utf-8";
	const candidates = [named, labelOfPage(bytes), ...(bytes.includes(0) ? [utf16Of(bytes)] : detected(bytes))];
	return candidates.find((encoding) => encoding !== undefined && isReadable(bytes, encoding)) ?? null;
}

/** In text of most languages the high byte of most UTF-16 units is zero. */
function utf16Of(bytes: Uint8Array): string {
	const zeros = [0, 0];
	for (const [index, byte] of bytes.subarray(0, sampleBytes).entries()) if (byte === 0) zeros[index % 2] = (zeros[index % 2] ?? 0) + 1;
	return (zeros[1] ?? 0) >= (zeros[0] ?? 0) ? "utf-16le" : "utf-16be";
}

function detected(bytes: Uint8Array): readonly string[] {
	return chardet
		.analyse(bytes.subarray(0, sampleBytes))
		.filter(({ name, confidence }) => confidence >= leastConfidence && !/^(?:utf|ascii)/i.test(name))
		.flatMap(({ name }) => [name, ...(windowsOf[name] === undefined ? [] : [windowsOf[name]])]);
}

/** An older page names its encoding in its first kilobyte. */
function labelOfPage(bytes: Uint8Array): string | undefined {
	const beginning = Buffer.from(bytes.subarray(0, 1_024)).toString("latin1");
	return /<meta[^>]+charset\s*=\s*["']?([\w-]+)/i.exec(beginning)?.[1] ?? /^\s*<\?xml[^>]+encoding=["']([\w-]+)/i.exec(beginning)?.[1];
}

/** A sample may end within a character. */
function isReadable(bytes: Uint8Array, encoding: string): boolean {
	const text = read(bytes.subarray(0, sampleBytes), encoding, { stream: true });
	const isWhole = !/^utf-16/i.test(encoding) || bytes.length % 2 === 0;
	return isWhole && text !== null && !unreadable.test(text);
}

function read(bytes: Uint8Array, encoding: string, options: { readonly stream?: boolean } = {}): string | null {
	try {
		return new TextDecoder(encoding, { fatal: true }).decode(bytes, options);
	} catch {
		return null;
	}
}
