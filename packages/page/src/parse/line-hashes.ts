import type { PageView } from "./view.ts";

/** Start of FNV-1a, 32 bits. */
export const hashSeed = 0x811c9dc5;

const prime = 0x01000193;

/** One step of FNV over a text; give it the hash of what came before. */
export function mixText(before: number, text: string): number {
	let hash = before;
	for (let at = 0; at < text.length; at += 1) hash = Math.imul(hash ^ text.charCodeAt(at), prime);
	return hash;
}

/** The same without the digits of the text. */
export function mixBare(before: number, text: string): number {
	let hash = before;
	for (let at = 0; at < text.length; at += 1) {
		const code = text.charCodeAt(at);
		if (code < 48 || code > 57) hash = Math.imul(hash ^ code, prime);
	}
	return hash;
}

/**
 * Hashes of a page's lines, by their place in `lines`: of the text (`whole`), of the text without its digits (`bare`), and whether it has any
 * (`hasDigits`, 1 or 0). 32 bits each: a chance match of two lines does no harm where pages are told apart.
 */
export type LineHashes = { readonly whole: Int32Array; readonly bare: Int32Array; readonly hasDigits: Uint8Array };

const known = new WeakMap<PageView, LineHashes>();

/**
 * Hashes the lines of a page, once a page: what compares it, keys it and keeps it for the next step all need the same, and to go over a
 * text costs more than all that is done with its hash.
 *
 * @throws never
 */
export function lineHashes(view: PageView): LineHashes {
	const kept = known.get(view);
	if (kept !== undefined) return kept;
	const { length } = view.lines;
	const hashes = { whole: new Int32Array(length), bare: new Int32Array(length), hasDigits: new Uint8Array(length) };
	for (const [index, { text }] of view.lines.entries()) addLine(hashes, index, text);
	known.set(view, hashes);
	return hashes;
}

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
