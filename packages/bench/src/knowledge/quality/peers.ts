import { create, insertMultiple, search } from "@orama/orama";
import { stemmer as stemEnglish } from "@orama/stemmers/english";
import { stemmer as stemGerman } from "@orama/stemmers/german";
import { stemmer as stemRussian } from "@orama/stemmers/russian";
import type { QualityLanguage, Question } from "./set.ts";
import { languages } from "./set.ts";

/** A chunk as the service cut it, for the other sides. `unit` is what it is judged by. */
export type PeerChunk = {
	readonly domain: string;
	readonly language: QualityLanguage;
	readonly title: string;
	readonly section: string;
	readonly content: string;
	readonly unit: string;
};

/** Answers a question with units, best first. */
export type Ask = (question: Question) => Promise<readonly string[]>;

const mostHits = 20;
const stemmers = { en: stemEnglish, de: stemGerman, ru: stemRussian } as const;
const oramaNames = { en: "english", de: "german", ru: "russian" } as const;

/** Orama with its defaults, which served it best, and its filter by domain. It knows one language per index, so each question goes to the index of its own language. */
export async function openOrama(chunks: readonly PeerChunk[]): Promise<Ask> {
	const indexes = new Map<QualityLanguage, Awaited<ReturnType<typeof openIndex>>>();
	for (const language of languages) indexes.set(language, await openIndex(chunks, language));
	return async ({ language, domain, query }) => {
		const index = indexes.get(language);
		if (index === undefined) return [];
		const found = await search(index, { term: query, where: { domain: { eq: domain } }, limit: mostHits });
		return found.hits.map(({ document }) => String(document.unit));
	};
}

async function openIndex(chunks: readonly PeerChunk[], language: QualityLanguage) {
	const index = create({
		schema: { domain: "enum", unit: "enum", title: "string", section: "string", content: "string" } as const,
		components: { tokenizer: { language: oramaNames[language], stemming: true, stemmer: stemmers[language] } },
	});
	await insertMultiple(
		index,
		chunks.filter((chunk) => chunk.language === language),
	);
	return index;
}

/** Plain Okapi BM25 (k1 0.9, b 0.4) over stems, one index a domain: the yardstick. */
export function openBm25(chunks: readonly PeerChunk[]): Ask {
	const [k1, b] = [0.9, 0.4];
	const termsOf = (text: string, language: QualityLanguage) =>
		(text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []).map((word) => stemmers[language](word));
	const indexed = chunks.map((chunk) => {
		const terms = termsOf(`${chunk.title} ${chunk.section} ${chunk.content}`, chunk.language);
		const counts = new Map<string, number>();
		for (const term of terms) counts.set(term, (counts.get(term) ?? 0) + 1);
		return { ...chunk, counts, length: terms.length };
	});
	return async ({ domain, language, query }) => {
		const inDomain = indexed.filter((chunk) => chunk.domain === domain);
		const average = inDomain.reduce((sum, { length }) => sum + length, 0) / inDomain.length;
		const scores = inDomain.map(() => 0);
		for (const term of termsOf(query, language)) {
			const holders = inDomain.filter(({ counts }) => counts.has(term)).length;
			const rarity = Math.log(1 + (inDomain.length - holders + 0.5) / (holders + 0.5));
			for (const [index, { counts, length }] of inDomain.entries()) {
				const count = counts.get(term) ?? 0;
				const saturation = (count * (k1 + 1)) / (count + k1 * (1 - b + (b * length) / average));
				scores[index] = (scores[index] ?? 0) + rarity * saturation;
			}
		}
		const ranked = inDomain.map(({ unit }, index) => ({ unit, score: scores[index] ?? 0 })).filter(({ score }) => score > 0);
		return ranked
			.sort((x, y) => y.score - x.score)
			.slice(0, mostHits)
			.map(({ unit }) => unit);
	};
}
