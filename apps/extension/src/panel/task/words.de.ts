import { formatNumber } from "../../kit/words/format.ts";
import type { RunWait } from "../../panel-state.ts";

export const taskText = {
	running: "LÄUFT",
	completed: "ERLEDIGT",
	failed: "GESCHEITERT",
	stopped: "GESTOPPT",
	waiting: "WARTET",
	paused: "PAUSIERT",
	stop: "Stoppen",
	pause: "Pausieren",
	resume: "Fortsetzen",
	takeOver: "Übernehmen",
	leave: "Lassen",
	tryNow: "Jetzt versuchen",
	again: "Neu starten",
	repeat: "Noch einmal",
	edit: "Bearbeiten",
	editHint: "Auftrag bearbeiten und neu starten",
	plan: "Plan",
	planning: "Plan entsteht …",
	planStep: { pending: "offen", active: "jetzt", completed: "erledigt", failed: "gescheitert" },
	planLeft: "nicht beendet",
	onServer: { SERVER: "läuft auf dem Server-Host", MIXED: "läuft teilweise auf dem Server-Host" },
	why: "Warum",
	outcome: (what: string) => `Erwartet: ${what}`,
	header: "Aufgabe",
	statusLabel: (word: string) => `Stand der Aufgabe: ${word.toLowerCase()}`,
	remote: "Dieser Browser führt sie nicht aus. Sie können sie hier stoppen.",
	unfoldPlan: "Alle Schritte des Plans anzeigen",
	foldPlan: "Plan zuklappen",
	planAt: (step: number, count: number, what: string) => `${step} von ${count} · ${what}`,
	planSaid: (line: string) => `Der Plan: ${line}`,
	planDone: (count: number) => (count === 1 ? "1 von 1 erledigt" : `Alle ${count} erledigt`),
	planEnded: (done: number, count: number) => `${done} von ${count} erledigt`,
	steps: (count: number) => (count === 1 ? "1 Schritt" : `${count} Schritte`),
	changedList: "Was geändert wurde",
	details: "Einzelheiten",
	whatWorks: "Was ich kann",
	setUpModel: "Modell einrichten",
	worksTitle: "Diese Aufträge brauchen kein Sprachmodell, auf Englisch",
	works: [
		'Click "Save changes"',
		'Enter "Ada" into the name field',
		"Select France as country",
		'Search for "blue kettle"',
		"Open the first result",
		"Read the total",
		"Add the lamp and the chair to the cart",
		'Click "Load more" until you see "The end"',
		"Go to the next page",
	],
	end: "Wie sie endete",
	moreChanges: (count: number) => (count === 1 ? "und 1 weitere" : `und ${count} weitere`),
	nothingToUndo: "Nichts rückgängig zu machen.",
	notUndoable: "Webhand kann das nicht rückgängig machen; vielleicht die Website.",
	export: "Exportieren",
	exportMarkdown: "Als Markdown",
	exportJson: "Als JSON",
	stepOf: (step: number, most: number) => `Schritt ${step} von ${most}`,
	tokens: (used: number, most?: number) => (most === undefined ? `${short(used)} Token` : `${short(used)} von ${short(most)} Token`),
	noTokens: "ohne Modell",
	byRules: (count: number) => `${count} nach Regeln`,
	noStep: "noch kein Schritt",
	doneTitle: "Erledigt",
	failedTitle: "Nicht erledigt",
	stoppedTitle: "Gestoppt",
	answer: "Antwort",
	changed: (count: number) =>
		count === 0 ? "Auf der Seite nichts getan" : count === 1 ? "1 Aktion auf der Seite" : `${count} Aktionen auf der Seite`,
	changedOnServer: (count: number) => (count === 1 ? "1 Aufruf auf dem Server-Host" : `${count} Aufrufe auf dem Server-Host`),
	followUp: "Fragen Sie unten weiter; die Seite bleibt, wie sie ist.",
	copy: "Kopieren",
	copyAnswer: "Antwort kopieren",
	saveRoutine: "Als Routine speichern",
	repeats: (n: number) => `Das haben Sie in 30 Tagen ${n}-mal getan.`,
	noRoutine: "Für diese nicht",
	saveRoutineHint: "Mit anderen Werten oder über eine Liste wiederholen, ohne Modell",
	copyLink: "Link kopieren",
	copyLinkHint: "Mitglieder Ihrer Organisation, die den Link haben, können diese Aufgabe lesen",
	stopSharing: "Nicht mehr teilen",
	otherTasks: "Andere Aufgaben",
	needsYou: "braucht Sie",
	goTo: "Zum Tab",
	showChat: "Chat anzeigen",
	unmarked: "Diese Seite entfernt das Zeichen von Webhand. Webhand arbeitet dort trotzdem; stoppen können Sie es hier.",
} as const;

export const clientText = {
	acting: "Ein verbundener Client arbeitet",
	usesTab: (name: string) => `${name} benutzt diesen Tab für Sie. Riskantes geben Sie frei.`,
};

export const failureText = {
	loop: "Derselbe Schritt wurde ohne Wirkung wiederholt.",
	low_efficiency: "Die Schritte kamen dem Ziel nicht näher.",
	max_steps: "Alle 50 Schritte sind verbraucht.",
	budget: "Das Budget dieser Aufgabe ist aufgebraucht.",
	refused: "Sie haben einen nötigen Schritt nicht erlaubt.",
	stuck: "Kein Weg, der funktioniert, wurde gefunden.",
	incomplete: "Ein Teil der Aufgabe ließ sich nicht belegen.",
	not_understood: "Dafür braucht es ein Sprachmodell.",
	not_on_page: "Das steht nicht auf dieser Seite.",
	impossible: "Diese Seite bietet nicht, was Sie verlangt haben.",
	model_output_invalid: "Die Antwort des Modells war nicht zu gebrauchen.",
	by_model: "Das Modell hat aufgegeben.",
};

export const outcomeText = {
	any_change: () => "die Seite ändert sich",
	value_is: () => "das Feld enthält den Wert",
	answer: () => "eine Antwort für Sie",
	result: () => "ein Ergebnis vom Server-Host",
	url_contains: (said: string) => `die Adresse enthält „${said}“`,
	text_appears: (said: string) => `„${said}“ erscheint`,
	text_gone: (said: string) => `„${said}“ verschwindet`,
	told: (said: string) => said,
};

export const statusText = {
	planning: "Ein Plan entsteht.",
	executing: "In Arbeit.",
	verifying: "Der letzte Schritt wird geprüft.",
	correcting: "Ein anderer Weg wird versucht.",
	completed: "Erledigt.",
	failed: "Nicht erledigt.",
	needs_user_input: "Webhand braucht Sie.",
};

export const warningText = {
	KNOWLEDGE_UNAVAILABLE: "Das Wissen Ihrer Organisation war nicht erreichbar.",
	PAGE_TRUNCATED: "Die Seite war zu lang und wurde gekürzt.",
	RISKY_ALLOWED: "Ohne Rückfrage getan, denn der Modus ist selbstständig.",
	TAINTED: "Die Seite enthält Text, der Anweisungen geben will. Er wird nicht befolgt.",
	LAST_STEP: "Das ist der letzte Schritt.",
	BUDGET_75: "Drei Viertel des Budgets sind verbraucht.",
};

export const waitText = {
	user: () => "Webhand braucht Sie.",
	site: (wait: Extract<RunWait, { kind: "site" }>) => `Wartet auf Ihre Erlaubnis für ${wait.domain}.`,
	trusted: (wait: Extract<RunWait, { kind: "trusted" }>) => `Auf ${wait.domain} ist echte Eingabe mit Tastatur und Maus nötig.`,
	busy: (why: string, seconds: number) => `${why} Nächster Versuch in ${seconds} s.`,
	signed_out: () => "Abgemeldet: Die Aufgabe wartet, bis Sie sich anmelden.",
	elsewhere: () => "Diese Aufgabe läuft in einem anderen Fenster.",
	page_dialog: ({ asks }: Extract<RunWait, { kind: "page_dialog" }>) =>
		asks === undefined ? "Die Seite fragt Sie etwas. Antworten Sie dort." : "Die Seite fragt Sie etwas.",
	paused: () => "Nichts geschieht, bis Sie fortsetzen.",
};

function short(count: number): string {
	return count < 10_000 ? formatNumber(count) : `${formatNumber(Math.round(count / 1_000))} Tsd.`;
}
