import type { Readable } from "node:stream";

/** A record is skipped when it is longer, in bytes. */
export type RecordLimits = { readonly separator: number; readonly most: number; readonly onSkipped: () => void };

/**
 * The records of a stream, without the byte that ends each; what comes after the last one is a record too.
 *
 * @throws never; a stream that breaks ends
 */
export async function* recordsOf(stream: Readable, { separator, most, onSkipped }: RecordLimits): AsyncGenerator<Buffer> {
	let pieces: Buffer[] = [];
	let bytes = 0;
	const keep = (piece: Buffer) => {
		bytes += piece.length;
		if (bytes <= most) pieces.push(piece);
		else pieces = [];
	};
	const take = (): Buffer | undefined => {
		const record = bytes <= most ? Buffer.concat(pieces) : undefined;
		if (record === undefined) onSkipped();
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
				const record = take();
				if (record !== undefined) yield record;
			}
			keep(chunk.subarray(from));
		}
	} catch {
		// Whoever ends the program reads how it ended elsewhere.
	}
	const record = bytes === 0 ? undefined : take();
	if (record !== undefined) yield record;
}
