import type { MandateNote } from "@webhand/contracts/authority/mandate-note";
import { formatDay } from "../words/format.ts";

export const mandateText = {
	open: "Ohne Rückfrage speichern lassen",
	title: (name: string) => `„${name}“ ohne Rückfrage handeln lassen?`,
	loading: "Es wird gelesen, was sie tun würde …",
	may: "Das darf sie dann von selbst",
	where: (sites: string) => `Nur auf ${sites}, und nur mit Version und Zeile wie aufgezeichnet.`,
	never:
		"Nach allem anderen fragt sie weiter: anderer Betrag, anderes Bedienelement, Passwörter, Berechtigungen, eine Seite, die Anweisungen gibt.",
	nothing:
		"Nichts an dieser Routine kann vorab erlaubt werden: Kein Schritt speichert oder sendet über ein Bedienelement, das sich wiederfinden lässt.",
	mayNot:
		"Dieser Routine kann nicht erlaubt werden, ohne Rückfrage zu handeln: Sie nennt keine Website, auf der sie beginnt, oder Ihre Organisation überlässt das den Admins.",
	uses: "Wie oft",
	usesHint: "Jedes Speichern zählt einmal.",
	hasAmount: "Auch, wo Geld auf der Seite steht",
	hasAmountHint: "Ohne dies wird nichts bezahlt. Damit wird gefragt, wo kein Betrag zu lesen ist.",
	perUse: "Höchstens je Mal",
	inSum: "Höchstens insgesamt",
	currency: "Währung",
	hasHours: "Nur zu bestimmten Zeiten",
	from: "Von",
	to: "Bis",
	workdays: "Nur Montag bis Freitag",
	until: "Gültig bis",
	grant: "Erlauben",
	granted: "Sie handelt innerhalb dieser Grenzen ohne Rückfrage. Sie finden das unter Vollmachten und können es dort zurücknehmen.",
	question: "Ab jetzt",
	once: "Nur dieses eine Mal",
	run: (rows: number) => `Für alle ${rows} Zeilen dieses Durchlaufs`,
	always: "Jedes Mal, wenn diese Routine läuft, bis zu 100-mal in 30 Tagen",
	currencyHint: "Leer für bloße Zahlen",
	upTo: (currency: string | undefined) => (currency === undefined ? "Höchstens je Mal" : `Höchstens je Mal, in ${currency}`),
	notRead: "Das ist kein Betrag.",
	allowed: {
		once: "Einmal erlaubt.",
		run: (rows: number) => `Erlaubt für alle ${rows} Zeilen dieses Durchlaufs`,
		always: (uses: number) => `Erlaubt, wenn diese Routine läuft, bis zu ${uses}-mal`,
		upTo: (amount: string) => `, je bis zu ${amount}`,
	},
	allowedBy: ({ createdAt, left, uses }: MandateNote) =>
		`Erlaubt durch die Vollmacht vom ${formatDay(createdAt)}, noch ${left} von ${uses}`,
	limits: {
		oneRun: "für einen Durchlauf",
		noPayments: "keine Zahlungen",
		amount: (perUse: string, inSum: string) => `je bis zu ${perUse}, insgesamt ${inSum}`,
		hours: (from: string, to: string, timeZone: string) => `von ${from} bis ${to} Uhr (${timeZone})`,
	},
};

export const mandateStates = {
	standing: "Gültig",
	used_up: "Aufgebraucht",
	ended: "Abgelaufen",
	revoked: "Zurückgenommen",
};
