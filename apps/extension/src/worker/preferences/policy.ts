import { Preferences } from "../../preferences.ts";

type Part = Partial<Preferences>;

const keys = Object.keys(Preferences.shape) as (keyof Preferences)[];

/**
 * The preferences that this extension knows, of all that the server keeps. A value of a newer version is left out.
 *
 * @throws never
 */
export function knownOf(all: Readonly<Record<string, unknown>>): Part {
	return Object.fromEntries(
		keys.flatMap((key) => {
			const value = Preferences.shape[key].safeParse(all[key]);
			return value.success ? [[key, value.data]] : [];
		}),
	);
}

/** What is still to be sent: keys that changed again while `sent` was on its way. @throws never */
export function afterSent(unsent: Part, sent: Part): Part {
	return Object.fromEntries(Object.entries(unsent).filter(([key, value]) => sent[key as keyof Preferences] !== value));
}

/** The keys of `preferences` whose value is not the default. @throws never */
export function chosenOf(preferences: Preferences, defaults: Preferences): Part {
	return Object.fromEntries(keys.filter((key) => preferences[key] !== defaults[key]).map((key) => [key, preferences[key]]));
}
