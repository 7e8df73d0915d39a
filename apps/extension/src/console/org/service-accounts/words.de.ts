import { apiKeysText } from "../../you/api-keys/words.de.ts";

export const serviceAccountsText = {
	...apiKeysText,
	title: "Dienstkonten",
	lead: "Ein Dienstkonto ist ein Mitglied für Programme: Es hat kein Passwort, niemand meldet sich damit an, und nur Schlüssel, die Admins anlegen, handeln in seinem Namen. Sperren oder entfernen Sie es unter „Mitglieder“. Unten stehen alle Schlüssel der Organisation.",
	form: "Schlüssel eines Dienstkontos anlegen",
	account: "Dienstkonto",
	newAccount: "Ein neues",
	accountName: "Name des Kontos",
	accountNameHint: "Wie Mitglieder und Protokoll es zeigen, zum Beispiel Nachtschicht.",
	noAccountName: "Geben Sie einen Namen ein.",
	service: "Dienstkonto",
	empty: "Die Organisation hat noch keinen Schlüssel.",
} as const;
