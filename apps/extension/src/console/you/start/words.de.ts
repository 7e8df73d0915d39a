import { formatCount, formatNumber } from "../../../kit/words/format.ts";

export const startText = {
	title: "Start",
	hello: (name: string) => `Hallo ${name}`,
	lead: (tenant: string) => `Was wartet, was getan wurde, und was es in ${tenant} gekostet hat.`,
	waits: "Wartet auf Sie",
	nothingWaits: "Nichts wartet auf Sie.",
	items: {
		waiting: (count: number) =>
			`${formatCount(count, "Frage, Durchlauf oder Änderung wartet", "Fragen, Durchläufe und Änderungen warten")} auf Ihr Wort`,
		invites: (count: number, isMore: boolean) =>
			`${isMore ? `${formatNumber(count)} oder mehr Einladungen sind` : formatCount(count, "Einladung ist", "Einladungen sind")} noch nicht angenommen`,
		documents: (count: number) => `${formatCount(count, "Dokument ließ", "Dokumente ließen")} sich nicht lesen`,
		tools: (count: number) => `${formatCount(count, "MCP-Werkzeug wartet", "MCP-Werkzeuge warten")} darauf, angenommen zu werden`,
		servers: (count: number) => `${formatCount(count, "MCP-Server ist", "MCP-Server sind")} nicht verwendbar`,
	},
	last: "Ihre letzten Aufgaben",
	allTasks: "Alle Aufgaben",
	noTasks: "Sie haben noch keine Aufgabe. Öffnen Sie die Seitenleiste auf einer Seite und sagen Sie, was getan werden soll.",
	spend: "Alle Mitglieder, letzte 30 Tage",
	tasksRun: "Aufgaben",
	withoutModel: (count: number) => `${formatNumber(count)} ohne Modell`,
	tokens: "Token",
	cost: "Kosten",
	details: "Verbrauch",
	health: "Zustand",
	model: "Modell",
	modelRules: "Nur eingebaute Regeln",
	host: "Server-Host",
	hostStates: { online: "geht", degraded: "geht teilweise", offline: "ist aus" },
	changeModel: "Modell einrichten",
};
