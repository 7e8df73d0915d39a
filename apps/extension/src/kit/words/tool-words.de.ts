type ToolWords = { readonly label: string; readonly preview?: string; readonly act: (what: string) => string };

const of = (label: string, act: (what: string) => string, preview?: string): ToolWords => ({
	label,
	act,
	...(preview === undefined ? {} : { preview }),
});

/** The German words of the tools of the server host, whose English ones stand with their contracts. `act`: with what it is about, or "". */
export const toolWords: Readonly<Record<string, ToolWords>> = {
	"fs.list": of("Ordner auflisten", (what) => `Dateien in ${what} auflisten`),
	"fs.read": of("Datei lesen", (what) => `${what} lesen`),
	"fs.write": of("Datei schreiben", (what) => `${what} schreiben`, "Änderung ansehen"),
	"fs.apply_patch": of("Patch anwenden", (what) => `${what} ändern`, "Patch ansehen"),
	"fs.mkdir": of("Ordner anlegen", (what) => `Ordner ${what} anlegen`),
	"fs.delete": of("Löschen", (what) => `${what} löschen`),
	"git.status": of("Änderungen ansehen", () => "Git-Status ansehen"),
	"git.diff": of("Diff ansehen", () => "Git-Diff ansehen"),
	"git.log": of("Verlauf lesen", () => "Git-Verlauf ansehen"),
	"git.branch": of("Branches lesen", () => "Git-Branches ansehen"),
	"git.add": of("Vormerken", (what) => `${what} vormerken`),
	"git.commit": of("Commit", (what) => `Commit ${what}`),
	"mcp.call": of("Werkzeug aufrufen", (what) => `Werkzeug ${what} aufrufen`),
	"workspace.list": of("Arbeitsbereiche auflisten", () => "Arbeitsbereiche auflisten"),
	"workspace.pwd": of("Ordner erfragen", () => "Ordner erfragen"),
	"workspace.chdir": of("Ordner wechseln", (what) => `In den Ordner ${what} wechseln`),
	"search.grep": of("In Dateien suchen", (what) => `In Dateien nach ${what} suchen`),
	"search.glob": of("Nach Namen suchen", (what) => `Dateien ${what} suchen`),
	"exec.run": of("Befehl ausführen", (what) => `${what} ausführen`),
};
