import type { DocumentLanguage } from "@webhand/contracts/knowledge/documents";
import type { MeaningTrial } from "@webhand/contracts/knowledge/meaning";
import { fuseRanks } from "@webhand/search/fuse";

/** A chunk of a test, with the title and headings that the search does not see. */
export type TrialChunk = {
	readonly id: string;
	readonly document: string;
	readonly language: DocumentLanguage;
	readonly title: string;
	readonly section?: string | undefined;
};

/** A question whose right answers are known: the chunks below its title or heading. */
export type TrialQuestion = { readonly text: string; readonly language: DocumentLanguage; readonly right: ReadonlySet<string> };

/** What both rankings found for a question, best first. */
export type TrialAnswer = Pick<TrialQuestion, "language" | "right"> & {
	readonly words: readonly string[];
	readonly meaning: readonly string[];
};

const mostQuestions = 200;
/** Below this a difference is chance: of 20 questions one is worth 0.05. */
const leastQuestions = 20;
const leastGain = 0.02;
const counted = 10;
const weights = [0.25, 0.5, 1] as const;

/**
 * Titles of documents and headings of sections as questions, at most 200 of each language. One that stands over several documents tells none
 * of them, so it is left out.
 *
 * @throws never
 */
export function questionsOf(chunks: readonly TrialChunk[]): readonly TrialQuestion[] {
	const byText = new Map<string, { readonly language: DocumentLanguage; readonly right: Set<string>; readonly documents: Set<string> }>();
	for (const { id, document, language, title, section } of chunks) {
		for (const text of new Set([title, section?.split(" › ").at(-1) ?? ""])) {
			const key = text.trim();
			if (key === "") continue;
			const question = byText.get(key) ?? { language, right: new Set(), documents: new Set() };
			question.right.add(id);
			question.documents.add(document);
			byText.set(key, question);
		}
	}
	const asked = new Map<DocumentLanguage, number>();
	return [...byText].flatMap(([text, { language, right, documents }]) => {
		const count = asked.get(language) ?? 0;
		if (documents.size > 1 || count >= mostQuestions) return [];
		asked.set(language, count + 1);
		return [{ text, language, right }];
	});
}

/** Per language the way that puts the right answer furthest up; off where words alone do as well, or too few questions say so. @throws never */
export function judgeTrials(answers: readonly TrialAnswer[]): readonly MeaningTrial[] {
	const languages = [...new Set(answers.map(({ language }) => language))].sort();
	return languages.map((language) => {
		const own = answers.filter((answer) => answer.language === language);
		const words = meanOf(own, (answer) => answer.words);
		const ways = [
			{ use: "fill" as const, weight: 0, score: meanOf(own, (answer) => [...new Set([...answer.words, ...answer.meaning])]) },
			...weights.map((weight) => ({
				use: "fuse" as const,
				weight,
				score: meanOf(own, (answer) =>
					fuseRanks([
						{ weight: 1, ids: answer.words },
						{ weight, ids: answer.meaning },
					]).map(({ id }) => id),
				),
			})),
		];
		// The first of equals: what changes least.
		const best = ways.reduce((top, way) => (way.score > top.score ? way : top));
		const helps = own.length >= leastQuestions && best.score - words >= leastGain;
		const use = helps ? { use: best.use, weight: best.weight } : { use: "off" as const, weight: 0 };
		return { language, questions: own.length, words, best: Math.max(words, best.score), ...use };
	});
}

/** Mean reciprocal rank of the first right answer among ten. */
function meanOf(answers: readonly TrialAnswer[], idsOf: (answer: TrialAnswer) => readonly string[]): number {
	const sum = answers.reduce((total, answer) => {
		const at = idsOf(answer)
			.slice(0, counted)
			.findIndex((id) => answer.right.has(id));
		return total + (at === -1 ? 0 : 1 / (at + 1));
	}, 0);
	return answers.length === 0 ? 0 : sum / answers.length;
}
