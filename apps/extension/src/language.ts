import type { Language } from "@webhand/contracts/language";

/** The language of a choice; of the browser's languages the first that Webhand speaks, else English. @throws never */
export function languageOf(choice: string | null, browserLanguages: readonly string[]): Language {
	const [language] = [choice ?? "", ...browserLanguages].flatMap((tag) => tag.match(/^(?:en|de)(?=-|$)/)?.[0] ?? []);
	return language === "de" ? "de" : "en";
}
