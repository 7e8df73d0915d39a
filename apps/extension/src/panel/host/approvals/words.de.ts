import { formatCount, formatNumber } from "../../../kit/words/format.ts";

export const approvalsText = {
	title: "Darf das auf dem Server geschehen?",
	batchTitle: (n: number) => `Dürfen diese ${n} Änderungen auf dem Server geschehen?`,
	batchHint: "Haken Sie an, was geschehen darf. Alles andere wird abgelehnt.",
	moreWait: (n: number) => `Danach ${n === 1 ? "wartet" : "warten"} noch ${formatCount(n, "Frage", "Fragen")}.`,
	workspace: "Arbeitsbereich",
	folder: "Ordner",
	root: "Oberster Ordner des Arbeitsbereichs",
	command: "Befehl",
	tool: "Werkzeug",
	notShown: (parts: readonly string[]) => `Zu groß, um es hier zu zeigen: ${parts.join("; ")}.`,
	showAll: (characters: number) => `Alle ${formatNumber(characters)} Zeichen anzeigen`,
	changes: "Was es ändert",
	scope: "Wie weit",
	scopeName: {
		once: "Nur dieses Mal",
		session: "In dieser Aufgabe",
		rule: "Ab jetzt",
	},
	approve: "Freigeben",
	approveSome: (approved: number, rejected: number) =>
		[...(approved > 0 ? [`${approved} freigeben`] : []), ...(rejected > 0 ? [`${rejected} ablehnen`] : [])].join(", "),
	reject: "Ablehnen",
	rejectAll: "Alle ablehnen",
	withReason: "Grund nennen",
	reason: "Warum nicht? Die Aufgabe erfährt es.",
	details: (title: string) => `Einzelheiten: ${title}`,
	left: (words: string) => `Läuft in ${words} ab.`,
	leftWords: (seconds: number) =>
		seconds < 60
			? `${seconds} s`
			: seconds < 3_600
				? `${Math.floor(seconds / 60)} min`
				: `${Math.floor(seconds / 3_600)} h ${Math.floor((seconds % 3_600) / 60)} min`,
	expired: "Die Zeit zum Antworten ist vorbei. Die Aufgabe hat es erfahren.",
	elsewhere: { approved: "Es wurde anderswo freigegeben.", rejected: "Es wurde anderswo abgelehnt." },
	changedMeanwhile: "Über eines davon wurde anderswo entschieden, also wurde nichts gesendet. Sehen Sie es sich noch einmal an.",
};
