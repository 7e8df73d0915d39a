import type { Language } from "@webhand/contracts/language";
import { languageOf } from "../language.ts";
import { preferencesItem } from "../storage.ts";

/** The language that the person chose, else that of the browser. Read each time: the worker has no page that loads again after a change. */
export async function readLanguage(): Promise<Language> {
	const { language } = await preferencesItem.get();
	return languageOf(language, navigator.languages);
}
