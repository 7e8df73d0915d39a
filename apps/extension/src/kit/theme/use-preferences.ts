import { useEffect, useState } from "react";
import type { Preferences } from "../../preferences.ts";
import { defaultPreferences } from "../../preferences.ts";
import { preferencesItem } from "../../storage.ts";
import { followLanguageChoice, readLanguageChoice } from "../words/language.ts";
import { readThemeChoice, writeThemeChoice } from "./theme-choice.ts";

/** The user's preferences as they are now. The page's root carries theme and density, which the tokens follow. */
export function usePreferences(): Preferences {
	const [preferences, setPreferences] = useState<Preferences>(() => ({
		...defaultPreferences,
		theme: readThemeChoice(),
		language: readLanguageChoice(),
	}));
	useEffect(() => {
		void preferencesItem.get().then(setPreferences);
		return preferencesItem.watch(setPreferences);
	}, []);
	useEffect(() => {
		document.documentElement.dataset["density"] = preferences.density;
	}, [preferences.density]);
	useEffect(() => {
		// Another device may have chosen it.
		if (preferences.theme !== readThemeChoice()) writeThemeChoice(preferences.theme);
	}, [preferences.theme]);
	useEffect(() => followLanguageChoice(preferences.language), [preferences.language]);
	return preferences;
}
