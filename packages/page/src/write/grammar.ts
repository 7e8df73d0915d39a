import type { OptionView } from "../parse/view.ts";
import { cleanOption, cut } from "./normalize.ts";

/** The version in `@page`. */
export const grammarVersion = 1;

/** Types that open a region: the tag starts a line, and its content is indented below. */
export const regionTypes: ReadonlySet<string> = new Set("form fieldset dialog popover nav main frame section scroll".split(" "));

/** The type of a control from a tag name or role; `div` for a region type or an invalid word. */
export function controlType(word: string): string {
	return regionTypes.has(word) || !/^[a-z][a-z0-9-]{0,39}$/.test(word) ? "div" : word;
}

/** State words of a tag, in writing order. */
export const stateWords: readonly string[] =
	"checked mixed selected expanded collapsed has-popup pressed disabled required readonly invalid covered unseen on-hover on-focus focused current submit download multiple filled unreadable".split(
		" ",
	);

/** Keys of `key=value` words, in writing order. */
export const attributeKeys: readonly string[] =
	"value rest placeholder min max step format of options sort error hint scroll links controls action method form at size epoch".split(" ");

/** Methods of a form; `get` by default. */
export const formMethods: ReadonlySet<string> = new Set(["get", "post", "dialog"]);

/** The method of a form from its attribute. */
export function formMethodOf(attribute: string | null | undefined): string {
	const name = (attribute ?? "").trim().toLowerCase();
	return formMethods.has(name) ? name : "get";
}

/** Highest id: ids are positive 32-bit integers. */
export const maxId = 2_147_483_647;

/** Limits beyond which a text is flattened or dropped (`truncated`). */
export const parseLimits = { depth: 64, controls: 20_000, lines: 40_000, name: 200, value: 4_000, problems: 20 } as const;

const bareKeys: ReadonlySet<string> = new Set(["rest", "sort", "sensitive", "links", "controls", "at", "size", "form", "epoch", "method"]);
const bareValue = /^[\w.,:+…-]+$/;

/** Writes `key=value`, with quotes where needed. `value` is normalized. */
export function writeAttribute(key: string, value: string): string {
	return bareKeys.has(key) && bareValue.test(value) ? `${key}=${value}` : `${key}="${value}"`;
}

/** True for a link target: a path, `host/path`, or an address with a scheme. */
export function isTarget(word: string): boolean {
	return word.includes("/") || word.includes(".") || word.includes(":");
}

/** True for text that needs a `\`, because its first character could start another kind of line. */
export function needsEscape(line: string): boolean {
	const first = line[0];
	return first === "@" || first === "#" || first === "-" || first === "|" || first === "…" || first === "\\";
}

const optionLimits = { shown: 8, label: 60 } as const;

/**
 * Writes the `options=` of a select: eight labels, `*` after a chosen one, then the number of further options.
 *
 * @param more options that were only counted
 */
export function writeOptions(options: readonly OptionView[], more = 0): string {
	const shown = options
		.slice(0, optionLimits.shown)
		.map(({ label, chosen }) => `${cut(cleanOption(label), optionLimits.label)}${chosen ? "*" : ""}`);
	const left = options.length - shown.length + more;
	return [...shown, ...(left > 0 ? [`… +${left}`] : [])].join("|");
}

/** Reads an `options=`; `left` counts the options that it does not list. */
export function readOptions(text: string): { readonly options: readonly OptionView[]; readonly left: number } {
	const labels = text.split("|");
	const count = /^… \+(\d{1,9})$/.exec(labels.at(-1) ?? "")?.[1];
	const listed = count === undefined ? labels : labels.slice(0, -1);
	const options = listed.map((label) => ({ label: label.endsWith("*") ? label.slice(0, -1) : label, chosen: label.endsWith("*") }));
	return { options: text === "" ? [] : options, left: Number(count ?? 0) };
}

/** Types of controls that are on or off. */
export const tickTypes: ReadonlySet<string> = new Set(["checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"]);
