import { inLanguage } from "../../../kit/words/language.ts";
import { apiKeysText } from "../../you/api-keys/words.ts";
import * as german from "./words.de.ts";

/** The page Service accounts. */
export const serviceAccountsText = inLanguage(german.serviceAccountsText, {
	...apiKeysText,
	title: "Service accounts",
	lead: "A service account is a member for programs: it has no password, nobody signs in to it, and only keys that admins make act as it. Suspend or remove it under Members. Below are all keys of the organization.",
	form: "Make a key of a service account",
	account: "Service account",
	newAccount: "A new one",
	accountName: "Name of the account",
	accountNameHint: "As members and the audit show it, such as Night shift.",
	noAccountName: "Write a name.",
	service: "service account",
	empty: "The organization has no key yet.",
});
