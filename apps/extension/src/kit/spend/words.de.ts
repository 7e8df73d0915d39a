export const spendText = {
	close: "Diesen Hinweis schließen",
	ok: "Schließen",
	tokens: (amount: string) => `${amount} Token`,
	who: { person: "Sie haben", organization: "Ihre Organisation hat" },
	usedUp: (who: string, most: string) =>
		`${who} das Limit dieses Monats für Modelle aufgebraucht, ${most}: Es geht nur noch, was kein Modell braucht.`,
	used: (who: string, percent: number, part: string) => `${who} ${percent} % des Limits dieses Monats für Modelle verbraucht, ${part}.`,
	part: (used: string, most: string) => `${used} von ${most}`,
	raise: {
		admin: "Ein Admin Ihrer Organisation kann es unter Richtlinie erhöhen.",
		operator: "Der Betreiber dieser Installation kann es erhöhen.",
	},
};
