import { inLanguage } from "../words/language.ts";
import * as german from "./words.de.ts";

/** What a person is asked to allow. */
export const factText = inLanguage(german.factText, {
	site: "Site",
	target: "Sends to",
	address: "Leads to",
	control: "Control",
	row: "In the row",
	fields: "Fields",
	moreFields: (count: number) => (count === 1 ? "and 1 more field" : `and ${count} more fields`),
	amount: "Amount",
	opens: "Opens",
	newTab: "a new tab",
	download: "a download",
});
