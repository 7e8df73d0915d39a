import { toolWords } from "./tool-words.de.ts";

export const actionText = {
	click: "Klicken",
	setValue: "Ausfüllen",
	select: "Auswählen",
	press: "Taste drücken",
	hover: "Daraufzeigen",
	drag: "Ziehen",
	scroll: "Scrollen",
	navigate: "Seite öffnen",
	back: "Zurück",
	forward: "Vorwärts",
	reload: "Neu laden",
	wait: "Warten",
	openTab: "Tab öffnen",
	switchTab: "Tab wechseln",
	closeTab: "Tab schließen",
	upload: "Hochladen",
	find: "Seite durchsuchen",
	expand: "Genauer ansehen",
	options: "Auswahl auflisten",
	look: "Bild der Seite aufnehmen",
	ask: "Sie fragen",
	handoff: "An Sie übergeben",
	server: "Auf dem Server arbeiten",
	finish: "Abschließen",
	fail: "Aufgeben",
};

const directions: Readonly<Record<string, string>> = {
	top: "Nach ganz oben scrollen",
	bottom: "Nach ganz unten scrollen",
	up: "Nach oben scrollen",
	down: "Nach unten scrollen",
	left: "Nach links scrollen",
	right: "Nach rechts scrollen",
};

const acts: Readonly<Record<string, (on: string) => string>> = {
	click: (on) => `Auf ${on} klicken`,
	setValue: (on) => `${on} ausfüllen`,
	select: (on) => `In ${on} auswählen`,
	hover: (on) => `Auf ${on} zeigen`,
	drag: (on) => `${on} ziehen`,
	upload: (on) => `In ${on} hochladen`,
	expand: (on) => `${on} genauer ansehen`,
	options: (on) => `Auswahl von ${on} auflisten`,
};

const clicked = (click: string, on: string) => (on === "" ? click : `${click} auf ${on}`);
const inside = (on: string) => (on === "" ? "" : ` in ${on}`);
const field = (on: string) => (on === "" ? "Feld" : on);

export const phraseText = {
	onControl: (action: string, words: string, on: string) => (on === "" ? words : (acts[action]?.(on) ?? `${words}: ${on}`)),
	clicks: {
		double: (on: string) => clicked("Doppelklick", on),
		right: (on: string) => clicked("Rechtsklick", on),
		middle: (on: string) => clicked("Mittelklick", on),
	},
	fill: (on: string, value: string) => `${field(on)} mit „${value}“ ausfüllen`,
	fillAndEnter: (on: string, value: string) => `${field(on)} mit „${value}“ ausfüllen und Enter drücken`,
	empty: (on: string) => `${field(on)} leeren`,
	tick: (on: string, isTicked: boolean) => `${on === "" ? "Häkchen" : `Häkchen bei ${on}`} ${isTicked ? "setzen" : "entfernen"}`,
	choose: (on: string, options: string) => `${options}${inside(on)} auswählen`,
	press: (on: string, keys: string) => `${keys}${inside(on)} drücken`,
	scroll: (direction: string) => directions[direction] ?? "Scrollen",
	goTo: (place: string) => `${place} öffnen`,
	openTab: (place: string) => `${place} in neuem Tab öffnen`,
	upload: (on: string, file: string) => `„${file}“${inside(on)} hochladen`,
	find: (what: string) => `Die Seite nach „${what}“ durchsuchen`,
	wait: (seconds: number) => `${seconds} s warten`,
	server: (tool: string, what: string) =>
		`Auf dem Server: ${toolWords[tool]?.act(what).replaceAll("  ", " ").trim() ?? `${tool} aufrufen`}`,
};
