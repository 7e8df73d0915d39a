import type { RiskClass } from "@webhand/contracts/agent/step-labels";
import * as german from "./gate-words.de.ts";
import { inLanguage } from "./language.ts";

/** What the security gate says of an action, for traces and the audit. */
const gateText = inLanguage(german.gateText, {
	/** What a task does with such an action. */
	classes: {
		observe: "look at a page",
		navigate: "open a page",
		navigate_offsite: "open a page of another site",
		fill: "fill in a field",
		press_unknown: "press a button whose effect is not known",
		fill_offsite: "fill in a field of another site",
		fill_sensitive: "fill in a secret",
		commit: "send, save or share something",
		commit_protected: "do something that costs money, reaches others or cannot be undone",
		upload: "upload a file",
		refused: "do something that is never allowed",
	} satisfies Record<RiskClass, string> as Readonly<Record<string, string>>,
	/** Why, by the code of the gate; a code of a newer server stays as its words. */
	reasons: {
		submits: "it submits a form",
		enter_in_form: "Enter submits what was typed",
		commit_word: "its label speaks of sending, saving, sharing or another change",
		deed_address: "opening this address does what it says",
		nameless: "nothing says what it does",
		unknown_button: "nobody knows what it does",
		pay_word: "its label speaks of paying, buying or ordering",
		checkout_page: "it is on a checkout or payment page",
		card_in_form: "the form holds card, bank or one-time code data",
		amount_beside: "it costs money",
		password_in_form: "the form has a password field that was not part of the task",
		destructive_word: "it cannot be undone",
		form_leaves_site: "the form sends its data to another site",
		outside_task: "the site is not part of the task",
		tainted: "the page tries to give the agent orders",
		carries_page_text: "the address carries text of the page to another site",
		carries_knowledge: "the address carries text of the organization's documents to another site",
		carries_words: "it tells the site words that nobody said",
		new_site: "the task does not name the site",
		consent: "it agrees to what the site asks for",
		other_site: "it leads to another site",
		sensitive_field: "the field takes a secret",
		own_secret: "it gives away a secret of the task",
		at_point: "it presses whatever is at that point",
		upload: "it sends a file",
		download: "it downloads a file",
		bad_address: "the address must not be opened",
		outside_element: "the point is outside the element",
		takes_no_text: "nothing can be written into it",
		no_page: "the page is the browser's own",
		no_server_tools: "the task has no such tool on the server",
		only_asked: "the task only asks something",
		by_policy: "the organization's policy",
		other_name: "the reason for it names another control",
	} as Readonly<Record<string, string>>,
});

/** A class as what a task does. @throws never */
export const classWords = (name: string): string => gateText.classes[name] ?? name.replaceAll("_", " ");

/** The reasons as one line; "" without any. @throws never */
export const reasonWords = (reasons: readonly string[]): string =>
	reasons.map((reason) => gateText.reasons[reason] ?? reason.replaceAll("_", " ")).join("; ");
