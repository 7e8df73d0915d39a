import type { Passage } from "./passage.ts";
import { wordsIn } from "./passage.ts";

const fieldWeights = { documentTitle: 2, section: 1.5, content: 1 } as const;

/**
 * The passages that hold one of the words, best first: a word counts by how few passages hold it, and more in a title than in a section
 * name or the text. Without words: the newest first. Ties by id.
 *
 * @param words folded as `wordsIn` does
 */
export function rankPassages(passages: readonly Passage[], words: readonly string[]): readonly Passage[] {
	if (words.length === 0) return [...passages].sort((a, b) => b.updatedAt.getTime() - a.updatedAt.getTime() || byId(a, b));
	const folded = passages.map((passage) => ({
		passage,
		fields: Object.entries(fieldWeights).map(([field, weight]) => ({
			weight,
			words: new Set(wordsIn(String(passage[field as keyof typeof fieldWeights] ?? ""))),
		})),
	}));
	const rarity = new Map(
		words.map((word) => {
			const holders = folded.filter(({ fields }) => fields.some((field) => field.words.has(word))).length;
			return [word, Math.log(1 + passages.length / (1 + holders))] as const;
		}),
	);
	return folded
		.map(({ passage, fields }) => ({
			passage,
			score: words.reduce((sum, word) => {
				const weight = Math.max(0, ...fields.filter((field) => field.words.has(word)).map((field) => field.weight));
				return sum + weight * (rarity.get(word) ?? 0);
			}, 0),
		}))
		.filter(({ score }) => score > 0)
		.sort((a, b) => b.score - a.score || byId(a.passage, b.passage))
		.map(({ passage }) => passage);
}

function byId(a: Passage, b: Passage): number {
	return a.id < b.id ? -1 : 1;
}
