import type { Day } from "../../write/days.ts";
import { dayIn } from "../../write/days.ts";
import { page } from "../dom/nodes.ts";

/** Languages in which this page may write its months. */
export function languages(): readonly string[] {
	const { lang } = page().documentElement;
	return [...(lang === "" ? [] : [lang]), ...navigator.languages, "en"];
}

/** The day that a text names in a language of this page. */
export const dayOf = (text: string): Day | undefined => dayIn(text, languages());
