import type { Language, Translation } from "@webhand/contracts/language";
import { languageOf } from "../../language.ts";
import type { Preferences } from "../../preferences.ts";

/** `system` follows the browser. */
type LanguageChoice = Preferences["language"];

// localStorage, since the words are chosen while modules load and chrome.storage answers later.
const key = "language";

/** The language of this page, from its start to its end. The worker and tests outside a browser have no `localStorage`: English. */
export const language: Language = typeof localStorage === "undefined" ? "en" : languageOf(localStorage.getItem(key), navigator.languages);

/** The choice that this page began with. */
export function readLanguageChoice(): LanguageChoice {
	const stored = localStorage.getItem(key);
	return stored === "en" || stored === "de" ? stored : "system";
}

/** Stores a choice; a page in another language loads again. */
export function followLanguageChoice(choice: LanguageChoice): void {
	localStorage.setItem(key, choice);
	if (languageOf(choice, navigator.languages) !== language) location.reload();
}

/**
 * The words in the language of this page. The English ones stand in `words.ts`, the German ones beside it in `words.de.ts` under the same
 * name; a text that is missing there is a type error.
 */
export function inLanguage<const English>(german: Translation<NoInfer<English>>, english: English): Translation<English> {
	return language === "de" ? german : (english as Translation<English>);
}
