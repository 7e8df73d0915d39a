import type { Action } from "@webhand/contracts/action/grammar";
import { cleanText, cut } from "@webhand/page/write/normalize";
import { isRadio, isTick } from "../../../policy/facts/roles.ts";
import { maskedValue } from "../../../policy/secrets/find.ts";

/** An action with the name and the role of its control; both are texts of a page. */
export type Acted = { readonly parsed: Action; readonly targetName?: string; readonly role?: string };

const maxName = 80;
const clicks = { double: "Double-click", right: "Right-click", middle: "Click with the middle button" } as const;

/**
 * An action as a sentence of a how-to, in Markdown: `Fill in “Amount”`. What the person typed is left out; chosen options and names stay.
 *
 * @returns undefined for what only looks or waits, asks or ends
 * @throws never
 */
export function sentenceOf({ parsed: action, targetName = "", role = "" }: Acted): string | undefined {
	const name = quote(targetName);
	switch (action.name) {
		case "click":
			if (action.kind !== undefined) return `${clicks[action.kind]} ${name || "there"}`;
			return isRadio(role) ? `Choose ${name || "the option"}` : `Click ${name || nameless(role)}`;
		case "setValue":
			if (isTick(role)) return `${action.text === "false" ? "Untick" : "Tick"} ${name || "the box"}`;
			return `Fill in ${name || "the field"}${action.submit ? " and press Enter" : ""}`;
		case "select":
			return `Choose ${optionsOf(action.options)} in ${name || "the list"}`;
		case "press":
			return isShortcut(action.keys) ? `Press ${escapeMarkdown(action.keys)}${name && ` in ${name}`}` : `Type into ${name || "the field"}`;
		case "hover":
			return `Point at ${name || "the control"}`;
		case "drag":
			return `Drag ${name || "the control"} to its place`;
		case "navigate":
			return `Go to ${placeOf(action.url)}`;
		case "openTab":
			return `Open ${placeOf(action.url)} in a new tab`;
		case "upload":
			return `Upload a file to ${name || "the field"}`;
		case "back":
			return "Go back to the page before";
		case "forward":
			return "Go forward to the next page";
		default:
			return undefined;
	}
}

const kinds: Readonly<Record<string, string>> = { a: "the link", button: "the button", tab: "the tab" };
const nameless = (role: string) => kinds[role] ?? "the control without a name";

/** Enter, Control+A: keys that are no text of the person. */
function isShortcut(keys: string): boolean {
	return [...keys].length > 1;
}

function optionsOf(options: readonly string[]): string {
	const shown = options.filter((option) => option !== "" && !option.includes(maskedValue)).map(quote);
	return shown.length === 0 ? "an option" : shown.join(", ");
}

/** Host and path; a query may hold what the person typed. */
function placeOf(address: string): string {
	const url = URL.parse(address);
	return url === null
		? "the address"
		: escapeMarkdown(cut(cleanText(`${url.host}${url.pathname === "/" ? "" : url.pathname}`), 2 * maxName));
}

/** A text of a page in quotes, as data: one line, without control and bidi characters, cut, Markdown escaped; "" for an empty one. */
export function quote(text: string): string {
	const clean = cleanText(text).replaceAll(/[“”]/g, "'");
	return clean === "" ? "" : `“${escapeMarkdown(cut(clean, maxName))}”`;
}

/** A text in which no sign means anything to a reader of Markdown or HTML. */
export function escapeMarkdown(text: string): string {
	return text.replaceAll(/[\\`*_[\]<>&~|#!]|:(?=\/\/)/g, String.raw`\$&`);
}
