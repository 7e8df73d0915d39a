export const connectionText = {
	word: { connected: "Verbunden", reconnecting: "Verbindet neu …", polling: "Verzögert", offline: "Offline" },
	hint: {
		connected: "Änderungen erscheinen sofort.",
		reconnecting: "Die Verbindung ging verloren und wird wieder aufgebaut.",
		polling: "Sofortige Meldungen sind nicht möglich; die Seitenleiste fragt alle paar Sekunden nach.",
		offline: "Der Server antwortet nicht.",
	},
};

export const modelText = {
	rules: "Eingebaute Regeln entscheiden; es wird kein Modell verwendet.",
	named: (model: string) => `${model} entscheidet.`,
	source: { tenant: "Gewählt von Ihrer Organisation.", installation: "Gewählt für diese Installation." },
};

export const modeText = {
	label: "Wie vorsichtig soll Webhand sein?",
	careful: "Vorsichtig",
	autonomous: "Selbstständig",
	carefulHint: "Fragt, bevor etwas gesendet, gespeichert, geteilt oder gekauft wird, und vor einer Schaltfläche, die nicht bekannt ist.",
	autonomousHint:
		"Macht ohne Rückfrage weiter, außer bei Zahlungen, Uploads, sensiblen Daten, anderen Websites und beim Löschen, das Ihre Aufgabe nicht verlangt.",
	now: (mode: string) => `Modus: ${mode}`,
	toAutonomous: "Auf selbstständig umschalten …",
	toCareful: "Auf vorsichtig umschalten",
	dialogTitle: "Auf selbstständig umschalten?",
	dialogLead: "Bis Sie den Browser schließen, tut Webhand dies ohne Rückfrage:",
	without: [
		"Schaltflächen drücken, die ein Formular senden oder speichern",
		"suchen, sortieren und filtern",
		"zwischen den Seiten einer Website wechseln",
		"löschen, was Ihre Aufgabe ausdrücklich zu löschen verlangt",
	],
	dialogStill:
		"Weiter gefragt wird vor Zahlungen, vor jedem anderen Löschen, vor Uploads, bevor Geheimnisse preisgegeben und bevor Daten an eine andere Website gesendet werden.",
	confirm: "Selbstständig arbeiten",
	cancel: "Vorsichtig bleiben",
	fromNextStep: "Gilt ab dem nächsten Schritt.",
	locked: "Ihre Einstellungen halten Webhand vorsichtig. Ändern lässt sich das unter Einstellungen, Modus.",
} as const;
