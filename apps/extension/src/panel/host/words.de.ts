const away: Readonly<Record<string, string>> = {
	missing: "sein Ordner fehlt",
	replaced: "an seiner Stelle liegt ein anderer Ordner",
};

export const toolsText = {
	title: "Server-Werkzeuge",
	retry: "Noch einmal",
	cancel: "Abbrechen",
	close: "Schließen",
	reload: "Neu laden",
	availability: {
		label: "Server-Werkzeuge",
		word: { online: "Online", degraded: "Eingeschränkt", offline: "Offline", unknown: "Wird geprüft …" },
		unknownReason: "Der Server sagt nicht, ob seine Werkzeuge gehen.",
	},
	notice: {
		title: "Diese Dateien liegen auf dem Server",
		text: "Dateien, Git und Befehle hier gehören zum Server-Host, nicht zu diesem Computer. Auf diesem Computer wird nichts gelesen oder geändert.",
		ok: "Verstanden",
	},
	workspace: {
		label: "Arbeitsbereich",
		choose: "Arbeitsbereich wählen",
		chooseHint: "Ein Arbeitsbereich ist ein Ordner des Servers, den ein Betreiber für Ihre Organisation geöffnet hat.",
		change: (name: string) => `Arbeitsbereich ${name}, einen anderen wählen`,
		readOnly: "nur lesen",
		git: "Git",
		unavailable: (reason: string | undefined) => `nicht verfügbar: ${away[reason ?? ""] ?? "sein Ordner lässt sich nicht öffnen"}`,
		selecting: "Wird geöffnet …",
		empty: "Noch kein Arbeitsbereich",
		emptyHint: "Bitten Sie einen Betreiber Ihres Servers, einen Ordner für Ihre Organisation zu öffnen.",
	},
	tabs: {
		label: "Server-Werkzeuge",
		tasks: "Aufgaben",
		files: "Dateien",
		changes: "Änderungen",
		patch: "Patch",
		commands: "Befehle",
		history: "Verlauf",
	},
	hidden: { text: (code: string) => `verborgenes Zeichen ${code}` },
};
