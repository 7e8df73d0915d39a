import { setTimeout as pause } from "node:timers/promises";
import type { DocumentLanguage } from "@webhand/contracts/knowledge/documents";
import type { Scope } from "../../scope.ts";
import type { Located } from "../chunk.ts";
import type { AskMeaning, RankByMeaning } from "../engine.ts";
import type { StoredTrial } from "./store.ts";

export type AskMeaningDeps = {
	readonly rank: RankByMeaning;
	readonly trialOf: (scope: Scope) => Promise<StoredTrial | null>;
	/** How long a search waits for the last test. */
	readonly limitMs: number;
};

/** Asks for the nearest chunks only where a test has found that they help, each language with its weight; else the endpoint hears nothing. */
export function createAskMeaning({ rank, trialOf, limitMs }: AskMeaningDeps): AskMeaning {
	const usesOf = async (scope: Scope) => {
		const trial = await Promise.race([trialOf(scope).catch(() => null), pause(limitMs, null, { ref: false })]);
		return new Map(trial?.trials.filter(({ use }) => use !== "off").map((trial) => [trial.language, trial]));
	};
	return async ({ scope, shards }, text) => {
		const uses = await usesOf(scope);
		const languageOf = (document: string): DocumentLanguage | undefined =>
			shards.map(({ documents }) => documents.get(document)).find((language) => language !== undefined);
		const isWanted = shards.some(({ documents }) => [...documents.values()].some((language) => uses.has(language)));
		if (!isWanted) return { lists: [], fill: [] };
		const nearest = await rank({ scope, shards }, text);
		const ofUse = (language: DocumentLanguage): readonly Located[] => nearest.filter(({ document }) => languageOf(document) === language);
		return {
			lists: [...uses.values()].flatMap(({ use, weight, language }) => (use === "fuse" ? [{ weight, located: ofUse(language) }] : [])),
			fill: nearest.filter(({ document }) => uses.get(languageOf(document) ?? "other")?.use === "fill"),
		};
	};
}
