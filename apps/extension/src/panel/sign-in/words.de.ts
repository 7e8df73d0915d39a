export const signInText = {
	withOrganization: "Über Ihre Organisation anmelden",
	providerRequired: "Ihre Organisation hat eine eigene Anmeldeseite. Drücken Sie „Über Ihre Organisation anmelden“.",
	noProvider:
		"Zu dieser E-Mail-Adresse gehört keine Organisation mit eigener Anmeldeseite. Melden Sie sich mit Ihrem Passwort an, oder fragen Sie die Verwaltung.",
	providerUnreachable:
		"Die Anmeldeseite Ihrer Organisation ist nicht erreichbar. Versuchen Sie es später noch einmal, oder sagen Sie der Verwaltung Bescheid.",
	ticketInvalid: "Die Anmeldung dauerte zu lange oder hatte zu viele falsche Codes. Beginnen Sie von vorn.",
	cancel: "Abbrechen",
	provider: {
		title: "Im anderen Tab weitermachen",
		text: (email: string) =>
			`Dort ist die Anmeldeseite Ihrer Organisation für ${email} offen. Sind Sie fertig, schließt sich ihr Tab, und Webhand macht weiter.`,
		waiting: "Wartet auf Ihre Anmeldung",
		failed: {
			closed: "Die Anmeldeseite wurde geschlossen, bevor Sie angemeldet waren. Es hat sich nichts geändert.",
			late: "Die Anmeldung dauerte mehr als zehn Minuten. Beginnen Sie von vorn.",
			refused: "Ihre Organisation hat Sie nicht eingelassen. Ihre Seite sagt, warum.",
			failed: "Die Anmeldung ging nicht.",
		},
	},
};

export const tenantsText = {
	label: "Arbeiten in",
	own: "Nur Sie",
	role: { member: "Mitglied", admin: "Admin", operator: "Betreiber" },
	needs: {
		this: "",
		password: "verlangt Ihr Passwort",
		provider: "hat eine eigene Anmeldeseite",
		second_factor: "verlangt einen Code",
	},
	loading: "Ihre Organisationen werden geladen …",
	failed: "Ihre Organisationen konnten nicht geladen werden.",
	switching: "Wird gewechselt …",
	switchTitle: (name: string) => `Zu ${name} wechseln?`,
	switchStops: (tenant: string, count: number) =>
		count === 1 ? `Diese Aufgabe gehört zu ${tenant} und wird gestoppt:` : `Diese Aufgaben gehören zu ${tenant} und werden gestoppt:`,
	switchConfirm: "Stoppen und wechseln",
	passwordTitle: (name: string) => `Für ${name} anmelden?`,
	passwordText: (name: string) =>
		`Sie kamen über die Anmeldeseite Ihrer Organisation, und die gilt nur für diese Organisation. Für ${name} melden Sie sich hier ab und mit Ihrem Passwort wieder an.`,
	passwordConfirm: "Ab- und wieder anmelden",
	signOutTitle: "Abmelden?",
	signOutWaits: (count: number) =>
		count === 1
			? "Diese Aufgabe wartet dann. Nach der nächsten Anmeldung entscheiden Sie, ob sie weitergeht:"
			: "Diese Aufgaben warten dann. Nach der nächsten Anmeldung entscheiden Sie, ob sie weitergehen:",
	signOutConfirm: "Abmelden",
	stay: "Hier bleiben",
	close: "Schließen",
};

export const serverAddressText = {
	hint: "https, oder http auf diesem Computer.",
	managed: "Von Ihrer Organisation festgelegt.",
	ok: (ms: number, signedIn: boolean) =>
		`Der Server antwortet in ${Math.round(ms)} ms. ${signedIn ? "Sie sind angemeldet." : "Sie sind nicht angemeldet."}`,
	invalid: "Das ist keine Serveradresse. Schreiben Sie sie wie https://agent.example.com, ohne Pfad.",
	insecure: "http ist nur auf diesem Computer erlaubt. Verwenden Sie https.",
	unreachable: {
		silent: "Unter dieser Adresse antwortet nichts. Prüfen Sie die Adresse, und ob der Server läuft.",
		late: "Der Server hat nicht rechtzeitig geantwortet. Prüfen Sie seine Adresse, und ob er läuft.",
	},
	notWebhand: (status: number) => `Dort antwortet etwas (Status ${status}), aber nicht Webhand.`,
	blocked: (id: string) => `Der Server lehnt diese Erweiterung ab. Geben Sie seinem Betreiber diese Kennung: ${id}`,
};

export const accountText = {
	title: "Bei Webhand anmelden",
	email: "E-Mail",
	password: "Passwort",
	server: "Server",
	changeServer: "Server ändern",
	submit: "Anmelden",
	submitting: "Wird angemeldet …",
	signOut: "Abmelden",
	settings: "Einstellungen",
	waiting: "Wartet auf Sie",
	console: "Konsole und Einstellungen",
	reason: {
		never: "Melden Sie sich mit dem Konto an, das Sie von der Verwaltung bekommen haben.",
		signed_out: "Sie sind abgemeldet.",
		expired: "Ihre Anmeldung ist abgelaufen. Melden Sie sich wieder an, um fortzufahren.",
		other_server: "Der Server wurde gewechselt. Melden Sie sich dort an.",
	},
	taskWaits: "Ihre Aufgabe wartet und geht weiter, sobald Sie sich anmelden.",
	taskPaused: "Ihre Aufgabe wartet. Nach der Anmeldung entscheiden Sie, ob sie weitergeht.",
	menu: (name: string, initials: string) => `${initials}, Konto von ${name}`,
	wrongPair: "E-Mail oder Passwort ist falsch.",
	disabled: "Dieses Konto ist gesperrt. Fragen Sie die Verwaltung.",
	tooMany: (seconds: number) => `Zu viele Versuche. Versuchen Sie es in ${seconds} s noch einmal.`,
	longPassword: "Das ist zu lang für ein Passwort.",
	badEmail: "Das ist keine E-Mail-Adresse. Schreiben Sie sie wie ada@example.com.",
};
