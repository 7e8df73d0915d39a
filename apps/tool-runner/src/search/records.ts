import type { Readable } from "node:stream";

/** A record that is longer, in bytes, is cut, which is told before it comes. */
export type RecordLimits = { readonly separator: number; readonly most: number; readonly onCut: () => void };

/**
 * The records of a stream, without the byte that ends each; what comes after the last one is a record too.
 *
 * @throws never; a stream that breaks ends
 */
export async function* recordsOf(stream: Readable, { separator, most, onCut }: RecordLimits): AsyncGenerator<Buffer> {
	let pieces: Buffer[] = [];
	let bytes = 0;
	const keep = (piece: Buffer) => {
		if (bytes < most) pieces.push(piece.subarray(0, most - bytes));
		bytes += piece.length;
	};
	const take = (): Buffer => {
		const record = Buffer.concat(pieces);
		if (bytes > most) onCut();
		pieces = [];
		bytes = 0;
		return record;
	};
	try {
		for await (const chunk of stream as AsyncIterable<Buffer>) {
			let from = 0;
			for (let to = chunk.indexOf(separator); to !== -1; to = chunk.indexOf(separator, from)) {
				keep(chunk.subarray(from, to));
				from = to + 1;
				yield take();
			}
			keep(chunk.subarray(from));
		}
	} catch {
		// Whoever ends the program reads how it ended elsewhere.
	}
	if (bytes > 0) yield take();
}
