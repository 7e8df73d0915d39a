import { formatCount, formatTime } from "../../../kit/words/format.ts";

export const inboxText = {
	title: "Wartet auf Sie",
	lead: "Was stillsteht, bis Sie etwas sagen, aus allen Ihren Aufgaben und Durchläufen, das Neueste zuerst. Antworten können Sie hier, gleich welcher Browser die Arbeit tut.",
	empty: "Nichts wartet auf Sie.",
	more: "Mehr anzeigen",
	emptyHint: "Fragen Ihrer Aufgaben erscheinen hier von selbst.",
	of: {
		question: "Eine Aufgabe fragt",
		handoff: "Sie sind auf der Seite dran",
		approval: "Der Server-Host fragt",
		heal: "Eine Routine würde sich ändern",
		webhook: "Ein Webhook ist angehalten",
		browser: "Ein Durchlauf hat keinen Browser",
	},
	row: (row: number, rowCount: number) => `Zeile ${row} von ${rowCount}`,
	since: (time: string) => `seit ${formatTime(time)}`,
	ifNot: {
		question: (until: string, end: string) =>
			`Ohne Antwort bis ${until} fragt die Aufgabe noch einmal, solange ihr Browser offen ist. Ohne Browser endet sie etwa ${end}, und nichts wird getan.`,
		approval: (until: string) => `Ohne Antwort bis ${until} gilt es als Nein.`,
		heal: "Sie wartet, bis Sie die Änderung übernehmen oder ablehnen. Bis dahin bleibt die Routine, wie sie ist.",
		webhook: "Was wartete, bleibt 30 Tage.",
		row: (end: string) => `Ohne Browser endet seine Zeile etwa ${end}. Die anderen Zeilen warten.`,
		run: "Nichts geschieht, bis ein Browser damit weitermacht.",
	},
	healed: (version: number) => `Schritte wurden anders gefunden. Version ${version} würde das beibehalten.`,
	browser: (rows: number) =>
		`Noch ${formatCount(rows, "Zeile", "Zeilen")}. Öffnen Sie die Seitenleiste in einem Browser, der auf der Website angemeldet ist, dann Routinen, und setzen Sie den Durchlauf fort.`,
	webhook: "Einen Tag lang kam dort nichts an, also sendet Webhand nicht mehr.",
	webhooks: "Webhooks",
	handoff: "Tun Sie es auf der Seite, in dem Browser, in dem die Aufgabe arbeitet. Sagen Sie es dann hier oder dort.",
	inPanel: (workspace: string) =>
		workspace === ""
			? "Öffnen Sie die Seitenleiste eines beliebigen Browsers: Der Server-Host dort zeigt alles davon und nimmt Ihre Antwort an."
			: `Im Arbeitsbereich „${workspace}“. Öffnen Sie die Seitenleiste eines beliebigen Browsers: Der Server-Host dort zeigt alles davon und nimmt Ihre Antwort an.`,
	allow: "Einmal erlauben",
	allowOf: (title: string) => `Einmal erlauben: ${title}`,
	allowTitle: "Das erlauben?",
	allowNote: "Ihr Ja gilt genau hierfür. Zeigt die Seite inzwischen etwas anderes, wird nichts getan, und die Aufgabe fragt noch einmal.",
	standingNote:
		"Was die Grenzen nicht abdecken, wird wieder gefragt. Sie finden die Vollmacht unter Vollmachten und können sie dort zurücknehmen.",
	deny: "Ablehnen",
	denyOf: (title: string) => `Ablehnen: ${title}`,
	done: "Fertig",
	doneOf: (title: string) => `Fertig: ${title}`,
	answer: "Ihre Antwort",
	send: "Antwort senden",
	steps: "Was bisher getan wurde",
	review: "Änderung ansehen",
	run: "Der Durchlauf",
	told: {
		allowed: "Erlaubt. Die Aufgabe geht weiter.",
		allowedFor: (what: string) => `${what} Die Aufgabe geht weiter.`,
		denied: "Abgelehnt. Die Aufgabe geht ohne es weiter.",
		sent: "Antwort gesendet.",
		done: "Die Aufgabe geht weiter.",
	},
	refusals: {
		NO_QUESTION: "Danach wird nicht mehr gefragt.",
		QUESTION_CHANGED: "Die Aufgabe fragt inzwischen etwas anderes.",
		RUN_ENDED: "Die Aufgabe ist inzwischen zu Ende.",
		RUN_NOT_FOUND: "Die Aufgabe ist nicht mehr da.",
	},
};
