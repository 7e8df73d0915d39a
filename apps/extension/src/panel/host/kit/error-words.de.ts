import type { ErrorCode } from "@webhand/contracts/errors";
import type { CommandRefusal } from "@webhand/contracts/tools/commands";
import type { Sentence } from "./error-sentence.ts";
import { knownRefusal, ofPatch, wordOf } from "./error-sentence.ts";

const conflict: Readonly<Record<string, string>> = {
	not_found: "die Zeilen, die er ändert, sind nicht da",
	ambiguous: "die Zeilen, die er ändert, kommen mehrmals vor",
};

const refusal: Readonly<Record<CommandRefusal, (word: string, instead: string) => string>> = {
	no_rule: (word) => `Keine Regel erlaubt ${word === "" ? "diesen Befehl" : `„${word}“`}. Wählen Sie unten einen der erlaubten Befehle.`,
	flag: (word, instead) =>
		`Die Option ${word === "" ? "" : `„${word}“ `}ist für diesen Befehl nicht erlaubt${instead === "" ? ". Lassen Sie sie weg" : `, „${instead}“ schon`}.`,
	positional: (word) =>
		`${word === "" ? "Eines der Wörter" : `„${word}“`} ist hier nicht erlaubt. Befehle nehmen nur Pfade innerhalb des Arbeitsbereichs.`,
	args: () => "Der Befehl hat zu viele Wörter.",
	workspace: (word) =>
		`${word === "" ? "Dieser Befehl" : `„${word}“`} ist in diesem Arbeitsbereich nicht erlaubt. Bitten Sie einen Betreiber, ihn zu erlauben.`,
	program: (word) => `${word === "" ? "Das Programm" : `„${word}“`} ist kein einfacher Programmname. Lassen Sie den Ordner weg.`,
};

export const toolErrors = {
	PATH_INVALID: "Dieser Name geht nicht. Wählen Sie einen ohne Steuerzeichen, mit höchstens 255 Byte.",
	PATH_NOT_ALLOWED: ofPatch(
		"Dieser Ort ist gesperrt: Er liegt außerhalb des Arbeitsbereichs oder in dessen Ordner .git.",
		(file) => `Der Patch ändert ${file}, und das liegt außerhalb des Arbeitsbereichs oder in dessen Ordner .git. Nichts wurde geändert.`,
	),
	LINK_LOOP: "Dieser Link führt auf sich selbst.",
	NOT_A_FILE: "Das ist keine gewöhnliche Datei, also lässt sie sich nicht öffnen.",
	NOT_A_DIRECTORY: "Das ist kein Ordner.",
	FILE_NOT_FOUND: ofPatch(
		"Das ist nicht mehr da. Laden Sie den Ordner neu, um zu sehen, was da ist.",
		(file) => `Der Patch ändert ${file}, und das ist nicht da. Nichts wurde geändert.`,
	),
	FILE_TOO_LARGE: "Das ist zu groß. Der Server liest Dateien bis 64 MB und schreibt Dateien bis 1 MB.",
	HASH_MISMATCH: "Jemand hat diese Datei inzwischen geändert. Nichts wurde geschrieben.",
	ALREADY_EXISTS: ofPatch(
		"Etwas mit diesem Namen gibt es schon. Wählen Sie einen anderen Namen.",
		(file) => `Der Patch legt ${file} an, und das gibt es schon. Nichts wurde geändert.`,
	),
	DIRECTORY_NOT_EMPTY: "Der Ordner ist nicht leer.",
	SEARCH_PATTERN_INVALID: "Dieser Ausdruck ist nicht zu verstehen. Suchen Sie nach einfachem Text, oder verbessern Sie ihn.",
	PATCH_INVALID: ({ line }) =>
		`Das ist kein Patch, der sich anwenden lässt${line === undefined ? "" : ` (Zeile ${wordOf(line)})`}. Fügen Sie einen ganzen Unified Diff ein, wie „git diff“ ihn ausgibt.`,
	PATCH_CONFLICT: ({ file, hunk, reason }) => {
		const place = [wordOf(file), hunk === undefined ? "" : `Abschnitt ${wordOf(hunk)}`].filter((part) => part !== "").join(", ");
		const why = conflict[wordOf(reason)] ?? "die Datei hat andere Zeilen";
		return `Der Patch passt nicht${place === "" ? "" : ` (${place})`}: ${why}. Nichts wurde geändert.`;
	},
	GIT_FAILED: "Git konnte das nicht. Laden Sie die Änderungen neu und versuchen Sie es dann noch einmal.",
	GIT_REF_INVALID: "Das ist nicht der Name eines Branches oder Commits.",
	NOT_A_REPOSITORY: ({ reason }) =>
		reason === "elsewhere"
			? "Das Repository dieses Ordners liegt anderswo, also ist Git hier aus. Bitten Sie einen Betreiber, den Ordner zu öffnen, der es enthält."
			: "Dieser Arbeitsbereich ist kein Git-Repository.",
	GIT_BUSY: "In diesem Repository arbeitet ein anderes Programm. Versuchen Sie es gleich noch einmal.",
	GIT_DIR_UNTRUSTED:
		"Die Git-Einstellungen dieses Arbeitsbereichs könnten Programme starten, also ist Git hier aus. Bitten Sie einen Betreiber, das zu prüfen.",
	FILTER_DRIVER_REFUSED: "Ein Filter dieses Repositorys will diese Datei ändern, also lässt sie sich hier nicht vormerken.",
	NOTHING_TO_COMMIT: "Nichts ist vorgemerkt. Merken Sie erst eine Änderung vor.",
	WORKSPACE_READ_ONLY: "Dieser Arbeitsbereich lässt sich nur lesen.",
	WORKSPACE_NOT_FOUND: "Diesen Arbeitsbereich gibt es nicht mehr. Wählen Sie einen anderen.",
	WORKSPACE_NOT_SELECTED: "Wählen Sie erst einen Arbeitsbereich.",
	WORKSPACE_MOVED: "Der Ordner dieses Arbeitsbereichs wurde verschoben oder ersetzt. Bitten Sie einen Betreiber, ihn wieder zu öffnen.",
	GRANT_INVALID: "Der Server hat diese Änderung nicht angenommen. Versuchen Sie es noch einmal.",
	STORAGE_FULL: ({ reason, limitMb }) =>
		reason === "tenant"
			? `Die Dateien Ihrer Organisation nehmen alle ihre ${wordOf(limitMb)} MiB auf dem Server ein. Nichts wurde geschrieben. Löschen Sie, was nicht mehr gebraucht wird, oder bitten Sie einen Betreiber um mehr.`
			: "Die Festplatte des Servers ist voll. Nichts wurde geschrieben.",
	SESSION_NOT_FOUND: "Diese Sitzung gibt es nicht mehr.",
	SESSION_ACTIVE: "Diese Sitzung ist noch bei der Arbeit. Warten Sie, bis sie zu Ende ist.",
	AGENT_TOOLS_DISABLED: "Server-Werkzeuge sind auf diesem Server ausgeschaltet, oder dieses ist hier nicht erlaubt.",
	TOOL_RUNNER_UNAVAILABLE: "Der Dienst für Server-Werkzeuge antwortet nicht. Versuchen Sie es gleich noch einmal.",
	SANDBOX_UNAVAILABLE: "Suche, Git und Befehle sind aus, denn der Server kann sie nicht sicher ausführen. Dateien gehen weiter.",
	PROGRAM_MISSING: "Ein dafür nötiges Programm ist auf dem Server nicht installiert. Fragen Sie einen Betreiber.",
	AUDIT_UNAVAILABLE: "Der Server kann sein Protokoll gerade nicht schreiben, also tut er nichts. Versuchen Sie es gleich noch einmal.",
	COMMAND_NOT_ALLOWED: ({ reason, word, instead }) => {
		const known = knownRefusal(reason);
		return known === undefined
			? "Dieser Befehl ist in diesem Arbeitsbereich nicht erlaubt."
			: refusal[known](wordOf(word), wordOf(instead));
	},
	EXECUTION_NOT_FOUND: "Dieser Befehl ist nicht mehr aufbewahrt.",
	IDEMPOTENCY_CONFLICT: "Der Server hielt das für etwas, das er schon getan hat. Versuchen Sie es noch einmal.",
	APPROVAL_NOT_FOUND: "Diese Frage gibt es nicht mehr.",
	APPROVAL_DECIDED: "Darüber wurde schon anderswo entschieden, also wurde hier nichts geändert.",
	APPROVAL_EXPIRED: "Die Zeit für diese Antwort ist vorbei. Die Aufgabe hat es erfahren.",
	TOOL_NOT_FOUND: "Dieses Werkzeug gibt es nicht mehr.",
	TOOL_ARGUMENTS_INVALID: "Das Werkzeug nimmt diese Argumente nicht an.",
	MCP_SERVER_DOWN: "Der Server dieses Werkzeugs antwortet nicht. Versuchen Sie es gleich noch einmal.",
	MCP_TOOL_CHANGED: "Das Werkzeug hat sich geändert, also muss ein Betreiber es neu annehmen.",
	LIMIT_REACHED:
		"Sie haben so viele Aufgaben in Arbeit, wie der Server erlaubt. Warten Sie, bis eine zu Ende ist, oder brechen Sie eine ab.",
	QUEUE_FULL: "Der Server ist ausgelastet. Versuchen Sie es gleich noch einmal.",
	RATE_LIMIT: ({ name }) =>
		name === "runsPerDay" || name === "outputPerDay"
			? "Ihre Organisation hat aufgebraucht, was sie heute auf dem Server ausführen darf. Nach Mitternacht UTC geht es weiter; ein Betreiber kann mehr erlauben."
			: "Es ist zu viel auf einmal im Gange. Warten Sie, bis etwas zu Ende ist, und versuchen Sie es dann noch einmal.",
	PAYLOAD_TOO_LARGE: "Das ist zu groß für den Server.",
} satisfies Partial<Record<ErrorCode, Sentence>>;
