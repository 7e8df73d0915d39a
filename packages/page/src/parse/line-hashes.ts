import { once } from "../once.ts";
import type { PageView } from "./view.ts";

/** Start value of FNV-1a with 32 bits. */
export const hashSeed = 0x811c9dc5;

const prime = 0x01000193;

/** Continues an FNV hash with a text. */
export function mixText(before: number, text: string): number {
	let hash = before;
	for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), prime);
	return hash;
}

/** The same without digits. */
export function mixBare(before: number, text: string): number {
	let hash = before;
	for (let at = 0; at < text.length; at += 1) {
		const code = text.charCodeAt(at);
		if (code < 48 || code > 57) hash = Math.imul(hash ^ code, prime);
	}
	return hash;
}

/**
 * Hashes of the lines of a page, by index: whole text, text without digits, and 1 if the text has digits.
 * 32 bits are enough, because a chance match of two lines does no harm.
 */
export type LineHashes = { readonly whole: Int32Array; readonly bare: Int32Array; readonly hasDigits: Uint8Array };

/**
 * Hashes the lines of a page once and keeps the result. Several comparisons of a step need it, and hashing costs more than all of them.
 *
 * @throws never
 */
export const lineHashes = once((view: PageView): LineHashes => {
	const { length } = view.lines;
	const hashes = { whole: new Int32Array(length), bare: new Int32Array(length), hasDigits: new Uint8Array(length) };
	for (const [index, { text }] of view.lines.entries()) addLine(hashes, index, text);
	return hashes;
});

function addLine({ whole, bare, hasDigits }: LineHashes, index: number, text: string): void {
	let all = hashSeed;
	let rest = hashSeed;
	let digits = 0;
	for (let at = 0; at < text.length; at += 1) {
		const code = text.charCodeAt(at);
		all = Math.imul(all ^ code, prime);
		if (code >= 48 && code <= 57) digits = 1;
		else rest = Math.imul(rest ^ code, prime);
	}
	whole[index] = all;
	bare[index] = rest;
	hasDigits[index] = digits;
}
