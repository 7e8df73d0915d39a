import { useEffect, useState } from "react";
import type { Preferences } from "../storage.ts";
import { preferencesItem } from "../storage.ts";

const first: Preferences = { theme: "system", density: "comfortable", showThinking: false, notifyOnFinish: false, mode: "autonomous" };

/** The user's preferences as they are now. The page's root carries the density, which the theme's tokens follow. */
export function usePreferences(): Preferences {
	const [preferences, setPreferences] = useState(first);
	useEffect(() => {
		void preferencesItem.get().then(setPreferences);
		return preferencesItem.watch(setPreferences);
	}, []);
	useEffect(() => {
		document.documentElement.dataset["density"] = preferences.density;
	}, [preferences.density]);
	return preferences;
}

/** Changes some of the preferences; every open page follows. */
export async function changePreferences(part: Partial<Preferences>): Promise<void> {
	await preferencesItem.update((before) => ({ ...before, ...part }));
}
