import type { Chunk } from "./chunk.ts";
import { wordsIn } from "./chunk.ts";

const fieldWeights = { documentTitle: 2, section: 1.5, content: 1 } as const;

/**
 * The chunks that hold one of the words, best first: a word counts by how few chunks hold it, and more in a title than in a section
 * name or the text. Without words: the newest first. Ties by id.
 *
 * @param words folded as `wordsIn` does
 */
export function rankChunks(chunks: readonly Chunk[], words: readonly string[]): readonly Chunk[] {
	if (words.length === 0) return [...chunks].sort((a, b) => (b.updatedAt?.getTime() ?? 0) - (a.updatedAt?.getTime() ?? 0) || byId(a, b));
	const folded = chunks.map((chunk) => ({
		chunk,
		fields: Object.entries(fieldWeights).map(([field, weight]) => ({
			weight,
			words: new Set(wordsIn(String(chunk[field as keyof typeof fieldWeights] ?? ""))),
		})),
	}));
	const rarity = new Map(
		words.map((word) => {
			const holders = folded.filter(({ fields }) => fields.some((field) => field.words.has(word))).length;
			return [word, Math.log(1 + chunks.length / (1 + holders))] as const;
		}),
	);
	return folded
		.map(({ chunk, fields }) => ({
			chunk,
			score: words.reduce((sum, word) => {
				const weight = Math.max(0, ...fields.filter((field) => field.words.has(word)).map((field) => field.weight));
				return sum + weight * (rarity.get(word) ?? 0);
			}, 0),
		}))
		.filter(({ score }) => score > 0)
		.sort((a, b) => b.score - a.score || byId(a.chunk, b.chunk))
		.map(({ chunk }) => chunk);
}

function byId(a: Chunk, b: Chunk): number {
	return a.id < b.id ? -1 : 1;
}
