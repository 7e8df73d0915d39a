import type { Token } from "../../words/tokens.ts";
import type { Condition } from "../clause.ts";
import { thingOf } from "../nouns/things.ts";
import { trimEnd, without, word } from "./pieces.ts";

/** "in ascending order" and the tokens before it. */
export function orderOf(tokens: readonly Token[]): { readonly direction?: "ascending" | "descending"; readonly rest: readonly Token[] } {
	const at = tokens.findIndex((token) =>
		/^(?:ascending|increasing|descending|decreasing|alphabetical|numerical|numeric|reverse)$/.test(word(token)),
	);
	if (at === -1) return { rest: tokens };
	const direction = /^(?:desc|decr|rev)/.test(word(tokens[at])) ? "descending" : "ascending";
	let start = at;
	while (start > 0 && /^(?:in|the|an|a|order|by)$/.test(word(tokens[start - 1]))) start -= 1;
	return { direction, rest: tokens.slice(0, start) };
}

/** "until you see X" and the tokens before it. */
export function untilOf(tokens: readonly Token[]): { readonly condition?: Condition; readonly rest: readonly Token[] } {
	const at = tokens.findIndex((token) => word(token) === "until");
	if (at === -1) return { rest: tokens };
	const after = without(tokens.slice(at + 1), /^(?:you|we|i|it|see|find|reach|get|the|is|there|a|an)$/);
	const condition =
		conditionOf(after) ?? ({ kind: "shows", thing: thingOf(trimEnd(after, /^(?:appears?|shows?|visible|is|up|displayed)$/)) } as const);
	return { condition, rest: tokens.slice(0, at) };
}

/** "less than 5", "greater than 2", "between 3 and 7", "even"; undefined for anything else. */
export function conditionOf(tokens: readonly Token[]): Condition | undefined {
	const words = tokens.map(word);
	const parity = words.find((one) => one === "even" || one === "odd");
	const numbers = tokens.filter((token) => token.value !== undefined && (token.kind === "number" || token.kind === "word"));
	const bound = numbers[0]?.value;
	if (bound === undefined) return parity === undefined ? undefined : { kind: "parity", isEven: parity === "even" };
	const text = words.join(" ");
	const second = numbers[1]?.value;
	if (/\bbetween\b/.test(text) && second !== undefined) return { kind: "number", compare: "atLeast", bound, bound2: second };
	if (/at most|or less|no more than|maximum/.test(text)) return { kind: "number", compare: "atMost", bound };
	if (/at least|or more|no less than|minimum/.test(text)) return { kind: "number", compare: "atLeast", bound };
	if (/less than|smaller than|lower than|below|under|fewer than/.test(text)) return { kind: "number", compare: "less", bound };
	if (/greater than|more than|larger than|bigger than|higher than|above|over/.test(text))
		return { kind: "number", compare: "greater", bound };
	if (/equal|exactly|equals/.test(text)) return { kind: "number", compare: "equal", bound };
	return undefined;
}
