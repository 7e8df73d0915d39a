import { isUtf8 } from "node:buffer";
import type { readFileRoute } from "@webhand/contracts/tools/files";
import type { z } from "zod";

type ReadReply = z.output<typeof readFileRoute.reply>;

/** Bytes of a file, wherever they lie; `read` gives fewer where the file ends. */
export type Source = { readonly size: number; readonly read: (offset: number, length: number) => Promise<Buffer> };

/** A slice of a file: where it begins, and its bytes. */
export type Slice = { readonly offset: number; readonly bytes: Buffer };

const newline = 10;
const chunkBytes = 1_048_576;
const isContinuation = (byte: number | undefined) => byte !== undefined && (byte & 0xc0) === 0x80;
// A sequence of UTF-8 has at most four bytes.
const longestTail = 3;

/**
 * The bytes from `offset` on, at most `limit`. Unless `isExact`, it begins where the sequence of its first byte begins and ends after a whole
 * one, even if that is a little more than `limit`.
 */
export async function sliceByBytes(
	source: Source,
	{ offset, limit, isExact }: { offset: number; limit: number; isExact: boolean },
): Promise<Slice> {
	const from = Math.min(offset, source.size);
	if (isExact) return { offset: from, bytes: await source.read(from, limit) };
	const base = Math.max(0, from - longestTail);
	const window = await source.read(base, from - base + limit + longestTail);
	let start = from - base;
	while (start > 0 && isContinuation(window[start])) start -= 1;
	const wanted = Math.min(from - base + limit, window.length);
	let end = wanted;
	while (end > start && isContinuation(window[end])) end -= 1;
	// One sequence longer than the limit would give nothing at all, and a reader who never ends.
	if (end === start) end = Math.min(start + longestTail + 1, window.length);
	if (wanted - end > longestTail) end = wanted;
	return { offset: base + start, bytes: window.subarray(start, end) };
}

/** Whole lines from line `fromLine` on, which counts from 1; a single line above `limit` bytes is cut. Nothing after the last line. */
export async function sliceByLines(
	source: Source,
	{ fromLine, lines, limit }: { fromLine: number; lines: number; limit: number },
): Promise<Slice> {
	const offset = await offsetOfLine(source, fromLine);
	const { bytes, ...cut } = await sliceByBytes(source, { offset, limit, isExact: false });
	let end = 0;
	for (let count = 0; count < lines; count += 1) {
		const next = bytes.indexOf(newline, end);
		if (next === -1) {
			const isWhole = offset + bytes.length >= source.size;
			if (isWhole || end === 0) end = bytes.length;
			break;
		}
		end = next + 1;
	}
	return { ...cut, bytes: bytes.subarray(0, end) };
}

async function offsetOfLine(source: Source, line: number): Promise<number> {
	let left = line - 1;
	for (let offset = 0; left > 0 && offset < source.size; offset += chunkBytes) {
		const chunk = await source.read(offset, chunkBytes);
		for (let at = chunk.indexOf(newline); at !== -1; at = chunk.indexOf(newline, at + 1)) {
			left -= 1;
			if (left === 0) return offset + at + 1;
		}
	}
	return left === 0 ? 0 : source.size;
}

/** True for text: UTF-8 without NUL. @throws never */
export const isText = (bytes: Buffer): boolean => isUtf8(bytes) && !bytes.includes(0);

/** How the lines of a text end; a text of one line counts as `lf`. @throws never */
export function eolOf(bytes: Buffer): ReadReply["eol"] {
	if (!bytes.includes("\r\n")) return "lf";
	for (let at = bytes.indexOf(newline); at !== -1; at = bytes.indexOf(newline, at + 1)) {
		if (bytes[at - 1] !== 13) return "mixed";
	}
	return "crlf";
}

/** True when a file begins with the byte order mark of UTF-8. @throws never */
export const hasBom = (bytes: Buffer): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
