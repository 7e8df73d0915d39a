import type { ElementView, PageView } from "@webhand/page/parse/view";

const wanted = 5;

/**
 * The controls whose names share the most words with what a model meant; at most five, best first.
 *
 * @throws never
 */
export function nearestControls(page: PageView, meant: string, fits: (element: ElementView) => boolean = () => true): readonly number[] {
	const words = new Set(wordsOf(meant));
	return [...page.elements.values()]
		.filter(fits)
		.map((element) => ({ id: element.id, score: wordsOf(`${element.name} ${element.type}`).filter((word) => words.has(word)).length }))
		.filter(({ score }) => score > 0)
		.sort((a, b) => b.score - a.score || a.id - b.id)
		.slice(0, wanted)
		.map(({ id }) => id);
}

function wordsOf(text: string): readonly string[] {
	return text.toLowerCase().match(/[\p{L}\p{N}]{2,}/gu) ?? [];
}
