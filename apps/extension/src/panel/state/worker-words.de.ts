/** What the worker writes into the record of a run or the live log, and what that is in German. */
export const workerSentences: Readonly<Record<string, string>> = {
	"The server no longer knows this task": "Der Server kennt diese Aufgabe nicht mehr",
	"All steps are used": "Alle Schritte sind verbraucht",
	"The task is finished": "Die Aufgabe ist erledigt",
	"The task was stopped": "Die Aufgabe wurde gestoppt",
	"The task waited too long and has expired": "Die Aufgabe hat zu lange gewartet und ist abgelaufen",
	"The task has ended": "Die Aufgabe ist zu Ende",
	"Another user signed in": "Jemand anderes hat sich angemeldet",
	"The tab was closed": "Der Tab wurde geschlossen",
	"You signed out": "Sie haben sich abgemeldet",
	"The page is read again": "Die Seite wird noch einmal gelesen",
	"The server could not be reached.": "Der Server ist nicht erreichbar.",
	"Reading the page": "Die Seite wird gelesen",
	"Reading the page, with a picture": "Die Seite wird gelesen, mit einem Bild",
	"Asking for the next step": "Der nächste Schritt wird erfragt",
	"Filling in the routine’s login": "Die Zugangsdaten der Routine werden eingetragen",
	"Waiting for the page to settle": "Warten, bis die Seite zur Ruhe kommt",
};

/** `$1` is the site. */
export const notAllowed = "Sie haben $1 nicht erlaubt";
