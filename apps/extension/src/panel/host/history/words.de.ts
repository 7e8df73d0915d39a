import { toolNamed, toolOfModel } from "@webhand/contracts/tools/server-tools";
import { formatCount } from "../../../kit/words/format.ts";
import { toolWords } from "../../../kit/words/tool-words.de.ts";

export const historyText = {
	list: "Sitzungen auf dem Server",
	status: {
		idle: "Offen",
		running: "Läuft",
		waiting_approval: "Wartet auf Sie",
		complete: "Erledigt",
		error: "Nicht erledigt",
		cancelled: "Abgebrochen",
	},
	calls: (n: number) => formatCount(n, "Aufruf", "Aufrufe"),
	untitled: "Von Hand",
	empty: "Noch keine Sitzung",
	emptyHint: "Was Sie auf dem Server tun, und was Aufgaben dort tun, wird hier aufbewahrt.",
	task: "Aufgabe",
	openTask: "Aufgabe öffnen",
	current: "jetzt",
	open: (title: string) => `${title} öffnen`,
	actionsOf: (title: string) => `Mehr zu ${title}`,
	rename: "Umbenennen",
	renameTitle: "Diese Sitzung umbenennen",
	name: "Name",
	delete: "Löschen",
	deleteTitle: "Diese Sitzung löschen?",
	deleteText: (title: string) =>
		`„${title}“ verschwindet aus Ihrem Verlauf. Was sie getan hat, bleibt getan, und ihr Protokoll bleibt aufbewahrt.`,
	deleteConfirm: "Sitzung löschen",
	keep: "Behalten",
	back: "Alle Sitzungen",
	toolCalls: "Was getan wurde",
	noCalls: "In dieser Sitzung wurde noch nichts getan.",
	olderCalls: "Frühere Aufrufe anzeigen",
	changes: "Was geändert wurde",
	call: {
		state: {
			pending: "wartet",
			running: "läuft",
			approved: "freigegeben",
			rejected: "abgelehnt",
			completed: "erledigt",
			error: "gescheitert",
		},
		arguments: "Argumente",
		result: "Ergebnis",
		noResult: "Kein Ergebnis wurde aufbewahrt.",
		notYet: "Noch gibt es kein Ergebnis.",
		unknown: "Ausgang unbekannt",
		output: "Ausgabe anzeigen",
	},
	nameOf: (tool: string, isDryRun: boolean): string => {
		const words = toolWords[(toolNamed(tool) ?? toolOfModel(tool))?.name ?? ""];
		return (isDryRun ? words?.preview : words?.label) ?? tool;
	},
};
