import { fold } from "@webhand/lexicon/text";
import type { ElementView, PageView } from "@webhand/page/parse/view";
import { parseLoosely } from "../loose-json.ts";

/** The action with a number in place of the name; or the problem in words that a model can act on, and the action with any number. */
type Numbered = { readonly ok: true; readonly text: string } | { readonly ok: false; readonly problem: string; readonly aimless: string };

const quoted = String.raw`"(?:[^"\\\n]|\\.)*"`;
/** The text that stands where a number belongs, and what is around it. */
const places = [
	new RegExp(String.raw`^((?:click|setValue|select|hover|upload|expand|options|drag)\()(${quoted})([\s\S]*)$`),
	new RegExp(String.raw`^(press\()(${quoted})(,[\s\S]*)$`),
	new RegExp(String.raw`^((?:scroll\("\w{2,6}"|drag\(\d{1,10}),\s*)(${quoted})(\))$`),
];

/**
 * Puts the number of a control in the place of its name, where exactly one control has that name: `click("Save")`. Other texts stay.
 *
 * @param text an action, repaired
 * @throws never
 */
export function withNumber(text: string, page: PageView): Numbered {
	const [, before = "", name = "", behind = ""] = places.map((place) => place.exec(text)).find((match) => match !== null) ?? [];
	if (name === "") return { ok: true, text };
	const meant = String(parseLoosely(name) ?? "");
	const fitting = controlsNamed(meant, page, /^(?:setValue|select)/.test(before));
	const [only, ...others] = fitting;
	if (only !== undefined && others.length === 0) return { ok: true, text: `${before}${only.id}${behind}` };
	return { ok: false, problem: problemOf(meant, fitting), aimless: `${before}1${behind}` };
}

function problemOf(meant: string, fitting: readonly ElementView[]): string {
	if (/^[NMT]$/.test(meant)) return `${meant} stands for a number: write the number of the control that you mean`;
	const called = `called “${meant.slice(0, 80)}”`;
	if (fitting.length === 0) return `no control of the current page is ${called}: write its number`;
	const numbers = fitting.slice(0, mostNumbers).map(({ id }) => id);
	return `${fitting.length} controls are ${called}: write the number, one of ${numbers.join(", ")}`;
}

const mostNumbers = 5;

/** Of several with that name a value goes to the one that holds values. */
function controlsNamed(name: string, { elements }: PageView, isValue: boolean): readonly ElementView[] {
	const wanted = fold(name);
	const all = [...elements.values()].filter(
		(element) => wanted !== "" && [element.name, element.content].some((text) => fold(text) === wanted),
	);
	const fields = all.filter(takesValue);
	return isValue && fields.length > 0 ? fields : all;
}

/** False for what is only pressed. */
export const takesValue = ({ type }: Pick<ElementView, "type">): boolean => !buttons.has(type);

const buttons: ReadonlySet<string> = new Set(["a", "button", "submit", "reset", "image", "tab", "menuitem", "summary"]);
