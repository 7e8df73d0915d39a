/** Longest a UTF-8 sequence is. */
const longest = 4;

/**
 * How many bytes at the end of a chunk begin a character whose rest is still to come; 0 where the end is whole, or is no UTF-8 anyway.
 *
 * @throws never
 */
export function openTail(chunk: Uint8Array): number {
	for (let back = 1; back < longest && back <= chunk.length; back += 1) {
		const byte = chunk[chunk.length - back] ?? 0;
		if ((byte & 0b1100_0000) === 0b1000_0000) continue;
		const length = byte >= 0xf0 && byte <= 0xf4 ? 4 : byte >= 0xe0 ? 3 : byte >= 0xc2 ? 2 : 1;
		return byte < 0xf8 && length > back ? back : 0;
	}
	return 0;
}

/**
 * Cuts bytes into pieces of at most `most` bytes, never inside a character where that can be helped.
 *
 * @throws never
 */
export function piecesOf(bytes: Uint8Array, most: number): readonly Uint8Array[] {
	const pieces: Uint8Array[] = [];
	for (let from = 0; from < bytes.length; ) {
		const whole = bytes.subarray(from, from + most);
		const isLast = from + whole.length === bytes.length;
		const piece = isLast ? whole : whole.subarray(0, whole.length - openTail(whole));
		pieces.push(piece);
		from += piece.length;
	}
	return pieces;
}
