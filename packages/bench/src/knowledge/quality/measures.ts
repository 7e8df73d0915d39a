import type { Question } from "./set.ts";

/** How good a ranking is, each from 0 to 1. */
export type Measures = { readonly ndcg: number; readonly recall: number; readonly mrr: number };

const depth = { ndcg: 10, recall: 5, mrr: 10 } as const;
const answering = 2;

/**
 * The measures of one question: nDCG@10 with gains 3 and 1 (`2^grade - 1`), the share of answering units among the first five, and one over
 * the rank of the first answering unit among ten.
 *
 * @param units as ranked, best first; a unit counts where it stands first, so that a second chunk of a section neither helps nor harms
 */
export function measuresOf(units: readonly string[], { grades }: Pick<Question, "grades">): Measures {
	const ranked = [...new Set(units)];
	const gains = ranked.map((unit) => 2 ** (grades.get(unit) ?? 0) - 1);
	const best = Array.from(grades.values(), (grade) => 2 ** grade - 1).sort((a, b) => b - a);
	const answers = [...grades].filter(([, grade]) => grade === answering).map(([unit]) => unit);
	const first = ranked.slice(0, depth.mrr).findIndex((unit) => answers.includes(unit));
	return {
		ndcg: discounted(gains) / discounted(best),
		recall: answers.filter((unit) => ranked.slice(0, depth.recall).includes(unit)).length / answers.length,
		mrr: first < 0 ? 0 : 1 / (first + 1),
	};
}

function discounted(gains: readonly number[]): number {
	return gains.slice(0, depth.ndcg).reduce((sum, gain, index) => sum + gain / Math.log2(index + 2), 0);
}

/** The mean of each measure. @param all at least one */
export function meanOf(all: readonly Measures[]): Measures {
	const mean = (pick: (measures: Measures) => number) => all.reduce((sum, measures) => sum + pick(measures), 0) / all.length;
	return { ndcg: mean(({ ndcg }) => ndcg), recall: mean(({ recall }) => recall), mrr: mean(({ mrr }) => mrr) };
}
