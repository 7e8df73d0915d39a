import { formatCount } from "./format.ts";
import { inLanguage } from "./language.ts";
import { controlsOf, dialogOf, shortAddress, statesOf } from "./observation-facts.ts";
import * as german from "./observation-words.de.ts";

/** Observations by kind; an empty sentence is not shown. */
export const observationText = inLanguage(german.observationText, {
	url_changed: (url: string) => (url === "" ? "The address changed." : `The address is now ${shortAddress(url)}.`),
	url_same: () => "",
	host_changed: (host: string) => `This is another site: ${host}.`,
	title_changed: (title: string) => `The page is now called “${title}”.`,
	page_same: () => "Nothing on the page changed.",
	page_restless: () => "Only parts that move by themselves changed.",
	look_changed: () => "The page says the same; only its look changed.",
	elements_added: (count: string) => countSentence(count, "appeared"),
	elements_removed: (count: string) => countSentence(count, "disappeared"),
	target_gone: () => "It is no longer there.",
	target_value: (value: string) => `It now says “${value}”.`,
	target_state: (states: string) => stateSentence(states),
	focus_moved: () => "",
	dialog_opened: (name: string) => (name === "" ? "A dialog opened." : `“${name}” opened.`),
	dialog_closed: (name: string) => (name === "" ? "A dialog closed." : `“${name}” closed.`),
	dropdown_opened: () => "A list opened.",
	page_dialog: (shown: string) => dialogSentence(shown),
	message_appeared: (message: string) => `The page says “${message}”.`,
	form_same: (message: string) => `The form is still there as it was, and says “${message}”.`,
	load_failed: (reason: string) => `The page could not be opened${reason === "" ? "" : `: ${reason}`}.`,
	site_refused: (site: string) => `You did not allow ${site}.`,
	validation_error: (message: string) => `The page refuses it: “${message}”.`,
	tab_opened: () => "A tab opened.",
	tab_closed: () => "A tab closed.",
	download_started: () => "A download began.",
	scrolled: () => "The page moved.",
	lookup_answered: () => "The page was searched.",
	network: () => "",
	mutated: () => "The page changed.",
	client_error: (code: string) => clientErrors[code] ?? `It could not be done (${code}).`,
});

function dialogSentence(shown: string): string {
	const { answer, message } = dialogOf(shown);
	if (message === "") return "The page opened a window of its own.";
	if (answer === "none") return `The page said “${message}”.`;
	return `The page asked “${message}”, and the answer was ${answer === "ok" ? "OK" : "Cancel"}.`;
}

const clientErrors: Readonly<Record<string, string>> = {
	COVERED: "It could not be done: something covers it.",
	DISABLED: "It could not be done: it is disabled.",
	READ_ONLY: "It could not be done: it is read-only.",
	NOT_FOUND: "It could not be done: it is not there.",
	NOT_VISIBLE: "It could not be done: it is not visible.",
	STALE_ELEMENT: "It could not be done: the page has changed meanwhile.",
	APPROVAL_STALE: "It was not done: what you allowed has changed meanwhile.",
	SENSITIVE_FIELD: "It was not done: only you fill in such a field.",
	OPTION_NOT_FOUND: "It could not be done: there is no such choice.",
	BAD_VALUE: "It could not be done: the field does not take this value.",
	NOT_TAKEN: "The page did not accept it.",
	FILE_MISSING: "It could not be done: the file is not attached.",
	BAD_URL: "It could not be done: Webhand does not open such an address.",
	BAD_SELECTOR: "It could not be done: what to look for was not understood.",
	SCROLL_END: "There is nothing more in this direction.",
	NO_HISTORY: "There is no page before this one in this tab.",
	TAB_CLOSED: "It could not be done: the tab is closed.",
	FRAME_UNREACHABLE: "It could not be done: this part of the page cannot be reached.",
	SITE_NOT_ALLOWED: "It was not done: you did not allow this site.",
	OUTCOME_UNKNOWN: "It is not known whether it was done.",
	TRUSTED_INPUT_NEEDED: "The page ignores Webhand; only a real mouse or keyboard would work.",
	WINDOW_BLOCKED: "The page wanted to open a window, and Chrome blocked it.",
	GESTURE_NEEDED: "Chrome lets the page do this only after your own press.",
	TRUSTED_INPUT_BUSY: "It could not be done: the developer tools of this tab are open.",
	UNSUPPORTED_ACTION: "It could not be done: Webhand does not know this action.",
	TIMEOUT: "It took too long.",
	PAGE_UNREACHABLE: "The page could not be reached.",
};

function countSentence(count: string, verb: string): string {
	const controls = controlsOf(count);
	return controls === 0 ? "" : `${formatCount(controls, "control", "controls")} ${verb}.`;
}

function stateSentence(states: string): string {
	const { now, gone, isNamed } = statesOf(states);
	if (now.length > 0) return `It is now ${now.join(" and ")}.`;
	if (gone.length > 0) return `It is no longer ${gone.join(" or ")}.`;
	return isNamed ? "" : "Its state changed.";
}
