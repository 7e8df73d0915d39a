import { formatCount } from "./format.ts";
import { controlsOf, dialogOf, shortAddress, statesOf } from "./observation-facts.ts";

export const observationText = {
	url_changed: (url: string) => (url === "" ? "Die Adresse hat sich geändert." : `Die Adresse ist jetzt ${shortAddress(url)}.`),
	url_same: () => "",
	host_changed: (host: string) => `Das ist eine andere Website: ${host}.`,
	title_changed: (title: string) => `Die Seite heißt jetzt „${title}“.`,
	page_same: () => "Auf der Seite hat sich nichts geändert.",
	page_restless: () => "Nur Teile, die sich von selbst bewegen, haben sich geändert.",
	look_changed: () => "Die Seite sagt dasselbe; nur ihr Aussehen hat sich geändert.",
	elements_added: (count: string) => countSentence(count, "neu"),
	elements_removed: (count: string) => countSentence(count, "weg"),
	target_gone: () => "Es ist nicht mehr da.",
	target_value: (value: string) => `Dort steht jetzt „${value}“.`,
	target_state: (states: string) => stateSentence(states),
	focus_moved: () => "",
	dialog_opened: (name: string) => (name === "" ? "Ein Dialog ging auf." : `„${name}“ ging auf.`),
	dialog_closed: (name: string) => (name === "" ? "Ein Dialog ging zu." : `„${name}“ ging zu.`),
	dropdown_opened: () => "Eine Liste ging auf.",
	page_dialog: (shown: string) => dialogSentence(shown),
	message_appeared: (message: string) => `Die Seite sagt „${message}“.`,
	form_same: (message: string) => `Das Formular ist noch da, wie es war, und sagt „${message}“.`,
	load_failed: (reason: string) => `Die Seite ließ sich nicht öffnen${reason === "" ? "" : `: ${reason}`}.`,
	site_refused: (site: string) => `Sie haben ${site} nicht erlaubt.`,
	validation_error: (message: string) => `Die Seite weist es ab: „${message}“.`,
	tab_opened: () => "Ein Tab ging auf.",
	tab_closed: () => "Ein Tab ging zu.",
	download_started: () => "Ein Download begann.",
	scrolled: () => "Die Seite hat sich bewegt.",
	lookup_answered: () => "Die Seite wurde durchsucht.",
	network: () => "",
	mutated: () => "Die Seite hat sich geändert.",
	client_error: (code: string) => clientErrors[code] ?? `Es ging nicht (${code}).`,
};

function dialogSentence(shown: string): string {
	const { answer, message } = dialogOf(shown);
	if (message === "") return "Die Seite öffnete ein eigenes Fenster.";
	if (answer === "none") return `Die Seite sagte „${message}“.`;
	return `Die Seite fragte „${message}“, und die Antwort war ${answer === "ok" ? "OK" : "Abbrechen"}.`;
}

const clientErrors: Readonly<Record<string, string>> = {
	COVERED: "Es ging nicht: Etwas verdeckt es.",
	DISABLED: "Es ging nicht: Es ist gesperrt.",
	READ_ONLY: "Es ging nicht: Es lässt sich nur lesen.",
	NOT_FOUND: "Es ging nicht: Es ist nicht da.",
	NOT_VISIBLE: "Es ging nicht: Es ist nicht sichtbar.",
	STALE_ELEMENT: "Es ging nicht: Die Seite hat sich inzwischen geändert.",
	APPROVAL_STALE: "Es wurde nicht getan: Was Sie erlaubt haben, hat sich inzwischen geändert.",
	SENSITIVE_FIELD: "Es wurde nicht getan: Ein solches Feld füllen nur Sie aus.",
	OPTION_NOT_FOUND: "Es ging nicht: Diese Auswahl gibt es nicht.",
	BAD_VALUE: "Es ging nicht: Das Feld nimmt diesen Wert nicht an.",
	NOT_TAKEN: "Die Seite hat es nicht angenommen.",
	FILE_MISSING: "Es ging nicht: Die Datei ist nicht angehängt.",
	BAD_URL: "Es ging nicht: Eine solche Adresse öffnet Webhand nicht.",
	BAD_SELECTOR: "Es ging nicht: Wonach zu suchen ist, war nicht zu verstehen.",
	SCROLL_END: "In dieser Richtung kommt nichts mehr.",
	NO_HISTORY: "Vor dieser Seite gibt es in diesem Tab keine.",
	TAB_CLOSED: "Es ging nicht: Der Tab ist geschlossen.",
	FRAME_UNREACHABLE: "Es ging nicht: Dieser Teil der Seite ist nicht erreichbar.",
	SITE_NOT_ALLOWED: "Es wurde nicht getan: Sie haben diese Website nicht erlaubt.",
	OUTCOME_UNKNOWN: "Es ist nicht bekannt, ob es getan wurde.",
	TRUSTED_INPUT_NEEDED: "Die Seite reagiert nicht auf Webhand; nur echte Maus oder Tastatur würden helfen.",
	WINDOW_BLOCKED: "Die Seite wollte ein Fenster öffnen, und Chrome hat es verhindert.",
	GESTURE_NEEDED: "Chrome erlaubt das der Seite nur nach Ihrem eigenen Klick.",
	TRUSTED_INPUT_BUSY: "Es ging nicht: Die Entwicklerwerkzeuge dieses Tabs sind offen.",
	UNSUPPORTED_ACTION: "Es ging nicht: Diese Aktion kennt Webhand nicht.",
	TIMEOUT: "Es dauerte zu lange.",
	PAGE_UNREACHABLE: "Die Seite war nicht erreichbar.",
};

function countSentence(count: string, end: string): string {
	const controls = controlsOf(count);
	return controls === 0 ? "" : `${formatCount(controls, "Bedienelement ist", "Bedienelemente sind")} ${end}.`;
}

const stateNames: Readonly<Record<string, string>> = {
	checked: "angehakt",
	mixed: "teilweise angehakt",
	selected: "ausgewählt",
	expanded: "aufgeklappt",
	collapsed: "zugeklappt",
	pressed: "gedrückt",
	disabled: "gesperrt",
	invalid: "ungültig",
};
const named = (states: readonly string[]) => states.map((state) => stateNames[state] ?? state);

function stateSentence(states: string): string {
	const { now, gone, isNamed } = statesOf(states);
	if (now.length > 0) return `Es ist jetzt ${named(now).join(" und ")}.`;
	if (gone.length > 0) return `Es ist nicht mehr ${named(gone).join(" oder ")}.`;
	return isNamed ? "" : "Sein Zustand hat sich geändert.";
}
