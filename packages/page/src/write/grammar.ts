import type { OptionView } from "../parse/view.ts";
import { cleanOption, cut } from "./normalize.ts";

/** Version that `@page` names. */
export const grammarVersion = 1;

/** Types that open a region: their tag begins a line and what is indented below belongs to it. */
export const regionTypes: ReadonlySet<string> = new Set("form fieldset dialog popover nav main frame section scroll".split(" "));

/** The type of a control named by a tag or role; `div` where the word would open a region or is no word of the grammar. */
export function controlType(word: string): string {
	return regionTypes.has(word) || !/^[a-z][a-z0-9-]{0,39}$/.test(word) ? "div" : word;
}

/** Bare words of a tag, in writing order. */
export const stateWords: readonly string[] =
	"checked mixed selected expanded collapsed pressed disabled required readonly invalid covered focused current submit download multiple filled unreadable".split(
		" ",
	);

/** Keys of `key=value` words, in writing order. */
export const attributeKeys: readonly string[] =
	"value rest placeholder min max step format of options error hint scroll links controls action method form at size epoch".split(" ");

/** Methods that the tag of a form names; without one it is `get`. */
export const formMethods: ReadonlySet<string> = new Set(["get", "post", "dialog"]);

/** The method of a form, as page text names it, from its attribute. */
export function formMethodOf(attribute: string | null | undefined): string {
	const name = (attribute ?? "").trim().toLowerCase();
	return formMethods.has(name) ? name : "get";
}

/** Ids are positive 32-bit integers. */
export const maxId = 2_147_483_647;

/** Sizes beyond which a text is flattened or dropped, and its view `truncated`. */
export const parseLimits = { depth: 64, controls: 20_000, lines: 40_000, name: 200, value: 4_000, problems: 20 } as const;

const bareKeys: ReadonlySet<string> = new Set(["rest", "sensitive", "links", "controls", "at", "size", "form", "epoch", "method"]);
const bareValue = /^[\w.,:+…-]+$/;

/** `key=value`, in quotes unless key and value allow it bare. `value` is normalized already. */
export function writeAttribute(key: string, value: string): string {
	return bareKeys.has(key) && bareValue.test(value) ? `${key}=${value}` : `${key}="${value}"`;
}

/** True for a bare word that is a target: a path, `host/path`, or another scheme. */
export function isTarget(word: string): boolean {
	return word.includes("/") || word.includes(".") || word.includes(":");
}

/** True when a text line needs a `\` in front, since its first character could open another kind of line. */
export function needsEscape(line: string): boolean {
	const first = line[0];
	return first === "@" || first === "#" || first === "-" || first === "|" || first === "…" || first === "\\";
}

const optionLimits = { shown: 8, label: 60 } as const;

/**
 * The `options=` of a select: first eight labels, the chosen ones with `*`, then how many more there are.
 *
 * @param more choices beyond those given, which are only counted
 */
export function writeOptions(options: readonly OptionView[], more = 0): string {
	const shown = options
		.slice(0, optionLimits.shown)
		.map(({ label, chosen }) => `${cut(cleanOption(label), optionLimits.label)}${chosen ? "*" : ""}`);
	const left = options.length - shown.length + more;
	return [...shown, ...(left > 0 ? [`… +${left}`] : [])].join("|");
}

/** The choices that an `options=` lists, and how many it leaves out. */
export function readOptions(text: string): { readonly options: readonly OptionView[]; readonly left: number } {
	const labels = text.split("|");
	const count = /^… \+(\d{1,9})$/.exec(labels.at(-1) ?? "")?.[1];
	const listed = count === undefined ? labels : labels.slice(0, -1);
	const options = listed.map((label) => ({ label: label.endsWith("*") ? label.slice(0, -1) : label, chosen: label.endsWith("*") }));
	return { options: text === "" ? [] : options, left: Number(count ?? 0) };
}

/** Types of controls that are on or off. */
export const tickTypes: ReadonlySet<string> = new Set(["checkbox", "radio", "switch", "menuitemcheckbox", "menuitemradio"]);
