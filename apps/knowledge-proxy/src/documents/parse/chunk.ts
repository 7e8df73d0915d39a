import type { Block, Section } from "./outline.ts";
import type { CutChunk } from "./parser.ts";

/** Lengths in characters: what a chunk comes close to, never passes, and the most that it repeats of the one before. */
export const chunkSizes = { aim: 900, most: 1_200, overlap: 150 } as const;

// A longer header would leave the rows too little room.
const longestHeader = 300;

/** A part of the text that stays whole. `header` is that of its table, unless the part is the header. */
type Piece = { readonly start: number; readonly end: number; readonly isRow: boolean; readonly header?: string };

/**
 * Cuts a document: chunks of about 900 and at most 1,200 characters, between paragraphs and rows where that is possible, else between
 * sentences, else between words. None crosses a section or page. A chunk begins with the last sentence of the one before when that has
 * at most 150 characters and both are of one section and outside tables.
 *
 * `text` is all blocks and rows, a line break between two. A chunk's content is `text.slice(charStart, charEnd)`; a chunk that begins
 * within a table has the table's header row and a line break before that, unless the header is longer than 300 characters.
 *
 * @param sections as an outline gives them
 * @param locale whose sentences end where, ISO 639-1
 * @throws never
 */
export function cutChunks(sections: readonly Section[], locale: string): { readonly text: string; readonly chunks: readonly CutChunk[] } {
	const sentences = new Intl.Segmenter(locale, { granularity: "sentence" });
	const lines = sections.map(({ blocks }) => blocks.flatMap((block) => (block.kind === "text" ? [block.text] : block.rows)));
	const text = lines.flat().join("\n");
	let offset = 0;
	const chunks = sections.flatMap(({ path, page, blocks }) => {
		const pieces: Piece[] = [];
		for (const block of blocks) {
			for (const piece of piecesOf(block, offset)) pieces.push(...split(text, piece, sentences));
			offset += lengthOf(block) + 1;
		}
		return pack(text, pieces, sentences).map(({ start, end, header }) => ({
			content: (header === undefined ? "" : `${header}\n`) + text.slice(start, end),
			...(path === "" ? {} : { section: path }),
			...(page === undefined ? {} : { page }),
			charStart: start,
			charEnd: end,
		}));
	});
	return { text, chunks };
}

function lengthOf(block: Block): number {
	return block.kind === "text" ? block.text.length : block.rows.reduce((sum, row) => sum + row.length + 1, -1);
}

function piecesOf(block: Block, offset: number): readonly Piece[] {
	if (block.kind === "text") return [{ start: offset, end: offset + block.text.length, isRow: false }];
	const [header = ""] = block.rows;
	let start = offset;
	return block.rows.map((row, index) => {
		const piece = { start, end: start + row.length, isRow: true };
		start = piece.end + 1;
		return index === 0 || header.length > longestHeader ? piece : { ...piece, header };
	});
}

const headerLength = ({ header }: Pick<Piece, "header">) => (header === undefined ? 0 : header.length + 1);

/** A piece that fits into a chunk, or its sentences, or parts of these. */
function split(text: string, piece: Piece, sentences: Intl.Segmenter): readonly Piece[] {
	const room = chunkSizes.most - headerLength(piece);
	if (piece.end - piece.start <= room) return [piece];
	return [...sentences.segment(text.slice(piece.start, piece.end))].flatMap(({ index, segment }) => {
		const parts: Piece[] = [];
		let start = piece.start + index;
		const end = start + segment.trimEnd().length;
		while (end - start > room) {
			const at = wordEnd(text, start, start + room);
			parts.push({ ...piece, start, end: at });
			start = text[at] === " " || text[at] === "\n" ? at + 1 : at;
		}
		return end > start ? [...parts, { ...piece, start, end }] : parts;
	});
}

/** The end of the last word that ends at or before `limit`; in a text without spaces the last place that splits no character. */
function wordEnd(text: string, start: number, limit: number): number {
	for (let at = limit; at > start + (limit - start) / 2; at--) if (text[at] === " " || text[at] === "\n") return at;
	const isLowSurrogate = (text.charCodeAt(limit) & 0xfc00) === 0xdc00;
	return isLowSurrogate ? limit - 1 : limit;
}

type Open = { readonly start: number; readonly end: number; readonly header?: string; readonly endsInTable: boolean };

function pack(text: string, pieces: readonly Piece[], sentences: Intl.Segmenter): readonly Open[] {
	const chunks: Open[] = [];
	for (const piece of pieces) {
		const last = chunks.at(-1);
		if (last !== undefined && comesCloser(last, piece)) {
			chunks[chunks.length - 1] = { ...last, end: piece.end, endsInTable: piece.isRow };
			continue;
		}
		const repeated = last === undefined || last.endsInTable || piece.isRow ? undefined : lastSentence(text, last, sentences);
		const fits = repeated !== undefined && piece.end - repeated <= chunkSizes.most;
		chunks.push({
			start: fits ? repeated : piece.start,
			end: piece.end,
			endsInTable: piece.isRow,
			...(piece.header === undefined ? {} : { header: piece.header }),
		});
	}
	return chunks;
}

/** Does the chunk come closer to the aim with the piece than without it? */
function comesCloser(chunk: Open, piece: Piece): boolean {
	const length = headerLength(chunk) + chunk.end - chunk.start;
	const longer = headerLength(chunk) + piece.end - chunk.start;
	return longer <= chunkSizes.most && longer - chunkSizes.aim < Math.abs(chunkSizes.aim - length);
}

/** Where the last sentence of a chunk begins, if it is short and not the whole chunk. */
function lastSentence(text: string, chunk: Open, sentences: Intl.Segmenter): number | undefined {
	const from = Math.max(chunk.start, chunk.end - 2 * chunkSizes.overlap);
	const tail = [...sentences.segment(text.slice(from, chunk.end))].at(-1);
	const start = from + (tail?.index ?? 0);
	// At `from` a sentence may be cut.
	return start > from && chunk.end - start <= chunkSizes.overlap ? start : undefined;
}
