import type { Action } from "@webhand/contracts/action/grammar";
import { isDenying } from "@webhand/lexicon/denials";
import { fold, wordsIn } from "@webhand/lexicon/text";
import type { ElementView, PageView } from "@webhand/page/parse/view";
import { rowAround } from "../../../policy/facts/lines.ts";
import { isPressable } from "../../../policy/facts/roles.ts";
import { targetOf } from "../../../policy/facts/target.ts";

const quotations =
	/“([^”]{1,80})”|"([^"]{1,80})"|«([^»]{1,80})»|„([^“”]{1,80})[“”]|`([^`]{1,80})`|(?<![\p{L}\d])'([^']{1,80})'(?![\p{L}\d])/gu;
/** Words with a capital letter inside a sentence; the first word of a sentence has one anyway. */
const capitalized = /(?<=[\p{Ll}\d,;:)“”"']\s)\p{Lu}[\p{L}\d]*(?:\s(?:\p{Lu}[\p{L}\d]*|\d+))*/gu;

/**
 * The control that the reason of a press names, where the press is on another one: the thought says “Cart”, and the control is “Cushions”.
 *
 * @param reason the thought, or where it names no control the active step of the plan
 * @returns undefined where the reason names the pressed control too, what stands in its row, or nothing on the page
 * @throws never
 */
export function namedInstead(action: Action, reason: string, page: PageView): ElementView | undefined {
	const target = action.name === "click" ? targetOf(action, page) : undefined;
	if (target === undefined || isNamed(target, reason, page)) return undefined;
	const meant = reason.split(/(?<=[.;!?])\s/).filter((sentence) => !isDenying(fold(sentence), wordsIn(sentence)));
	const names = new Set(meant.flatMap((sentence) => [...quotedIn(sentence), ...(sentence.match(capitalized) ?? [])]).map(keyOf));
	return [...page.elements.values()].find((element) => element.id !== target.id && canBePressed(element) && names.has(keyOf(element.name)));
}

/** A name without its counter: "Cart (2)" is the cart. */
function keyOf(name: string): string {
	const words = wordsIn(name);
	const letters = words.filter((word) => !/^\d+$/.test(word));
	return (letters.length === 0 ? words : letters).join(" ");
}

const quotedIn = (text: string): readonly string[] =>
	[...text.matchAll(quotations)].map((found) => found.slice(1).find((part) => part !== undefined) ?? "");

const canBePressed = ({ type, name, states }: ElementView): boolean =>
	keyOf(name) !== "" &&
	(isPressable(type) || type === "select") &&
	!["disabled", "covered", "unseen", "current", "selected"].some((state) => states.has(state));

/** True where the reason says a word of the control's name, or of its row. A control without a name contradicts nothing. */
function isNamed({ name, content, ...target }: ElementView, reason: string, page: PageView): boolean {
	const said = new Set(wordsIn(reason));
	const own = wordsIn(`${name} ${content}`);
	const row = wordsIn(rowAround({ name, content, ...target }, page)).filter((word) => /\d{2}|\p{L}{4}/u.test(word));
	return own.length === 0 || own.some((word) => /\d|\p{L}{3}/u.test(word) && said.has(word)) || row.some((word) => said.has(word));
}
