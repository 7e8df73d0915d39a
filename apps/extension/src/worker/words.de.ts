export const workerText = {
	notices: {
		completed: "Die Aufgabe ist erledigt",
		failed: "Die Aufgabe ist gescheitert",
		runTaken: "Eine Routine hat begonnen",
		runTakenWhere: (name: string) => `${name}, in einem eigenen Fenster, Tabgruppe „Webhand“`,
		runEnded: "Die Routine ist zu Ende",
		runCount: (name: string, done: number, rows: number) => `${name}: ${done} von ${rows} erledigt`,
		waiting: "Wartet auf Sie",
		andMore: (first: string, more: number) => `${first}, und ${more} weitere`,
	},
	icon: {
		idle: "Webhand öffnen",
		completed: "Webhand: Die Aufgabe ist erledigt",
		failed: "Webhand: Die Aufgabe ist gescheitert",
		asking: "Webhand braucht Sie",
		working: "Webhand arbeitet",
	},
	menu: "Eine Routine auf dieser Seite ausführen",
	overlay: {
		working: { status: "Webhand arbeitet", button: "Stoppen" },
		waiting: { status: "Webhand braucht Sie", button: "Seitenleiste öffnen" },
	},
};
