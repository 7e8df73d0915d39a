import type { Target } from "../clause.ts";
import { dateOf } from "./dates.ts";
import { datesByName, entriesOf, filled, valuesAsFields } from "./filling.ts";
import type { Order, Reading } from "./order.ts";
import { cutAt, indexOfWord, placed } from "./order.ts";
import { pathOf } from "./pointing.ts";
import { fieldOf, targetOf } from "./target.ts";
import { targetsOf } from "./target-list.ts";
import type { Tokens } from "./tokens.ts";
import { lowAt } from "./tokens.ts";

const isDateName = /\b(?:date|day|calendar|departure|arrival|check-?in|check-?out)\b/i;

/** Where the words for the field begin in "France as country", "Blue from the list"; -1 when none do. */
function fieldAt(tokens: Tokens): number {
	const as = indexOfWord(tokens, /^as$/, 1);
	if (as !== -1) return as;
	const at = tokens.findLastIndex(
		({ kind, low }, index) => index > 0 && index < tokens.length - 1 && kind === "word" && /^(?:from|in|for|with|using|on)$/.test(low),
	);
	const thing = at === -1 ? undefined : targetOf(tokens.slice(0, at));
	// "the email from Bob" and "the box in the row of Ada" are things with their place.
	return thing?.role === "item" || thing?.role === "row" || thing?.role === "checkbox" || lowAt(tokens, at + 2) === "row" ? -1 : at;
}

/** A list that "and" divides, as one name as well; undefined where quotes or commas leave no doubt. */
function wholeOf(tokens: Tokens): { readonly whole: Target } | undefined {
	if (tokens.some(({ kind, low }) => kind === "quote" || low === ",") || !tokens.some(({ low }) => low === "and")) return undefined;
	const whole = targetOf(tokens);
	return whole && { whole };
}

/** "select", "choose", "pick": options, with the list or group they are chosen in. */
export function readChoose(order: Order): Reading {
	const { rest, lead, now } = order;
	if (rest.length === 1 && lowAt(rest, 0) === "nothing") return [];
	const path = pathOf(rest);
	if (path !== undefined) return path.map((target) => ({ kind: "click", target, how: "single" }));
	if (rest.filter(({ low }) => low === "as" || low === "for").length > 1) {
		const pairs = valuesAsFields(rest);
		return pairs && filled(entriesOf(pairs, lead, now));
	}
	const dates = datesByName(rest, now);
	if (dates !== undefined) return filled(entriesOf(dates, lead, now));
	const at = fieldAt(rest);
	const [said, where] = at === -1 ? [rest, undefined] : cutAt(rest, at);
	const named = where === undefined ? undefined : fieldOf(where);
	if ((where !== undefined && named === undefined) || /^(?:from|in|for|with|on)$/.test(lowAt(said, 0))) return undefined;
	const field =
		named === undefined ? (lead?.isTool || lead?.place.relation === "section" ? lead.place.anchor : undefined) : placedIn(named, order);
	const options = targetsOf(said, true);
	const [option] = options ?? [];
	// "Choose a size" leaves the choice open.
	const isOpen = /^an?$/.test(lowAt(said, 0)) && said.length > 1 && options?.length === 1 && !option?.isQuoted;
	if (options === undefined || option === undefined || isOpen) return undefined;
	if (options.every(({ role }) => role === "checkbox")) return [{ kind: "tick", targets: options, isOn: true }];
	const iso = options.length === 1 && option.places.length === 0 ? dateOf(option.text, now) : undefined;
	const isDate = iso !== undefined && (/\d/.test(option.text) || isDateName.test(field?.text ?? ""));
	if (options.length === 1 && (isDate || field?.role === "slider"))
		return [{ kind: "fill", entries: [{ ...(field && { field }), value: option.text, ...(iso && { iso }) }], submits: false }];
	const base = { kind: "choose", options, ...wholeOf(said) } as const;
	return [field === undefined ? { ...base, options: options.map((one) => placed(one, lead)) } : { ...base, field }];
}

const placedIn = (field: Target, { lead }: Order): Target => (lead?.isTool ? field : placed(field, lead));

/** "tick", "uncheck", "enable": boxes and switches. */
export function readTick(isOn: boolean) {
	return ({ rest, lead }: Order): Reading => {
		if (/^(?:that|whether|if|for|with|in|on|out|your)$/.test(lowAt(rest, 0))) return undefined;
		const targets = targetsOf(rest, true);
		if (targets === undefined) return undefined;
		const boxes = targets.map((target) => placed(target.role === "field" ? { ...target, role: "checkbox" } : target, lead));
		return [{ kind: "tick", targets: boxes, isOn, ...wholeOf(rest) }];
	};
}

/** "turn on notifications", "switch the lamp off". */
export function readTurn(order: Order): Reading {
	const { rest } = order;
	const isFirst = /^(?:on|off)$/.test(lowAt(rest, 0));
	const word = isFirst ? lowAt(rest, 0) : lowAt(rest, rest.length - 1);
	if (!/^(?:on|off)$/.test(word)) return undefined;
	return readTick(word === "on")({ ...order, rest: isFirst ? rest.slice(1) : rest.slice(0, -1) });
}
