export const providerText = {
	failed: "Das hat nicht geklappt",
	reasons: {
		expired: "Diese Anmeldung wurde schon benutzt, oder sie dauerte länger als zehn Minuten.",
		denied: "Der Anmeldedienst Ihrer Organisation hat Sie nicht eingelassen.",
		silent: "Der Anmeldedienst Ihrer Organisation antwortet nicht.",
		untrusted: "Die Antwort des Anmeldedienstes Ihrer Organisation war nicht vertrauenswürdig.",
		unconfirmed: "Der Anmeldedienst Ihrer Organisation bestätigt Ihre E-Mail-Adresse nicht.",
		changed: "Der Anmeldedienst Ihrer Organisation wurde inzwischen geändert.",
		not_invited: "Niemand hat Sie in diese Organisation eingeladen. Bitten Sie ihren Admin um eine Einladung.",
		other_person: "Diese E-Mail-Adresse gehört hier einer anderen Person. Fragen Sie den Admin Ihrer Organisation.",
		busy: "Aus Ihrem Netz kamen zu viele Anmeldungen. Warten Sie eine Minute.",
		broken: "Auf unserer Seite ist etwas schiefgegangen.",
	},
	beginAgain: "Beginnen Sie in der Seitenleiste von Webhand noch einmal.",
	request: (id: string) => `Anfrage ${id}`,
	done: { title: "Sie sind angemeldet", text: "Gehen Sie zurück zur Seitenleiste von Webhand. Sie können diesen Tab schließen." },
};
