import type { OfferedLogin } from "@webhand/contracts/authority/login";

export const askText = {
	question: "Webhand fragt",
	handoff: "Sie sind dran",
	handoffHint: "Tun Sie es auf der Seite und drücken Sie dann „Fertig“.",
	done: "Fertig",
	answer: "Ihre Antwort",
	send: "Antwort senden",
	missing: "Noch nötig",
	approvalTitle: "Das erlauben?",
	allow: "Einmal erlauben",
	deny: "Ablehnen",
	denyStop: "Ablehnen und stoppen",
	facts: "Was getan würde",
	factsLoading: "Es wird gelesen, was getan würde …",
	denyHint:
		"„Ablehnen“ lässt nur diese eine Aktion aus; die Aufgabe geht weiter, wenn sie kann. „Ablehnen und stoppen“ beendet die Aufgabe.",
	remember: "Auch für Suchen in dieser Aufgabe",
	left: (seconds: number) =>
		seconds > 90 ? `Noch ${Math.ceil(seconds / 60)} min Zeit zum Antworten` : `Noch ${seconds} s Zeit zum Antworten`,
	sent: "Antwort gesendet.",
	refused: (why: string) => `Ihre Antwort wurde nicht angenommen: ${why}`,
	expired: "Die Zeit zum Antworten ist vorbei. Webhand sieht sich die Seite noch einmal an.",
	elsewhere: (answer: string) =>
		answer === "" ? "Auf einem anderen Gerät beantwortet." : `Auf einem anderen Gerät beantwortet: ${answer}`,
	withdrawn: "Webhand braucht keine Antwort mehr.",
	siteTitle: (domain: string) => `Webhand auf ${domain} erlauben?`,
	siteText: "Webhand liest die Seite und handelt auf ihr für Ihre Aufgabe.",
	allowTask: "Für diese Aufgabe erlauben",
	allowAlways: "Immer erlauben",
	allowNo: "Nein",
	pageTitle: (site: string) => (site === "" ? "Die Seite fragt" : `Die Seite ${site} fragt`),
	pageLeave: "Diese Seite verlassen? Was dort nicht gespeichert ist, kann verloren gehen.",
	pageField: "Ihre Antwort an die Seite",
	pageCancel: "Abbrechen",
	pageAccept: "OK",
	trustedTitle: (domain: string) => `Auf ${domain} echte Maus und Tastatur benutzen?`,
	trustedText:
		"Diese Seite reagiert nicht auf das, was Webhand tut. Chrome kann dafür die Maus bewegen und Tasten drücken; währenddessen zeigt Chrome eine Leiste, die das sagt.",
	withheldTitle: (domain: string) => `Chrome sperrt Webhand auf ${domain}`,
	withheldText:
		"Chrome schränkt ein, auf welchen Websites diese Erweiterung handeln darf. Erlauben Sie diese Website, damit es weitergeht.",
	withheldAllow: "In Chrome erlauben",
};

export const noticeText = {
	notice: "Zu dieser Website ist kein Wissen vorhanden – alle Vorschläge beruhen auf öffentlich verfügbaren Informationen.",
	hint: "Wissen ist, was Ihre Organisation zu einer Website hinterlegt hat. Webhand arbeitet hier auch ohne.",
	ok: "OK",
	again: "Für diese Website nicht mehr anzeigen",
};

const partNames: Readonly<Record<string, string>> = { username: "Benutzername", password: "Passwort", code: "Einmalcode" };

export const loginText = {
	group: "Zugangsdaten für diese Seite",
	use: ({ name, username }: Pick<OfferedLogin, "name" | "username">) =>
		username === "" ? `Zugangsdaten „${name}“ verwenden` : `Zugangsdaten „${name}“ (${username}) verwenden`,
	filled: (parts: readonly string[]) =>
		`Eingetragen: ${parts.map((part) => partNames[part] ?? part).join(", ")}. Machen Sie auf der Seite weiter.`,
	save: "Diese Zugangsdaten speichern …",
	name: "Name der Zugangsdaten",
	saveHint:
		"Geben Sie erst Benutzername und Passwort auf der Seite ein. Dort werden sie einmal gelesen und versiegelt gespeichert, nur für Sie.",
	saveNow: "Zugangsdaten speichern",
	cancel: "Abbrechen",
	saved: (name: string) => `„${name}“ ist gespeichert. Beim nächsten Mal werden diese Zugangsdaten angeboten.`,
};
