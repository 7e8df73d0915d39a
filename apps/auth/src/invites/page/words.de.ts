import { html } from "./html.ts";

export const pageText = {
	gone: {
		title: "Dieser Link funktioniert nicht mehr",
		text: "Er wurde benutzt, ersetzt oder zurückgezogen, oder seine Zeit ist um. Bitten Sie die Person, von der er kam, um einen neuen.",
	},
	foreignForm: {
		title: "Dieses Formular kam nicht von dieser Seite",
		text: "Öffnen Sie den Link, den Sie bekommen haben, noch einmal, und füllen Sie das Formular dort aus.",
	},
	failed: {
		title: "Das hat nicht geklappt",
		tooMany: "Das waren zu viele Versuche. Versuchen Sie es später noch einmal.",
		broken: "Das geht im Moment nicht. Versuchen Sie es noch einmal.",
	},
	byProvider: (organization: string) =>
		`${organization} hat eine eigene Anmeldeseite. Drücken Sie in der Seitenleiste von Webhand „Über Ihre Organisation anmelden“, und geben Sie dort Ihre E-Mail-Adresse ein: Damit nehmen Sie die Einladung an.`,
	done: { title: "Alles bereit", text: "Ihr Konto ist eingerichtet. In drei Schritten zur ersten Aufgabe:" },
	start:
		"Sie sagen in der Seitenleiste des Browsers, was auf einer Seite zu tun ist, und Webhand tut es dort. Wurden Sie eingeladen? Öffnen Sie zuerst den Link Ihrer Einladung: Er richtet Ihr Konto ein.",
	steps: {
		extension: {
			title: "Erweiterung holen",
			button: "Webhand für Chrome holen",
			folder: html`Öffnen Sie <code>chrome://extensions</code>, schalten Sie den Entwicklermodus ein, drücken Sie „Entpackte Erweiterung laden“, und nehmen Sie diesen Ordner:`,
			unknown: html`Öffnen Sie <code>chrome://extensions</code>, schalten Sie den Entwicklermodus ein, drücken Sie „Entpackte Erweiterung laden“, und nehmen Sie den Ordner, den Sie vom Betreiber dieses Servers bekommen haben.`,
		},
		signIn: {
			title: "Anmelden",
			text: "Klicken Sie auf das Symbol von Webhand neben der Adressleiste. Geben Sie diesen Server ein, dann Ihre E-Mail-Adresse und Ihr Passwort:",
		},
		order: {
			title: "Sagen, was zu tun ist",
			text: html`Öffnen Sie die Seite, um die es geht, und schreiben Sie einen Auftrag in die Seitenleiste, zum Beispiel <code lang="en">Search for "blue kettle"</code>.`,
		},
	},
	join: (organization: string) => `${organization} beitreten`,
	joinIntro: {
		invited: (organization: string, as: "member" | "admin") => `Sie sind eingeladen, bei ${organization} als ${roles[as]} mitzuarbeiten.`,
		invitedBy: (organization: string, as: "member" | "admin", person: string) =>
			`${person} lädt Sie ein, bei ${organization} als ${roles[as]} mitzuarbeiten.`,
		join: "Wählen Sie einen Namen und ein Passwort.",
		confirm: "Sie haben schon ein Konto: Bestätigen Sie mit seinem Passwort.",
	},
	reset: {
		title: "Neues Passwort festlegen",
		button: "Passwort festlegen",
		intro: "Sobald Sie es festlegen, enden alle Anmeldungen dieses Kontos.",
	},
	email: "E-Mail",
	name: "Ihr Name",
	password: "Passwort",
	newPassword: "Neues Passwort",
	newPasswordHint: (least: number) =>
		`Mindestens ${least} Zeichen. Einige Wörter, die nichts miteinander zu tun haben, sind leicht zu merken und schwer zu erraten.`,
	again: "Neues Passwort noch einmal",
	howToGet: (address: string) => html`Webhand arbeitet in einer Browser-Erweiterung. <a href="${address}">So bekommen Sie sie</a>`,
	problems: {
		titled: (title: string) => `Fehler: ${title}`,
		one: "Eine Angabe stimmt nicht",
		several: (count: number) => `${count} Angaben stimmen nicht`,
		name: "Geben Sie Ihren Namen ein, höchstens 100 Zeichen",
		password: "Geben Sie das Passwort ein",
		longPassword: "Das Passwort ist zu lang",
		wrongPassword: "Das Passwort ist falsch",
		differ: "Die beiden Passwörter sind verschieden. Geben Sie zweimal dasselbe ein",
	},
};

const roles = { member: "Mitglied", admin: "Admin" } as const;
